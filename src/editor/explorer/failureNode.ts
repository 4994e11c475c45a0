/** What failed to load, and why, in the place where it would have been; below it, what to do about it. */
import * as vscode from 'vscode';
import { describeFailure } from '../failure.ts';
import { commands } from '../names.ts';
import type { Log } from '../log.ts';
import { createFactNode } from './factNode.ts';
import type { TreeNode } from './treeNode.ts';

/** `parent` is the node whose children failed to load; undefined = the whole view. */
export function failureNodes(error: unknown, parent: TreeNode | undefined, log: Log): readonly TreeNode[] {
  const { sentence, detail, action } = describeFailure(error);
  log.warn(detail);
  const retry = { command: commands.retry, title: vscode.l10n.t('Retry'), arguments: [{ parent }] };
  const failure = createFailureNode(sentence, parent, action ?? retry);
  const steps = [createFactNode(retry.title, 'refresh', retry)];
  if (action) steps.unshift(createFactNode(action.title, 'wrench', action));
  return [failure, ...steps];
}

function createFailureNode(
  sentence: string,
  parent: TreeNode | undefined,
  click: vscode.Command,
): TreeNode & { readonly parent: TreeNode | undefined } {
  return {
    contextValue: 'failure',
    parent,
    toTreeItem() {
      const item = new vscode.TreeItem(sentence);
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
      item.tooltip = sentence;
      item.contextValue = 'failure';
      item.command = click;
      return item;
    },
  };
}
