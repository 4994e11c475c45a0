/** The basic functions of a merge: `live` (theirs) and `mine` are two changed versions of `base`. */
import type { FlagDefinition } from '../../../api/model.ts';
import { meaningful } from '../fieldMeaning.ts';
import { canonical, fieldOf, isSameText } from '../sameValue.ts';
import type { Path } from './located.ts';

export type Merge =
  /** `definition` has no response-only fields. Undefined = the result has no definition, because `live` has none. */
  | { readonly ok: true; readonly definition: FlagDefinition | undefined }
  /**
   * `conflicts` has the paths of the conflicting parts. A path contains a treatment by its name, and a rule by its index in
   * `base`. If the order of the rules conflicts, the path is that of the list of rules. An empty path means the whole
   * definition.
   */
  | { readonly ok: false; readonly conflicts: readonly Path[] };

/** The side whose value is used if both sides have changed the same part. */
export type ConflictSide = 'mine' | 'theirs';

/** Receives the path of a conflict. Returns the side whose value is used; undefined = not decided. */
export type DecideConflict = (place: Path) => ConflictSide | undefined;

/**
 * Returns the value that one side has changed, or that both have changed equally. If the sides have made different changes,
 * adds a conflict and returns the value of the chosen side, or of `mine` if no side is chosen. An undefined value is absent.
 */
export function mergeValue<T>(base: T, live: T, mine: T, place: Path, add: DecideConflict): T {
  const one = oneSidedChange(base, live, mine);
  if (one) return one.value;
  return add(place) === 'theirs' ? live : mine;
}

/**
 * Returns the value of the only side that has changed it. If no side has changed it, or both in the same way, returns `mine`.
 * Undefined if the sides have made different changes. A different spelling with the same meaning is not a change.
 */
export function oneSidedChange<T>(base: T, live: T, mine: T): { readonly value: T } | undefined {
  if (isSameText(base, live)) return { value: mine };
  if (isSameText(base, mine)) return { value: live };
  const [old, theirs, own] = [base, live, mine].map((value) => canonical(meaningful(value)));
  if (old === theirs || theirs === own) return { value: mine };
  return old === own ? { value: live } : undefined;
}

/** Merges each field with `mergeField`. A field whose value is undefined is absent. */
export function mergeFields<T extends object>(
  base: T,
  live: T,
  mine: T,
  mergeField: (name: string, base: unknown, live: unknown, mine: unknown) => unknown,
): T {
  const names = mergeNames(Object.keys(base), Object.keys(live), Object.keys(mine));
  const values = names.map((name) => mergeField(name, fieldOf(base, name), fieldOf(live, name), fieldOf(mine, name)));
  // Uses Object.fromEntries, because a field may have a name that every object has, such as `__proto__`.
  return Object.fromEntries(names.map((name, at) => [name, values[at]] as const).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Returns all names in the order of the side that has changed the order, or of `live` if both sides have changed it. A name
 * that only the other side contains is inserted after the name that precedes it on that side.
 */
export function mergeNames(base: readonly string[], live: readonly string[], mine: readonly string[]): readonly string[] {
  const isLiveInOrder = isSameText(commonNames(live, base), commonNames(base, live));
  const [first, second] = isLiveInOrder ? [mine, live] : [live, mine];
  const names = [...first];
  const known = new Set(first);
  for (const [place, name] of second.entries()) {
    // If nothing precedes the name, it is inserted at the top.
    if (!known.has(name)) names.splice(names.indexOf(second[place - 1]!) + 1, 0, name);
  }
  return names;
}

const commonNames = (names: readonly string[], others: readonly string[]): readonly string[] => {
  const those = new Set(others);
  return names.filter((name) => those.has(name));
};
