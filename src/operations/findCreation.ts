/** The open change request that adds a definition: where there is none yet, nothing else says that one is open. */
import type { Client } from '../api/client.ts';
import { byMarker } from '../api/pages.ts';
import type { ChangeRequest } from '../api/model.ts';
import { namedEnvironment } from './readReview.ts';
import type { FlagPlace } from './switchFlag.ts';

/** Open requests are looked through in so many pages, of 20 to 100. */
const MAX_PAGES = 20;

/** Its id. `environmentOf` = what is known of a request that does not name its environment itself. */
export async function findCreation(
  client: Pick<Client, 'listChangeRequests'>,
  { workspaceId, environmentId, flagName }: FlagPlace,
  environmentOf: (requestId: string) => { readonly id: string } | undefined,
): Promise<string | undefined> {
  const isIt = (request: ChangeRequest): boolean =>
    request.operationType === 'CREATE' &&
    request.flag?.name === flagName &&
    request.workspace?.id === workspaceId &&
    (namedEnvironment(request) ?? environmentOf(request.id))?.id === environmentId;
  let pages = 0;
  const read = (next: string | undefined): ReturnType<Client['listChangeRequests']> =>
    client.listChangeRequests({ environmentId, limit: 100, ...(next !== undefined && { marker: { next } }) });
  for await (const page of byMarker(read)) {
    const found = page.find(isIt);
    if (found) return found.id;
    pages += 1;
    if (pages === MAX_PAGES) return undefined;
  }
  return undefined;
}
