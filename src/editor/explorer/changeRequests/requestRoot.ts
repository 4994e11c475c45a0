/** What the Change Requests view needs once it is shown: its filter, and what makes its groups for a connection. */
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import { listRequestPlaces } from '../../../operations/changeRequests/findEnvironment.ts';
import { knownStatuses } from '../../../operations/learned/requestNews.ts';
import { setContext } from '../../window/command.ts';
import type { Connected } from '../../window/connected.ts';
import { requestPlace } from '../../words/placeWords.ts';
import { contextKeys } from '../../window/names.ts';
import { logFailure } from '../../window/log.ts';
import type { TreeNode } from '../treeNode.ts';
import type { Services } from '../../window/services.ts';
import type { Root } from '../tree.ts';
import { createFilterStore, type FilterStore } from './requestFilter.ts';
import { createRequestGroups } from './requestGroupNodes.ts';
import { viewerOf } from '../../../operations/learned/viewer.ts';

/** What stands above the rows: the filter, and that not all open requests were read. Undefined = nothing of this kind. */
export type SetLine = (line: 'unread' | 'filter', text: string | undefined) => void;

export interface RequestRoots {
  readonly filters: FilterStore;
  createRoot(connected: Connected, redraw: (node: TreeNode | undefined) => void): Root;
}

export function createRequestRoots(
  { connections, serviceFacts, memory, workspaceMemory, log }: Services,
  view: Pick<vscode.TreeView<TreeNode>, 'description'>,
  setLine: SetLine,
): RequestRoots {
  const filters = createFilterStore(workspaceMemory, (description) => {
    setLine('filter', description);
    logFailure(setContext(contextKeys.isFiltered, description !== undefined), log);
  });
  return {
    filters,
    createRoot(connected, redraw) {
      const { client, origin, connectionId, connectionName } = connected;
      filters.show(connectionId);
      view.description = connectionName;
      /** What the listings did not say is not asked for again: no listing by environment has those that wait for a time, too. */
      const asked = new Set<string>();
      async function learnPlaces(requests: readonly ChangeRequest[]): Promise<void> {
        const unknown = requests.filter(
          (request) => !asked.has(request.id) && !requestPlace(request, serviceFacts.environmentOf(origin, request.id)),
        );
        for (const { id } of unknown) asked.add(id);
        try {
          for await (const [environment, ids] of listRequestPlaces(client, unknown)) {
            if (connections.chosen()?.id !== connectionId) return;
            await serviceFacts.rememberRequests(origin, ids, environment);
          }
        } catch (error) {
          for (const { id } of unknown) asked.delete(id);
          throw error;
        }
      }
      return createRequestGroups(() => ({
        connected,
        viewer: viewerOf(memory, connected),
        filter: filters.of(connectionId),
        environmentOf: (id) => serviceFacts.environmentOf(origin, id),
        learnPlaces: (requests) => logFailure(learnPlaces(requests), log),
        knownStatuses: () => knownStatuses(memory, origin),
        redraw,
      }));
    },
  };
}
