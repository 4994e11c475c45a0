/** What every part of a merge is made of. */
import { isSame, isSameText } from '../sameValue.ts';
import type { MergeConflict, MergePlace } from './merging.ts';

export type Conflicts = (conflict: MergeConflict) => unknown;

/** The value that one side changed, or that both changed alike; undefined = absent. Else a conflict, and mine. */
export function merged<T>(base: T, live: T, mine: T, place: () => MergePlace, add: Conflicts): T {
  const one = ofOneSide(base, live, mine);
  if (!one) add({ place: place(), base, live, mine });
  return one ? one.value : mine;
}

/** Undefined if both sides changed it, and not alike. What is only written otherwise is no change. */
export function ofOneSide<T>(base: T, live: T, mine: T): { readonly value: T } | undefined {
  if (isSameText(base, live)) return { value: mine };
  if (isSameText(base, mine)) return { value: live };
  if (isSame(base, live) || isSame(live, mine)) return { value: mine };
  return isSame(base, mine) ? { value: live } : undefined;
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
