/** Sends the parts of a change that are still to be sent, in order, with a journal, and has the service count. */
import type { Client } from '../../api/client.ts';
import { isApprovalsRequired, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { timeoutSignal } from '../../time/clock.ts';
import { isAnswerLost } from '../lostAnswer.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { SegmentMoved, withContents, withResult, type CheckOptions } from './contents.ts';
import type { Contents } from './expected.ts';
import type { Journal } from './journal.ts';
import { isBehind, isUnfinished, isUntouched, keysDone, keysOf, withPart, type KeyChange, type KeyPart } from './keyChange.ts';
import { undoOf } from './undo.ts';

export interface RunOptions extends CallOptions {
  readonly permit: WritePermit;
  /** Keys confirmed of all keys of the change. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Called when all is sent, before the segment's keys are read to prove what an undo needs. */
  readonly onCheck?: () => void;
  /** The API key that it goes with: another one than the change began with, where it is resumed. */
  readonly keyName?: string;
  /** What the segment contained when the user was asked. */
  readonly planned?: Contents | undefined;
}

export type ChangeClient = Pick<Client, 'readKeys' | 'uploadKeys' | 'uploadKeysWithComment' | 'removeKeys'>;

/** `change` is as it is now. */
export type ChangeOutcome =
  /**
   * All is sent. `change.countAfter` is the service's own count, and `change.proof` says whether it may be undone; both are
   * absent if the service did not answer.
   */
  | { readonly outcome: 'done'; readonly change: KeyChange }
  /** Between the batches or during one, whose keys the service may have or not. */
  | { readonly outcome: 'cancelled'; readonly change: KeyChange }
  | { readonly outcome: 'stopped'; readonly change: KeyChange; readonly error: unknown }
  /** Others have changed the segment, and the plan rests on what it contained. */
  | { readonly outcome: 'moved'; readonly change: KeyChange }
  /** The documented 403: what is left must become change requests. */
  | { readonly outcome: 'approvalsRequired'; readonly change: KeyChange }
  /** Nothing was sent: another window, or another command, has the change. */
  | { readonly outcome: 'running' };

/** Milliseconds that a count may take after the user has cancelled. */
const PATIENCE = 2_000;

/**
 * A failure is an outcome, not thrown: what was sent stays sent, and sending it again changes nothing. Throws only for a
 * permit of another environment, for other keys than those of the change, for a change that goes by change requests, and where
 * the journal can't be written: then nothing is sent.
 */
export async function runChange(
  client: ChangeClient,
  journal: Journal,
  started: KeyChange,
  keys: readonly string[],
  options: RunOptions,
): Promise<ChangeOutcome> {
  requirePermit(options.permit, started.target.environment.id);
  if (started.way === 'request' || keys.length !== started.keyCount)
    throw new Error('These keys can’t be sent with this change.');
  const lock = await journal.lock(started.id);
  if (!lock) return { outcome: 'running' };
  try {
    // Another window may have resumed or undone it while questions were asked in this one.
    const saved = await journal.read(started.id);
    if (saved && (isBehind(started, saved) || undoOf(await journal.list(), started))) return { outcome: 'running' };
    const begun = { ...withoutOldProof(started), order: await journal.nextOrder() };
    await journal.save({ ...begun, state: 'running' });
    return await run(client, journal, begun, keys, options);
  } finally {
    await lock.release();
  }
}

/** More is sent now, so that it has to be proven anew, unless it is known for good that it can't be. */
function withoutOldProof({ proof, ...change }: KeyChange): KeyChange {
  const isForgotten = change.before !== undefined && change.before.contained === undefined;
  return proof === 'moved' || (isForgotten && proof) ? { ...change, proof } : change;
}

async function run(
  client: ChangeClient,
  journal: Journal,
  started: KeyChange,
  keys: readonly string[],
  { signal, onProgress, onCheck, keyName = started.connection.keyName, planned }: RunOptions,
): Promise<ChangeOutcome> {
  const call: CallOptions = { ...(signal && { signal }) };
  let change = started;
  /** Marked in the journal as on its way, and not sent: it waits again when the change ends. */
  let marked: number | undefined;

  /** Once something is sent, a journal that fails stops nothing. Before that, nothing is sent without it. */
  async function save(changed: KeyChange): Promise<boolean> {
    change = changed;
    return journal.save(changed).then(
      () => true,
      () => false,
    );
  }

  const withoutMark = (): KeyChange => (marked === undefined ? change : withPart(change, marked, started.parts[marked]!));

  /** `check` undefined: the segment is neither counted nor read. */
  async function end(state: KeyChange['state'], more: Partial<KeyChange> = {}, check?: CheckOptions): Promise<KeyChange> {
    const order = await journal.nextOrder().catch(() => change.order);
    const ended: KeyChange = { ...withoutMark(), ...more, state, ...(order !== undefined && { order }), endedAt: Date.now() };
    const after = check ? await withResult(client, ended, check).catch(() => ended) : ended;
    // A journal that still says otherwise would offer to send again what is sent.
    if (!(await save(after)) && state === 'done') await journal.remove(change.id).catch(() => undefined);
    return change;
  }

  async function sendAll(): Promise<void> {
    onProgress?.(keysDone(change), change.keyCount);
    for (const [index, { state }] of started.parts.entries()) {
      if (state !== 'waiting' && state !== 'sending') continue;
      signal?.throwIfAborted();
      const mark = (now: KeyChange): KeyChange => withPart({ ...now, state: 'running' }, index, { state: 'sending', keyName });
      if (isUntouched(change)) {
        const known = mark(await withContents(client, change, keys, planned, call));
        marked = index;
        await journal.save(known);
        change = known;
      } else {
        const before = change;
        marked = index;
        // While the disk writes, the service counts: a small part takes no longer than either.
        const counting = withContents(client, before, keys, planned, call);
        await Promise.allSettled([save(mark(before)), counting]);
        const known = await counting;
        if (known !== before) await save(mark(known));
      }
      signal?.throwIfAborted();
      marked = undefined;
      await sendPart(client, change, change.parts[index]!, keys, call);
      change = withPart(change, index, { state: 'sent' });
      onProgress?.(keysDone(change), change.keyCount);
    }
  }

  try {
    await sendAll();
  } catch (error) {
    // Whoever cancels when all is sent has cancelled nothing.
    if (!isCancelled(error) || isUnfinished(change)) return stopped(error);
  }
  return { outcome: 'done', change: await end('done', {}, { read: call, onRead: onCheck }) };

  async function stopped(error: unknown): Promise<ChangeOutcome> {
    if (isCancelled(error)) {
      const patient = { signal: timeoutSignal(PATIENCE) };
      return { outcome: 'cancelled', change: await end('cancelled', {}, { count: patient, read: patient }) };
    }
    if (error instanceof SegmentMoved) return { outcome: 'moved', change: await end('stopped') };
    // What the service refuses has not come; what was on its way before may have.
    const parts = withoutMark().parts.map((part, index) =>
      part.state === 'sending' && !isAnswerLost(error) ? { ...part, state: started.parts[index]!.state } : part,
    );
    if (isApprovalsRequired(error)) {
      return { outcome: 'approvalsRequired', change: await end('waiting', { parts, way: 'request' }) };
    }
    return { outcome: 'stopped', change: await end('stopped', { parts }), error };
  }
}

/** Sends one part, in the way that the workspace and the comment ask for. */
async function sendPart(
  client: ChangeClient,
  { target, title, comment }: KeyChange,
  part: KeyPart,
  allKeys: readonly string[],
  options: CallOptions,
): Promise<void> {
  const place = [target.environment.id, target.name] as const;
  const keys = keysOf(part, allKeys);
  if (part.operation === 'remove') await client.removeKeys(...place, { keys, comment }, options);
  else if (target.workspace.requiresTitleAndComments || comment !== '') {
    await client.uploadKeysWithComment(...place, { keys, title, comment }, options);
  } else await client.uploadKeys(...place, keys, options);
}
