/** Puts what the Change Requests view shows together: the connection, the filter, and what was learnt of environments. */
import { seenStatuses } from '../../../operations/seenStatuses.ts';
import type { Connected } from '../../connected.ts';
import type { ExplorerParts } from '../index.ts';
import type { Root } from '../tree.ts';
import type { TreeNode } from '../treeNode.ts';
import type { FilterStore } from './requestFilter.ts';
import { createRequestGroups } from './requestGroupNodes.ts';
import { viewerOf } from './viewer.ts';

export function createRequestRoot({ learnt, memory }: ExplorerParts, filters: FilterStore) {
  return (connected: Connected, redraw: (node: TreeNode | undefined) => void): Root =>
    createRequestGroups(() => ({
      connected,
      viewer: viewerOf(connected),
      filter: filters.now(),
      environmentOf: (id) => learnt.environmentOf(connected.origin, id),
      seenStatuses: () => seenStatuses(memory, connected.origin),
      redraw,
    }));
}
