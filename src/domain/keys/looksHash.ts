/**
 * A hash that is the same for keys that look alike. It is taken of four characters at once, as they stand in the bytes of a text: a
 * multiplication for each character took four times as long.
 *
 * What is called for every key is in this file, with all that it needs: a constant of another file is looked up each time.
 */
import { MAX_KEY_LENGTH } from './keysFound.ts';

/** The platform's TextEncoder: what the language itself has gives a text's characters one by one only. */
export interface Encoder {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}

/** Characters of a piece at most: those of a fraction of a millisecond. */
export const PIECE = 1 << 15;
/** The hash of what is no plain key. A key that has it is taken for none, and comes to the same the long way round. */
export const NO_HASH = 0;

const LONGEST = MAX_KEY_LENGTH;
const START = 0x811c9dc5 | 0;
const SPACE = 0x20;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
/** The bit of letters' case in four characters, which is left out so that ASCII needs no folding. It is a space where there is none. */
const SPACES = 0x20202020;
/** The highest bit of each byte. ASCII leaves it free, so no byte carries into the next one. */
const HIGH = 0x80808080 | 0;
const ONES = 0x01010101;
const TO_SPACE = 0x60606060;
const SEVENS = 0x7f7f7f7f;

/** The bytes of one piece, whoever reads it: nothing is kept from one to the next. Of all readers alike, they are constants to V8. */
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

/** Makes a piece the one that `cutCells` is about. False if not all of it is ASCII, or it is longer than PIECE. */
export function encode(piece: string, encoder: Encoder): boolean {
  const { read, written } = encoder.encodeInto(piece, bytes);
  // It ends whatever stands before it.
  bytes[written] = 0;
  return read === piece.length && written === read;
}

/**
 * Where what can be seen ends, of the piece from `start` on; `four` has the one character more that it ends at, four times. `hashes`
 * gets its hash at `at`: a variable of this file took a tenth of the time, as V8 keeps it as a number with a fraction.
 */
function hashCell(start: number, four: number, hashes: Int32Array, at: number): number {
  let hash = START;
  let place = start;
  let word = words.getInt32(place, true);
  let odd = ~seen(word, four) & HIGH;
  while (odd === 0) {
    hash = hashOn(hash, word);
    place += 4;
    word = words.getInt32(place, true);
    odd = ~seen(word, four) & HIGH;
  }
  const bits = 24 - Math.clz32(odd & -odd);
  hashes[at] = bits > 0 ? hashOn(hash, word & ~(-1 << bits)) : hash;
  return place + (bits >> 3);
}

/** Where a mark begins in the piece, at `from` or later; -1 = nowhere. */
function findMark(mark: Uint8Array, from: number): number {
  for (let place = bytes.indexOf(mark[0]!, from); place !== -1; place = bytes.indexOf(mark[0]!, place + 1)) {
    if (mark.every((byte, index) => bytes[place + index] === byte)) return place;
  }
  return -1;
}

/**
 * Cuts the piece, of `length` characters, into cells that are each ended by `mark`; gives how many there are. What stands after the last
 * mark is none. `ends` gets where they end, and `hashes` their hashes: NO_HASH for those that are no plain keys, as they are too long,
 * have spaces around them, or have in them what can't be seen or is `unwanted`. The mark begins with such a character.
 */
export function cutCells(length: number, mark: Uint8Array, unwanted: number, ends: Int32Array, hashes: Int32Array): number {
  const four = Math.imul(unwanted, ONES);
  const gap = mark.length;
  const before = gap < 4 ? ~(-1 << (gap << 3)) : -1;
  const beginning = mark.reduce((word, byte, index) => (index < 4 ? word | (byte << (index << 3)) : word), 0);
  let count = 0;
  let start = 0;
  while (start < length) {
    let end = hashCell(start, four, hashes, count);
    let isPlain = ((words.getInt32(end, true) ^ beginning) & before) === 0;
    for (let index = 4; index < gap && isPlain; index += 1) isPlain = bytes[end + index] === mark[index];
    if (!isPlain) {
      end = findMark(mark, end);
      if (end === -1 || end >= length) break;
    }
    const size = end - start;
    isPlain &&= size > 0 && size <= LONGEST && bytes[start] !== SPACE && bytes[end - 1] !== SPACE;
    ends[count] = end;
    if (!isPlain) hashes[count] = NO_HASH;
    count += 1;
    start = end + gap;
  }
  return count;
}

/** The rows of a piece, each with its wanted cell: where it begins and ends, and its hash. */
export interface Rows {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly hashes: Int32Array;
  /** Where the next row begins. */
  readonly nexts: Int32Array;
}

/**
 * Cuts the piece, of `length` characters with no quotes, into rows that are ended by LF or CRLF; gives how many there are. What stands
 * after the last end is none. The hash is NO_HASH where the cell of `column` is no plain key, as for `cutCells`, or is not there.
 */
export function cutColumn(length: number, delimiter: number, column: number, rows: Rows): number {
  const four = Math.imul(delimiter, ONES);
  let count = 0;
  let row = 0;
  for (;;) {
    const feed = bytes.indexOf(LINE_FEED, row);
    if (feed === -1 || feed >= length) return count;
    const stop = feed > row && bytes[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
    // Where there is no such cell, this comes to the end of the row: a key of no length.
    let start = row;
    for (let cell = 0; cell < column && start < stop; start += 1) if (bytes[start] === delimiter) cell += 1;
    const end = hashCell(start, four, rows.hashes, count);
    const size = end - start;
    const isPlain =
      (end === stop || bytes[end] === delimiter) &&
      size > 0 &&
      size <= LONGEST &&
      bytes[start] !== SPACE &&
      bytes[end - 1] !== SPACE;
    rows.starts[count] = start;
    rows.ends[count] = end;
    if (!isPlain) rows.hashes[count] = NO_HASH;
    rows.nexts[count] = feed + 1;
    count += 1;
    row = feed + 1;
  }
}
