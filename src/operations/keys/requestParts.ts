/** Submits the parts of a key change as change requests, one after the other, because an open request locks its segment. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest, Schedule } from '../../api/model.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import {
  isSameRequest,
  submitRequest,
  type FoundRequest,
  type SubmitClient,
  type SubmitOutcome,
} from '../changeRequests/submission.ts';
import { ChangedElsewhere, withContents, withResult } from './contents.ts';
import { sumOfPart, type Contents } from './expectedContents.ts';
import type { Journal } from './journal.ts';
import { isOutdatedCopy, hasOpenPart, isUnfinished, keysOfPart, withPart, type KeyChange, type KeyPart } from './keyChange.ts';

export interface PartDraft {
  readonly title: string;
  readonly comment: string;
  /** Empty if the environment itself defines its approvers. */
  readonly approvers: readonly string[];
  readonly schedule?: Schedule | undefined;
}

export type SubmitPartOutcome =
  /** In `change`, the part is `open` if it was submitted, `sending` if the outcome is unknown, and otherwise as it was before. */
  | (SubmitOutcome & { readonly change: KeyChange })
  /** Nothing was sent, because a different window or command is working on the change. */
  | { readonly outcome: 'running' }
  /** Nothing was sent, because somebody else has changed the segment and the change depends on its contents. */
  | { readonly outcome: 'changedElsewhere' };

export interface SubmitPartOptions extends RequestOptions {
  /** The API key that submits the part. Absent: the one that started the change. */
  readonly keyName?: string;
  /** The contents of the segment when the user was asked to confirm the change. */
  readonly planned?: Contents | undefined;
}

/**
 * Returns the index of the first part that is waiting or whose submission had an unknown outcome. In the second case, nextPart
 * checks before a new submission whether the request of the part is open.
 */
const nextPartIndex = ({ parts }: KeyChange): number =>
  parts.findIndex(({ state }) => state === 'waiting' || state === 'sending');

/**
 * Submits the next part, once. Throws refusals of the service and errors of requests that never reached it; the part then gets
 * back its earlier state. Also throws if the journal can't be written, if a part is open, or if none is left. Call nextPart
 * first.
 */
export async function submitPart(
  client: SubmitClient,
  journal: Journal,
  change: KeyChange,
  keys: readonly string[],
  draft: PartDraft,
  { keyName = change.connection.keyName, planned, ...options }: SubmitPartOptions,
): Promise<SubmitPartOutcome> {
  const index = nextPartIndex(change);
  const part = change.parts[index];
  if (!part || hasOpenPart(change) || keys.length !== change.keyCount)
    throw new Error('There is no part that can be submitted now.');
  const lock = await journal.lock(change.id);
  if (!lock) return { outcome: 'running' };
  try {
    if (isOutdatedCopy(change, await journal.read(change.id))) return { outcome: 'running' };
    const known = await withContents(client, { ...change, state: 'waiting' }, keys, planned, options);
    return await submitKnown(known);
  } catch (error) {
    if (error instanceof ChangedElsewhere) return { outcome: 'changedElsewhere' };
    throw error;
  } finally {
    await lock.release();
  }

  async function submitKnown(known: KeyChange): Promise<SubmitPartOutcome> {
    const order = await journal.nextOrder();
    let sending = withPart({ ...known, order: known.order ?? order, title: draft.title, comment: draft.comment }, index, {
      state: 'sending',
      keyName,
      wasFree: false,
      order,
      ...(await sumOfPart(known, part!, keys)),
    });
    await journal.save(sending);
    const save = async (own: Partial<KeyPart>): Promise<void> => {
      sending = withPart(sending, index, own);
      await journal.save(sending).catch(() => undefined);
    };
    try {
      const { workspace, environment } = change.target;
      const place = { workspaceId: workspace.id, environmentId: environment.id };
      const onNoOpenRequest = (): Promise<void> => save({ wasFree: true });
      const outcome = await submitRequest(client, place, requestOf(change, part!, keys, draft), { ...options, onNoOpenRequest });
      if (outcome.outcome === 'submitted') await save({ state: 'open', requestId: outcome.request.id });
      else if (outcome.outcome !== 'unknown') await save(part!);
      if (outcome.outcome !== 'unknown') return { ...outcome, change: sending };
      const find = async (): Promise<FoundRequest> => {
        const found = await outcome.find();
        if (typeof found !== 'object') return found;
        // If the journal can't be written, the command Resume Upload… finds the request again.
        await saveDecidedParts(journal, withPart(sending, index, { state: 'open', requestId: found.id })).catch(() => undefined);
        return found;
      };
      return { ...outcome, change: sending, find };
    } catch (error) {
      // The part gets back its earlier state, which is `sending` if the answer to an earlier call was lost.
      await save(part!);
      throw error;
    }
  }
}

function requestOf(change: KeyChange, part: KeyPart, keys: readonly string[], draft: PartDraft) {
  return {
    operationType: part.operation === 'add' ? ('CREATE' as const) : ('ARCHIVE' as const),
    segment: { name: change.target.name, keys: keysOfPart(part, keys) },
    ...draft,
  };
}

export type NextPart =
  /** The request of a part still waits for an approval. */
  | { readonly next: 'open'; readonly change: KeyChange; readonly request: ChangeRequest }
  /**
   * This part can be submitted. `declined`: its change request, if that was withdrawn or rejected. `mayBeSubmitted`: an answer
   * was lost, so the part may have been submitted and decided before.
   */
  | {
      readonly next: 'submit';
      readonly change: KeyChange;
      readonly index: number;
      readonly declined?: ChangeRequest;
      readonly mayBeSubmitted: boolean;
    }
  /** All parts are sent or published, or the user has discarded the rest. */
  | { readonly next: 'done'; readonly change: KeyChange };

/**
 * Determines which part is next. If a part has an open request, reads that request by its id. If the answer to a submission was
 * lost, compares the open request of the segment with the part to check whether it is the submitted one. The caller must save
 * the returned change.
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
    return { next: 'submit', change: waiting, index: open, declined: request, mayBeSubmitted: false };
  }
  if (!isUnfinished(change)) {
    const done: KeyChange = { ...change, state: 'done', endedAt: Date.now() };
    // The end of the change stays known if the keys can't be counted, for example because the segment was deleted since.
    return { next: 'done', change: await withResult(client, done).catch(() => done) };
  }
  const index = nextPartIndex(change);
  const part = change.parts[index]!;
  if (part.state === 'sending') {
    const { environment, name } = change.target;
    const { openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    const request = openChangeRequestId ? await client.readChangeRequest(openChangeRequestId) : undefined;
    // A request that was open before the submission belongs to somebody else, even if it is equal.
    if (request && keys && part.wasFree === true && isRequestOfPart(change, part, keys, request)) {
      return { next: 'open', change: withPart(change, index, { state: 'open', requestId: request.id }), request };
    }
  }
  return { next: 'submit', change, index, mayBeSubmitted: part.state === 'sending' };
}

/**
 * True if the request has the operation, the segment and the keys of the part. Title and comment may differ, because the user
 * enters them again.
 */
function isRequestOfPart(change: KeyChange, part: KeyPart, keys: readonly string[], request: ChangeRequest): boolean {
  const { workspace, environment } = change.target;
  if (request.workspace?.id !== workspace.id) return false;
  if ((namedEnvironment(request)?.id ?? environment.id) !== environment.id) return false;
  const draft = { title: request.title ?? '', comment: request.comments[0]?.comment ?? '', approvers: [] };
  return isSameRequest(requestOf(change, part, keys, draft), request);
}

/**
 * Saves `read`, the change that nextPart returned, under its lock. Returns the change that the journal then contains. Saves
 * nothing and returns `read` if the journal does not contain the change, or if a different window is working on it, because
 * that window reads the same result. Rejects if the journal can't be written.
 */
export async function saveDecidedParts(journal: Journal, read: KeyChange): Promise<KeyChange> {
  const lock = await journal.lock(read.id);
  if (!lock) return read;
  try {
    const saved = await journal.read(read.id);
    if (!saved) return read;
    const parts = saved.parts.map((part, index) => (hasNewerState(part, read.parts[index]) ? read.parts[index]! : part));
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

/** True if `read` has a newer state of the same request, or the request of a part whose answer was lost. */
const hasNewerState = (saved: KeyPart, read: KeyPart | undefined): boolean =>
  saved.state === 'sending' ? read?.state === 'open' : saved.state === 'open' && read?.requestId === saved.requestId;
