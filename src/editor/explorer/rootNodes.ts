/** The workspaces of the API key in use: the first level of the tree. */
import type { Connected } from '../window/connected.ts';
import { openJournal } from '../../operations/keys/journal.ts';
import { logFailure } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { pinnedIn } from '../../operations/learned/pinnedFlags.ts';
import { createRequestList } from '../../operations/changeRequests/requestList.ts';
import { PAGE, type TreeContext, type TreeNode } from './treeNode.ts';
import { pagedList, type PagedList } from './pagedList.ts';
import { createWorkspaceNode } from './workspaceNode.ts';
import { requestPlace } from '../words/placeWords.ts';

/**
 * The first level for a connection. The list is kept by the caller while the connection stays in use, so that
 * `Load more…` goes on where it was.
 */
export const createRoots =
  ({ context: { globalStorageUri }, serviceFacts, memory, log, definitionDrafts }: Services) =>
  (connected: Connected, redraw: (node: TreeNode | undefined) => void): PagedList => {
    const { client, connectionId, origin } = connected;
    const whereIs: TreeContext['placeOf'] = (request) => requestPlace(request, serviceFacts.environmentOf(origin, request.id));
    const context = (): TreeContext => {
      serviceFacts.forgetCreated();
      const requests = createRequestList(client);
      return {
        connected,
        requests,
        rememberEnvironment: (id, environment) => logFailure(serviceFacts.rememberRequest(origin, id, environment), log),
        placeOf: whereIs,
        drafts: definitionDrafts,
        changedSegments: async () => {
          const changes = await openJournal(globalStorageUri.fsPath).list();
          return new Set(changes.map(({ target }) => `${target.environment.id}/${target.name}`));
        },
        // `requests` = those of the tree; what documents found is in `serviceFacts`.
        isRequested: (place) =>
          serviceFacts.isCreated(place) ||
          requests.known().some((request) => {
            if (request.flag?.name !== place.flagName || request.workspace?.id !== place.workspace.id) return false;
            return whereIs(request)?.id === place.environment.id;
          }),
        pinned: (workspaceId) => pinnedIn(memory, connectionId, workspaceId),
        redraw,
      };
    };
    let shared = context();
    return pagedList(
      (offset) => {
        // A refresh reads the change requests anew, too.
        if (offset === 0) shared = context();
        return client.listWorkspaces({ offset, limit: PAGE });
      },
      (workspace) => createWorkspaceNode(workspace, shared),
      () => redraw(undefined),
    );
  };
