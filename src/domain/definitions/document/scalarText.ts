/** Writes a text as a YAML scalar that reads back exactly. Uses quotes only if necessary. */

/** Texts that need no quotes anywhere, even in brackets. */
const PLAIN = /^[\p{L}\p{N}_/](?:[\p{L}\p{M}\p{N} _./@+%-]*[\p{L}\p{M}\p{N}_./@+%-])?$/u;
/** Texts that YAML treats as a different type. */
const OTHER_TYPES = /^(?:null|true|false|0o[0-7]+|0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
/** Characters that are invisible or would not survive saving: half of a surrogate pair, an unusual line end. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;

export function scalarText(value: string): string {
  if (PLAIN.test(value) && !OTHER_TYPES.test(value)) return value;
  // JSON in a configuration remains readable in single quotes.
  if (/["\\]/.test(value) && !value.includes('\n') && !hasInvisible(value)) return `'${value.replaceAll("'", "''")}'`;
  return escapeInvisible(JSON.stringify(value));
}

/** True for a text that must be in double quotes and be escaped there. */
export function hasInvisible(value: string): boolean {
  return value.search(INVISIBLE) !== -1;
}

/** Escapes the characters of `INVISIBLE`. The text must contain them only within double quotes. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (mark) => {
    const code = mark.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
