/** What failed to load, and why, in the place where it would have been; below it, what to do about it. */
import * as vscode from 'vscode';
import { describeFailure } from '../messages/failure.ts';
import type { Log } from '../log.ts';
import { createFactNode } from './factNode.ts';
import { spoken } from './spoken.ts';
import type { TreeNode } from './treeNode.ts';

/** `reload` loads the level again that failed. */
export function failureNodes(error: unknown, reload: () => Promise<void>, log: Log): readonly TreeNode[] {
  const { sentence, detail, action } = describeFailure(error);
  log.warn(detail);
  const retry = { command: 'flagAdmin.view.retry', title: vscode.l10n.t('Retry'), arguments: [{ reload }] };
  const failure = createFailureNode(sentence, reload, action ?? retry);
  const steps = [createFactNode(retry.title, 'refresh', retry)];
  if (action) steps.unshift(createFactNode(action.title, 'wrench', action));
  return [failure, ...steps];
}

function createFailureNode(
  sentence: string,
  reload: () => Promise<void>,
  click: vscode.Command,
): TreeNode & { readonly reload: () => Promise<void> } {
  return {
    contextValue: 'failure',
    reload,
    toTreeItem() {
      const item = new vscode.TreeItem(sentence);
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
      item.tooltip = sentence;
      item.contextValue = 'failure';
      item.accessibilityInformation = spoken(vscode.l10n.t('Not loaded'), sentence);
      item.command = click;
      return item;
    },
  };
}
