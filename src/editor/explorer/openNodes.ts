/**
 * Stores for the workspace folder which nodes of the trees are expanded, because VS Code forgets this when the window is
 * reloaded.
 */
import * as vscode from 'vscode';
import { logFailure, type Log } from '../window/log.ts';
import { openTable, type Store, type Table } from '../../operations/learned/store.ts';
import type { TreeNode } from './treeNode.ts';

const nodeTable = (store: Store): Table<readonly [id: string, isOpen: boolean]> =>
  openTable(store, 'tree.open', { keyColumns: 1, maxRows: 200 });

/**
 * Returns whether the user left the node expanded or collapsed. If that is not stored, returns the node's own initial state.
 */
export function storedExpansion(store: Store, item: vscode.TreeItem): vscode.TreeItemCollapsibleState | undefined {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = nodeTable(store).find(item.id ?? '')?.[1];
  if (isOpen === undefined || (item.collapsibleState ?? None) === None) return item.collapsibleState;
  return isOpen ? Expanded : Collapsed;
}

/**
 * Stores that a node is expanded. Called when the editor asks for its children, which it does only for expanded nodes. The
 * event of the editor is not enough: it is not sent if the user expands a node while the editor reads the tree again.
 */
export function rememberExpanded(store: Store, node: TreeNode, log: Log): void {
  const item = node.toTreeItem();
  const isKnown = storedExpansion(store, item) !== vscode.TreeItemCollapsibleState.Collapsed;
  if (item.id !== undefined && !isKnown) logFailure(nodeTable(store).put([item.id, true]), log);
}

export function rememberExpansion(
  store: Store,
  view: Pick<vscode.TreeView<TreeNode>, 'onDidExpandElement' | 'onDidCollapseElement'>,
  log: Log,
  tree: { setOpen(node: TreeNode, isOpen: boolean): void },
): vscode.Disposable {
  const remember = (element: TreeNode, isOpen: boolean): void => {
    tree.setOpen(element, isOpen);
    const { id } = element.toTreeItem();
    if (id !== undefined) logFailure(nodeTable(store).put([id, isOpen]), log);
  };
  return vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => remember(element, true)),
    view.onDidCollapseElement(({ element }) => remember(element, false)),
  );
}
