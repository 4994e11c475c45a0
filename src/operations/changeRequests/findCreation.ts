/**
 * Finds the open change request that adds a flag's definition to an environment. An existing definition shows its open request.
 * A definition that does not exist yet can't, so the lists of requests are searched.
 */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import type { FlagPlace } from '../definitions/changeFlag.ts';

/** The maximum number of pages to read in a search. A page has 20 to 100 requests. */
const MAX_PAGES = 20;

type EnvironmentOf = (requestId: string) => { readonly id: string } | undefined;

/**
 * A search that uses only lists that are read after the search has begun. All searches that had begun when a list was read
 * share that list.
 */
export interface CreationSearch {
  /**
   * Returns the request's id. Undefined = no such request is visible. Rejects with the client's errors. `environmentOf` returns
   * the environment, if known, of a request that names none. `isThere` = the service has reported that such a request is open.
   * A single candidate without a known environment must then be that request.
   */
  find(client: Client, place: FlagPlace, environmentOf: EnvironmentOf, isThere?: boolean): Promise<string | undefined>;
}

export function beginCreationSearch(): CreationSearch {
  const newerThan = systemClock.now();
  return {
    async find(client, { workspaceId, environmentId, flagName }, environmentOf, isThere = false) {
      const catalog = catalogOf(client);
      const unsure = new Set<string>();
      let isMixed = false;
      const isFound = (request: ChangeRequest): boolean => {
        const { id, workspace, operationType, flag } = request;
        const environment = (namedEnvironment(request) ?? environmentOf(id))?.id;
        isMixed ||= (environment ?? environmentId) !== environmentId || (workspace?.id ?? workspaceId) !== workspaceId;
        if (operationType !== 'CREATE' || flag?.name !== flagName || workspace?.id !== workspaceId) return false;
        if (environment === undefined) unsure.add(id);
        return environment === environmentId;
      };
      const list = catalog.requests({ environmentId });
      for (let [page, seen] = [0, 0]; page < MAX_PAGES; page += 1) {
        await list.read({ count: seen + 1, newerThan });
        const found = list.items.slice(seen).find(isFound);
        if (found) return found.id;
        if (list.items.length === seen || !list.hasMore) break;
        seen = list.items.length;
      }
      const [first] = unsure;
      if (first === undefined || (isThere && unsure.size === 1)) return first;
      return !isMixed && (await catalog.canFilterRequests(workspaceId)) ? first : undefined;
    },
  };
}
