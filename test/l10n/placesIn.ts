/** The parts of a message that a translation must not change. */

/** `{0}`, `{count}`, links to commands, and icons. Their order may differ between languages. */
export function placesIn(text: string): readonly string[] {
  const found = text.match(/\{\w+\}|\]\([^)]*\)|\$\([\w-]+\)/g) ?? [];
  return [...new Set(found)].toSorted((one, other) => (one < other ? -1 : 1));
}
