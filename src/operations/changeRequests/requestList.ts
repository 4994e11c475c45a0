/** A listing of change requests, read page after page by its markers as somebody asks for more. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { openListings, readOpenPage } from './openRequests.ts';

export interface RequestList {
  /** What is read so far; the first call reads the first page. */
  read(): Promise<{ readonly requests: readonly ChangeRequest[]; readonly hasMore: boolean }>;
  readMore(): Promise<void>;
  /** What is read so far, without reading anything. */
  known(): readonly ChangeRequest[];
}

/** Requests on one page; a service that knows no `limit` gives its own number. */
const PAGE = 100;

interface Listing {
  readonly status: string | undefined;
  readonly marker?: string;
}

/** `status` undefined = the open ones. The listing is for the whole API key: all workspaces share it. */
export function createRequestList(client: Pick<Client, 'listChangeRequests' | 'word'>, status?: string): RequestList {
  let requests: readonly ChangeRequest[] = [];
  /** Those that may have more, in the order of their rows; `marker` is that of their next page. */
  let listings: readonly Listing[] = (status === undefined ? openListings(client) : [status]).map((one) => ({ status: one }));
  let first: Promise<void> | undefined;
  let reading: Promise<void> | undefined;

  /** A page of each. */
  async function readPages(): Promise<void> {
    const left: Listing[] = [];
    const all = [...requests];
    for (const listing of listings) {
      const { status: of, marker } = listing;
      const query = { limit: PAGE, ...(marker !== undefined && { marker: { next: marker } }) };
      const page = await (status === undefined
        ? readOpenPage((one) => client.listChangeRequests(one), of, query)
        : client.listChangeRequests({ ...query, status }));
      const known = new Set(all.map(({ id }) => id));
      const added = page.data.filter(({ id }) => !known.has(id));
      all.push(...added);
      // A service that answers the same page again has no more.
      if (added.length > 0 && page.nextMarker !== undefined) left.push({ status: of, marker: page.nextMarker });
    }
    [requests, listings] = [all, left];
  }

  return {
    known: () => requests,
    async read() {
      first ??= readPages();
      await first.catch((error: unknown) => {
        first = undefined;
        throw error;
      });
      return { requests, hasMore: listings.length > 0 };
    },
    readMore() {
      // Asked twice at once, it reads once.
      reading ??= readPages().finally(() => (reading = undefined));
      return reading;
    },
  };
}
