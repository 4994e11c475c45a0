/** Which keys of a work the segment held before it: what an undo must not touch. */
import { setImmediate } from 'node:timers/promises';
import type { SegmentKeys } from '../../api/model.ts';
import type { KeyPart, KeyWork } from './keyWork.ts';

/** Keys that are looked up before others get their turn: a few milliseconds. */
const SLICE = 25_000;

/** A bit for each key, in base64: 100,000 keys take 17 KB. */
export async function heldBits(keys: readonly string[], held: ReadonlySet<string>): Promise<string> {
  const bits = Buffer.alloc(Math.ceil(keys.length / 8));
  for (const [index, key] of keys.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (held.has(key)) bits[index >> 3]! |= 1 << (index & 7);
  }
  return bits.toString('base64');
}

/** What heldBits says of each key, by its place in the list. */
export function heldIn(bits: string): (index: number) => boolean {
  const bytes = Buffer.from(bits, 'base64');
  return (index) => isSet(bytes, index);
}

/** What is held, by the first page of the listing: a service that knows no paging gives all keys whatever is asked for. */
export async function heldOn({ keys: page, count }: SegmentKeys, keys: readonly string[]): Promise<NonNullable<KeyWork['held']>> {
  if (count === 0 || page.length < count) return { count };
  return { count, which: await heldBits(keys, new Set(page.map(({ key }) => key))) };
}

/**
 * For a key of a part (counted within it) whether the segment held it before; undefined = not known. An empty segment held
 * none; else the bitmap knows each, or the service's counts proved it of the whole part.
 */
export function wasHeld(work: KeyWork, part: KeyPart): (index: number) => boolean | undefined {
  const known = wasHeldBefore(work, part);
  if (part.unsure === undefined) return known;
  const isUnsure = heldIn(part.unsure);
  return (index) => (isUnsure(index) ? undefined : known(index));
}

function wasHeldBefore({ held, keyCount }: KeyWork, part: KeyPart): (index: number) => boolean | undefined {
  const proved = part.held === undefined ? undefined : part.held === 'all';
  if (part.heldLater !== undefined) {
    const bits = Buffer.from(part.heldLater, 'base64');
    return bits.length === Math.ceil(part.count / 8) ? (index) => isSet(bits, index) : () => proved;
  }
  if (held?.count === 0) return () => false;
  if (held?.which !== undefined) {
    const bits = Buffer.from(held.which, 'base64');
    if (bits.length === Math.ceil(keyCount / 8)) return (index) => isSet(bits, part.start + index);
  }
  return () => proved;
}

/** The same by what was read, whatever was counted. */
export function wasHeldAsRead(work: KeyWork, part: KeyPart): (index: number) => boolean | undefined {
  const { held: _, ...uncounted } = part;
  return wasHeld(work, uncounted);
}

/**
 * The same, for changing it back. In production what the counts proved is not enough, nor that a key came with a part whose
 * answer was lost: changes from other machines, made meanwhile, are not seen. Elsewhere it is, for whoever cancels an upload and
 * resumes it could undo none; the question says what it rests on (restsOnCounts).
 */
export function wasHeldSurely(work: KeyWork, part: KeyPart): (index: number) => boolean | undefined {
  return work.target.environment.isProduction ? wasHeldAsRead(work, part) : wasHeldBefore(work, part);
}

const isSet = (bits: Buffer, index: number): boolean => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
