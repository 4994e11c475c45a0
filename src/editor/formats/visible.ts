/** A key, or a cell of a table, as it is shown in a line: what would not be seen, or would break the line, by its number; a long one by its beginning. */
export function visible(key: string, most = 60): string {
  const shown = key.length > most ? `${key.slice(0, most)}…` : key;
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00A0]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
