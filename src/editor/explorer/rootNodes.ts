/** The workspaces of the API key in use: the first level of the tree. */
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import type { Store } from '../../operations/store.ts';
import type { Connected } from '../service/connected.ts';
import { logFailure } from '../log.ts';
import { pinnedIn } from '../service/pinnedFlags.ts';
import { createRequestList, type RequestList } from '../service/requestList.ts';
import { PAGE, type ExplorerParts, type OwnWork, type TreeContext, type TreeNode } from './treeNode.ts';
import { pagedList, type PagedList } from './pagedList.ts';
import { createWorkspaceNode } from './workspaceNode.ts';
import { placeOf } from '../formats/places.ts';

/** `createRoot`, which remembers the environments of change requests. */
export const createRoots =
  ({ serviceFacts, memory, log, draftOf, own }: Pick<ExplorerParts, 'serviceFacts' | 'memory' | 'log' | 'draftOf' | 'own'>) =>
  (connected: Connected, redraw: (node: TreeNode | undefined) => void): PagedList =>
    createRoot(
      connected,
      redraw,
      memory,
      (id, environment) => logFailure(serviceFacts.rememberRequest(connected.origin, id, environment), log),
      draftOf,
      serviceFacts,
      own,
    );

/**
 * The first level for a connection. The list is kept by the caller while the connection stays in use, so that
 * `Load more…` goes on where it was.
 */
export function createRoot(
  connected: Connected,
  redraw: (node: TreeNode | undefined) => void,
  memory: Store,
  rememberEnvironment: TreeContext['rememberEnvironment'] = () => undefined,
  draftOf: TreeContext['draftOf'] = () => undefined,
  serviceFacts?: Pick<ServiceFacts, 'environmentOf' | 'isCreated' | 'forgetCreated'>,
  own: OwnWork = { areDraftsRead: () => false, changedSegments: async () => undefined },
): PagedList {
  const { client, connectionId, origin } = connected;
  const pinned = (workspaceId: string) => pinnedIn(memory, connectionId, workspaceId);
  const context = (): TreeContext => {
    serviceFacts?.forgetCreated();
    const requests = createRequestList(client);
    return {
      connected,
      requests,
      rememberEnvironment,
      placeOf: (request) => placeOf(request, serviceFacts?.environmentOf(origin, request.id)),
      draftOf,
      own,
      isRequested: createIsRequested(requests, origin, serviceFacts),
      pinned,
      redraw,
    };
  };
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

/** `requests` = those of the tree; what documents found is in `serviceFacts`. */
export const createIsRequested =
  (
    requests: Pick<RequestList, 'known'>,
    origin: string,
    serviceFacts: Pick<ServiceFacts, 'environmentOf' | 'isCreated'> | undefined,
  ): TreeContext['isRequested'] =>
  (place) =>
    serviceFacts?.isCreated(place) === true ||
    requests.known().some((request) => {
      if (request.flag?.name !== place.flagName || request.workspace?.id !== place.workspace.id) return false;
      return placeOf(request, serviceFacts?.environmentOf(origin, request.id))?.id === place.environment.id;
    });
