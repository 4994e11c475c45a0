/** Parts of a work that become change requests, one after the other: while one is open, its segment is locked. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { CallOptions } from '../../api/transport.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { namedEnvironment } from '../readReview.ts';
import { isSameRequest } from '../sameRequest.ts';
import { submitRequest, type SubmitClient, type SubmitOutcome } from '../submitRequest.ts';
import type { KeyJournal } from './keyJournal.ts';
import { isHeldOld, withHeldNow } from './heldLater.ts';
import { isBehind, isUnfinished, keysOf, withPart, type KeyPart, type KeyWork } from './keyWork.ts';

/** What is left of a work, as parts that become change requests. */
export const asRequests = (work: KeyWork): KeyWork => ({ ...work, way: 'request', state: 'waiting' });

/** A part that was declined becomes one that is still to be submitted. */
export const withPartAgain = (work: KeyWork, index: number): KeyWork =>
  withPart({ ...work, state: 'waiting' }, index, { state: 'waiting' });

export interface PartDraft {
  readonly title: string;
  readonly comment: string;
  /** Empty where the environment names its approvers itself. */
  readonly approvers: readonly string[];
}

export type SubmitPartOutcome =
  /** Where it was submitted, its `work` has the part open; else the part waits, or (unknown) is `sending`. */
  | (SubmitOutcome & { readonly work: KeyWork; readonly isKept: boolean })
  /** Nothing was sent: another window, or another command, is at it. */
  | { readonly outcome: 'running' }
  /** Nothing was sent, because the journal can't be written. With `isUnkeptAllowed` it is done all the same. */
  | { readonly outcome: 'unkept'; readonly error: unknown };

/** Which part is next: the first that waits, or whose submitting ended in nobody knows what (nextPart looks for it). */
const nextIndex = ({ parts }: KeyWork): number => parts.findIndex(({ state }) => state === 'waiting' || state === 'sending');

export interface SubmitPartOptions extends RequestOptions {
  readonly isUnkeptAllowed?: boolean;
  /** The API key that it is submitted with; absent: the one that the work began with. */
  readonly keyName?: string;
  /** What the segment holds now, for an undo later; undefined = it is not to be had. Asked for only where it is not known. */
  readonly readHeld?: () => Promise<ReadonlySet<string> | undefined>;
  /** How many keys it holds now; undefined = it is not to be had. Tells whether others have changed it since it was read. */
  readonly readCount?: () => Promise<number | undefined>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** As a count: another one than that of any segment. */
const NOT_COUNTED = -1;

/**
 * Submits the next part, once. What the service refuses, and what never reached it, is thrown, and the part waits again.
 * Throws as well where a part is open, or none is left: ask nextPart before.
 */
export async function submitPart(
  client: SubmitClient,
  journal: KeyJournal,
  work: KeyWork,
  keys: readonly string[],
  draft: PartDraft,
  options: SubmitPartOptions,
): Promise<SubmitPartOutcome> {
  const index = nextIndex(work);
  const part = work.parts[index];
  if (!part || work.parts.some(({ state }) => state === 'open') || keys.length !== work.keyCount)
    throw new Error('There is no part that can be submitted now.');
  let isKept = true;
  const keep = async (changed: KeyWork): Promise<void> => {
    isKept = await journal.save(changed).then(
      () => true,
      () => false,
    );
  };
  let claim;
  const { keyName = work.connection.keyName } = options;
  const sent = { state: 'sending', keyName, wasFree: false } as const;
  let sending = withPart({ ...work, state: 'waiting' }, index, sent);
  try {
    claim = await journal.claim(work.id);
    if (!claim) return { outcome: 'running' };
    if (isBehind(work, await journal.read(work.id))) {
      await claim.release();
      return { outcome: 'running' };
    }
    sending = withPart({ ...(await withHeld(work, keys, options)), state: 'waiting' }, index, sent);
    await journal.save(sending);
  } catch (error) {
    await claim?.release();
    if (!options.isUnkeptAllowed) return { outcome: 'unkept', error };
  }
  const { workspace, environment } = work.target;
  const place = { workspaceId: workspace.id, environmentId: environment.id };
  try {
    const outcome = await submitRequest(client, place, requestOf(work, part, keys, draft), {
      ...options,
      onFree: async () => {
        sending = withPart(sending, index, { wasFree: true });
        await keep(sending);
      },
    });
    const isOpen = outcome.outcome === 'submitted';
    const changed = isOpen
      ? withPart(sending, index, { state: 'open', requestId: outcome.request.id })
      : withPart(sending, index, { state: outcome.outcome === 'unknown' ? 'sending' : 'waiting' });
    await keep(changed);
    return { ...outcome, work: changed, isKept };
  } catch (error) {
    await keep(withPart(sending, index, { state: 'waiting' }));
    throw error;
  } finally {
    await claim?.release();
  }
}

/** What others have added before this part is not for an undo to take away; while its request is open, the segment is locked. */
async function withHeld(
  work: KeyWork,
  keys: readonly string[],
  { readHeld, readCount, now = Date.now }: SubmitPartOptions,
): Promise<KeyWork> {
  const count = readCount && ((await readCount().catch(() => undefined)) ?? NOT_COUNTED);
  if (!isHeldOld(work, now(), count)) return work;
  return withHeldNow(work, keys, await readHeld?.().catch(() => undefined));
}

function requestOf(work: KeyWork, part: KeyPart, keys: readonly string[], { title, comment, approvers }: PartDraft) {
  return {
    operationType: part.operation === 'add' ? ('CREATE' as const) : ('ARCHIVE' as const),
    segment: { name: work.target.name, keys: keysOf(part, keys) },
    title,
    comment,
    approvers,
  };
}

export type NextPart =
  /** It waits for an approval. */
  | { readonly next: 'open'; readonly work: KeyWork; readonly index: number; readonly request: ChangeRequest }
  /** It was withdrawn or rejected since; the parts after it wait. See withPartAgain. */
  | { readonly next: 'declined'; readonly work: KeyWork; readonly index: number; readonly request: ChangeRequest }
  /** This part is to be submitted; the one before (if any) is published. `isUnsure`: it may have been submitted and decided before. */
  | { readonly next: 'submit'; readonly work: KeyWork; readonly index: number; readonly isUnsure: boolean }
  /** All parts are sent, published or declined. */
  | { readonly next: 'done'; readonly work: KeyWork };

/**
 * Where the queue of a work stands: reads the request that is open, by its id. The work that comes back is to be saved. The
 * keys are not needed, but where the answer to a submit was lost, they tell whether the open request of the segment is it.
 */
export async function nextPart(
  client: Pick<Client, 'readChangeRequest' | 'readKeys'>,
  work: KeyWork,
  options: CallOptions & { readonly keys?: readonly string[]; readonly now?: () => number } = {},
): Promise<NextPart> {
  const { keys, now = Date.now, ...how } = options;
  const open = work.parts.findIndex(({ state }) => state === 'open');
  if (open >= 0) {
    const request = await client.readChangeRequest(work.parts[open]?.requestId ?? '', how);
    if (request.status === 'PUBLISHED') return nextPart(client, withPart(work, open, { state: 'published' }), options);
    if (request.status === 'WITHDRAWN' || request.status === 'REJECTED') {
      return { next: 'declined', work: withPart(work, open, { state: 'declined' }), index: open, request };
    }
    return { next: 'open', work, index: open, request };
  }
  const { environment, name } = work.target;
  const page = (): ReturnType<Client['readKeys']> => client.readKeys(environment.id, name, { offset: 0, limit: 1 }, how);
  if (!isUnfinished(work)) {
    const { count } = await page();
    return { next: 'done', work: { ...work, state: 'done', endedAt: now(), countAfter: count } };
  }
  const index = nextIndex(work);
  const part = work.parts[index]!;
  if (part.state === 'sending') {
    const { openChangeRequestId } = await page();
    const request = openChangeRequestId ? await client.readChangeRequest(openChangeRequestId, how) : undefined;
    // One that was open before it was sent is somebody else's, however equal.
    if (request && keys && part.wasFree === true && isPart(work, part, keys, request)) {
      return {
        next: 'open',
        work: withPart(work, index, { state: 'open', requestId: request.id }),
        index,
        request,
      };
    }
  }
  return { next: 'submit', work, index, isUnsure: part.state === 'sending' };
}

/** By operation, segment and keys: title and comment are asked for again and may be others. */
function isPart(work: KeyWork, part: KeyPart, keys: readonly string[], request: ChangeRequest): boolean {
  const { workspace, environment } = work.target;
  if (request.workspace?.id !== workspace.id) return false;
  if ((namedEnvironment(request)?.id ?? environment.id) !== environment.id) return false;
  const draft = { title: request.title ?? '', comment: request.comments[0]?.comment ?? '', approvers: [] };
  return isSameRequest(requestOf(work, part, keys, draft), request);
}
