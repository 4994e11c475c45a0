/**
 * Which keys of a work are changed back already: an undo that was left half way goes on with the others. What it has taken away
 * once may have been added by somebody else since, and is theirs.
 */
import { emptyBits, hasBit, keptBits, setBit } from '../keyBits.ts';
import { heldIn, wasHeld } from './heldBefore.ts';
import type { KeyPart, KeyWork } from './keyWork.ts';

/** Of an undo, for each of its parts: the places of its keys among those of the work. Undefined = it is not kept which they are. */
function placesOf(undo: KeyWork, work: KeyWork): readonly (readonly number[])[] | undefined {
  const { undoing } = undo.source;
  if (undoing === undefined) return undefined;
  const isIn = heldIn(undoing);
  const places: Record<KeyPart['operation'], number[]> = { add: [], remove: [] };
  for (const part of work.parts)
    for (const place of placesIn(part, isIn)) places[part.operation === 'add' ? 'remove' : 'add'].push(place);
  const taken = { add: 0, remove: 0 };
  return undo.parts.map(({ operation, count }) => places[operation].slice(taken[operation], (taken[operation] += count)));
}

/** The keys of an undo in its order, from those of the work that it undoes; undefined = it is not kept which they are. */
export function keysOfUndoIn(undo: KeyWork, work: KeyWork, keys: readonly string[]): readonly string[] | undefined {
  return placesOf(undo, work)?.flatMap((places) => places.map((place) => keys[place] ?? ''));
}

/** The work with what these undos of it have done, and what of them was on its way. */
export function withUndone(work: KeyWork, undos: readonly KeyWork[]): KeyWork {
  const undone = bitsOf(work, work.undone);
  const undoing = bitsOf(work, work.undoing);
  for (const undo of undos) {
    const places = placesOf(undo, work) ?? [];
    for (const [index, { state }] of undo.parts.entries()) {
      const isDone = state === 'sent' || state === 'published';
      // A request that is open may be published when its undo is no longer known here.
      const bits = isDone ? undone : state === 'sending' || state === 'open' ? undoing : undefined;
      if (bits) for (const place of places[index] ?? []) setBit(bits, place);
    }
  }
  for (const [at, byte] of undone.entries()) undoing[at]! &= ~byte;
  return withBits(work, undone, undoing);
}

/** Whether something of it, or of an undo of it, was on its way: what the segment holds now has to be read to undo it. */
export const isAnswerLost = ({ parts, undoing }: KeyWork): boolean =>
  undoing !== undefined || parts.some(({ state }) => state === 'sending');

export interface Settled {
  /** To be planned, and to be kept when the undo begins. */
  readonly work: KeyWork;
  /** Keys that the segment holds (or no longer holds) and that an undo leaves so: whether this work did it is not known. */
  readonly stays: number;
  /** Keys of an undo whose answer was lost that are all as they were, so that they are changed back again. */
  readonly again: number;
}

/**
 * Judges what was on its way by what the segment holds now (`held`). A part arrives whole or not at all: one of an upload has
 * come where all of its keys are there, of a removal where none is; else others were at its keys, and they are left alone. In
 * production the keys of one that has come are left alone as well: others may have sent the same list meanwhile. Of an undo,
 * what is still to be changed back is so where all of it is; where only some is, others have been at it since.
 */
export function settled(work: KeyWork, keys: readonly string[], held: ReadonlySet<string>): Settled {
  const undone = bitsOf(work, work.undone);
  const isUndoing = heldIn(work.undoing ?? '');
  const isThere = (operation: KeyPart['operation'], place: number): boolean => held.has(keys[place]!) === (operation === 'add');
  let stays = 0;
  let again = 0;
  for (const operation of ['add', 'remove'] as const) {
    const lost = work.parts.filter((part) => part.operation === operation).flatMap((part) => placesIn(part, isUndoing));
    const left = lost.filter((place) => isThere(operation, place));
    if (left.length === lost.length) again += lost.length;
    else {
      stays += left.length;
      for (const place of lost) setBit(undone, place);
    }
  }
  const parts = work.parts.map((part) => {
    const { operation, start, count, state } = part;
    if (state !== 'sending') return part;
    const known = wasHeld(work, part);
    const rest = placesIn(part, (place) => !hasBit(undone, place));
    const changed = rest.filter((place) => isThere(operation, place) && known(place - start) !== (operation === 'add'));
    const hasCome = rest.every((place) => isUndoing(place) || isThere(operation, place));
    if (hasCome && !work.target.environment.isProduction) {
      const unsure = changed.map((place) => place - start);
      return unsure.length > 0 ? { ...part, unsure: bitmap(count, unsure) } : part;
    }
    stays += changed.length;
    for (const place of rest) setBit(undone, place);
    return part;
  });
  return { work: withBits({ ...work, parts }, undone, emptyBits(0)), stays, again };
}

/** How many keys an undo need not look at any more. */
export const undoneCount = (work: KeyWork): number =>
  bitsOf(work, work.undone).reduce((sum, byte) => {
    let count = sum;
    for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
    return count;
  }, 0);

function withBits(work: KeyWork, undone: Buffer, undoing: Buffer): KeyWork {
  const { undone: _undone, undoing: _undoing, ...others } = work;
  return {
    ...others,
    ...(undone.some(Boolean) && { undone: undone.toString('base64') }),
    ...(undoing.some(Boolean) && { undoing: undoing.toString('base64') }),
  };
}

const bitsOf = ({ keyCount }: Pick<KeyWork, 'keyCount'>, text = ''): Buffer => keptBits(text, keyCount) ?? emptyBits(keyCount);

function bitmap(count: number, places: readonly number[]): string {
  const bits = emptyBits(count);
  for (const place of places) setBit(bits, place);
  return bits.toString('base64');
}

function placesIn({ start, count }: KeyPart, is: (place: number) => boolean): readonly number[] {
  const places: number[] = [];
  for (let place = start; place < start + count; place += 1) if (is(place)) places.push(place);
  return places;
}
