/** The workspaces of the API key in use: the first level of the tree. */
import type { Connected } from '../connected.ts';
import { logFailure } from '../log.ts';
import { createRequestList } from '../requestList.ts';
import type { ExplorerParts } from './index.ts';
import { pagedList, type PagedList } from './pagedList.ts';
import { PAGE, type TreeContext, type TreeNode } from './treeNode.ts';
import { createWorkspaceNode } from './workspaceNode.ts';

/** `createRoot`, with what is learnt on the way remembered. */
export const createRoots =
  ({ learnt, log }: Pick<ExplorerParts, 'learnt' | 'log'>) =>
  (connected: Connected, redraw: (node: TreeNode | undefined) => void): PagedList =>
    createRoot(connected, redraw, (id, environment) =>
      logFailure(learnt.rememberRequest(connected.origin, id, environment), log),
    );

/**
 * The first level for a connection. The list is kept by the caller while the connection stays in use, so that
 * `Load more…` goes on where it was.
 */
export function createRoot(
  connected: Connected,
  redraw: (node: TreeNode | undefined) => void,
  learn: TreeContext['learn'] = () => undefined,
): PagedList {
  const { client } = connected;
  const context = () => ({ connected, requests: createRequestList(client), learn, redraw });
  let shared = context();
  const list = pagedList(
    (offset) => {
      // A refresh reads the change requests anew, too.
      if (offset === 0) shared = context();
      return client.listWorkspaces({ offset, limit: PAGE });
    },
    (workspace) => createWorkspaceNode(workspace, shared),
    () => redraw(undefined),
  );
  return list;
}
