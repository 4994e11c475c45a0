/** A line that says something and has nothing below it: how many keys a segment holds, that a list is empty. */
import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

export function createFactNode(text: string, icon = 'info', command?: vscode.Command): TreeNode {
  return {
    contextValue: 'fact',
    toTreeItem() {
      const item = new vscode.TreeItem(text);
      item.iconPath = new vscode.ThemeIcon(icon);
      item.contextValue = 'fact';
      item.accessibilityInformation = { label: text };
      if (command) item.command = command;
      return item;
    },
  };
}
