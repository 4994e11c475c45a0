/** What every part of a merge is made of. */
import type { FlagDefinition } from '../../../api/model.ts';
import { canonical, isSameText, meaningful } from '../sameValue.ts';

/** Where the two touch. Indexes count from 0, in `base` where nothing else is said. */
export type MergePlace =
  /** It was removed, or added, on the one side and is another one on the other. */
  | { readonly code: 'definition' }
  | { readonly code: 'treatments' }
  /** `field` undefined = the treatment as a whole: removed on one side, or added on both. */
  | { readonly code: 'treatment'; readonly name: string; readonly field?: string }
  /** `part` undefined = the rule as a whole: removed on one side and changed on the other. */
  | { readonly code: 'rule'; readonly rule: number; readonly part?: 'condition' | 'buckets' | 'otherFields' }
  /** Both put other rules in another order. */
  | { readonly code: 'ruleOrder' }
  /** Both put rules in one place; which of them comes first decides who gets what. `after` undefined = at the top. */
  | { readonly code: 'rulesAdded'; readonly after?: number }
  | { readonly code: 'defaultRule' }
  | { readonly code: 'defaultTreatment' }
  | { readonly code: 'trafficAllocation' }
  | { readonly code: 'field'; readonly field: string };

/** What stands in that place in each; undefined = nothing. */
export interface MergeConflict {
  readonly place: MergePlace;
  readonly base: unknown;
  readonly live: unknown;
  readonly mine: unknown;
}

/** `definition` has no response-only fields; undefined = there is none: it was removed, and mine had no change. */
export type Merge =
  | { readonly ok: true; readonly definition: FlagDefinition | undefined }
  | { readonly ok: false; readonly conflicts: readonly MergeConflict[] };

export type Conflicts = (conflict: MergeConflict) => unknown;

/** The value that one side changed, or that both changed alike; undefined = absent. Else a conflict, and mine. */
export function merged<T>(base: T, live: T, mine: T, place: () => MergePlace, add: Conflicts): T {
  const one = ofOneSide(base, live, mine);
  if (!one) add({ place: place(), base, live, mine });
  return one ? one.value : mine;
}

/**
 * Undefined if both sides changed it, and not alike. What is only written otherwise is no change. `textOf` is equal for two that
 * are the same to the letter, `meaningOf` for two that mean the same.
 */
export function ofOneSide<T>(
  base: T,
  live: T,
  mine: T,
  textOf: (value: T) => unknown = (value) => JSON.stringify(value),
  meaningOf: (value: T) => unknown = (value) => canonical(meaningful(value)),
): { readonly value: T } | undefined {
  const text = textOf(base);
  if (text === textOf(live)) return { value: mine };
  if (text === textOf(mine)) return { value: live };
  const [old, theirs, own] = [meaningOf(base), meaningOf(live), meaningOf(mine)];
  if (old === theirs || theirs === own) return { value: mine };
  return old === own ? { value: live } : undefined;
}

/** All names, in the order of the side that changed it; where both did, in that of live. New ones follow what they stood behind. */
export function orderOf(base: readonly string[], live: readonly string[], mine: readonly string[]): readonly string[] {
  const isLiveInOrder = isSameText(kept(live, base), kept(base, live));
  const [first, second] = isLiveInOrder ? [mine, live] : [live, mine];
  const names = [...first];
  const known = new Set(first);
  for (const [place, name] of second.entries()) {
    // At the top, where it stood behind none.
    if (!known.has(name)) names.splice(names.indexOf(second[place - 1]!) + 1, 0, name);
  }
  return names;
}

const kept = (names: readonly string[], others: readonly string[]): readonly string[] => {
  const those = new Set(others);
  return names.filter((name) => those.has(name));
};
