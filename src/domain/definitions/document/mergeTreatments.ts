/** Two changes to the treatments of a definition. They are told apart by their names, and their order serves nobody. */
import type { Treatment } from '../../../api/model.ts';
import { fieldOf } from '../sameValue.ts';
import { merged, ofOneSide, orderOf, type Conflicts } from './mergeValue.ts';

type Treatments = readonly Treatment[];
/** Nobody cares in which order they come. */
const SETS = ['keys', 'segments'];

export function mergeTreatments(base: Treatments, live: Treatments, mine: Treatments, add: Conflicts): Treatments {
  const lists = [base, live, mine].map((list) => new Map(list.map((treatment) => [treatment.name, treatment])));
  const isClear = [base, live, mine].every((list, at) => list.length === lists[at]!.size);
  if (!isClear) return merged(base, live, mine, () => ({ code: 'treatments' }), add);
  const names = orderOf(...([base, live, mine].map((list) => list.map(({ name }) => name)) as [string[], string[], string[]]));
  return names.flatMap((name) => {
    const [old, theirs, own] = lists.map((list) => list.get(name));
    return mergeTreatment(name, old, theirs, own, add) ?? [];
  });
}

function mergeTreatment(
  name: string,
  base: Treatment | undefined,
  live: Treatment | undefined,
  mine: Treatment | undefined,
  add: Conflicts,
): Treatment | undefined {
  if (!base || !live || !mine) return merged(base, live, mine, () => ({ code: 'treatment', name }), add);
  const fields = orderOf(Object.keys(base), Object.keys(live), Object.keys(mine));
  const entries = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const [old, theirs, own] = [base, live, mine].map((treatment) => fieldOf(treatment, field));
    const set = SETS.includes(field) ? mergeSet(old, theirs, own) : undefined;
    const value = set ?? merged(old, theirs, own, () => ({ code: 'treatment', name, field }), add);
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(entries) as Treatment;
}

/** Mine, with what live added and without what live took away; undefined where one of them is no list, and they differ. */
function mergeSet(base: unknown, live: unknown, mine: unknown): unknown {
  const one = ofOneSide(base, live, mine);
  if (one) return one.value;
  const [old, theirs, own] = [base ?? [], live ?? [], mine ?? []];
  if (!Array.isArray(old) || !Array.isArray(theirs) || !Array.isArray(own)) return undefined;
  const [before, there, mineToo] = [new Set(old), new Set(theirs), new Set(own)];
  const isGone = (item: unknown): boolean => before.has(item) && !there.has(item);
  return [...own.filter((item) => !isGone(item)), ...theirs.filter((item) => !before.has(item) && !mineToo.has(item))];
}
