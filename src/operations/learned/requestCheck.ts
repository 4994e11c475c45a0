/**
 * Determines which change requests wait for the viewer, and which of the viewer's own requests were decided since the
 * previous check. Also stores which statuses a service has sent.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { ByteBudget } from '../../api/network/answer.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { decisionEntryOf, isFinal } from '../../domain/changeRequests/decisions.ts';
import { isSubmittedBy, isWaitingFor, type Viewer } from '../../domain/changeRequests/requestGroups.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { systemClock } from '../../time/clock.ts';
import { forgetOpenRequests, openRequestsOf, rememberOpenRequests, type ApiKeyRef } from './keyRecords.ts';
import { openTable, type Store, type Table } from './store.ts';

export interface RequestCheck {
  /** Open requests that wait for the viewer. */
  readonly waiting: readonly ChangeRequest[];
  /** True if not all open requests were read, so that more may be waiting. */
  readonly mayHaveMore: boolean;
  /** Requests of the viewer that somebody else has decided since the previous check. */
  readonly decided: readonly ChangeRequest[];
  /** A text that identifies the set of open requests. It stays the same while the same requests are open. */
  readonly mark: string;
  /** True if the check has changed the catalog's list, which a view may show. */
  readonly isChanged: boolean;
}

/**
 * MAX_CALLS and MAX_BYTES are limits for one background read of all lists together. With less than 100 open requests, each list
 * takes one call.
 */
const MAX_CALLS = 10;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * A check has limits, so it may not reach the last items of the list. If no check has reached them for this many milliseconds,
 * they are discarded, and the list is read again from its beginning.
 */
const MAX_AGE = 30 * 60_000;

/**
 * The maximum number of the viewer's requests that one check reads individually. After answers with more than
 * MAX_ASKED_BYTES, it reads no more. The next check reads the rest.
 */
const MAX_ASKED = 10;
const MAX_ASKED_BYTES = 4 * 1024 * 1024;

/**
 * Reads the open requests and returns what is new. Stores the viewer's requests in `store`, so that a decision made while the
 * editor was closed is reported, and only once. Checks the list of requests again unless it has been read after `since`
 * (`Clock.now`).
 */
export async function checkRequests(
  client: Client,
  viewer: Viewer,
  store: Store,
  key: ApiKeyRef,
  { since = Infinity, ...options }: CallOptions & { readonly since?: number } = {},
): Promise<RequestCheck> {
  const list = catalogOf(client).requests();
  const limits = { calls: MAX_CALLS, bytes: MAX_BYTES };
  const newerThan = systemClock.now() - MAX_AGE;
  const isTooOld = list.hasOldItems && list.readAt! < newerThan;
  // A list that has just been read for a view is continued, not read again.
  const isRead = list.hasExpired || list.readAt! > since || isTooOld;
  if (isRead) await list.read({ limits, newerThan, signal: options.signal });
  const isChanged = !isRead && (await list.check(limits, options.signal));
  const { items: requests, isComplete: isWhole } = list;
  const open = new Set(requests.map(({ id }) => id));
  const known = new Set(openRequestsOf(store, key));
  const gone = [...known].filter((id) => !open.has(id));
  // If the list is incomplete, a request that it does not contain may be on a later page.
  const asked = isWhole ? gone.slice(0, MAX_ASKED) : [];
  const budget: ByteBudget = { left: Number.MAX_SAFE_INTEGER };
  const decided: ChangeRequest[] = [];
  const decidedIds: string[] = [];
  /**
   * Requests that are neither open nor decided, for example scheduled ones. They are stored last, so that the next check
   * reads the others first.
   */
  const resting = new Map<string, ChangeRequest>();
  const unreadable: string[] = [];
  for (const id of asked) {
    if (Number.MAX_SAFE_INTEGER - budget.left > MAX_ASKED_BYTES) break;
    const now = await client.readChangeRequest(id, { ...options, budget }).catch((error: unknown) => {
      if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
      if (!concernsOneRequest(error)) throw error;
      return 'unreadable';
    });
    if (now === 'unreadable') {
      // Reads no more requests, in case the whole service has failed. The next check reads the others first.
      unreadable.push(id);
      break;
    }
    if (now && !isFinal(now)) {
      resting.set(id, now);
      continue;
    }
    decidedIds.push(id);
    if (now && !isDecidedBy(now, viewer)) decided.push(now);
  }
  const mine = requests.filter((request) => isSubmittedBy(request, viewer) && !known.has(request.id)).map(({ id }) => id);
  await rememberOpenRequests(store, key, ...mine, ...resting.keys(), ...unreadable);
  await rememberStatuses(
    store,
    key.origin,
    [...requests, ...resting.values()].map(({ status }) => status),
  );
  // The ids are removed last and in one write, because a decision whose id is removed is never reported again.
  await forgetOpenRequests(store, key, decidedIds);
  const waiting = requests.filter((request) => isWaitingFor(request, viewer));
  return { waiting, mayHaveMore: !isWhole || list.hasOldItems, decided, mark: [...open].toSorted().join(' '), isChanged };
}

/** True for a failure that may concern only the request that was asked for, and not the API key or the whole service. */
const concernsOneRequest = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind === 'unexpectedResponse' || (error.kind === 'service' && error.status !== 401 && error.status !== 429));

/** True if the viewer decided the request. If the service gives no roles, the last entry of the history shows who decided. */
function isDecidedBy(request: ChangeRequest, { key, otherKeys, email }: Viewer): boolean {
  const last = request.comments.length > 1 ? request.comments.at(-1) : undefined;
  const by = (decisionEntryOf(request) ?? (last?.role ? undefined : last))?.user;
  return by !== undefined && by !== null && (by === email || [key, ...otherKeys].some(({ identity }) => identity === by));
}

const statusTable = (store: Store): Table<readonly [origin: string, status: string]> =>
  openTable(store, 'learned.statuses', { keyColumns: 2, maxRows: 100 });

/** The maximum length of a status that is stored. A longer text is shown with its request only. */
const MAX_CHARACTERS = 60;

/**
 * Returns the statuses in the order in which the service first sent them. A view shows a group for each undocumented status.
 */
export const knownStatuses = (store: Store, origin: string): readonly string[] =>
  statusTable(store)
    .rows(origin)
    .map(([, status]) => status);

export async function rememberStatuses(store: Store, origin: string, statuses: Iterable<string>): Promise<void> {
  const known = new Set(knownStatuses(store, origin));
  const added = [...statuses].filter((status) => !known.has(status) && status !== '' && status.length <= MAX_CHARACTERS);
  await statusTable(store).put(...added.map((status) => [origin, status] as const));
}
