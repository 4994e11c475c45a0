/** What the Change Requests view needs once it is shown: its filter, and what makes its groups for a connection. */
import type * as vscode from 'vscode';
import { seenStatuses } from '../../../operations/seenStatuses.ts';
import { setContext } from '../../command.ts';
import type { Connected } from '../../service/connected.ts';
import { contextKeys } from '../../names.ts';
import { logFailure } from '../../log.ts';
import type { ExplorerParts } from '../parts.ts';
import type { Root } from '../tree.ts';
import type { TreeNode } from '../treeNode.ts';
import { createFilterStore, type FilterStore } from './requestFilter.ts';
import { createRequestGroups } from './requestGroupNodes.ts';
import { viewerOf } from './viewer.ts';

export interface RequestRoom {
  readonly filters: FilterStore;
  createRoot(connected: Connected, redraw: (node: TreeNode | undefined) => void): Root;
}

export function openRequestRoom(
  { serviceFacts, memory, workspaceMemory, log }: ExplorerParts,
  view: Pick<vscode.TreeView<TreeNode>, 'message'>,
): RequestRoom {
  const filters = createFilterStore(workspaceMemory, (description) => {
    view.message = description;
    logFailure(setContext(contextKeys.isFiltered, description !== undefined), log);
  });
  return {
    filters,
    createRoot(connected, redraw) {
      const { origin, connectionId } = connected;
      filters.show(connectionId);
      return createRequestGroups(() => ({
        connected,
        viewer: viewerOf(memory, connected),
        filter: filters.of(connectionId),
        environmentOf: (id) => serviceFacts.environmentOf(origin, id),
        seenStatuses: () => seenStatuses(memory, origin),
        redraw,
      }));
    },
  };
}
