/** What a translation has to carry over as it is. */

/** `{0}`, `{count}`, links to commands, and icons, in no order: a sentence of another language has its own. */
export function placesIn(text: string): readonly string[] {
  const found = text.match(/\{\w+\}|\]\([^)]*\)|\$\([\w-]+\)/g) ?? [];
  return [...new Set(found)].toSorted((one, other) => (one < other ? -1 : 1));
}
