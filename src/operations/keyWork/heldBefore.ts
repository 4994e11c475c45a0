/** Which keys of a work the segment held before it: what an undo must not touch. */
import { setImmediate } from 'node:timers/promises';
import type { SegmentKeys } from '../../api/model.ts';
import { emptyBits, hasBit, keptBits, setBit } from '../keyBits.ts';
import type { KeyPart, KeyWork } from './keyWork.ts';

/** Keys that are looked up before others get their turn: a few milliseconds. */
const SLICE = 25_000;

/** Which of the keys are held, as keyBits in base64. */
export async function heldBits(keys: readonly string[], held: ReadonlySet<string>): Promise<string> {
  const bits = emptyBits(keys.length);
  for (const [index, key] of keys.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (held.has(key)) setBit(bits, index);
  }
  return bits.toString('base64');
}

/** What heldBits says of each key, by its place in the list. */
export function heldIn(bits: string): (index: number) => boolean {
  const bytes = Buffer.from(bits, 'base64');
  return (index) => hasBit(bytes, index);
}

/** All that the segment holds, where the first page of the listing has it: a service that knows no paging gives all keys whatever is asked for. */
export function wholeOn({ keys, count }: SegmentKeys): ReadonlySet<string> | undefined {
  const distinct = new Set(keys.map(({ key }) => key));
  return count > 0 && distinct.size === count ? distinct : undefined;
}

/** What is held, by the first page of the listing. */
export async function heldOn(page: SegmentKeys, keys: readonly string[]): Promise<NonNullable<KeyWork['held']>> {
  const { count } = page;
  const whole = wholeOn(page);
  return whole ? { count, which: await heldBits(keys, whole) } : { count };
}

/**
 * What counts as known. `any`: what was read key by key, and what the service's counts proved of a whole part, but not of keys
 * that may have come with a part whose answer was lost. `read`: what was read alone. `undo`, for changing it back: as `read` in
 * production, where changes that other machines made meanwhile must not be overlooked; elsewhere also what was counted, and
 * what came with a part whose answer was lost, for whoever cancels an upload and resumes it could undo none: the question says
 * what it rests on (restsOnCounts).
 */
export type Proof = 'any' | 'read' | 'undo';

/**
 * For a key of a part (counted within it) whether the segment held it before; undefined = not known. An empty segment held
 * none; else the bitmap knows each, or the service's counts proved it of the whole part. Counts see the sum alone: where others
 * added as many keys as they removed between two of them, they prove what is not so.
 */
export function wasHeld(work: KeyWork, part: KeyPart, by: Proof = 'any'): (index: number) => boolean | undefined {
  const isSure = by === 'read' || (by === 'undo' && work.target.environment.isProduction);
  const known = wasHeldBefore(work, part, isSure ? undefined : part.held);
  if (part.unsure === undefined || (by === 'undo' && !isSure)) return known;
  const isUnsure = heldIn(part.unsure);
  return (index) => (isUnsure(index) ? undefined : known(index));
}

function wasHeldBefore(
  { held, keyCount }: KeyWork,
  part: KeyPart,
  counted: KeyPart['held'],
): (index: number) => boolean | undefined {
  const proved = counted === undefined ? undefined : counted === 'all';
  if (part.heldLater !== undefined) {
    const bits = keptBits(part.heldLater, part.count);
    return bits ? (index) => hasBit(bits, index) : () => proved;
  }
  if (held?.count === 0) return () => false;
  if (held?.which !== undefined) {
    const bits = keptBits(held.which, keyCount);
    if (bits) return (index) => hasBit(bits, part.start + index);
  }
  return () => proved;
}

/** Keys in the segment once a part has arrived, where it holds so many before (`count`), and nobody else changes it. */
export function countWith(work: KeyWork, part: KeyPart, count: number): number {
  const was = wasHeld(work, part);
  const isAdd = part.operation === 'add';
  let changed = 0;
  for (let index = 0; index < part.count; index += 1) if (was(index) !== isAdd) changed += 1;
  return isAdd ? count + changed : count - changed;
}
