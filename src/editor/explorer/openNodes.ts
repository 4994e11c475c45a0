/** Which nodes of the trees are open, stored for the workspace folder: VS Code forgets it with each reload. */
import * as vscode from 'vscode';
import { logFailure, type Log } from '../log.ts';
import type { Store } from '../../operations/serviceFacts.ts';
import type { TreeNode } from './treeNode.ts';

const OPEN = 'tree.open';
/** The ones that were opened or closed first are forgotten first. */
const MAX_NODES = 200;

type Stored = readonly (readonly [id: string, isOpen: boolean])[];

/** As the user left it, or as the node has it at first. */
export function openedAsBefore(store: Store, item: vscode.TreeItem): vscode.TreeItemCollapsibleState | undefined {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = (store.get<Stored>(OPEN) ?? []).find(([id]) => id === item.id)?.[1];
  if (isOpen === undefined || (item.collapsibleState ?? None) === None) return item.collapsibleState;
  return isOpen ? Expanded : Collapsed;
}

export function rememberOpen(
  store: Store,
  view: Pick<vscode.TreeView<TreeNode>, 'onDidExpandElement' | 'onDidCollapseElement'>,
  log: Log,
): vscode.Disposable {
  const remember = ({ id }: vscode.TreeItem, isOpen: boolean): void => {
    if (id === undefined) return;
    const others = (store.get<Stored>(OPEN) ?? []).filter(([other]) => other !== id);
    logFailure(store.update(OPEN, [...others, [id, isOpen] as const].slice(-MAX_NODES)), log);
  };
  return vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => remember(element.toTreeItem(), true)),
    view.onDidCollapseElement(({ element }) => remember(element.toTreeItem(), false)),
  );
}
