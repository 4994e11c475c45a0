/** A text as one scalar of YAML, quoted only where it has to be, so that it is read back to the letter. */

/** Needs no quotes anywhere, not even in brackets. */
const PLAIN = /^[\p{L}\p{N}_/](?:[\p{L}\p{M}\p{N} _./@+%-]*[\p{L}\p{M}\p{N}_./@+%-])?$/u;
/** What YAML takes for something else than a text. */
const NO_TEXT = /^(?:null|true|false|0o[0-7]+|0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)$/i;
/** What is not seen, or would not survive being saved: half a character, another line's end. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\ufffe\uffff]/gu;

export function scalarText(value: string): string {
  if (PLAIN.test(value) && !NO_TEXT.test(value)) return value;
  // A configuration of JSON stays readable between quotes of the other kind.
  if (/["\\]/.test(value) && !value.includes('\n') && !hasUnseen(value)) return `'${value.replaceAll("'", "''")}'`;
  return escapeUnseen(JSON.stringify(value));
}

/** True for what has to stand in double quotes, and be escaped there. */
export function hasUnseen(value: string): boolean {
  return value.search(UNSEEN) !== -1;
}

/** Of a text that has such characters in double quotes alone. */
export function escapeUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (mark) => {
    const code = mark.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
