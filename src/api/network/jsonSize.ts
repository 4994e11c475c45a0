/** How deep a JSON text is nested and how much is in it, told before it is parsed: in its characters, since a walk of the value could overflow the stack. */

/** Lists and objects in one another. No answer needs a tenth of it, and whatever is shown or compared is walked. */
const MAX_DEPTH = 100;

/** Items and fields: a page of 20 requests with 100,000 keys each has two million. More would take seconds and gigabytes. */
const MAX_VALUES = 5_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** True of a text that is nested more than 100 deep, or has more than five million values; what is no JSON may be either. */
export function isTooMuch(json: string): boolean {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(json, at);
    else if (mark === OPEN_LIST || mark === OPEN_OBJECT) depth += 1;
    else if (mark === CLOSE_LIST || mark === CLOSE_OBJECT) depth -= 1;
    else if (mark === COMMA) commas += 1;
    if (depth > MAX_DEPTH || commas >= MAX_VALUES) return true;
  }
  return false;
}

/** Where the text ends whose first quote is at `start`. */
export function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) return at;
    if (mark === BACKSLASH) at += 1;
  }
  return json.length;
}
