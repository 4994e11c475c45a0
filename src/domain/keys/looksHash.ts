/**
 * A hash that is the same for keys that look alike. It is taken of four characters at once, as they stand in the bytes of a text: a
 * multiplication for each character took four times as long.
 *
 * What is called for every key is in this file, with all that it needs: a constant of another file is looked up each time.
 */
import { MAX_KEY_LENGTH } from './keysFound.ts';

/** Of the platform, wherever that is. */
declare const TextEncoder: new () => { encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } };

/** Characters of a piece at most: those of a fraction of a millisecond. */
export const PIECE = 1 << 15;
/** The hash of what is no plain key. A key that has it is taken for none, and comes to the same the long way round. */
export const NO_HASH = 0;

const LONGEST = MAX_KEY_LENGTH;
const START = 0x811c9dc5 | 0;
const SPACE = 0x20;
/** The bit of letters' case in four characters, which is left out so that ASCII needs no folding. It is a space where there is none. */
const SPACES = 0x20202020;
/** The highest bit of each byte. ASCII leaves it free, so no byte carries into the next one. */
const HIGH = 0x80808080 | 0;
const ONES = 0x01010101;
const TO_SPACE = 0x60606060;
const SEVENS = 0x7f7f7f7f;

/** The bytes of one piece, whoever reads it: nothing is kept from one to the next. Of all readers alike, they are constants to V8. */
const encoder = new TextEncoder();
const bytes = new Uint8Array(PIECE + 4);
const words = new DataView(bytes.buffer);

/** `word`: four characters, the first in the lowest byte. */
function hashOn(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ (word | SPACES), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 15);
}

/** Its high bits are set where the byte can be seen, or is the space, and is not `unwanted`. */
const seen = (word: number, unwanted: number): number => (word + TO_SPACE) & ~(word + ONES) & ((word ^ unwanted) + SEVENS);

/** Of a key as `foldKey` gives it. */
export function hashOf(folded: string): number {
  let hash = START;
  let word = 0;
  for (let index = 0; index < folded.length; index += 1) {
    const at = index & 3;
    word ^= folded.charCodeAt(index) << (at << 3);
    if (at === 3) {
      hash = hashOn(hash, word);
      word = 0;
    }
  }
  return (folded.length & 3) === 0 ? hash : hashOn(hash, word);
}

/** What `hashPlain` has passed. */
export interface Passed {
  hash: number;
}

/** Where the characters that are `plain` end, or are too many for a key. `passed` gets their hash. */
export function hashPlain(text: string, start: number, plain: Uint8Array, passed: Passed): number {
  const stop = Math.min(text.length, start + LONGEST + 1);
  let hash = START;
  let place = start;
  let word = 0;
  let shift = 0;
  for (; place < stop; place += 1) {
    const code = text.charCodeAt(place);
    if (code > 0x7f || plain[code] === 0) break;
    word |= code << shift;
    shift += 8;
    if (shift === 32) {
      hash = hashOn(hash, word);
      word = 0;
      shift = 0;
    }
  }
  passed.hash = shift === 0 ? hash : hashOn(hash, word);
  return place;
}

/** Makes a piece the one that `hashCells` is about. False if not all of it is ASCII, or it is longer than PIECE. */
export function encode(piece: string): boolean {
  const { read, written } = encoder.encodeInto(piece, bytes);
  return read === piece.length && written === read;
}

/**
 * The hashes of the cells that make up the piece, each with `gap` characters after it: NO_HASH for those that are no plain keys, as they
 * are too long, have spaces around them, or have in them what can't be seen or is `unwanted`. The last cell is not looked at.
 */
export function hashCells(cells: readonly string[], gap: number, unwanted: number, hashes: Int32Array): void {
  const four = Math.imul(unwanted, ONES);
  const count = cells.length - 1;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const { length } = cells[index]!;
    const end = start + length;
    const whole = end - 3;
    let hash = START;
    let good = HIGH;
    let place = start;
    for (; place < whole; place += 4) {
      const word = words.getInt32(place, true);
      good &= seen(word, four);
      hash = hashOn(hash, word);
    }
    if (place < end) {
      const beyond = -1 << ((end - place) << 3);
      const word = (words.getInt32(place, true) & ~beyond) | (SPACES & beyond);
      good &= seen(word, four);
      hash = hashOn(hash, word);
    }
    const isPlain = good === HIGH && length > 0 && length <= LONGEST && bytes[start] !== SPACE && bytes[end - 1] !== SPACE;
    hashes[index] = isPlain ? hash : NO_HASH;
    start = end + gap;
  }
}
