/** Reveal in Tree: selects the row of a workspace, environment, flag, segment or change request. */
import * as vscode from 'vscode';
import { activeUri, addressOf } from '../window/definitionUri.ts';
import { tellRefusal } from '../window/notifications.ts';
import { flagFrom, isObject, requestFrom, segmentFrom, workspaceFrom } from '../window/target.ts';
import type { ExplorerTree } from './tree.ts';
import type { TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

/** What to reveal: a workspace, an environment in it, or a flag or segment in that environment. */
interface Place {
  readonly workspaceId: string;
  readonly environmentId?: string | undefined;
  readonly object?: { readonly kind: 'flag' | 'segment'; readonly name: string };
}

/** A view, and the tree that it shows. */
export interface RevealingView {
  readonly view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
  readonly tree: Pick<ExplorerTree, 'childrenOf'>;
}

/**
 * Selects the row of the object in `argument`. If there is none, selects the row of the flag whose definition is in the active
 * editor.
 */
export async function revealInTree(argument: unknown, workspaces: RevealingView, requests: RevealingView): Promise<void> {
  const isGiven = isObject(argument) && argument.target !== undefined;
  const place = isGiven ? placeOf(argument) : activePlace();
  const request = isGiven && !place ? requestFrom(argument) : undefined;
  if (request) return revealRequest(request.id, requests);
  if (!place) return tellRefusal(t('Open the definition of a flag first. This command then selects the row of that flag.'));
  const { view, tree } = workspaces;
  let node: TreeNode | undefined;
  let hasFailed = false;
  for (const isNext of pathTests(place)) {
    const rows = await tree.childrenOf(node);
    const next = rows.find(isNext);
    hasFailed = rows.some(({ contextValue }) => contextValue === 'failure');
    // If the row is on a page that is not loaded yet, the row above is selected.
    if (!next) break;
    node = next;
  }
  if (!node && hasFailed) return tellRefusal(t('The Workspaces view could not be loaded, so this row can’t be selected now.'));
  if (!node) return tellRefusal(t('This object has no row in the Workspaces view of the connection in use.'));
  await view.reveal(node, { select: true, focus: true, expand: place.object === undefined });
}

/** Selects the first row of the change request. Begins with the groups of open requests, because they are already loaded. */
async function revealRequest(id: string, { view, tree }: RevealingView): Promise<void> {
  for (const group of await tree.childrenOf(undefined)) {
    const rows = await tree.childrenOf(group);
    const node = rows.find(({ target }) => target?.kind === 'changeRequest' && target.id === id);
    if (node) return view.reveal(node, { select: true, focus: true });
  }
  tellRefusal(
    t('This change request is not among the loaded rows of the Change Requests view. Load more rows, or clear the filter.'),
  );
}

function placeOf(argument: unknown): Place | undefined {
  const object = flagFrom(argument) ?? segmentFrom(argument);
  if (object) return { workspaceId: object.workspace.id, environmentId: object.environment.id, object };
  const target = workspaceFrom(argument);
  return target && { workspaceId: target.workspace.id, environmentId: target.environment?.id };
}

function activePlace(): Place | undefined {
  const uri = activeUri();
  const place = uri && addressOf(uri)?.place;
  if (!place) return undefined;
  const object = { kind: 'flag', name: place.flagName } as const;
  return { workspaceId: place.workspace.id, environmentId: place.environment.id, object };
}

/** Returns a test for each level of the tree from the top down. The test is true for the node on the path to the object. */
function pathTests({ workspaceId, environmentId, object }: Place): readonly ((node: TreeNode) => boolean)[] {
  const hasId = (id: string) => (node: TreeNode) => node.copyable?.id === id;
  return [
    hasId(workspaceId),
    ...(environmentId === undefined ? [] : [hasId(environmentId)]),
    ...(object
      ? [
          ({ contextValue }: TreeNode) => contextValue === `${object.kind}s`,
          ({ target }: TreeNode) => target?.kind === object.kind && target.name === object.name,
        ]
      : []),
  ];
}
