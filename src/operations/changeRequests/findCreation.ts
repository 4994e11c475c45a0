/** The open change request that adds a definition: where there is none yet, nothing else says that one is open. */
import type { Client } from '../../api/client.ts';
import { hasStatus } from '../../api/errors.ts';
import { byMarker } from '../../api/resources/pages.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import type { FlagPlace } from '../definitions/changeFlag.ts';

/** Pages of open requests that are read, of 20 to 100 each. */
const MAX_PAGES = 20;

type ListClient = Pick<Client, 'listChangeRequests'>;
type EnvironmentOf = (requestId: string) => { readonly id: string } | undefined;

/** A search; what it finds was read after it started. */
export interface CreationSearch {
  /**
   * The request's id; undefined = none can be seen. Rejects as the client does. `environmentOf` = what is known of a request
   * that does not name its environment itself. `isThere` = the service has said that one is open: the only one that it could
   * be is it.
   */
  find(client: ListClient, place: FlagPlace, environmentOf: EnvironmentOf, isThere?: boolean): Promise<string | undefined>;
  /** The search is over. */
  end(): void;
}

/** The open requests of an environment, each page read once, when a search comes to it. */
interface Walk {
  readonly client: ListClient;
  readonly environmentId: string;
  /** Searches that had started before it. */
  readonly searches: number;
  page(index: number): Promise<IteratorResult<readonly ChangeRequest[], void>>;
  /** Whether the service lists those of this environment only. `other` = what is no environment's id. */
  isFiltered(other: string): Promise<boolean>;
}

/** Starts searches. Those that started before a walk through the requests share it, also where it fails, until all have ended. */
export function createCreationSearches(): () => CreationSearch {
  let searches = 0;
  let underWay = 0;
  let walks: readonly Walk[] = [];
  const isOf = (client: ListClient, environmentId: string) => (walk: Walk) =>
    walk.client === client && walk.environmentId === environmentId;
  return () => {
    const mine = (searches += 1);
    underWay += 1;
    return {
      find(client, place, environmentOf, isThere) {
        const isHere = isOf(client, place.environmentId);
        let walk = walks.find((one) => isHere(one) && one.searches >= mine);
        if (!walk) {
          walk = walkThrough(client, place.environmentId, searches);
          walks = [...walks.filter((one) => !isHere(one)), walk];
        }
        return findIn(walk, place, environmentOf, isThere);
      },
      end() {
        underWay -= 1;
        if (underWay === 0) walks = [];
      },
    };
  };
}

function walkThrough(client: ListClient, environmentId: string, searches: number): Walk {
  const pages: ReturnType<Walk['page']>[] = [];
  const walking = byMarker((next) =>
    client.listChangeRequests({ environmentId, limit: 100, ...(next !== undefined && { marker: { next } }) }),
  );
  let filtered: Promise<boolean> | undefined;
  return {
    client,
    environmentId,
    searches,
    page: (index) => (pages[index] ??= walking.next()),
    isFiltered: (other) => (filtered ??= isRefusedOrEmpty(client, other)),
  };
}

async function findIn(
  walk: Walk,
  { workspaceId, environmentId, flagName }: FlagPlace,
  environmentOf: EnvironmentOf,
  isThere = false,
): Promise<string | undefined> {
  const unsure = new Set<string>();
  let isMixed = false;
  for (let index = 0; index < MAX_PAGES; index += 1) {
    const { value: page } = await walk.page(index);
    if (!page) break;
    for (const request of page) {
      const { id, workspace, operationType, flag } = request;
      const environment = (namedEnvironment(request) ?? environmentOf(id))?.id;
      isMixed ||= (environment ?? environmentId) !== environmentId || (workspace?.id ?? workspaceId) !== workspaceId;
      if (operationType !== 'CREATE' || flag?.name !== flagName || workspace?.id !== workspaceId) continue;
      if (environment === environmentId) return id;
      if (environment === undefined) unsure.add(id);
    }
  }
  const [first] = unsure;
  if (first === undefined || (isThere && unsure.size === 1)) return first;
  return !isMixed && (await walk.isFiltered(workspaceId)) ? first : undefined;
}

/** A service that does not know the parameter ignores it (service-beyond.md), and lists what it lists without. */
export async function isRefusedOrEmpty(client: ListClient, environmentId: string): Promise<boolean> {
  try {
    return (await client.listChangeRequests({ environmentId, limit: 1 })).data.length === 0;
  } catch (error) {
    if ([400, 403, 404].some((status) => hasStatus(error, status))) return true;
    throw error;
  }
}
