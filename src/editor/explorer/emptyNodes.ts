/** An empty place in the tree: that there is nothing, and below it what to do about that. */
import * as vscode from 'vscode';
import { createFactNode } from './factNode.ts';
import type { TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

/** A step of the tree that is a row to click. */
export interface RowStep extends vscode.Command {
  readonly icon: string;
}

/** `make` is not offered through a connection that changes nothing; there is still to look again. */
export function emptyNodes(sentence: string, isReadOnly: boolean, make: RowStep, icon?: string): readonly TreeNode[] {
  const { icon: stepIcon, ...command } = isReadOnly ? lookAgain() : make;
  return [createFactNode(sentence, icon), createFactNode(command.title, stepIcon, command)];
}

const lookAgain = (): RowStep => ({ command: 'flagAdmin.view.refresh', title: t('Refresh'), icon: 'refresh' });

export const submitOne = (): RowStep => ({
  command: 'flagAdmin.changeRequest.submit',
  title: t('Submit Change Request…'),
  icon: 'git-pull-request-create',
});
