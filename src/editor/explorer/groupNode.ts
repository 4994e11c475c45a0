/** A list below a heading: `Segments`, `Flags`. */
import * as vscode from 'vscode';
import type { ContextValue } from './contextValues.ts';
import type { WorkspaceTarget } from '../service/target.ts';
import { spoken } from './spoken.ts';
import type { TreeNode } from './treeNode.ts';

export interface Group {
  readonly contextValue: ContextValue;
  readonly label: string;
  readonly icon: string;
  readonly id: string;
  readonly target?: WorkspaceTarget;
}

export function createGroupNode(group: Group, children: (node: TreeNode) => () => Promise<readonly TreeNode[]>): TreeNode {
  const node: TreeNode = {
    contextValue: group.contextValue,
    ...(group.target && { target: group.target }),
    toTreeItem() {
      const item = new vscode.TreeItem(group.label, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = group.id;
      item.iconPath = new vscode.ThemeIcon(group.icon);
      item.contextValue = group.contextValue;
      item.accessibilityInformation = spoken(group.label, group.target?.environment?.name);
      return item;
    },
    children: () => load(),
  };
  const load = children(node);
  return node;
}
