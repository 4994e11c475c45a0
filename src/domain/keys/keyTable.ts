/**
 * The different keys of a text, each found again by what it looks like. One hash and one table tell both repeats and look-alikes:
 * a Map of the keys, and another of what they look like, took three times as long.
 */
import { foldKey } from './keyFold.ts';
import { LineRuns } from './lineRuns.ts';

const FIRST_KEYS = 1 << 11;
/** Slots for each key, at least: 100,000 keys, as many as a segment can hold, have half a megabyte of them. */
const SPARE = 1.25;
/** A text may be made so that all hashes fall together: after so many steps, or keys of the same hash, a Map is quicker. */
const MAX_STEPS = 128;
const MAX_CLASHES = 4;
/** More than a segment can hold many times over. */
const MAX_EXPECTED = 1 << 20;

/** A class: it is called for every key, and closures took half as long again. */
export class KeyTable {
  /** Different keys so far. */
  size = 0;
  /** Pairs of indexes: a key, and the first that looks like it. */
  readonly lookAlikes: (readonly [index: number, other: number])[] = [];
  private readonly lines = new LineRuns();
  /** Longer than it needs to be, as are the hashes: there is room for as many keys as may come before there are more slots. */
  private readonly keys: string[] = [];
  private hashes = new Int32Array(0);
  /**
   * One more than the index of the first key that looks as it does; 0 is free. The bits that no index has are those of its hash: most
   * keys are told apart by them, without a look at `hashes`, which is elsewhere in memory.
   */
  private slots = new Int32Array(0);
  /** The indexes of those that found no slot near enough, by what they look like. */
  private readonly crowd = new Map<string, number>();
  private isCrowded = false;
  /** The indexes of keys that are not the first to look as they do. */
  private readonly variants = new Map<string, number>();
  private detached = 0;
  /** What `lookAhead` saw: without it, nothing would be looked at. */
  ahead = 0;

  constructor() {
    this.widen(FIRST_KEYS);
  }

  keyAt(index: number): string {
    return this.keys[index]!;
  }

  lineOf(index: number): number {
    return this.lines.at(index);
  }

  /** All keys; nothing may be added afterwards. */
  taken(): readonly string[] {
    this.keys.length = this.size;
    return this.keys;
  }

  /** Makes room for so many keys at once. */
  expect(count: number): void {
    if (count > this.hashes.length && count <= MAX_EXPECTED) this.widen(count);
  }

  /** The index of the same key, or -1: then it has been added. `hash` is that of `hashOf(foldKey(key))`. */
  add(key: string, hash: number, line: number): number {
    if (this.size === this.hashes.length) this.widen(this.size * 4);
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const entry = slots[slot]!;
      if (entry === 0 && !this.isCrowded) {
        slots[slot] = (hash & ~mask) | (this.append(key, hash, line) + 1);
        return -1;
      }
      if (entry === 0 || ((entry ^ hash) & ~mask) === 0) break;
      slot = (slot + steps + 1) & mask;
    }
    return this.settle(key, hash, line);
  }

  /** Looks at the slots of keys to come, all at once: they are far from each other in memory, and each `add` would wait for its own. */
  lookAhead(hashes: Int32Array, from: number, to: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let seen = 0;
    for (let index = from; index < to; index += 1) seen |= slots[hashes[index]! & mask]!;
    this.ahead = seen;
  }

  /** Lets go of the texts that keys were cut out of. */
  detach(): void {
    if (this.detached === this.size) return;
    // No key has a line feed in it.
    for (const key of this.keys.slice(this.detached, this.size).join('\n').split('\n')) {
      this.keys[this.detached] = key;
      this.detached += 1;
    }
  }

  /** As `add`, where something is in the way: a key of the same hash, or too many of others. */
  private settle(key: string, hash: number, line: number): number {
    const { slots, hashes, keys, crowd } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    let clashes = 0;
    let steps = 0;
    for (; slots[slot] !== 0 && steps < MAX_STEPS && clashes < MAX_CLASHES; steps += 1) {
      const index = (slots[slot]! & mask) - 1;
      if (hashes[index] === hash) {
        const other = keys[index]!;
        if (other === key) return index;
        if (foldKey(other) === foldKey(key)) return this.addVariant(key, index, line);
        clashes += 1;
      }
      slot = (slot + steps + 1) & mask;
    }
    const looks = foldKey(key);
    const first = crowd.get(looks);
    if (first !== undefined) return keys[first] === key ? first : this.addVariant(key, first, line);
    if (steps < MAX_STEPS && clashes < MAX_CLASHES) slots[slot] = (hash & ~mask) | (this.append(key, hash, line) + 1);
    else this.addToCrowd(looks, this.append(key, hash, line));
    return -1;
  }

  private addToCrowd(looks: string, index: number): void {
    this.crowd.set(copyOf(looks), index);
    this.isCrowded = true;
  }

  private addVariant(key: string, first: number, line: number): number {
    const known = this.variants.get(key);
    if (known !== undefined) return known;
    const index = this.append(key, 0, line);
    this.variants.set(copyOf(key), index);
    this.lookAlikes.push([index, first]);
    return -1;
  }

  private append(key: string, hash: number, line: number): number {
    const index = this.size;
    this.size = index + 1;
    this.keys[index] = key;
    this.hashes[index] = hash;
    this.lines.add(line);
    return index;
  }

  private widen(room: number): void {
    const old = this.slots;
    const { hashes } = this;
    const oldMask = old.length - 1;
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(room * SPARE)));
    const mask = slots.length - 1;
    for (let place = 0; place < old.length; place += 1) {
      if (old[place] === 0) continue;
      const index = (old[place]! & oldMask) - 1;
      const hash = hashes[index]!;
      let slot = hash & mask;
      let steps = 0;
      for (; slots[slot] !== 0 && steps < MAX_STEPS; steps += 1) slot = (slot + steps + 1) & mask;
      if (steps < MAX_STEPS) slots[slot] = (hash & ~mask) | (index + 1);
      else this.addToCrowd(foldKey(this.keys[index]!), index);
    }
    this.slots = slots;
    this.hashes = new Int32Array(room);
    this.hashes.set(hashes);
    this.keys.length = room;
  }
}

/** A string that is cut out of another keeps the whole of it in memory; this one does not. */
export const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
