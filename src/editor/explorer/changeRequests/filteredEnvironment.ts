/** Determines which open requests are in the environment of the filter, on a service that lists requests by environment. */
import type { Client } from '../../../api/client.ts';
import type { ChangeRequest } from '../../../api/model.ts';
import type { RequestFilter } from '../../../domain/changeRequests/requestGroups.ts';
import { catalogOf } from '../../../operations/catalog/catalog.ts';
import type { RequestEnvironmentsParts } from '../../../operations/changeRequests/requestEnvironments.ts';
import { environmentFrom } from '../../../operations/learned/environments.ts';
import { orLogged, type Log } from '../../window/log.ts';

export interface FilteredEnvironment {
  /**
   * Reads the open requests of the filter's environment again if the list of all open requests is newer. If that fails, their
   * environments stay unknown, so the filter hides none of them. Remembers the environment of the requests that it finds.
   */
  read(): Promise<void>;
  /**
   * Returns the id of the request's environment if it is known. Otherwise, returns an empty text if the request is not in the
   * filter's environment, and undefined if that is not known, either.
   */
  environmentIdOf(request: ChangeRequest): string | undefined;
}

export function createFilteredEnvironment(
  client: Client,
  filter: () => RequestFilter,
  {
    knownIdOf,
    remember,
    log,
  }: {
    readonly knownIdOf: (request: ChangeRequest) => string | undefined;
    readonly remember: RequestEnvironmentsParts['remember'];
    readonly log: Log;
  },
): FilteredEnvironment {
  const catalog = catalogOf(client);
  return {
    async read() {
      const { workspace, environment } = filter();
      if (!workspace || !environment) return;
      const reading = async (): Promise<void> => {
        if (!(await catalog.canFilterRequests(workspace.id))) return;
        const open = catalog.requests({ environmentId: environment.id });
        await open.read({ newerThan: catalog.requests().readAt ?? 0 });
        const found = open.items.filter((request) => knownIdOf(request) === undefined).map(({ id }) => id);
        if (found.length === 0) return;
        // The filter does not say whether it is a production environment.
        const environments = catalog.environments(workspace.id);
        await environments.read({ count: 1 });
        const listed = environments.get(environment.id);
        if (listed) await remember(environmentFrom(listed), found);
      };
      await orLogged(reading(), log);
    },
    environmentIdOf(request) {
      const known = knownIdOf(request);
      const { environment } = filter();
      if (known !== undefined || !environment) return known;
      const open = catalog.requests({ environmentId: environment.id });
      if (open.get(request.id)) return environment.id;
      // The list contains only requests with the status REQUESTED (requestPager.ts). If such a request is missing from the
      // complete list, it is in a different environment.
      return open.isComplete && request.status === 'REQUESTED' ? '' : undefined;
    },
  };
}
