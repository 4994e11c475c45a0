/** The first level of the Workspaces view: the workspaces that the API key in use can see. */
import type { Connected } from '../window/connected.ts';
import { openJournal } from '../../operations/keys/journal.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { PAGE, type TreeContext, type TreeNode } from './treeNode.ts';
import { pagedList } from './pagedList.ts';
import type { Root } from './tree.ts';
import { createWorkspaceNode } from './workspaceNode.ts';
import { requestPlace } from '../words/placeWords.ts';

/**
 * Returns a function that creates the first level of the tree for a connection. The tree uses this level as long as the
 * connection is in use, so it keeps showing the pages that the user has added with `Load more…`. `changedWorkspaces`: the ids of
 * the workspaces in which this window has changed something.
 */
export const createRoots =
  (
    { context: { globalStorageUri }, serviceFacts, memory, log, definitionDrafts }: Services,
    changedWorkspaces: ReadonlySet<string> = new Set(),
  ) =>
  (connected: Connected, redraw: (node: TreeNode | undefined) => void): Root => {
    const { client, connectionId, origin } = connected;
    const catalog = catalogOf(client);
    // The lists might be outdated, because this window can have changed something while a different API key was in use.
    for (const workspaceId of ['', ...changedWorkspaces]) catalog.expire(workspaceId);
    const whereIs: TreeContext['placeOf'] = (request) => requestPlace(request, serviceFacts.environmentOf(origin, request.id));
    const context = (): TreeContext => {
      serviceFacts.forgetCreationRequests();
      return {
        connected,
        catalog,
        rememberEnvironment: (id, environment) => logFailure(serviceFacts.rememberRequest(origin, id, environment), log),
        placeOf: whereIs,
        drafts: definitionDrafts,
        changedSegments: async () => {
          const changes = await openJournal(globalStorageUri.fsPath).list();
          return new Set(changes.map(({ target }) => `${target.environment.id}/${target.name}`));
        },
        // `serviceFacts` knows open requests that were found when definitions were opened as documents.
        isCreationRequested: (place) =>
          serviceFacts.hasCreationRequest(place) ||
          catalog.requests().items.some((request) => {
            if (request.flag?.name !== place.flagName || request.workspace?.id !== place.workspace.id) return false;
            return whereIs(request)?.id === place.environment.id;
          }),
        pinned: (workspaceId) => pinnedIn(memory, connectionId, workspaceId),
        redraw,
      };
    };
    let shared = context();
    const list = pagedList({
      list: () => catalog.workspaces,
      page: PAGE,
      toNode: (workspace) => createWorkspaceNode(workspace, shared),
      redraw: () => redraw(undefined),
      async readRowData(first) {
        if (first === 0) shared = context();
      },
    });
    return { nodes: () => list.nodes(), expire: (workspaceId) => catalog.expire(workspaceId) };
  };
