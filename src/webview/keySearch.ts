/** The search in the keys of a list. Pure. */

/**
 * The keys that contain the text, whatever its case, in their order; the list itself for an empty text. Spaces around the
 * text are not part of it: they come along with what is pasted.
 */
export function findKeys(keys: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? keys : keys.filter((key) => key.toLowerCase().includes(wanted));
}

/** True if the lists hold the same keys in the same order: the editor sends a list anew with each reading. */
export function isSameList(keys: readonly string[], others: readonly string[]): boolean {
  return keys === others || (keys.length === others.length && keys.every((key, index) => key === others[index]));
}
