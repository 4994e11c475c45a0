/** Parts of a change that become change requests, one after the other: while one is open, its segment is locked. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, Schedule } from '../../api/model.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { isSameRequest, submitRequest, type SubmitClient, type SubmitOutcome } from '../changeRequests/submission.ts';
import { SegmentMoved, withContents, withResult } from './contents.ts';
import type { Contents } from './expected.ts';
import type { Journal } from './journal.ts';
import { isBehind, hasOpenPart, isUnfinished, keysOf, withPart, type KeyChange, type KeyPart } from './keyChange.ts';

export interface PartDraft {
  readonly title: string;
  readonly comment: string;
  /** Empty where the environment names its approvers itself. */
  readonly approvers: readonly string[];
  readonly schedule?: Schedule | undefined;
}

export type SubmitPartOutcome =
  /** Where it was submitted, its `change` has the part open; else the part waits, or (unknown) is `sending`. */
  | (SubmitOutcome & { readonly change: KeyChange })
  /** Nothing was sent: another window, or another command, has the change. */
  | { readonly outcome: 'running' }
  /** Nothing was sent: others have changed the segment, and the plan rests on what it contained. */
  | { readonly outcome: 'moved' };

export interface SubmitPartOptions extends RequestOptions {
  /** The API key that it is submitted with; absent: the one that the change began with. */
  readonly keyName?: string;
  /** What the segment contained when the user was asked. */
  readonly planned?: Contents | undefined;
}

/** The first part that waits, or whose submitting ended in nobody knows what (nextPart looks for it). */
const nextIndex = ({ parts }: KeyChange): number => parts.findIndex(({ state }) => state === 'waiting' || state === 'sending');

/**
 * Submits the next part, once. What the service refuses, and what never reached it, is thrown, and the part waits again. Throws
 * as well where the journal can't be written, where a part is open, or none is left: ask nextPart before.
 */
export async function submitPart(
  client: SubmitClient,
  journal: Journal,
  change: KeyChange,
  keys: readonly string[],
  draft: PartDraft,
  { keyName = change.connection.keyName, planned, ...options }: SubmitPartOptions,
): Promise<SubmitPartOutcome> {
  const index = nextIndex(change);
  const part = change.parts[index];
  if (!part || hasOpenPart(change) || keys.length !== change.keyCount)
    throw new Error('There is no part that can be submitted now.');
  const lock = await journal.lock(change.id);
  if (!lock) return { outcome: 'running' };
  try {
    if (isBehind(change, await journal.read(change.id))) return { outcome: 'running' };
    const known = await withContents(client, { ...change, state: 'waiting' }, keys, planned, options);
    return await submitKnown(known);
  } catch (error) {
    if (error instanceof SegmentMoved) return { outcome: 'moved' };
    throw error;
  } finally {
    await lock.release();
  }

  async function submitKnown(known: KeyChange): Promise<SubmitPartOutcome> {
    const order = known.order ?? (await journal.nextOrder());
    let sending = withPart({ ...known, order, title: draft.title, comment: draft.comment }, index, {
      state: 'sending',
      keyName,
      wasFree: false,
    });
    await journal.save(sending);
    const save = async (own: Partial<KeyPart>): Promise<void> => {
      sending = withPart(sending, index, own);
      await journal.save(sending).catch(() => undefined);
    };
    try {
      const { workspace, environment } = change.target;
      const place = { workspaceId: workspace.id, environmentId: environment.id };
      const onFree = (): Promise<void> => save({ wasFree: true });
      const outcome = await submitRequest(client, place, requestOf(change, part!, keys, draft), { ...options, onFree });
      if (outcome.outcome === 'submitted') await save({ state: 'open', requestId: outcome.request.id });
      else if (outcome.outcome !== 'unknown') await save({ state: 'waiting' });
      return { ...outcome, change: sending };
    } catch (error) {
      await save({ state: 'waiting' });
      throw error;
    }
  }
}

function requestOf(change: KeyChange, part: KeyPart, keys: readonly string[], draft: PartDraft) {
  return {
    operationType: part.operation === 'add' ? ('CREATE' as const) : ('ARCHIVE' as const),
    segment: { name: change.target.name, keys: keysOf(part, keys) },
    ...draft,
  };
}

export type NextPart =
  /** It waits for an approval. */
  | { readonly next: 'open'; readonly change: KeyChange; readonly request: ChangeRequest }
  /**
   * This part is to be submitted. `declined`: its change request, which was withdrawn or rejected since. `isUnsure`: it may have
   * been submitted and decided before.
   */
  | {
      readonly next: 'submit';
      readonly change: KeyChange;
      readonly index: number;
      readonly declined?: ChangeRequest;
      readonly isUnsure: boolean;
    }
  /** All parts are sent or published. */
  | { readonly next: 'done'; readonly change: KeyChange };

/**
 * Where the parts of a change stand: reads the request that is open, by its id. The change that comes back is to be saved.
 * Where the answer to a submit was lost, the keys tell whether the open request of the segment is it.
 */
export async function nextPart(
  client: Pick<Client, 'readChangeRequest' | 'readKeys'>,
  change: KeyChange,
  keys?: readonly string[],
): Promise<NextPart> {
  const open = change.parts.findIndex(({ state }) => state === 'open');
  if (open >= 0) {
    const request = await client.readChangeRequest(change.parts[open]?.requestId ?? '');
    if (request.status === 'PUBLISHED') return nextPart(client, withPart(change, open, { state: 'published' }), keys);
    if (request.status !== 'WITHDRAWN' && request.status !== 'REJECTED') return { next: 'open', change, request };
    const waiting = withPart(change, open, { state: 'waiting' });
    return { next: 'submit', change: waiting, index: open, declined: request, isUnsure: false };
  }
  if (!isUnfinished(change)) {
    return { next: 'done', change: await withResult(client, { ...change, state: 'done', endedAt: Date.now() }) };
  }
  const index = nextIndex(change);
  const part = change.parts[index]!;
  if (part.state === 'sending') {
    const { environment, name } = change.target;
    const { openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    const request = openChangeRequestId ? await client.readChangeRequest(openChangeRequestId) : undefined;
    // One that was open before it was sent is somebody else's, however equal.
    if (request && keys && part.wasFree === true && isPart(change, part, keys, request)) {
      return { next: 'open', change: withPart(change, index, { state: 'open', requestId: request.id }), request };
    }
  }
  return { next: 'submit', change, index, isUnsure: part.state === 'sending' };
}

/** By operation, segment and keys: title and comment are asked for again and may be others. */
function isPart(change: KeyChange, part: KeyPart, keys: readonly string[], request: ChangeRequest): boolean {
  const { workspace, environment } = change.target;
  if (request.workspace?.id !== workspace.id) return false;
  if ((namedEnvironment(request)?.id ?? environment.id) !== environment.id) return false;
  const draft = { title: request.title ?? '', comment: request.comments[0]?.comment ?? '', approvers: [] };
  return isSameRequest(requestOf(change, part, keys, draft), request);
}

/**
 * Saves what nextPart has read, in one step for all windows. Gives the change as it is in the journal now; `read` where that has
 * none, or another window has the change, and reads the same. Rejects where the journal can't be written.
 */
export async function saveDecided(journal: Journal, read: KeyChange): Promise<KeyChange> {
  const lock = await journal.lock(read.id);
  if (!lock) return read;
  try {
    const saved = await journal.read(read.id);
    if (!saved) return read;
    const parts = saved.parts.map((part, index) => (isNews(part, read.parts[index]) ? read.parts[index]! : part));
    const isSame = parts.every(({ state }, index) => state === read.parts[index]?.state);
    const { state, endedAt, countAfter, proof } = read;
    const end = {
      state,
      ...(endedAt !== undefined && { endedAt }),
      ...(countAfter !== undefined && { countAfter }),
      ...(proof !== undefined && { proof }),
    };
    const decided = { ...saved, parts, ...(isSame && end) };
    await journal.save(decided);
    return decided;
  } finally {
    await lock.release();
  }
}

/** True if that is what became of the same request, or the request of a part whose answer was lost. */
const isNews = (saved: KeyPart, read: KeyPart | undefined): boolean =>
  saved.state === 'sending' ? read?.state === 'open' : saved.state === 'open' && read?.requestId === saved.requestId;
