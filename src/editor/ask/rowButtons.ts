/** The buttons of a row in a list: Copy Link, Copy ID and Reveal in Tree, each only if the subject of the row supports it. */
import * as vscode from 'vscode';
import type { Target } from '../window/target.ts';
import type { CommandId } from '../words/nextSteps.ts';

const { t } = vscode.l10n;

/** The subject of a row. `id`: the ID to copy, if the target does not contain it. Segments have no ID. */
export interface RowSubject {
  readonly target?: Target;
  readonly id?: unknown;
}

interface RowButton extends vscode.QuickInputButton {
  readonly command: CommandId;
  readonly argument: unknown;
  /** True = the question closes, because the command shows something else. */
  readonly closesQuestion: boolean;
}

export function rowButtons({ target, id = idOf(target) }: RowSubject): readonly RowButton[] {
  const hasLink = target && (target.kind !== 'workspace' || target.environment);
  return [
    ...(hasLink ? [button('link', t('Copy Link'), 'flagAdmin.node.copyLink', { target })] : []),
    ...(typeof id === 'string' ? [button('copy', t('Copy ID'), 'flagAdmin.node.copyId', { copyable: { id } })] : []),
    ...(target ? [button('list-tree', t('Reveal in Tree'), 'flagAdmin.node.reveal', { target }, true)] : []),
  ];
}

/** Runs the command of a button. `leave` closes the question. Throws nothing, because the command reports its own failure. */
export function pressRowButton(pressed: vscode.QuickInputButton, leave: () => void): void {
  const { command, argument, closesQuestion } = pressed as RowButton;
  if (closesQuestion) leave();
  void vscode.commands.executeCommand(command, argument);
}

const button = (icon: string, tooltip: string, command: CommandId, argument: unknown, closesQuestion = false): RowButton => ({
  iconPath: new vscode.ThemeIcon(icon),
  tooltip,
  command,
  argument,
  closesQuestion,
});

function idOf(target: Target | undefined): string | undefined {
  if (target?.kind === 'changeRequest') return target.id;
  return target?.kind === 'workspace' ? (target.environment ?? target.workspace).id : undefined;
}
