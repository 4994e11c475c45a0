/** The only door to notifications: a sentence, and buttons for what to do next. */
import * as vscode from 'vscode';
import { commands, type CommandId } from './names.ts';

/** A button of a notification. */
export interface NextStep {
  readonly label: string;
  run(): unknown;
}

export const showLogStep = (): NextStep => commandStep(vscode.l10n.t('Show Log'), commands.showLog);

/** Shows the editor's settings whose names have this in them. */
export const openSettingsStep = (filter: string): NextStep => ({
  label: vscode.l10n.t('Open Settings'),
  run: () => vscode.commands.executeCommand('workbench.action.openSettings', filter),
});

export function commandStep(label: string, command: CommandId, ...args: readonly unknown[]): NextStep {
  return { label, run: () => vscode.commands.executeCommand(command, ...args) };
}

/** Says what is now true. Returns at once: a notification must not keep a command waiting. */
export function tellDone(sentence: string, ...steps: readonly NextStep[]): void {
  void offer(vscode.window.showInformationMessage(sentence, ...labels(steps)), steps);
}

/** Says why something was not done, and what to do about it. */
export function tellRefusal(sentence: string, ...steps: readonly NextStep[]): void {
  void offer(vscode.window.showWarningMessage(sentence, ...labels(steps)), steps);
}

/** Says what failed. */
export function tellError(sentence: string, ...steps: readonly NextStep[]): void {
  void offer(vscode.window.showErrorMessage(sentence, ...labels(steps)), steps);
}

/** Asks in a dialog that can't be overlooked; true if the person chose `action`, false if they walked away. */
export async function confirm(sentence: string, detail: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(sentence, { modal: true, detail }, action)) === action;
}

const labels = (steps: readonly NextStep[]): string[] => steps.map((step) => step.label);

async function offer(answer: Thenable<string | undefined>, steps: readonly NextStep[]): Promise<void> {
  const label = await answer;
  await steps.find((step) => step.label === label)?.run();
}
