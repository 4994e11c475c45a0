/** Where a segment is active, and how many keys it holds there. */
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';
import type { FlagDefinition, Page } from '../api/model.ts';
import { byOffset } from '../api/resources/pages.ts';
import type { CallOptions } from '../api/network/transport.ts';
import type { KnownEnvironment } from './serviceFacts.ts';

/** A segment in one environment. */
export interface SegmentPlace {
  readonly environmentId: string;
  readonly segmentName: string;
}

export type SegmentUse =
  | { readonly state: 'active'; readonly count: number; readonly openRequestId: string | undefined }
  | { readonly state: 'inactive' }
  /** The API key may not read it there (403): it may be active. */
  | { readonly state: 'unseen' };

export type UseIn = SegmentUse & { readonly environment: KnownEnvironment };

type ReadClient = Pick<Client, 'readKeys'>;

/** Calls that are under way at one time. */
const AT_ONCE = 4;
/** The live service takes no more in one page (service-beyond.md). */
const DEFINITIONS_AT_ONCE = 50;

/** One call. The count is the service's own. */
export async function readUse(
  client: ReadClient,
  { environmentId, segmentName }: SegmentPlace,
  options: CallOptions = {},
): Promise<SegmentUse> {
  try {
    const page = await client.readKeys(environmentId, segmentName, { offset: 0, limit: 1 }, options);
    return { state: 'active', count: page.count, openRequestId: page.openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return { state: 'inactive' };
    if (hasStatus(error, 403)) return { state: 'unseen' };
    throw error;
  }
}

/** They come one after the other, and nobody waits for that many. */
const MAX_DEFINITION_PAGES = 10;

/** All definitions of the environment; undefined where the service has no listing of them, it failed, or there are too many. */
export async function readDefinitionsAround(
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

/** Asks each environment of the workspace once, in the order of the service; throws if one can't be asked. */
export async function readUseInEach(
  client: ReadClient & Pick<Client, 'listEnvironments'>,
  workspaceId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<readonly UseIn[]> {
  const environments = await client.listEnvironments(workspaceId, options);
  const uses: UseIn[] = [];
  for (let start = 0; start < environments.length; start += AT_ONCE) {
    const asked = environments.slice(start, start + AT_ONCE).map(async ({ id, name, production }): Promise<UseIn> => {
      const environment = { id, name, isProduction: production !== false };
      return { environment, ...(await readUse(client, { environmentId: id, segmentName }, options)) };
    });
    uses.push(...(await Promise.all(asked)));
  }
  return uses;
}

/** Throws where that can't be read. */
export async function isActiveIn(client: ReadClient, place: SegmentPlace, options: CallOptions = {}): Promise<boolean> {
  const { state } = await readUse(client, place, options);
  if (state === 'unseen') throw new Error('This API key may not see it.');
  return state === 'active';
}
