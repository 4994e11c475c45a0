/**
 * Whole numbers beyond ±2^53. JavaScript reads 9007199254740993 as …992, so sending a definition back would change it. This
 * file finds such numbers in the text of an answer, and records them in the parsed value.
 */
import { endOfText } from './answer.ts';
import type { LargeNumber } from '../model.ts';

/** Up to this limit, JavaScript distinguishes all whole numbers. */
const LIMIT = '9007199254740992';

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** The maximum number of characters of a number that are shown. */
const MAX_SHOWN = 40;

/**
 * True if a number, as it is written, is whole and beyond ±2^53, or is not finite (`1e999`). False for a number with an
 * exponent that would be written back with the same digits, such as `1e22`.
 */
export function isTooLarge(written: string): boolean {
  const [, digits] = /^[-+]?0*(\d+)(?:\.\d*)?$/.exec(written) ?? [];
  if (digits === undefined) return isInexactPower(written);
  return digits.length > LIMIT.length || (digits.length === LIMIT.length && digits > LIMIT);
}

/** True if a number with an exponent is whole, beyond ±2^53, and would be written back with different digits. */
function isInexactPower(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && digitsOf(written) !== digitsOf(String(value));
}

/** Returns the significant digits, without the exponent. */
const digitsOf = (written: string): string =>
  written
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');

const shortened = (written: string): string => (written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written);

/** If the value contains a whole number beyond ±2^53, records the digits of that number in the value. */
export function noteLargeNumber<T extends object>(value: T & LargeNumber, json: string): T & LargeNumber {
  return noteIn(value, largeNumbersOf(json));
}

/** Same as `noteLargeNumber`, for each item of a page. */
export function noteLargeNumbers<T extends object>(
  items: readonly (T & LargeNumber)[],
  json: string,
): readonly (T & LargeNumber)[] {
  const written = largeNumbersOf(json);
  return written.size === 0 ? items : items.map((item) => noteIn(item, written));
}

function noteIn<T extends object>(value: T & LargeNumber, written: ReadonlyMap<number, string>): T & LargeNumber {
  const largeNumber = written.size === 0 ? undefined : findIn(value, written);
  return largeNumber === undefined ? value : { ...value, largeNumber };
}

function findIn(value: unknown, written: ReadonlyMap<number, string>): string | undefined {
  if (typeof value === 'number') return written.get(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = findIn(inner, written);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds the large numbers in the text of an answer. Returns a map from the value that JavaScript reads to the digits in the
 * text.
 */
function largeNumbersOf(json: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (!/\d{16}|\d[eE]\+?\d{3}/.test(json)) return found;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    if (code !== MINUS && (code < ZERO || code > NINE)) continue;
    NUMBER.lastIndex = at;
    const [written] = NUMBER.exec(json) ?? [];
    if (written === undefined) continue;
    if (isTooLarge(written)) found.set(Number(written), shortened(written));
    at += written.length - 1;
  }
  return found;
}
