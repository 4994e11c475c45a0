/** What a segment contains before a change and between its batches: an undo must not touch what was there, or what others add. */
import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/transport.ts';
import { emptyBits, hasBit, bitsFrom, setBit } from '../keyBits.ts';
import { createKeyPages } from '../keyPages.ts';
import { isDone, isUntouched, keysOf, type KeyChange, type KeyPart } from './keyChange.ts';

/** A segment of at most so many keys is read unasked before a change: ten calls, which take about a second. */
export const CHEAP_TO_READ = 10_000;

/** `keys`: which, where they were read. */
export interface Contents {
  readonly count: number;
  readonly keys?: ReadonlySet<string> | undefined;
}

/** Others have changed a segment that is made equal to a list, or whose last change is undone: nothing more is sent. */
export class SegmentMoved extends Error {}

/**
 * The change with what is known of its segment, asked before each part. Before the first one the segment is read where that is
 * cheap; `planned` is what it contained when the user was asked, and counts as long as it has as many keys. Later it is only
 * counted, but read where the answer to a part was lost: with other keys than this change leads to, others have changed it, and the
 * change can't be undone any more. Throws SegmentMoved where the plan rests on it.
 */
export async function withContents(
  client: Pick<Client, 'readKeys'>,
  change: KeyChange,
  keys: readonly string[],
  planned: Contents | undefined,
  options: CallOptions,
): Promise<KeyChange> {
  const { kind, before } = change;
  const isPlanned = kind === 'equal' || kind === 'undo';
  if (isUntouched(change)) {
    const now = kind === 'undo' ? await countKeys(client, change, options) : await readContents(client, change, planned, options);
    if (isPlanned && planned && !isSame(kind, planned, now)) throw new SegmentMoved();
    return { ...change, before: { count: now.count, ...(now.keys && { contained: await bitsOf(keys, now.keys) }) } };
  }
  if (!isPlanned && before?.contained === undefined) return change;
  if (await isAsExpected()) return change;
  if (isPlanned) throw new SegmentMoved();
  return { ...change, ...(before && { before: { count: before.count } }) };

  async function isAsExpected(): Promise<boolean> {
    try {
      const isLost = change.parts.some(({ state }) => state === 'sending');
      if (!isLost) return expectedCounts(change).includes((await countKeys(client, change, options)).count);
      return isEachAsExpected(change, keys, (await readContents(client, change, undefined, options, Infinity)).keys);
    } catch (error) {
      if (isPlanned || isCancelled(error)) throw error;
      return false;
    }
  }
}

/** Whether each key is as it was before, or as the change has made it: a part arrives whole or not at all. */
function isEachAsExpected(change: KeyChange, keys: readonly string[], now: ReadonlySet<string> | undefined): boolean {
  const wasThere = containedBefore(change);
  return (
    now !== undefined &&
    change.parts.every((part) => {
      const own = keysOf(part, keys);
      const isAdd = part.operation === 'add';
      const isAsBefore = own.every((key, index) => now.has(key) === (wasThere ? wasThere(part.start + index) : !isAdd));
      const isAsAfter = own.every((key) => now.has(key) === isAdd);
      return part.state === 'sending' ? isAsBefore || isAsAfter : isDone(part) ? isAsAfter : isAsBefore;
    })
  );
}

/** To make a segment equal to a list, each of its keys has to be known. */
const isSame = (kind: KeyChange['kind'], planned: Contents, now: Contents): boolean =>
  planned.count === now.count && (kind !== 'equal' || (now.keys !== undefined && planned.keys?.isSubsetOf(now.keys) === true));

export const countKeys = async (
  client: Pick<Client, 'readKeys'>,
  { target: { environment, name } }: Pick<KeyChange, 'target'>,
  options: CallOptions = {},
): Promise<Contents> => ({ count: (await client.readKeys(environment.id, name, { offset: 0, limit: 1 }, options)).count });

/**
 * A listing that is not complete gives no keys. Above `limit` what is `planned` counts, where it has as many keys; what is made
 * equal is read whole, however large the segment is.
 */
export async function readContents(
  client: Pick<Client, 'readKeys'>,
  { kind, target: { environment, name } }: Pick<KeyChange, 'kind' | 'target'>,
  planned: Contents | undefined,
  options: CallOptions = {},
  limit = kind === 'equal' ? Infinity : CHEAP_TO_READ,
): Promise<Contents> {
  const pages = createKeyPages(environment.id, name);
  const first = await pages.next(client, options);
  const count = first?.count ?? 0;
  if (count > limit && !first?.isComplete) return planned?.count === count ? planned : { count };
  try {
    while (await pages.next(client, options));
  } catch (error) {
    if (isCancelled(error)) throw error;
  }
  const { soFar } = pages;
  return { count: soFar?.count ?? 0, keys: soFar?.isComplete ? new Set(soFar.keys) : undefined };
}

/** For each key of a change, by its place, whether the segment contained it before; undefined = not known. */
export function containedBefore({ before, keyCount }: KeyChange): ((place: number) => boolean) | undefined {
  const bits = before?.contained === undefined ? undefined : bitsFrom(before.contained, keyCount);
  return bits && ((place) => hasBit(bits, place));
}

/**
 * How many keys the segment should contain after what was done: two numbers where the answer to a part was lost, none where it
 * is not known which keys were there before.
 */
export function expectedCounts(change: KeyChange): readonly number[] {
  const { before, kind, parts } = change;
  // What is made equal or undone is planned from what is there: each of its keys changes something.
  if (!before || (before.contained === undefined && kind !== 'equal' && kind !== 'undo')) return [];
  const sum = (wanted: (part: KeyPart) => boolean): number =>
    parts.filter(wanted).reduce((all, part) => all + (part.operation === 'add' ? 1 : -1) * changedBy(change, part), 0);
  const done = before.count + sum(isDone);
  return parts.some(({ state }) => state === 'sending') ? [done, done + sum(({ state }) => state === 'sending')] : [done];
}

/** How many keys a part adds or removes. */
export function changedBy(change: KeyChange, { operation, start, count }: KeyPart): number {
  const wasThere = change.kind === 'equal' || change.kind === 'undo' ? undefined : containedBefore(change);
  if (!wasThere) return count;
  let changed = 0;
  for (let at = start; at < start + count; at += 1) if (wasThere(at) !== (operation === 'add')) changed += 1;
  return changed;
}

/** Keys that are looked up before the event loop runs: a few milliseconds. */
const SLICE = 25_000;

async function bitsOf(keys: readonly string[], contents: ReadonlySet<string>): Promise<string> {
  const bits = emptyBits(keys.length);
  for (const [index, key] of keys.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    if (contents.has(key)) setBit(bits, index);
  }
  return bits.toString('base64');
}
