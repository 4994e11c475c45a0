/** Sends the parts of a work that are still to be sent, in order, with a journal, and has the service count. */
import type { Client } from '../../api/client.ts';
import { isApprovalsRequired, isCancelled } from '../../api/errors.ts';
import type { SegmentKeys } from '../../api/model.ts';
import type { CallOptions } from '../../api/transport.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { readAllKeys } from '../readAllKeys.ts';
import { countWith, heldOn, wholeOn } from './heldBefore.ts';
import { isHeldOld, orUndefined, withHeldNow, withHeldReadAgain } from './heldLater.ts';
import {
  isBehind,
  isUnfinished,
  isUntouched,
  keysDone,
  keysUnconfirmed,
  withPart,
  type KeyPart,
  type KeyWork,
} from './keyWork.ts';
import type { KeyJournal } from './keyJournal.ts';
import type { KeyWorkOutcome } from './keyWorkOutcome.ts';
import { provedHeld } from './provedHeld.ts';
import { sendPart, type SendingClient } from './sendPart.ts';

export interface KeyWorkOptions extends CallOptions {
  readonly permit: WritePermit;
  /** Keys confirmed of all keys of the work. */
  readonly onProgress?: (done: number, all: number) => void;
  /** The user knows that it can't be resumed once the window is gone. */
  readonly isUnkeptAllowed?: boolean;
  /** The API key that it goes with: another one than the work began with, where it is gone on with. */
  readonly keyName?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export type KeyWorkClient = SendingClient & Pick<Client, 'readKeys'>;

/** Milliseconds that a count may take after the user has cancelled. */
const PATIENCE = 2_000;
/** Keys: of a segment that holds no more, one call tells which. */
const FIRST_PAGE = 1_000;

/**
 * A failure is an outcome, not thrown: what was sent stays sent, and sending it again changes nothing. Throws only for a
 * permit of another environment, for keys that are not the work's, and for a work that goes by change requests.
 */
export async function runKeyWork(
  client: KeyWorkClient,
  journal: KeyJournal,
  work: KeyWork,
  keys: readonly string[],
  options: KeyWorkOptions,
): Promise<KeyWorkOutcome> {
  requirePermit(options.permit, work.target.environment.id);
  if (work.way === 'request' || keys.length !== work.keyCount) throw new Error('These keys can’t be sent with this work.');
  let claim;
  try {
    claim = await journal.claim(work.id);
    if (!claim) return { outcome: 'running' };
  } catch (error) {
    if (!options.isUnkeptAllowed) return { outcome: 'unkept', error };
  }
  try {
    // It may have been gone on with in another window since it was read, while questions were asked in this one.
    if (claim && isBehind(work, await journal.read(work.id))) return { outcome: 'running' };
    return await createRun(client, journal, work, keys, options).run();
  } finally {
    await claim?.release();
  }
}

const isAdd = ({ operation }: KeyPart): boolean => operation === 'add';
const isRead = (held: KeyWork['held']): boolean => held?.which !== undefined;

function createRun(
  client: KeyWorkClient,
  journal: KeyJournal,
  begun: KeyWork,
  keys: readonly string[],
  { signal, onWait, onProgress, isUnkeptAllowed = false, keyName = begun.connection.keyName, now = Date.now }: KeyWorkOptions,
): { run(): Promise<KeyWorkOutcome> } {
  const { target } = begun;
  const place = [target.environment.id, target.name] as const;
  const options: CallOptions = { ...(signal && { signal }), ...(onWait && { onWait }) };
  let work = begun;
  let isKept = true;
  /** Places of parts: what the journal says is on its way, and what is. */
  let marked: number | undefined;
  let sending: number | undefined;
  /** Keys in the segment, by the service, after all that was sent so far; undefined = not asked since. */
  let counted: number | undefined;
  /** The service's first count says that what was on its way has not arrived. */
  let isMissing = false;
  let isAlone = async (): Promise<boolean> => false;
  /** Of the part sent last; never rejects. */
  let proof = Promise.resolve();

  /** Once something is sent, a journal that fails stops nothing: what is left can be sent, and only can't be resumed. */
  async function keep(changed: KeyWork): Promise<void> {
    work = changed;
    try {
      await journal.save(work);
      isKept = true;
    } catch {
      isKept = false;
    }
  }

  const page = (how: CallOptions, limit = 1): ReturnType<Client['readKeys']> =>
    client.readKeys(...place, { offset: 0, limit }, how);
  const count = async (how: CallOptions): Promise<number> => (await page(how)).count;

  /** What was marked as on its way and never sent waits again. */
  async function end(state: KeyWork['state'], more: Partial<KeyWork> = {}): Promise<void> {
    const parts = work.parts.map((part, index) => (index === marked && index !== sending ? begun.parts[index]! : part));
    await keep({ ...work, parts, ...more, state, endedAt: now() });
    // What the journal says would be wrong for good: it would offer to send again what is sent.
    if (!isKept && state === 'done') await journal.remove(work.id).catch(() => undefined);
  }

  const withMark = (of: KeyWork, index: number): KeyWork =>
    withPart({ ...of, state: 'running' }, index, { state: 'sending', keyName });

  /** Tells the journal that a part is on its way, once. */
  async function mark(index: number | undefined): Promise<void> {
    if (index === undefined || marked === index) return;
    marked = index;
    await keep(withMark(work, index));
  }

  /** What the service's count proves of a part that was sent; meanwhile the next one is marked. */
  async function prove(index: number, next: number | undefined, removed: number | undefined): Promise<void> {
    const before = counted;
    const saved = mark(next);
    try {
      counted = await orUndefined(count(options));
    } finally {
      await saved;
    }
    // Whether nobody else has run is asked while the next part is on its way.
    proof = takeProof(index, before !== undefined && counted !== undefined ? counted - before : undefined, removed);
  }

  async function takeProof(index: number, grown: number | undefined, removed: number | undefined): Promise<void> {
    const isProof = (isMissing || begun.parts[index]!.state === 'waiting') && (await isAlone().catch(() => false));
    const held = provedHeld(work.parts[index]!, isProof ? grown : undefined, removed);
    if (held) work = withPart(work, index, { held });
  }

  /** What was read long ago counts only for what went then. An empty segment is not read: of what goes later the counts tell. */
  async function renewHeld(first: SegmentKeys): Promise<void> {
    const whole = wholeOn(first);
    if (isUntouched(begun) && !isRead(work.held)) work = { ...work, held: await heldOn(first, keys) };
    // A count does not see where others added as many keys as they removed.
    else if (isUntouched(begun) && whole) work = await withHeldNow(work, keys, whole);
    else if (isHeldOld(work, now(), isUntouched(begun) ? first.count : undefined)) {
      const all = isRead(work.held) ? await readAllKeys(client, ...place, options) : undefined;
      isMissing = work.held?.count === 0 && first.count === keysDone(work) && work.parts.every(isAdd);
      work = await withHeldNow(work, keys, all?.isComplete ? new Set(all.keys) : undefined);
    }
  }

  /**
   * What others changed while the parts before went counts for those that are left. Where they added as many keys as they
   * removed, a count does not see it: an undo says so (restsOnCounts).
   */
  async function renewIfMoved(expected: number | undefined): Promise<void> {
    counted = await orUndefined(count(options));
    if (counted !== undefined && counted === expected) return;
    ({ work, count: counted } = await withHeldReadAgain(client, work, keys, options));
  }

  async function sendAll(reading: Promise<SegmentKeys>): Promise<void> {
    const first = await reading;
    counted = first.count;
    await renewHeld(first);
    // Where it is known what was held, nothing has to be proved.
    const isProving = (): boolean =>
      (!isRead(work.held) && work.held?.count !== 0) || work.parts.some(({ heldLater }) => heldLater === '');
    onProgress?.(keysDone(work), work.keyCount);
    const toSend = begun.parts.flatMap(({ state }, index) => (state === 'waiting' || state === 'sending' ? [index] : []));
    let expected: number | undefined;
    for (const [turn, index] of toSend.entries()) {
      signal?.throwIfAborted();
      if (turn > 0 && !isProving()) await renewIfMoved(expected);
      expected = counted === undefined ? undefined : countWith(work, work.parts[index]!, counted);
      await mark(index);
      sending = index;
      const next = toSend[turn + 1];
      const { removed, isCommentLost } = await sendPart(client, work, work.parts[index]!, keys, options);
      work = withPart(isCommentLost ? { ...work, isCommentLost } : work, index, { state: 'sent' });
      counted = isProving() ? counted : undefined;
      onProgress?.(keysDone(work), work.keyCount);
      if (isProving()) await prove(index, next, removed);
    }
  }

  async function run(): Promise<KeyWorkOutcome> {
    const saving = journal.save({ ...work, state: 'running' });
    saving.catch(() => undefined);
    // Before the first count: nobody is missed who comes in between.
    isAlone = await journal.watchOthers(work.id).catch(() => isAlone);
    const reading = page(options, FIRST_PAGE);
    // It may fail before it is waited for.
    reading.catch(() => undefined);
    try {
      await saving;
    } catch (error) {
      if (!isUnkeptAllowed) return { outcome: 'unkept', error };
    }
    try {
      await sendAll(reading);
    } catch (error) {
      await proof;
      // Whoever cancels when all is sent has cancelled nothing.
      if (isCancelled(error)) return isUnfinished(work) ? cancelled() : done();
      if (isApprovalsRequired(error)) {
        const parts = work.parts.map((part) => (part.state === 'sending' ? { ...part, state: 'waiting' as const } : part));
        await end('stopped', { parts, reason: 'approvalsRequired' });
        return { outcome: 'approvalsRequired', work, isKept };
      }
      await end('stopped', { reason: 'failed' });
      return { outcome: 'stopped', work, isKept, unconfirmed: keysUnconfirmed(work), error };
    }
    return done();
  }

  async function cancelled(): Promise<KeyWorkOutcome> {
    const countAfter = await count({ signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
    await end('cancelled', countAfter === undefined ? {} : { countAfter });
    return { outcome: 'cancelled', work, isKept, unconfirmed: keysUnconfirmed(work) };
  }

  /** All is sent: there is nothing left to cancel. */
  async function done(): Promise<KeyWorkOutcome> {
    await proof;
    const countAfter = counted ?? (await count(onWait ? { onWait } : {}).catch(() => undefined));
    await end('done', countAfter === undefined ? {} : { countAfter });
    return { outcome: 'done', work, isKept };
  }

  return { run };
}
