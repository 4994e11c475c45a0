/** Sends the remaining parts of a change in order, records them in the journal, and then has the service count the keys. */
import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../api/client.ts';
import { isApprovalsRequired, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { uploadBody } from '../../api/resources/segments.ts';
import { timeoutSignal } from '../../time/clock.ts';
import { isAnswerLost } from '../lostAnswer.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { ChangedElsewhere, withContents, withResult, type CheckOptions } from './contents.ts';
import { sumOfPart, type Contents } from './expectedContents.ts';
import { asNewest, type Journal } from './journal.ts';
import { areAllPartsWaiting, countDoneKeys, isOutdatedCopy, isUnfinished, keysOfPart, withPart } from './keyChange.ts';
import type { KeyChange, KeyPart } from './keyChange.ts';
import { undoOf } from './undo.ts';

export interface RunOptions extends CallOptions {
  readonly permit: WritePermit;
  /** Called with the number of confirmed keys and the number of all keys of the change. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Called when all parts are sent, before the keys of the segment are read to prove that the change can be undone. */
  readonly onCheck?: () => void;
  /** The API key in use. It differs from the one that started the change if a different key resumes it. */
  readonly keyName?: string;
  /** The contents of the segment when the user was asked to confirm the change. */
  readonly planned?: Contents | undefined;
}

export type ChangeClient = Pick<Client, 'readKeys' | 'uploadKeys' | 'uploadKeysWithComment' | 'removeKeys'>;

/** `change` is the current state of the change. */
export type ChangeOutcome =
  /**
   * All parts are sent. `change.countAfter` is the number of keys that the service reports, and `change.proof` shows whether
   * the change can be undone. Both are absent if the service did not answer.
   */
  | { readonly outcome: 'done'; readonly change: KeyChange }
  /** The user cancelled between two parts or during a part. The service may or may not have received the keys of that part. */
  | { readonly outcome: 'cancelled'; readonly change: KeyChange }
  | { readonly outcome: 'stopped'; readonly change: KeyChange; readonly error: unknown }
  /** Somebody else has changed the segment, and the change depends on its contents. */
  | { readonly outcome: 'changedElsewhere'; readonly change: KeyChange }
  /** The documented 403: the remaining parts need change requests. */
  | { readonly outcome: 'approvalsRequired'; readonly change: KeyChange }
  /** Nothing was sent, because a different window or command is working on the change. */
  | { readonly outcome: 'running' };

/** The maximum time for counting and reading keys after the user has cancelled or an answer was lost, in milliseconds. */
const CHECK_TIMEOUT = 2_000;

/**
 * Sends the remaining parts. A failure is returned as an outcome, not thrown: the parts that were sent remain in effect, and
 * sending them again changes nothing. Throws, before anything is sent, for a permit for a different environment, for keys that
 * don't belong to the change, for a change that needs change requests, or if the journal can't be written.
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
    throw new Error('The keys are not those of this change, or the change needs change requests.');
  // To save time, starts to read the journal while the lock is taken.
  const ordering = journal.nextOrder();
  ordering.catch(() => undefined);
  const lock = await journal.lock(started.id);
  if (!lock) return { outcome: 'running' };
  try {
    // A different window may have resumed or undone the change while this window asked questions.
    const saved = await journal.read(started.id);
    if (saved && (isOutdatedCopy(started, saved) || undoOf(await journal.list(), started))) return { outcome: 'running' };
    const begun = { ...withoutOldProof(started), order: await ordering };
    await journal.save({ ...begun, state: 'running' });
    return await run(client, journal, begun, keys, options);
  } finally {
    await lock.release();
  }
}

/** Removes the old proof, because more parts are sent now. Keeps it if it shows that the change can never be proven. */
function withoutOldProof({ proof, ...change }: KeyChange): KeyChange {
  const isForgotten = change.before !== undefined && change.before.contained === undefined;
  return proof === 'changedElsewhere' || (isForgotten && proof) ? { ...change, proof } : change;
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
  /**
   * The index of the part that the journal shows as in flight although it is not sent yet. If the change ends now, the part
   * gets back its earlier state.
   */
  let marked: number | undefined;
  /** Starts to write a change. `saved` fulfils when the writing has ended, even if it failed. */
  const startSaving = (changed: KeyChange, until?: Promise<void>) => ({
    change: changed,
    saved: journal.save(changed, until).catch(() => undefined),
  });
  /**
   * The next part, prepared while the service works on the current one. In `change`, this part is marked as in flight; `saved`
   * fulfils when that is written. `body` is the body of the call.
   */
  let ahead: (ReturnType<typeof startSaving> & { readonly body: Buffer | undefined }) | undefined;

  /**
   * Saves the change. Returns false if that fails, because a failing journal must not stop a change whose first part was sent.
   */
  async function save(changed: KeyChange): Promise<boolean> {
    change = changed;
    return journal.save(changed).then(
      () => true,
      () => false,
    );
  }

  /** Returns the change with a part marked as in flight, and with the hash sum of the keys that the part changes. */
  async function mark(now: KeyChange, index: number): Promise<KeyChange> {
    const sum = await sumOfPart(now, started.parts[index]!, keys);
    return withPart({ ...now, state: 'running' }, index, { state: 'sending', keyName, ...sum });
  }

  /** Sends a part, and prepares the next part at the same time. */
  async function send(index: number, body: Buffer | undefined): Promise<void> {
    const sending = sendPart(client, change, change.parts[index]!, keys, call, body);
    const sent = withPart(change, index, { state: 'sent' });
    const [answer] = await Promise.allSettled([sending, prepareNext(sent, index + 1, sending)]);
    if (answer.status === 'rejected') throw answer.reason;
    change = sent;
  }

  /** Prepares the next part, if there is one. The journal shows it as in flight only after the current part was sent. */
  async function prepareNext(sent: KeyChange, index: number, sending: Promise<void>): Promise<void> {
    const next = started.parts[index];
    if (!next || !isToSend(next)) return;
    // Lets the request of the current part start first.
    await setImmediate();
    const saving = startSaving(await mark(sent, index), sending);
    ahead = { ...saving, body: isPlainUpload(sent, next) ? uploadBody(keysOfPart(next, keys)) : undefined };
  }

  const withoutMark = (): KeyChange => (marked === undefined ? change : withPart(change, marked, started.parts[marked]!));

  /** Ends the run and saves the change. `check` undefined = the keys are neither counted nor read. */
  async function end(state: KeyChange['state'], more: Partial<KeyChange> = {}, check?: CheckOptions): Promise<KeyChange> {
    const ordering = journal.nextOrder().catch(() => change.order);
    // Waits for the earlier write, so that it does not replace the state that is saved below.
    await ahead?.saved;
    const ended: KeyChange = { ...withoutMark(), ...more, state, endedAt: Date.now() };
    const after = check ? await withResult(client, ended, check).catch(() => ended) : ended;
    const order = await ordering;
    // If a finished change can't be saved, it is removed from the journal. Otherwise, the journal would offer to send its parts
    // again.
    const isSaved = await save({ ...after, ...(order !== undefined && { order }) });
    if (!isSaved && state === 'done') await journal.remove(change.id).catch(() => undefined);
    return change;
  }

  async function sendAll(): Promise<void> {
    onProgress?.(countDoneKeys(change), change.keyCount);
    for (const [index, part] of started.parts.entries()) {
      if (!isToSend(part)) continue;
      signal?.throwIfAborted();
      if (areAllPartsWaiting(change)) {
        const contents = await withContents(client, change, keys, planned, call);
        const known = await mark(await asNewest(journal, contents), index);
        marked = index;
        await journal.save(known);
        change = known;
      } else {
        const before = change;
        // The service counts the keys while the change is saved, so a small part takes only as long as the slower of the two.
        const saving = ahead ?? startSaving(await mark(before, index));
        [marked, change] = [index, saving.change];
        const counting = withContents(client, before, keys, planned, call);
        await Promise.allSettled([saving.saved, counting]);
        const known = await asNewest(journal, await counting);
        if (known !== before) await save(withPart({ ...known, state: 'running' }, index, change.parts[index]!));
      }
      signal?.throwIfAborted();
      const body = ahead?.body;
      [marked, ahead] = [undefined, undefined];
      await send(index, body);
      onProgress?.(countDoneKeys(change), change.keyCount);
    }
  }

  try {
    await sendAll();
  } catch (error) {
    // Cancelling after the last part is sent does not cancel the change. It only ends the reading that proves that the change
    // can be undone.
    if (!isCancelled(error) || isUnfinished(change)) return stopped(error);
  }
  return { outcome: 'done', change: await end('done', {}, { read: call, onRead: onCheck }) };

  async function stopped(error: unknown): Promise<ChangeOutcome> {
    if (isCancelled(error)) {
      const patient = { signal: timeoutSignal(CHECK_TIMEOUT) };
      return { outcome: 'cancelled', change: await end('cancelled', {}, { count: patient, read: patient }) };
    }
    if (error instanceof ChangedElsewhere) return { outcome: 'changedElsewhere', change: await end('stopped') };
    // A refused part had no effect, so it gets back its state from before this run. That is `sending` if an earlier answer was
    // lost.
    const parts = withoutMark().parts.map((part, index) =>
      part.state === 'sending' && !isAnswerLost(error) ? { ...part, state: started.parts[index]!.state } : part,
    );
    if (isApprovalsRequired(error)) {
      return { outcome: 'approvalsRequired', change: await end('waiting', { parts, way: 'request' }) };
    }
    // After a lost answer, the content of the segment is unknown, so its keys are counted.
    const check = isAnswerLost(error) ? { count: { signal: timeoutSignal(CHECK_TIMEOUT) } } : undefined;
    return { outcome: 'stopped', change: await end('stopped', { parts }, check), error };
  }
}

const isToSend = ({ state }: KeyPart): boolean => state === 'waiting' || state === 'sending';

/** True if the part is an upload without a title and a comment. */
const isPlainUpload = ({ target, comment }: KeyChange, { operation }: KeyPart): boolean =>
  operation === 'add' && !target.workspace.requiresTitleAndComments && comment === '';

/** Sends one part with the call that the workspace and the comment require. `body`: the prepared body of a plain upload. */
async function sendPart(
  client: ChangeClient,
  change: KeyChange,
  part: KeyPart,
  allKeys: readonly string[],
  options: CallOptions,
  body: Buffer | undefined,
): Promise<void> {
  const { target, title, comment } = change;
  const place = [target.environment.id, target.name] as const;
  if (isPlainUpload(change, part)) {
    await client.uploadKeys(...place, body ?? keysOfPart(part, allKeys), options);
    return;
  }
  const keys = keysOfPart(part, allKeys);
  if (part.operation === 'remove') await client.removeKeys(...place, { keys, comment }, options);
  else await client.uploadKeysWithComment(...place, { keys, title, comment }, options);
}
