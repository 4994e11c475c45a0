/**
 * The different keys of a text, each found again by what it looks like. One hash and one table tell both repeats and look-alikes:
 * a Map of the keys, and another of what they look like, took three times as long.
 */
import { foldKey } from './keyFold.ts';

/** Of a key that was there: which one it repeats. Of a new one: none, or the first that looks like it. */
export interface KeyTable {
  readonly keys: readonly string[];
  /** The line of each key. */
  lineOf(index: number): number;
  /** The index of the same key, or -1: then it has been added. `hash` is that of `hashOf(foldKey(key))`. */
  add(key: string, hash: number, line: number): number;
  /** Pairs of indexes: a key, and the first that looks like it. */
  readonly lookAlikes: readonly (readonly [index: number, other: number])[];
  /** Lets go of the texts that keys were cut out of. */
  detach(): void;
}

const HASH_START = 0x811c9dc5 | 0;

/** FNV-1a over characters; the case of letters is left out by a bit, so that ASCII needs no folding to be hashed. */
export const hashOn = (hash: number, code: number): number => Math.imul(hash ^ (code | 0x20), 0x01000193);
export const emptyHash = HASH_START;

export function hashOf(folded: string): number {
  let hash = emptyHash;
  for (let index = 0; index < folded.length; index += 1) hash = hashOn(hash, folded.charCodeAt(index));
  return hash;
}

const FIRST_SLOTS = 1 << 12;
/** A text may be made so that all hashes fall together: after so many steps, or keys of the same hash, a Map is quicker. */
const MAX_STEPS = 128;
const MAX_CLASHES = 4;

export function createKeyTable(): KeyTable {
  const keys: string[] = [];
  const lookAlikes: (readonly [number, number])[] = [];
  let lines = new Int32Array(FIRST_SLOTS >> 1);
  let hashes = new Int32Array(FIRST_SLOTS >> 1);
  /** One more than the index of the first key that looks as it does; 0 is free. */
  let slots = new Int32Array(FIRST_SLOTS);
  let mask = FIRST_SLOTS - 1;
  let used = 0;
  /** The indexes of those that found no slot near enough, by what they look like. */
  const crowd = new Map<string, number>();
  /** The indexes of keys that are not the first to look as they do. */
  const variants = new Map<string, number>();
  let detached = 0;

  const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & mask;

  function append(key: string, hash: number, line: number): number {
    const index = keys.length;
    if (index === lines.length) {
      lines = grown(lines, index * 2);
      hashes = grown(hashes, index * 2);
    }
    keys.push(key);
    lines[index] = line;
    hashes[index] = hash;
    return index;
  }

  function widen(): void {
    const old = slots;
    slots = new Int32Array(old.length * 4);
    mask = slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let slot = slotOf(hashes[entry - 1]!);
      let steps = 0;
      for (; slots[slot] !== 0 && steps < MAX_STEPS; steps += 1) slot = (slot + 1) & mask;
      if (steps < MAX_STEPS) slots[slot] = entry;
      else crowd.set(copyOf(foldKey(keys[entry - 1]!)), entry - 1);
    }
  }

  function addVariant(key: string, first: number, line: number): number {
    const known = variants.get(key);
    if (known !== undefined) return known;
    const index = append(key, 0, line);
    variants.set(copyOf(key), index);
    lookAlikes.push([index, first]);
    return -1;
  }

  return {
    keys,
    lookAlikes,
    lineOf: (index) => lines[index]!,

    add(key, hash, line) {
      let slot = slotOf(hash);
      let steps = 0;
      let clashes = 0;
      for (let entry = slots[slot]!; entry !== 0 && steps < MAX_STEPS && clashes < MAX_CLASHES; entry = slots[slot]!) {
        const index = entry - 1;
        if (hashes[index] === hash) {
          const other = keys[index]!;
          if (other === key) return index;
          if (foldKey(other) === foldKey(key)) return addVariant(key, index, line);
          clashes += 1;
        }
        slot = (slot + 1) & mask;
        steps += 1;
      }
      if (crowd.size > 0) {
        const index = crowd.get(foldKey(key));
        if (index !== undefined) return keys[index] === key ? index : addVariant(key, index, line);
      }
      const index = append(key, hash, line);
      if (steps === MAX_STEPS || clashes === MAX_CLASHES) {
        crowd.set(copyOf(foldKey(key)), index);
        return -1;
      }
      slots[slot] = index + 1;
      used += 1;
      if (used * 2 > slots.length) widen();
      return -1;
    },

    detach() {
      if (detached === keys.length) return;
      // No key has a line feed in it.
      const own = keys.slice(detached).join('\n').split('\n');
      for (const key of own) {
        keys[detached] = key;
        detached += 1;
      }
    },
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(numbers);
  return copy;
}

/** A string that is cut out of another keeps the whole of it in memory; this one does not. */
export const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
