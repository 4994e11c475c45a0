/**
 * The words of others with what turns text round made visible: after a hidden U+202E the editor would write our own words, a
 * button's question among them, from right to left.
 */
export const escapeBidi = (words: string): string =>
  words.replace(/\p{Bidi_Control}/gu, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
