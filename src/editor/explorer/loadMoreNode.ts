/** The end of a list that has more pages. */
import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

export function createLoadMoreNode(loadMore: () => Promise<void>): TreeNode & { readonly loadMore: () => Promise<void> } {
  const node = {
    contextValue: 'loadMore' as const,
    loadMore,
    toTreeItem() {
      const item = new vscode.TreeItem(vscode.l10n.t('Load more…'));
      item.iconPath = new vscode.ThemeIcon('ellipsis');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = { label: vscode.l10n.t('Load more…') };
      item.command = { command: 'flagAdmin.view.loadMore', title: vscode.l10n.t('Load more…'), arguments: [node] };
      return item;
    },
  };
  return node;
}
