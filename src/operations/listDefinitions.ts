/** The definitions of an environment, as far as the service lists them: to say which of them a change of a segment reaches. */
import type { Client } from '../api/client.ts';
import type { FlagDefinition, Page } from '../api/model.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { byOffset } from '../api/resources/pages.ts';

/** The live service takes no more in one page (service-beyond.md). */
const DEFINITIONS_AT_ONCE = 50;
/** They come one after the other, and nobody waits for that many. */
const MAX_DEFINITION_PAGES = 10;

/** All definitions of the environment; undefined where the service has no listing of them, it failed, or there are too many. */
export async function listDefinitions(
  client: Pick<Client, 'listDefinitions'>,
  workspaceId: string,
  environmentId: string,
  options: CallOptions = {},
): Promise<readonly FlagDefinition[] | undefined> {
  const all: FlagDefinition[] = [];
  let count = 0;
  try {
    const pages = byOffset(async (page): Promise<Page<FlagDefinition>> => {
      if ((count += 1) > MAX_DEFINITION_PAGES) throw new Error('There are too many definitions to read them by the way.');
      const listed = await client.listDefinitions(workspaceId, environmentId, page, options);
      return listed ?? Promise.reject(new Error('The service does not list definitions.'));
    }, DEFINITIONS_AT_ONCE);
    for await (const objects of pages) all.push(...objects);
    return all;
  } catch {
    // What it is read for is said besides: nothing depends on it.
    return undefined;
  }
}
