/** The encodings of a character in a text: those of URLs, of JSON and programs, of HTML, and of mail. */

/** A character, and the end of the text that encodes it. */
export interface DecodedLetter {
  readonly letter: string;
  readonly end: number;
}

/** How many encodings may be nested: `%2522` is a quote in two encodings. */
const MAX_DEPTH = 2;

const HEX = '[\\dA-Fa-f]';
/** Returns a pattern for the bytes of a UTF-8 character. With the mark `%`, it matches `C3%A9` in `%C3%A9`. */
const UTF8 = (mark: string): string => `(?<utf8>[C-Fc-f]${HEX}(?:${mark}[89ABab]${HEX}){1,3})`;
/**
 * Patterns for complete encodings, by their first character. A named group contains the code of the character, its name, or
 * the character itself. A pattern needs several names, such as `hex2`, because the Node version of the oldest supported
 * editor allows each group name only once.
 */
const COMPLETE: Readonly<Record<string, RegExp>> = {
  '%': new RegExp(`^%(?:(?<hex>${HEX}{2})|u(?<hex2>${HEX}{4})|${UTF8('%')})$`),
  '\\': new RegExp(
    `^\\\\(?:(?:u|U0000)(?<hex>${HEX}{4})|x(?<hex2>${HEX}{2})|u\\{0*(?<hex3>${HEX}{1,5})\\}|(?<octal>[0-7]{1,3})|(?<itself>[^A-Za-z\\d\\s])|[nrt])$`,
  ),
  '&': new RegExp(`^&(?:#[xX]0*(?<hex>${HEX}{1,5})|#0*(?<decimal>\\d{1,6})|(?<name>[A-Za-z]{2,4}));$`),
  '=': new RegExp(`^=(?:(?<hex>${HEX}{2})|${UTF8('=')}|\\s)$`),
};
/**
 * Matches incomplete encodings that further characters may complete. Also matches some that can't be completed. That costs
 * little, because the pattern limits their length.
 */
const INCOMPLETE = new RegExp(
  `^(?:%u?${HEX}{0,3}|\\\\(?:[uU]\\{?${HEX}{0,8}|x${HEX}?|[0-7]{1,2})|&#?[A-Za-z\\d]{0,8}|=${HEX}|[%=][C-Fc-f]${HEX}(?:[%=]${HEX}{0,2}){0,3})$`,
);
const NAMES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** Returns everything that the text at a position may stand for: its own character, and the characters encoded there. */
export function decodingsAt(text: string, at: number, depth = MAX_DEPTH): readonly DecodedLetter[] {
  if (at >= text.length) return [];
  const letter = String.fromCodePoint(text.codePointAt(at)!);
  const own = { letter, end: at + letter.length };
  if (depth === 0 || !(letter in COMPLETE)) return [own];
  const reads: DecodedLetter[] = [];
  for (const first of decodingsAt(text, at, depth - 1)) {
    add(first);
    if (first.letter in COMPLETE) readOn(first.letter, first.end);
  }
  return reads;

  function add(read: DecodedLetter): void {
    if (!reads.some((one) => one.letter === read.letter && one.end === read.end)) reads.push(read);
  }

  function readOn(begun: string, from: number): void {
    for (const { letter: next, end } of decodingsAt(text, from, depth - 1)) {
      const encoding = begun + next;
      const decoded = decode(encoding);
      if (decoded !== undefined) add({ letter: decoded, end });
      if (INCOMPLETE.test(encoding)) readOn(encoding, end);
    }
  }
}

/** Returns the character of a complete encoding. For an encoded line end, returns a space. */
function decode(encoding: string): string | undefined {
  const found = COMPLETE[encoding[0]!]!.exec(encoding);
  if (!found) return undefined;
  const { octal, decimal, name, itself, utf8, ...codes } = found.groups!;
  const hex = codes['hex'] ?? codes['hex2'] ?? codes['hex3'];
  if (name !== undefined) return NAMES[name.toLowerCase()];
  if (utf8 !== undefined) return Buffer.from(utf8.replaceAll(/[%=]/g, ''), 'hex').toString();
  const digits = hex ?? octal ?? decimal;
  if (digits === undefined) return itself ?? ' ';
  return String.fromCodePoint(Number.parseInt(digits, hex === undefined ? (octal === undefined ? 10 : 8) : 16));
}
