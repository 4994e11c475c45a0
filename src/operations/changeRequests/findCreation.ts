/**
 * Finds the open change request that adds a flag's definition to an environment. A definition shows its open request, but this
 * definition does not exist yet, so only the list of requests shows it.
 */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import type { FlagPlace } from '../definitions/changeFlag.ts';

/** The most pages to read in a search, with 20 to 100 requests each. */
const MAX_PAGES = 20;

type EnvironmentOf = (requestId: string) => { readonly id: string } | undefined;

/**
 * A search that uses only lists that were read after it began. Searches that begin before the same reading share its result.
 */
export interface CreationSearch {
  /**
   * Returns the request's id. Undefined = no such request is visible. Rejects with the client's errors. `environmentOf` returns
   * the known environment of a request that names none. `isThere` = the service has reported that such a request is open, so a
   * single candidate without a known environment must be that request.
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
