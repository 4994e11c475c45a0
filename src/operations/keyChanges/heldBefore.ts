/** Which keys of a change the segment held before it: what an undo must not touch. */
import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/transport.ts';
import { emptyBits, hasBit, keptBits, setBit } from '../keyBits.ts';
import { createKeyPages } from '../keyPages.ts';
import { isDone, isUntouched, keysOf, type KeyChange } from './keyChange.ts';

/** A segment of at most so many keys is read unasked before a change: ten calls, which take about a second. */
export const CHEAP_TO_READ = 10_000;

/** `keys`: which, where they were read. */
export interface HeldNow {
  readonly count: number;
  readonly keys?: ReadonlySet<string> | undefined;
}

/**
 * What the segment of a change holds, with the keys where that is cheap, or where `given` was read before and its count still
 * stands. Once something was sent, all is read, so that the rest can be undone too: minutes or days may have passed. A listing
 * that is not complete gives no keys. Throws where the service does not even count.
 */
export async function readHeldNow(
  client: Pick<Client, 'readKeys'>,
  change: Pick<KeyChange, 'target' | 'parts'>,
  given: ReadonlySet<string> | undefined,
  options: CallOptions = {},
): Promise<HeldNow> {
  const { environment, name } = change.target;
  const limit = isUntouched(change) ? CHEAP_TO_READ : Infinity;
  const pages = createKeyPages(environment.id, name);
  const first = await pages.next(client, options);
  const count = first?.count ?? 0;
  if (count > limit && !first?.isComplete) return { count, keys: given?.size === count ? given : undefined };
  try {
    while (await pages.next(client, options));
  } catch (error) {
    if (isCancelled(error)) throw error;
  }
  const { soFar } = pages;
  return { count: soFar?.count ?? 0, keys: soFar?.isComplete ? new Set(soFar.keys) : undefined };
}

/**
 * The change with what is known of the segment before it. Once something was sent, that is only checked: where others have
 * changed the segment since, or it can't be told, nothing is known any more.
 */
export async function withHeld(change: KeyChange, keys: readonly string[], now: HeldNow): Promise<KeyChange> {
  if (isUntouched(change)) {
    return { ...change, held: { count: now.count, ...(now.keys && { which: await bitsOf(keys, now.keys) }) } };
  }
  return now.keys && (await holdsAsKnown(change, keys, now.keys)) ? change : withoutWhich(change);
}

/** It can't be undone any more. */
export function withoutWhich(change: KeyChange): KeyChange {
  const { held, ...others } = change;
  return held ? { ...others, held: { count: held.count } } : change;
}

/** For each key of a change, by its place, whether the segment held it before; undefined = not known. */
export function wasHeld({ held, keyCount }: KeyChange): ((place: number) => boolean) | undefined {
  const bits = held?.which === undefined ? undefined : keptBits(held.which, keyCount);
  return bits && ((place) => hasBit(bits, place));
}

/** Whether each key of the change is as it was before, or as the change has made it: else others were at it. */
export async function holdsAsKnown(change: KeyChange, keys: readonly string[], now: ReadonlySet<string>): Promise<boolean> {
  const was = wasHeld(change);
  if (!was) return false;
  for (const part of change.parts) {
    await setImmediate();
    const own = keysOf(part, keys);
    const isAfter = (key: string): boolean => now.has(key) === (part.operation === 'add');
    const isAsBefore = own.every((key, index) => now.has(key) === was(part.start + index));
    const isAsAfter = own.every(isAfter);
    if (isDone(part) ? !isAsAfter : !isAsBefore && !(part.state === 'sending' && isAsAfter)) return false;
    // Others may have sent the same list while the answer was lost.
    if (part.state === 'sending' && isAsAfter && change.target.environment.isProduction) return false;
  }
  return true;
}

/** Keys that the segment should hold after what was done; the least and the most where not all is known. */
export function expectedCount(change: KeyChange): { readonly least: number; readonly most: number } | undefined {
  if (!change.held) return undefined;
  const was = wasHeld(change);
  let [least, most, added] = [change.held.count, change.held.count, 0];
  for (const part of change.parts) {
    if (!isDone(part) && part.state !== 'sending') continue;
    const isAdd = part.operation === 'add';
    // What is made equal was compared: each key of it changes something.
    let changed = part.count;
    if (was) for (let at = part.start; at < part.start + part.count; at += 1) if (was(at) === isAdd) changed -= 1;
    const surely = (was || change.kind === 'equal') && isDone(part) ? changed : 0;
    least += isAdd ? surely : -changed;
    most += isAdd ? changed : -surely;
    if (isAdd && isDone(part)) added += part.count;
  }
  return { least: Math.max(least, added, 0), most: Math.max(most, 0) };
}

/** Keys that are looked up before the event loop runs: a few milliseconds. */
const SLICE = 25_000;

async function bitsOf(keys: readonly string[], held: ReadonlySet<string>): Promise<string> {
  const bits = emptyBits(keys.length);
  for (const [index, key] of keys.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (held.has(key)) setBit(bits, index);
  }
  return bits.toString('base64');
}

/** Of a segment that is made equal: whether it holds what it held when it was compared, with what is done since, and nothing else. */
export function isAsCompared(
  change: KeyChange,
  keys: readonly string[],
  compared: ReadonlySet<string>,
  now: ReadonlySet<string>,
): boolean {
  const expected = new Set(compared);
  for (const part of change.parts.filter(isDone)) {
    for (const key of keysOf(part, keys)) {
      if (part.operation === 'add') expected.add(key);
      else expected.delete(key);
    }
  }
  return expected.size === now.size && expected.isSubsetOf(now);
}
