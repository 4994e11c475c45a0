/** What the user can do next: buttons, each with a label and what it runs. */
import * as vscode from 'vscode';

/** A command of package.json. test/manifest finds an id in the code that is not declared there. */
export type CommandId = `flagAdmin.${string}.${string}`;

/** Where the error of a button goes. */
export interface FailureLog {
  warn(message: string): void;
  /** `name` is that of the error. */
  fault(name: string, detail: string): void;
}

/** A button of a notification. */
export type NextStep = CommandStep | CodeStep;

/** Runs a command. A command of ours logs and reports its own errors. */
export interface CommandStep {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

/** Runs code of a feature. An error of it goes to `log`, and is shown. */
export interface CodeStep {
  readonly label: string;
  readonly log: FailureLog;
  run(): unknown;
}

export const showLogStep = (): NextStep => commandStep(vscode.l10n.t('Show Log'), 'flagAdmin.log.show');

/** The editor's own command; its argument is a filter. */
export const openSettings = 'workbench.action.openSettings';

/** Shows the editor's settings whose names have this in them. */
export const openSettingsStep = (filter: string): NextStep => editorStep(vscode.l10n.t('Open Settings'), openSettings, filter);

/** What to do about a file that can't be used. */
export const openFileStep = (): NextStep => editorStep(vscode.l10n.t('Open a File…'), 'workbench.action.files.openFile');

export const commandStep = (label: string, command: CommandId, ...args: readonly unknown[]): NextStep => ({
  label,
  command,
  args,
});

/** As `commandStep`, for a command of the editor itself. */
export const editorStep = (label: string, command: string, ...args: readonly unknown[]): NextStep => ({ label, command, args });

export const reviewStep = (requestId: string): NextStep =>
  commandStep(vscode.l10n.t('Review'), 'flagAdmin.changeRequest.open', requestId);
