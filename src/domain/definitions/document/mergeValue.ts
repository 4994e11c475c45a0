/** What every part of a merge is made of. */
import type { FlagDefinition } from '../../../api/model.ts';
import { canonical, fieldOf, isSameText, meaningful } from '../sameValue.ts';
import type { Path } from './located.ts';

/**
 * `definition` has no response-only fields; undefined = there is none: it was removed, and mine had no change. `conflicts` = where
 * the two touch: a treatment by its name, a rule by its index in `base`, the rules as a list where it is their order; an empty path
 * is the definition as a whole.
 */
export type Merge =
  | { readonly ok: true; readonly definition: FlagDefinition | undefined }
  | { readonly ok: false; readonly conflicts: readonly Path[] };

/** Takes the place of a conflict. */
export type Conflicts = (place: Path) => unknown;

/** The value that one side changed, or that both changed alike; undefined = absent. Else a conflict, and mine. */
export function merged<T>(base: T, live: T, mine: T, place: Path, add: Conflicts): T {
  const one = ofOneSide(base, live, mine);
  if (!one) add(place);
  return one ? one.value : mine;
}

/** Undefined if both sides changed it, and not alike. What is only written otherwise is no change. */
export function ofOneSide<T>(base: T, live: T, mine: T): { readonly value: T } | undefined {
  if (isSameText(base, live)) return { value: mine };
  if (isSameText(base, mine)) return { value: live };
  const [old, theirs, own] = [base, live, mine].map((value) => canonical(meaningful(value)));
  if (old === theirs || theirs === own) return { value: mine };
  return old === own ? { value: live } : undefined;
}

/** Field by field, each as `mergeField` has it; undefined = absent. */
export function mergedFields<T extends object>(
  base: T,
  live: T,
  mine: T,
  mergeField: (name: string, base: unknown, live: unknown, mine: unknown) => unknown,
): T {
  const names = orderOf(Object.keys(base), Object.keys(live), Object.keys(mine));
  const values = names.map((name) => mergeField(name, fieldOf(base, name), fieldOf(live, name), fieldOf(mine, name)));
  // From entries, because a field may have a name that every object has.
  return Object.fromEntries(names.map((name, at) => [name, values[at]] as const).filter(([, value]) => value !== undefined)) as T;
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
