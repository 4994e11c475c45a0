/** A listing of change requests, read page after page by its markers as somebody asks for more. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { readScheduleRequested } from '../../operations/scheduledRequests.ts';

export interface RequestList {
  /** What is read so far; the first call reads the first page. */
  read(): Promise<{ readonly requests: readonly ChangeRequest[]; readonly hasMore: boolean }>;
  readMore(): Promise<void>;
  /** What is read so far, without reading anything. */
  known(): readonly ChangeRequest[];
}

/** Requests on one page; a service that knows no `limit` gives its own number. */
const PAGE = 100;

/** `status` undefined = the open ones. The listing is for the whole API key: all workspaces share it. */
export function createRequestList(client: Pick<Client, 'listChangeRequests' | 'word'>, status?: string): RequestList {
  let requests: readonly ChangeRequest[] = [];
  let marker: string | undefined;
  let first: Promise<void> | undefined;
  let reading: Promise<void> | undefined;

  async function readPage(): Promise<void> {
    const page = await client.listChangeRequests({
      limit: PAGE,
      ...(status !== undefined && { status }),
      ...(marker !== undefined && { marker: { next: marker } }),
    });
    const known = new Set(requests.map(({ id }) => id));
    const added = page.data.filter(({ id }) => !known.has(id));
    requests = [...requests, ...added];
    // A service that answers the same page again has no more.
    marker = added.length === 0 ? undefined : page.nextMarker;
  }

  async function readFirst(): Promise<void> {
    // Open ones that have a time come first: they are few, and all there from the beginning.
    if (status === undefined) requests = await readScheduleRequested(client);
    await readPage();
  }

  return {
    known: () => requests,
    async read() {
      first ??= readFirst();
      await first.catch((error: unknown) => {
        first = undefined;
        throw error;
      });
      return { requests, hasMore: marker !== undefined };
    },
    readMore() {
      // Asked twice at once, it reads once.
      reading ??= readPage().finally(() => (reading = undefined));
      return reading;
    },
  };
}
