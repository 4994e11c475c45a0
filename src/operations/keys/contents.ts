/**
 * Reads the keys of a segment before a change, between its parts (single calls) and after it. Undo needs that, because it must
 * not affect keys that were already there or that other people add.
 */
import type { Client } from '../../api/client.ts';
import { isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { createKeyPages } from './keyPages.ts';
import {
  expectedCounts,
  changesOnlySomeKeys,
  whyUnproven,
  withBefore,
  withoutUndoRecord,
  type Contents,
} from './expectedContents.ts';
import { hasStarted, isPartDone, areAllPartsWaiting, keysOfPart, type KeyChange, type UndoProof } from './keyChange.ts';

/**
 * A segment with at most this many keys is read before an upload or a removal. That takes ten calls, which is about a second.
 */
export const MAX_READ_BEFORE_CHANGE = 10_000;
/**
 * A segment with at most this many keys is read between two parts if a count of its keys would prove nothing
 * (`changesOnlySomeKeys`).
 */
const MAX_READ_BETWEEN_PARTS = 30_000;

/**
 * Thrown if somebody else has changed the segment and the change depends on its contents, because the change makes the segment
 * equal to a list or is an undo. Nothing more is sent.
 */
export class ChangedElsewhere extends Error {}

/**
 * Returns the change with what is known about its segment. Called before each part of the change. `planned` = the segment's
 * contents when the user was asked.
 *
 * - Before the first part of an undo, only counts the keys.
 * - Before the first part of any other change, reads the keys. If there are too many of them (`readContents`), uses `planned` if
 *   it has the current count; but if a count proves nothing (`changesOnlySomeKeys`), reads them nevertheless.
 * - Before later parts, counts the keys. Reads them only if a count proves nothing, because the answer to a part was lost or
 *   `changesOnlySomeKeys` is true.
 *
 * If the contents are not the expected ones, somebody else has changed the segment, and the change can no longer be undone;
 * `proof` gives the reason. Changes in the milliseconds between a read and the next part remain undetected. Throws
 * ChangedElsewhere if the change depends on the contents.
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
  if (areAllPartsWaiting(change)) {
    const now = kind === 'undo' ? await countKeys(client, change, options) : await readContents(client, change, planned, options);
    if (isPlanned && planned && !isAsPlanned(kind, planned, now)) throw new ChangedElsewhere();
    const known = await withBefore(change, keys, now);
    if (now !== planned || !changesOnlySomeKeys(known)) return known;
    return withBefore(change, keys, await readContents(client, change, undefined, options, Infinity));
  }
  if (!isPlanned && before?.contained === undefined) return change;
  const isLost = change.parts.some(({ state }) => state === 'sending');
  const isCountEnough = !isLost && (isPlanned || !changesOnlySomeKeys(change));
  const surprise = await surpriseNow();
  if (!surprise) return change;
  if (isPlanned) throw new ChangedElsewhere();
  return withoutUndoRecord(change, surprise);

  async function surpriseNow(): Promise<UndoProof | undefined> {
    try {
      if (isCountEnough) {
        const { count } = await countKeys(client, change, options);
        return expectedCounts(change).includes(count) ? undefined : 'changedElsewhere';
      }
      const limit = isLost ? Infinity : MAX_READ_BETWEEN_PARTS;
      const now = await readContents(client, change, undefined, options, limit);
      if (isPlanned) return areKeysAsExpected(change, keys, now.keys) ? undefined : 'changedElsewhere';
      return await whyUnproven(change, now);
    } catch (error) {
      if (isPlanned || isCancelled(error)) throw error;
      return 'notChecked';
    }
  }
}

/**
 * True if the keys of each part are in the expected state: changed if the part is done, otherwise unchanged. If the answer to a
 * part was lost, its keys must be all changed or all unchanged, because a part takes effect completely or not at all.
 */
function areKeysAsExpected(change: KeyChange, keys: readonly string[], now: ReadonlySet<string> | undefined): boolean {
  return (
    now !== undefined &&
    change.parts.every((part) => {
      const own = keysOfPart(part, keys);
      const isAdd = part.operation === 'add';
      const isAsBefore = own.every((key) => now.has(key) !== isAdd);
      const isAsAfter = own.every((key) => now.has(key) === isAdd);
      return part.state === 'sending' ? isAsBefore || isAsAfter : isPartDone(part) ? isAsAfter : isAsBefore;
    })
  );
}

/**
 * True if the segment still has the planned contents. An undo needs only the count. To make a segment equal to a list, all its
 * keys must be known and the same.
 */
const isAsPlanned = (kind: KeyChange['kind'], planned: Contents, now: Contents): boolean =>
  planned.count === now.count && (kind !== 'equal' || (now.keys !== undefined && planned.keys?.isSubsetOf(now.keys) === true));

const countKeys = async (
  client: Pick<Client, 'readKeys'>,
  { target: { environment, name } }: Pick<KeyChange, 'target'>,
  options: CallOptions = {},
): Promise<Contents> => ({ count: (await client.readKeys(environment.id, name, { offset: 0, limit: 1 }, options)).count });

/**
 * Reads the contents of a segment. If the service's listing is incomplete, returns only the count. If there are more keys than
 * `limit`, returns `planned` if it has the same count, otherwise only the count. A segment that is made equal to a list is read
 * completely, however large it is.
 */
export async function readContents(
  client: Pick<Client, 'readKeys'>,
  { kind, target: { environment, name } }: Pick<KeyChange, 'kind' | 'target'>,
  planned: Contents | undefined,
  options: CallOptions = {},
  limit = kind === 'equal' ? Infinity : MAX_READ_BEFORE_CHANGE,
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
  /** Options for the call that counts the keys. */
  readonly count?: CallOptions;
  /**
   * Options for the calls that read the keys. There may be many calls. If the user cancels them, the change gets the proof
   * `notChecked`.
   */
  readonly read?: CallOptions;
  /** Called before the keys are read. */
  readonly onRead?: (() => void) | undefined;
}

/**
 * Returns the change with the number of keys that the segment now has, and with `proof`: whether these are exactly the keys
 * that the change leads to. Reads all keys again, because a swap of keys does not change the count. An undo gets no proof,
 * because it was planned with a count only. Rejects only if the keys can't be counted.
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
  if (before?.contained === undefined || proof === 'changedElsewhere') return { ...counted, proof: proof ?? 'notRead' };
  // The answer to a part was lost. Until that part is sent again, it is unknown which keys the segment must contain.
  if (parts.some(({ state }) => state === 'sending')) return counted;
  if (!expectedCounts(change).includes(count)) return { ...counted, proof: 'changedElsewhere' };
  onRead?.();
  const now = await readContents(client, change, undefined, read, Infinity).catch(() => undefined);
  return { ...counted, proof: now ? ((await whyUnproven(change, now)) ?? 'proven') : 'notChecked' };
}
