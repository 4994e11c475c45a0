/**
 * Creates the groups of the Change Requests view for a connection, and its filter. This file is loaded when the view is first
 * shown.
 */
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import { isRead } from '../../../operations/learned/markedAsRead.ts';
import { catalogOf } from '../../../operations/catalog/catalog.ts';
import {
  createRequestEnvironments,
  type RequestEnvironmentsParts,
} from '../../../operations/changeRequests/requestEnvironments.ts';
import { knownStatuses } from '../../../operations/learned/requestCheck.ts';
import { setContext } from '../../window/command.ts';
import type { Connected } from '../../window/connected.ts';
import { requestPlace } from '../../words/placeWords.ts';
import { contextKeys } from '../../window/names.ts';
import { logFailure } from '../../window/log.ts';
import type { TreeNode } from '../treeNode.ts';
import type { Services } from '../../window/services.ts';
import type { Root } from '../tree.ts';
import { createFilteredEnvironment } from './filteredEnvironment.ts';
import { createFilterStore, type FilterStore } from './requestFilter.ts';
import { createRequestGroups } from './requestGroupNodes.ts';
import { viewerOf } from '../../../operations/learned/viewer.ts';

/**
 * Sets one of two texts above the rows: the filter, or the warning that not all open requests were read. Undefined removes the
 * text.
 */
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
      // The lists might be outdated: requests can have been submitted or decided while a different API key was in use.
      catalogOf(client).expire('');
      view.description = connectionName;
      const remember: RequestEnvironmentsParts['remember'] = async (environment, ids) =>
        serviceFacts.rememberRequests(origin, ids, environment);
      const places = createRequestEnvironments(client, {
        isKnown: (request) => placeOf(request) !== undefined,
        isWanted: () => connections.chosen()?.id === connectionId,
        remember,
      });
      const placeOf = (request: ChangeRequest) => requestPlace(request, serviceFacts.environmentOf(origin, request.id));
      const filtered = createFilteredEnvironment(client, () => filters.of(connectionId), {
        knownIdOf: (request) => placeOf(request)?.id,
        remember,
        log,
      });
      const groups = createRequestGroups(() => ({
        connected,
        viewer: viewerOf(memory, connected),
        filter: filters.of(connectionId),
        placeOf,
        filtered,
        findEnvironments: (requests) => logFailure(places.findAll(requests), log),
        wasSearched: places.wasSearched,
        findEnvironment: places.find,
        knownStatuses: () => knownStatuses(memory, origin),
        isRead: (request) => isRead(memory, connectionId, request),
        redraw,
      }));
      return {
        ...groups,
        expire(workspaceId) {
          // If there is no workspace, the user asked for the refresh. Environments are then searched for once more, because
          // the API key might see more now.
          if (workspaceId === undefined) places.forgetNotFound();
          groups.expire(workspaceId);
        },
      };
    },
  };
}
