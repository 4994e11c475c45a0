/** Stores for the workspace folder which nodes of the trees are open, because VS Code forgets open nodes with each reload. */
import * as vscode from 'vscode';
import { logFailure, type Log } from '../window/log.ts';
import { openTable, type Store, type Table } from '../../operations/learned/store.ts';
import type { TreeNode } from './treeNode.ts';

const nodes = (store: Store): Table<readonly [id: string, isOpen: boolean]> =>
  openTable(store, 'tree.open', { keyColumns: 1, maxRows: 200 });

/** Returns the state in which the user left the node, or else its initial state. */
export function openedAsBefore(store: Store, item: vscode.TreeItem): vscode.TreeItemCollapsibleState | undefined {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = nodes(store).find(item.id ?? '')?.[1];
  if (isOpen === undefined || (item.collapsibleState ?? None) === None) return item.collapsibleState;
  return isOpen ? Expanded : Collapsed;
}

/**
 * Stores that a node is open. Called when the editor asks for the rows below the node, which it does for open nodes only. The
 * event of the editor is not enough: it is missing if the user opens a node while the editor reads the tree again.
 */
export function rememberAsked(store: Store, node: TreeNode, log: Log): void {
  const item = node.toTreeItem();
  const isKnown = openedAsBefore(store, item) !== vscode.TreeItemCollapsibleState.Collapsed;
  if (item.id !== undefined && !isKnown) logFailure(nodes(store).put([item.id, true]), log);
}

export function rememberOpen(
  store: Store,
  view: Pick<vscode.TreeView<TreeNode>, 'onDidExpandElement' | 'onDidCollapseElement'>,
  log: Log,
  tree: { setOpen(node: TreeNode, isOpen: boolean): void },
): vscode.Disposable {
  const remember = (element: TreeNode, isOpen: boolean): void => {
    tree.setOpen(element, isOpen);
    const { id } = element.toTreeItem();
    if (id !== undefined) logFailure(nodes(store).put([id, isOpen]), log);
  };
  return vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => remember(element, true)),
    view.onDidCollapseElement(({ element }) => remember(element, false)),
  );
}
