/** Merges two changes of the same definition. Reports conflicts, so that the user can decide them. */
import type { FlagDefinition, Treatment } from '../../../api/model.ts';
import { isSameDefinition } from '../definitionDiff.ts';
import { mergeRules } from './mergeRules.ts';
import type { Path } from './located.ts';
import { mergeValue, mergeFields, oneSidedChange, mergeNames, type DecideConflict, type Merge } from './mergeValue.ts';
import { sendable } from './shapes.ts';

/**
 * Applies to `live` what `mine` has changed since `base`, and removes response-only fields. Two changes conflict if they affect
 * the same field, the same part of a rule, or the same shares, or if the order of the rules is unclear. The keys and segments
 * of a treatment are sets, so both sides may add to them. `base` undefined = there was no definition. `live` undefined = the
 * definition no longer exists. `sideOf` chooses a side for a conflict, or none. Returns the conflicts for which it chooses
 * none.
 */
export function mergeDefinitions(
  base: FlagDefinition | undefined,
  live: FlagDefinition | undefined,
  mine: FlagDefinition,
  sideOf: DecideConflict = () => undefined,
): Merge {
  const [old, theirs, own] = [base && sendable(base), live && sendable(live), sendable(mine)];
  const one = oneSidedChange<FlagDefinition | undefined>(old, theirs, own);
  if (one) return { ok: true, definition: one.value };
  if (old && theirs) return mergeChanged(old, theirs, own, sideOf);
  const side = sideOf([]);
  return side ? { ok: true, definition: side === 'mine' ? own : theirs } : { ok: false, conflicts: [[]] };
}

/** True if `mine` contains all changes of `live` since `base`, so that sending it reverts no changes of other people. */
export function hasAllOfLive(base: FlagDefinition | undefined, live: FlagDefinition | undefined, mine: FlagDefinition): boolean {
  const merge = mergeDefinitions(base, live, mine);
  return merge.ok && isSameDefinition(merge.definition, mine);
}

function mergeChanged(base: FlagDefinition, live: FlagDefinition, mine: FlagDefinition, sideOf: DecideConflict): Merge {
  const conflicts: Path[] = [];
  const add: DecideConflict = (place) => {
    const side = sideOf(place);
    if (!side && !conflicts.some((one) => one.join('\0') === place.join('\0'))) conflicts.push(place);
    return side;
  };
  const definition = mergeFields(base, live, mine, (name, ...values) => {
    if (name === 'rules') return mergeRules(base.rules, live.rules, mine.rules, add);
    if (name === 'treatments') return mergeTreatments(base.treatments, live.treatments, mine.treatments, add);
    return mergeValue(...values, [name], add);
  });
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, definition };
}

type Treatments = readonly Treatment[];
/** The order of these lists has no meaning. */
const SETS = ['keys', 'segments', 'largeSegments', 'ruleBasedSegments'];

function mergeTreatments(base: Treatments, live: Treatments, mine: Treatments, add: DecideConflict): Treatments {
  const lists = [base, live, mine].map((list) => new Map(list.map((treatment) => [treatment.name, treatment])));
  const isClear = [base, live, mine].every((list, at) => list.length === lists[at]!.size);
  if (!isClear) return mergeValue(base, live, mine, ['treatments'], add);
  const names = mergeNames(...([base, live, mine].map((list) => list.map(({ name }) => name)) as [string[], string[], string[]]));
  return names.flatMap((name) => {
    const [old, theirs, own] = lists.map((list) => list.get(name));
    const place = ['treatments', name];
    if (!old || !theirs || !own) return mergeValue(old, theirs, own, place, add) ?? [];
    return mergeFields(old, theirs, own, (field, ...values) => {
      const set = SETS.includes(field) ? mergeSet(...values) : undefined;
      return set ?? mergeValue(...values, [...place, field], add);
    });
  });
}

/**
 * Returns `mine` with the items that `live` has added, and without those that `live` has removed. Undefined if both sides have
 * changed the value and one of the values is not a list.
 */
function mergeSet(base: unknown, live: unknown, mine: unknown): unknown {
  const one = oneSidedChange(base, live, mine);
  if (one) return one.value;
  const [old, theirs, own] = [base ?? [], live ?? [], mine ?? []];
  if (!Array.isArray(old) || !Array.isArray(theirs) || !Array.isArray(own)) return undefined;
  const [before, there, mineToo] = [new Set(old), new Set(theirs), new Set(own)];
  const isGone = (item: unknown): boolean => before.has(item) && !there.has(item);
  return [...own.filter((item) => !isGone(item)), ...theirs.filter((item) => !before.has(item) && !mineToo.has(item))];
}
