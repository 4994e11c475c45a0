/** Sends the parts of a change that are still to be sent, in order, with a journal, and has the service count. */
import type { Client } from '../../api/client.ts';
import { isApprovalsRequired, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/transport.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { expectedCount, readHeldNow, wasHeld, withHeld, withoutWhich } from './heldBefore.ts';
import type { Journal } from './journal.ts';
import {
  isBehind,
  isUnfinished,
  isUntouched,
  keysDone,
  keysOf,
  keysUnconfirmed,
  withPart,
  type KeyChange,
  type KeyPart,
} from './keyChange.ts';

export interface RunOptions extends CallOptions {
  readonly permit: WritePermit;
  /** Keys confirmed of all keys of the change. */
  readonly onProgress?: (done: number, all: number) => void;
  /** The user knows that it can't be resumed once the window is gone. */
  readonly isUnkeptAllowed?: boolean;
  /** The API key that it goes with: another one than the change began with, where it is resumed. */
  readonly keyName?: string;
  /** All that the segment held when the user was asked, where that was read. */
  readonly heldBefore?: ReadonlySet<string> | undefined;
}

export type ChangeClient = Pick<Client, 'readKeys' | 'uploadKeys' | 'uploadKeysWithComment' | 'removeKeys'>;

/** `change` is as it is now. `isKept`: false if the journal can't be written, so that it can be neither resumed nor undone. */
interface Ended {
  readonly change: KeyChange;
  readonly isKept: boolean;
}

export type ChangeOutcome =
  /** All is sent. `change.countAfter` is the service's own count; absent if it did not answer. */
  | (Ended & { readonly outcome: 'done' })
  /** Between the batches or during one, whose keys (`unconfirmed`) the service may have or not. */
  | (Ended & { readonly outcome: 'cancelled'; readonly unconfirmed: number })
  | (Ended & { readonly outcome: 'stopped'; readonly unconfirmed: number; readonly error: unknown })
  /** Of a segment that is made equal: others have changed it meanwhile, so it has to be compared again. */
  | (Ended & { readonly outcome: 'moved' })
  /** The documented 403: what is left must become change requests. */
  | (Ended & { readonly outcome: 'approvalsRequired' })
  /** Nothing was sent: another window, or another command, is at it. */
  | { readonly outcome: 'running' }
  /** Nothing was sent, because the journal can't be written. */
  | { readonly outcome: 'unkept'; readonly error: unknown };

/** Milliseconds that a count may take after the user has cancelled. */
const PATIENCE = 2_000;

/** The segment was changed by others. */
class Moved extends Error {}

/**
 * A failure is an outcome, not thrown: what was sent stays sent, and sending it again changes nothing. Throws only for a
 * permit of another environment, for other keys than those of the change, and for a change that goes by change requests.
 */
export async function runChange(
  client: ChangeClient,
  journal: Journal,
  begun: KeyChange,
  keys: readonly string[],
  options: RunOptions,
): Promise<ChangeOutcome> {
  requirePermit(options.permit, begun.target.environment.id);
  if (begun.way === 'request' || keys.length !== begun.keyCount) throw new Error('These keys can’t be sent with this change.');
  let lock;
  try {
    lock = await journal.lock(begun.id);
    if (!lock) return { outcome: 'running' };
    // Another window may have resumed or undone it while questions were asked in this one.
    if (isBehind(begun, await journal.read(begun.id))) return { outcome: 'running' };
    await journal.save({ ...begun, state: 'running' });
  } catch (error) {
    if (!options.isUnkeptAllowed) {
      await lock?.release();
      return { outcome: 'unkept', error };
    }
  }
  try {
    return await run(client, journal, begun, keys, options);
  } finally {
    await lock?.release();
  }
}

async function run(
  client: ChangeClient,
  journal: Journal,
  begun: KeyChange,
  keys: readonly string[],
  { signal, onWait, onProgress, keyName = begun.connection.keyName, heldBefore }: RunOptions,
): Promise<ChangeOutcome> {
  const { target, kind } = begun;
  const call: CallOptions = { ...(signal && { signal }), ...(onWait && { onWait }) };
  let change = begun;
  let isKept = true;
  /** Marked in the journal as on its way, and not sent: it waits again when the change ends. */
  let marked: number | undefined;

  /** Once something is sent, a journal that fails stops nothing. */
  async function keep(changed: KeyChange): Promise<void> {
    change = changed;
    isKept = await journal.save(changed).then(
      () => true,
      () => false,
    );
  }

  const count = async (how: CallOptions): Promise<number> =>
    (await client.readKeys(target.environment.id, target.name, { offset: 0, limit: 1 }, how)).count;

  async function end(state: KeyChange['state'], more: Partial<KeyChange> = {}): Promise<void> {
    const unsent = marked === undefined ? change : withPart(change, marked, begun.parts[marked]!);
    await keep({ ...unsent, ...more, state, endedAt: Date.now() });
    // A journal that still says otherwise would offer to send again what is sent.
    if (!isKept && state === 'done') await journal.remove(change.id).catch(() => undefined);
  }

  /** What is read before the first batch: which of the keys an undo must leave. An undo itself has no undo. */
  async function readBefore(): Promise<void> {
    if (kind === 'undo') {
      if (isUntouched(begun)) change = { ...change, held: { count: await count(call) } };
      return;
    }
    if (!isUntouched(begun) && !wasHeld(begun)) return;
    change = await withHeld(change, keys, await readHeldNow(client, begun, heldBefore, call));
    if (kind === 'equal' && (change.held?.count !== heldBefore?.size || !wasHeld(change))) throw new Moved();
  }

  /** Between two batches: where another count is found, others were at the segment. */
  async function checkCount(): Promise<void> {
    if (!wasHeld(change)) return;
    const expected = expectedCount(change)!;
    const now = kind === 'equal' ? await count(call) : await count(call).catch(orCancelled);
    if (now !== undefined && now >= expected.least && now <= expected.most) return;
    if (kind === 'equal') throw new Moved();
    change = withoutWhich(change);
  }

  async function sendAll(): Promise<void> {
    await readBefore();
    onProgress?.(keysDone(change), change.keyCount);
    let isFirst = true;
    for (const [index, { state }] of begun.parts.entries()) {
      if (state !== 'waiting' && state !== 'sending') continue;
      signal?.throwIfAborted();
      if (!isFirst) await checkCount();
      isFirst = false;
      marked = index;
      await keep(withPart({ ...change, state: 'running' }, index, { state: 'sending', keyName }));
      signal?.throwIfAborted();
      marked = undefined;
      const isCommentLost = await sendPart(client, change, change.parts[index]!, keys, call);
      change = withPart(isCommentLost ? { ...change, isCommentLost } : change, index, { state: 'sent' });
      onProgress?.(keysDone(change), change.keyCount);
    }
  }

  try {
    await sendAll();
  } catch (error) {
    // Whoever cancels when all is sent has cancelled nothing.
    if (!isCancelled(error) || isUnfinished(change)) return stopped(error);
  }
  const countAfter = await count(onWait ? { onWait } : {}).catch(() => undefined);
  await end('done', countAfter === undefined ? {} : { countAfter });
  return { outcome: 'done', change, isKept };

  async function stopped(reason: unknown): Promise<ChangeOutcome> {
    if (isCancelled(reason)) {
      const countAfter = await count({ signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
      await end('cancelled', countAfter === undefined ? {} : { countAfter });
      return { outcome: 'cancelled', change, isKept, unconfirmed: keysUnconfirmed(change) };
    }
    if (reason instanceof Moved) {
      await end('stopped', { reason: 'moved' });
      return { outcome: 'moved', change, isKept };
    }
    if (isApprovalsRequired(reason)) {
      const parts = change.parts.map((part) => (part.state === 'sending' ? { ...part, state: 'waiting' as const } : part));
      await end('stopped', { parts, reason: 'approvalsRequired' });
      return { outcome: 'approvalsRequired', change, isKept };
    }
    await end('stopped', { reason: 'failed' });
    return { outcome: 'stopped', change, isKept, unconfirmed: keysUnconfirmed(change), error: reason };
  }
}

const orCancelled = (error: unknown): undefined => {
  if (isCancelled(error)) throw error;
  return undefined;
};

/** Sends one part, in the way that the workspace and the comment ask for. True if the service did not take the comment of an upload. */
async function sendPart(
  client: ChangeClient,
  { target, title, comment }: KeyChange,
  part: KeyPart,
  allKeys: readonly string[],
  options: CallOptions,
): Promise<boolean> {
  const place = [target.environment.id, target.name] as const;
  const keys = keysOf(part, allKeys);
  if (part.operation === 'remove') await client.removeKeys(...place, { keys, comment }, options);
  else if (target.workspace.requiresTitleAndComments || comment !== '') {
    const uploaded = await client.uploadKeysWithComment(...place, { keys, title, comment }, options);
    return comment !== '' && uploaded?.isCommentKept === false;
  } else await client.uploadKeys(...place, keys, options);
  return false;
}
