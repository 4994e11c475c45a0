/** Reads change requests page by page and limits the size of the answers. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { ChangeRequest, MarkerPage } from '../../api/model.ts';
import type { ChangeRequestQuery } from '../../api/resources/changeRequests.ts';
import { markerPager, combinedPager, type PageOptions, type Pager } from './pagers.ts';

/** Selects change requests: all open ones by default, those with one status, or the open ones of one environment. */
export interface RequestListing {
  readonly status?: string;
  /** A service that does not know the parameter ignores it and lists all open requests (service-beyond.md). */
  readonly environmentId?: string;
}

/**
 * The number of requests on one page. It is halved after each answer that is too large, and stays at the lower value for this
 * connection. Background reads have their own number, because they accept only smaller answers.
 */
export interface PageSizes {
  asked: number;
  background: number;
}

/**
 * The maximum number of requests that the live service returns in one answer (service-beyond.md). A service that does not know
 * the parameter `limit` returns a number of its own choice.
 */
export const LARGEST_PAGE = 100;

/**
 * The maximum size of an answer that a background read accepts, in bytes. Some answers are larger, because a page has up to 100
 * requests with up to 10,000 keys each.
 */
const MAX_ANSWER_BYTES = 1024 * 1024;

type ListClient = Pick<Client, 'listChangeRequests' | 'word'>;

/**
 * Returns a pager for the selected requests. The live service lists open requests with a scheduled time separately
 * (service-beyond.md), so for all open requests this pager combines two lists. `next` rejects with `tooLarge` if a single
 * request is too large.
 */
export function requestPager(
  client: ListClient,
  { status, environmentId }: RequestListing,
  sizes: PageSizes,
): Pager<ChangeRequest> {
  const listOf = (of: string | undefined): Pager<ChangeRequest> => {
    const query = { ...(of !== undefined && { status: of }), ...(environmentId !== undefined && { environmentId }) };
    return markerPager(async (next, options) =>
      readPage(client, { ...query, ...(next !== undefined && { nextMarker: next }) }, sizes, options),
    );
  };
  if (status !== undefined || environmentId !== undefined || client.word !== 'split') return listOf(status);
  return combinedPager([emptyIfRefused(listOf('SCHEDULE_REQUESTED')), listOf(undefined)]);
}

/** Returns undefined if the limits are reached. */
async function readPage(
  client: ListClient,
  query: Omit<ChangeRequestQuery, 'limit'>,
  sizes: PageSizes,
  { limits, ...options }: PageOptions,
): Promise<MarkerPage<ChangeRequest> | undefined> {
  const kind = limits ? 'background' : 'asked';
  for (;;) {
    if (limits && (limits.calls <= 0 || limits.bytes <= 0)) return undefined;
    const limit = sizes[kind];
    const granted = Math.min(limits?.bytes ?? Infinity, MAX_ANSWER_BYTES);
    const budget = { left: granted };
    if (limits) limits.calls -= 1;
    try {
      return await client.listChangeRequests(
        { ...query, limit },
        limits ? { ...options, budget, priority: 'background' } : options,
      );
    } catch (error) {
      const isTooLarge = isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'tooLarge';
      if (!isTooLarge || (limit === 1 && !limits)) throw error;
      if (limit === 1) return undefined;
      sizes[kind] = Math.min(sizes[kind], Math.floor(limit / 2));
    } finally {
      if (limits) limits.bytes -= granted - budget.left;
    }
  }
}

/** Returns a pager that treats a list as empty if the service refuses to list that status. */
const emptyIfRefused = <T>(pager: Pager<T>): Pager<T> => ({
  next: async (options) =>
    pager.next(options).catch((error: unknown) => {
      if ([400, 404, 405, 422].some((code) => hasStatus(error, code))) return { objects: [], isLast: true };
      throw error;
    }),
});

/**
 * Tests whether the service filters requests by environment. No environment has the id `other`, so a service that filters finds
 * no requests or refuses the call. A service that does not know the parameter ignores it and returns all open requests
 * (service-beyond.md). Returns undefined if none is open, because both services then answer alike.
 */
export async function canFilterByEnvironment(client: ListClient, other: string): Promise<boolean | undefined> {
  try {
    const { data } = await client.listChangeRequests({ environmentId: other, limit: 1 });
    if (data.length > 0) return false;
  } catch (error) {
    if ([400, 403, 404].some((status) => hasStatus(error, status))) return true;
    throw error;
  }
  const { data } = await client.listChangeRequests({ limit: 1 });
  return data.length > 0 ? true : undefined;
}
