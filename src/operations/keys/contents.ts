/** What a segment contains before a change and between its batches: an undo must not touch what was there, or what others add. */
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { createKeyPages } from './keyPages.ts';
import { expectedCounts, isMixed, surpriseIn, withBefore, withoutUndo, type Contents } from './expected.ts';
import { hasStarted, isDone, isUntouched, keysOf, type KeyChange, type UndoProof } from './keyChange.ts';

/** A segment of at most so many keys is read unasked before a change: ten calls, which take about a second. */
export const CHEAP_TO_READ = 10_000;
/** A segment of at most so many keys is read between two parts if its count would prove nothing (`isMixed`). */
const CHEAP_BETWEEN_PARTS = 30_000;

/** Others have changed a segment that is made equal to a list, or whose last change is undone: nothing more is sent. */
export class SegmentMoved extends Error {}

/**
 * The change with what is known of its segment, asked before each part. Before the first one the segment is read if that is
 * cheap; `planned` is what it contained when the user was asked, and counts as long as it has as many keys. Later it is only
 * counted, unless a count would prove nothing: if the answer to a part was lost, or of keys that are `isMixed`. If its contents
 * are not those that this change leads to, others have changed it, and the change can't be undone any more: `proof` says why.
 * What others change within the milliseconds between a reading and the next part can't be seen. Throws SegmentMoved if the plan
 * rests on the contents.
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
    const known = await withBefore(change, keys, now);
    if (now !== planned || !isMixed(known)) return known;
    return withBefore(change, keys, await readContents(client, change, undefined, options, Infinity));
  }
  if (!isPlanned && before?.contained === undefined) return change;
  const isLost = change.parts.some(({ state }) => state === 'sending');
  const isCountEnough = !isLost && (isPlanned || !isMixed(change));
  const surprise = await surpriseNow();
  if (!surprise) return change;
  if (isPlanned) throw new SegmentMoved();
  return withoutUndo(change, surprise);

  async function surpriseNow(): Promise<UndoProof | undefined> {
    try {
      if (isCountEnough) {
        const { count } = await countKeys(client, change, options);
        return expectedCounts(change).includes(count) ? undefined : 'moved';
      }
      const limit = isLost ? Infinity : CHEAP_BETWEEN_PARTS;
      const now = await readContents(client, change, undefined, options, limit);
      if (isPlanned) return isEachAsExpected(change, keys, now.keys) ? undefined : 'moved';
      return await surpriseIn(change, now);
    } catch (error) {
      if (isPlanned || isCancelled(error)) throw error;
      return 'notChecked';
    }
  }
}

/** Whether each key of an undo is as it was before, or as the undo has made it: a part arrives whole or not at all. */
function isEachAsExpected(change: KeyChange, keys: readonly string[], now: ReadonlySet<string> | undefined): boolean {
  return (
    now !== undefined &&
    change.parts.every((part) => {
      const own = keysOf(part, keys);
      const isAdd = part.operation === 'add';
      const isAsBefore = own.every((key) => now.has(key) !== isAdd);
      const isAsAfter = own.every((key) => now.has(key) === isAdd);
      return part.state === 'sending' ? isAsBefore || isAsAfter : isDone(part) ? isAsAfter : isAsBefore;
    })
  );
}

/** To make a segment equal to a list, each of its keys has to be known. */
const isSame = (kind: KeyChange['kind'], planned: Contents, now: Contents): boolean =>
  planned.count === now.count && (kind !== 'equal' || (now.keys !== undefined && planned.keys?.isSubsetOf(now.keys) === true));

const countKeys = async (
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

export interface CheckOptions {
  /** For the call that counts. */
  readonly count?: CallOptions;
  /** For the calls that read the keys, of which there may be many: whoever cancels them has no undo. */
  readonly read?: CallOptions;
  /** Called before the keys are read. */
  readonly onRead?: (() => void) | undefined;
}

/**
 * The change with how many keys the segment contains after it, and its `proof`: whether these are the keys that it leads to. A
 * swap of keys leaves the count as it is, so all keys are read again. An undo has no proof: it was planned from a count. Rejects
 * only if the keys can't be counted.
 */
export async function withResult(
  client: Pick<Client, 'readKeys'>,
  change: KeyChange,
  { count: countOptions = {}, read = {}, onRead }: CheckOptions = {},
): Promise<KeyChange> {
  const { count } = await countKeys(client, change, countOptions);
  const counted = { ...change, countAfter: count };
  if (change.kind === 'undo' || !hasStarted(change)) return counted;
  const { before, proof, parts } = change;
  if (before?.contained === undefined || proof === 'moved') return { ...counted, proof: proof ?? 'notRead' };
  // Nobody knows which keys must be there until the part is sent again.
  if (parts.some(({ state }) => state === 'sending')) return counted;
  if (!expectedCounts(change).includes(count)) return { ...counted, proof: 'moved' };
  onRead?.();
  const now = await readContents(client, change, undefined, read, Infinity).catch(() => undefined);
  return { ...counted, proof: now ? ((await surpriseIn(change, now)) ?? 'proven') : 'notChecked' };
}
