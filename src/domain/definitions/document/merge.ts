/** Two changes to one definition, made into one: what both touch is told, and left to the user. */
import type { FlagDefinition, Treatment } from '../../../api/model.ts';
import { isSameDefinition } from '../definitionDiff.ts';
import { fieldOf } from '../sameValue.ts';
import { mergeRules } from './mergeRules.ts';
import type { Path } from './located.ts';
import { merged, ofOneSide, orderOf, type Conflicts, type Merge } from './mergeValue.ts';
import { sendable } from './shapes.ts';

/**
 * What `mine` changed since `base`, on `live`; without response-only fields. Two changes touch where they change the same field,
 * the same part of a rule, or the same shares, or where nobody can tell in which order rules come. Keys and segments of a treatment
 * are sets: both sides may add to them. `base` undefined = there was no definition, `live` undefined = there is none any more.
 */
export function mergeDefinitions(
  base: FlagDefinition | undefined,
  live: FlagDefinition | undefined,
  mine: FlagDefinition,
): Merge {
  const [old, theirs, own] = [base && sendable(base), live && sendable(live), sendable(mine)];
  const one = ofOneSide<FlagDefinition | undefined>(old, theirs, own);
  if (one) return { ok: true, definition: one.value };
  if (old && theirs) return mergeFields(old, theirs, own);
  return { ok: false, conflicts: [[]] };
}

/** True where `mine` has all that `live` changed since `base`: sending it undoes nothing of others. */
export function hasAllOfLive(base: FlagDefinition | undefined, live: FlagDefinition | undefined, mine: FlagDefinition): boolean {
  const merge = mergeDefinitions(base, live, mine);
  return merge.ok && isSameDefinition(merge.definition, mine);
}

function mergeFields(base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition): Merge {
  const conflicts: Path[] = [];
  const add: Conflicts = (place) => conflicts.push(place);
  const names = orderOf(Object.keys(base), Object.keys(live), Object.keys(mine));
  const entries = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const value = mergeField(name, base, live, mine, add);
    return value === undefined ? [] : [[name, value]];
  });
  if (conflicts.length > 0) return { ok: false, conflicts };
  return { ok: true, definition: Object.fromEntries(entries) as FlagDefinition };
}

function mergeField(name: string, base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition, add: Conflicts): unknown {
  if (name === 'rules') return mergeRules(base.rules, live.rules, mine.rules, add);
  if (name === 'treatments') return mergeTreatments(base.treatments, live.treatments, mine.treatments, add);
  return merged(fieldOf(base, name), fieldOf(live, name), fieldOf(mine, name), [name], add);
}

type Treatments = readonly Treatment[];
/** Nobody cares in which order they come. */
const SETS = ['keys', 'segments'];

function mergeTreatments(base: Treatments, live: Treatments, mine: Treatments, add: Conflicts): Treatments {
  const lists = [base, live, mine].map((list) => new Map(list.map((treatment) => [treatment.name, treatment])));
  const isClear = [base, live, mine].every((list, at) => list.length === lists[at]!.size);
  if (!isClear) return merged(base, live, mine, ['treatments'], add);
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
  if (!base || !live || !mine) return merged(base, live, mine, ['treatments', name], add);
  const fields = orderOf(Object.keys(base), Object.keys(live), Object.keys(mine));
  const entries = fields.flatMap((field): readonly (readonly [string, unknown])[] => {
    const [old, theirs, own] = [base, live, mine].map((treatment) => fieldOf(treatment, field));
    const set = SETS.includes(field) ? mergeSet(old, theirs, own) : undefined;
    const value = set ?? merged(old, theirs, own, ['treatments', name, field], add);
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
