/** Next steps for the user: buttons, each with a label and an action. */
import * as vscode from 'vscode';

/** A command of package.json. test/manifest reports an id in the code that package.json does not declare. */
export type CommandId = `flagAdmin.${string}.${string}`;

/** Receives the error of a button. */
export interface FailureLog {
  warn(message: string): void;
  /** `name` is the name of the error. */
  fault(name: string, detail: string): void;
}

/** A button of a notification. */
export type NextStep = CommandStep | CodeStep;

/** Runs a command. Commands of Flag Admin log and report their own errors. */
export interface CommandStep {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

/** Runs code of a feature. Its error is written to `log` and shown. */
export interface CodeStep {
  readonly label: string;
  readonly log: FailureLog;
  run(): unknown;
}

/** The label for trying an action that the service refused before. All questions and messages use it. */
export const tryAnyway = (): string => vscode.l10n.t('Try Anyway…');

/** For a change whose outcome is unknown: `run` reads the state again and reports it. */
export const checkAgainStep = (log: FailureLog, run: () => Promise<void>): NextStep => ({
  label: vscode.l10n.t('Check Again'),
  log,
  run,
});

export const showLogStep = (): NextStep => commandStep(vscode.l10n.t('Show Log'), 'flagAdmin.log.show');

/** The editor's command that opens its settings. Its argument is a filter. */
export const openSettings = 'workbench.action.openSettings';

/** Opens the editor's settings whose names contain the filter. */
export const openSettingsStep = (filter: string): NextStep => editorStep(vscode.l10n.t('Open Settings'), openSettings, filter);

/** For a file that can't be used: opens a different one. */
export const openFileStep = (): NextStep => editorStep(vscode.l10n.t('Open a File…'), 'workbench.action.files.openFile');

export const commandStep = (label: string, command: CommandId, ...args: readonly unknown[]): NextStep => ({
  label,
  command,
  args,
});

/** Like `commandStep`, for a command of the editor itself. */
export const editorStep = (label: string, command: string, ...args: readonly unknown[]): NextStep => ({ label, command, args });

export const reviewStep = (requestId: string): NextStep =>
  commandStep(vscode.l10n.t('Review'), 'flagAdmin.changeRequest.open', requestId);
