/** What failed to load, and why, in the place where it would have been. */
import * as vscode from 'vscode';
import { describeFailure } from '../failure.ts';
import { commands } from '../names.ts';
import type { Log } from '../log.ts';
import type { TreeNode } from './treeNode.ts';

/** `parent` is the node whose children failed to load; undefined = the whole view. */
export function createFailureNode(
  error: unknown,
  parent: TreeNode | undefined,
  log: Log,
): TreeNode & { readonly parent: TreeNode | undefined } {
  const { sentence, detail, action } = describeFailure(error);
  log.warn(detail);
  const node = {
    contextValue: 'failure' as const,
    parent,
    toTreeItem() {
      const item = new vscode.TreeItem(sentence);
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
      item.tooltip = vscode.l10n.t('{0} Click to try again.', sentence);
      item.contextValue = node.contextValue;
      item.command = action ?? { command: commands.retry, title: vscode.l10n.t('Retry'), arguments: [node] };
      return item;
    },
  };
  return node;
}
