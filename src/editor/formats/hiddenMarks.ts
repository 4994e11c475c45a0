/** What can’t be seen in the words of others, made visible. */

/**
 * The words of others with what turns text round made visible: after a hidden U+202E the editor would write our own words, a
 * button's question among them, from right to left.
 */
export const escapeBidi = (words: string): string =>
  words.replace(/\p{Bidi_Control}/gu, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);

/** A key, or a cell of a table, as it is shown in a line: what would not be seen, or would break the line, by its number; a long one by its beginning. */
export function visible(key: string, most = 60): string {
  const shortened = key.length > most ? `${key.slice(0, most)}…` : key;
  return shortened.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
