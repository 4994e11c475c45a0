/** The open change requests of the API key in use. The listing is for the whole key, so all workspaces share it. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';

export interface OpenRequests {
  /** What is read so far; the first call reads the first page. */
  read(): Promise<{ readonly requests: readonly ChangeRequest[]; readonly hasMore: boolean }>;
  readMore(): Promise<void>;
}

export function createOpenRequests(client: Client): OpenRequests {
  let requests: readonly ChangeRequest[] = [];
  let marker: string | undefined;
  let first: Promise<void> | undefined;
  let reading: Promise<void> | undefined;

  async function readPage(): Promise<void> {
    const page = await client.listChangeRequests(marker === undefined ? {} : { marker: { next: marker } });
    const known = new Set(requests.map(({ id }) => id));
    const added = page.data.filter(({ id }) => !known.has(id));
    requests = [...requests, ...added];
    // A service that answers the same page again has no more.
    marker = added.length === 0 ? undefined : page.nextMarker;
  }

  return {
    async read() {
      first ??= readPage();
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
