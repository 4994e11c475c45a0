/**
 * Lists the open change requests: those that wait for an approval and, on the live service, those that wait for an approval and
 * then for their time, which it lists apart (service-beyond.md). A reading that nobody asked for has limits.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { ChangeRequest, MarkerPage } from '../../api/model.ts';
import type { ByteBudget } from '../../api/network/answer.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import type { ChangeRequestQuery } from '../../api/resources/changeRequests.ts';
import { byMarker } from '../../api/resources/pages.ts';

type ListClient = Pick<Client, 'listChangeRequests'>;

const NO_PAGE: MarkerPage<ChangeRequest> = { data: [], nextMarker: undefined, previousMarker: undefined };

/** The `status` of each listing of open requests; undefined = the listing without one, which has those that are REQUESTED. */
export const openListings = ({ word }: Pick<Client, 'word'>): readonly (string | undefined)[] =>
  word === 'split' ? ['SCHEDULE_REQUESTED', undefined] : [undefined];

/** One page of such a listing; empty if the service refuses the word for its status. */
export async function readOpenPage(
  read: (query: ChangeRequestQuery) => Promise<MarkerPage<ChangeRequest>>,
  status: string | undefined,
  query: Omit<ChangeRequestQuery, 'status'>,
): Promise<MarkerPage<ChangeRequest>> {
  if (status === undefined) return read(query);
  return read({ ...query, status }).catch((error: unknown) => {
    if ([400, 404, 405, 422].some((code) => hasStatus(error, code))) return NO_PAGE;
    throw error;
  });
}

/** Calls of one round, over all listings, if nothing else is said: with less than 100 open requests, as usual, each listing needs one. */
const MAX_CALLS = 10;
/** Bytes of one round, and of one answer in it: a request has up to 10,000 keys, and a page up to 100 requests. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Requests on one page: as many as the live service gives at once, and fewer once such a page was too large. */
const PAGE_SIZES = [100, 10, 1];

/** A round of reading that nobody asked for. */
export interface Round {
  /** One page, of as many requests as fit; an empty one once the round has reached a limit. Throws as the client does. */
  read(query: Omit<ChangeRequestQuery, 'limit'>): Promise<MarkerPage<ChangeRequest>>;
  /** A limit was reached: there may be more than was read. */
  readonly isOver: boolean;
}

export function createRound(client: ListClient, options: CallOptions = {}, maxCalls = MAX_CALLS): Round {
  let calls = 0;
  let bytes = 0;
  let size = 0;
  let isOver = false;

  async function readOnce(query: ChangeRequestQuery): Promise<MarkerPage<ChangeRequest> | undefined> {
    const granted = Math.min(MAX_BYTES - bytes, MAX_ANSWER_BYTES);
    const budget: ByteBudget = { left: granted };
    calls += 1;
    try {
      return await client.listChangeRequests(query, { ...options, budget });
    } catch (error) {
      if (isApiError(error) && error.kind === 'unexpectedResponse' && error.reason === 'tooLarge') return undefined;
      throw error;
    } finally {
      bytes += granted - budget.left;
    }
  }

  return {
    async read(query) {
      for (; size < PAGE_SIZES.length && calls < maxCalls && bytes < MAX_BYTES; size += 1) {
        const page = await readOnce({ ...query, limit: PAGE_SIZES[size]! });
        if (page) return page;
      }
      isOver = true;
      return NO_PAGE;
    },
    get isOver() {
      return isOver;
    },
  };
}

/** The open requests, as far as one round goes: a page of each listing in turn. `isWhole` = these are all. */
export async function readOpenRequests(
  client: ListClient & Pick<Client, 'word'>,
  options: CallOptions = {},
): Promise<{ readonly requests: readonly ChangeRequest[]; readonly isWhole: boolean }> {
  const round = createRound(client, options);
  const found = new Map<string, ChangeRequest>();
  let listings = openListings(client).map((status) =>
    byMarker((next) => readOpenPage(round.read, status, next === undefined ? {} : { marker: { next } })),
  );
  while (listings.length > 0) {
    const left: typeof listings = [];
    for (const listing of listings) {
      const { value: page, done } = await listing.next();
      if (done) continue;
      for (const request of page) found.set(request.id, request);
      left.push(listing);
    }
    listings = left;
  }
  return { requests: [...found.values()], isWhole: !round.isOver };
}
