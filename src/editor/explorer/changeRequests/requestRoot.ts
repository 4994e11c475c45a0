/** What the Change Requests view needs once it is shown: its filter, and what makes its groups for a connection. */
import type * as vscode from 'vscode';
import { knownStatuses } from '../../../operations/requestNews.ts';
import { setContext } from '../../command.ts';
import type { Connected } from '../../service/connected.ts';
import { contextKeys } from '../../names.ts';
import { logFailure } from '../../log.ts';
import type { ExplorerParts, TreeNode } from '../treeNode.ts';
import type { Root } from '../tree.ts';
import { createFilterStore, type FilterStore } from './requestFilter.ts';
import { createRequestGroups } from './requestGroupNodes.ts';
import { viewerOf } from '../../service/viewer.ts';

export interface RequestRoots {
  readonly filters: FilterStore;
  createRoot(connected: Connected, redraw: (node: TreeNode | undefined) => void): Root;
}

export function createRequestRoots(
  { serviceFacts, memory, workspaceMemory, log }: ExplorerParts,
  view: Pick<vscode.TreeView<TreeNode>, 'message' | 'description'>,
): RequestRoots {
  const filters = createFilterStore(workspaceMemory, (description) => {
    view.message = description;
    logFailure(setContext(contextKeys.isFiltered, description !== undefined), log);
  });
  return {
    filters,
    createRoot(connected, redraw) {
      const { origin, connectionId, connectionName } = connected;
      filters.show(connectionId);
      view.description = connectionName;
      return createRequestGroups(() => ({
        connected,
        viewer: viewerOf(memory, connected),
        filter: filters.of(connectionId),
        environmentOf: (id) => serviceFacts.environmentOf(origin, id),
        knownStatuses: () => knownStatuses(memory, origin),
        redraw,
      }));
    },
  };
}
