/** Buttons of notifications (next steps): each has a label and an action. */
import * as vscode from 'vscode';

/**
 * The id of a command in package.json. The tests in test/manifest find an id in the code that package.json does not declare.
 */
export type CommandId = `flagAdmin.${string}.${string}`;

/** A log that receives the error of a button's action. */
export interface FailureLog {
  warn(message: string): void;
  /** Logs an error. `name` is the class of the error, such as TypeError. */
  fault(name: string, detail: string): void;
}

/** A button of a notification. */
export type NextStep = CommandStep | CodeStep;

/** A button that runs a command. A command of Flag Admin logs and reports its own errors. */
export interface CommandStep {
  readonly label: string;
  readonly command: string;
  readonly args: readonly unknown[];
}

/** A button that runs a function. If the function fails, the error is written to `log` and shown. */
export interface CodeStep {
  readonly label: string;
  readonly log: FailureLog;
  run(): unknown;
}

/** The label of a button that tries an action again although the service refused it before. All dialogs and messages use it. */
export const tryAnyway = (): string => vscode.l10n.t('Try Anyway…');

/**
 * Returns a button for a change whose outcome is unknown. `run` reads the object again and tells the user whether the change
 * was made.
 */
export const checkAgainStep = (log: FailureLog, run: () => Promise<void>): NextStep => ({
  label: vscode.l10n.t('Check Again'),
  log,
  run,
});

export const showLogStep = (): NextStep => commandStep(vscode.l10n.t('Show Log'), 'flagAdmin.log.show');

/** The editor's command that opens its settings. Its argument filters them. */
export const openSettings = 'workbench.action.openSettings';

/** Returns a button that opens the editor's settings whose names contain the filter. */
export const openSettingsStep = (filter: string): NextStep => editorStep(vscode.l10n.t('Open Settings'), openSettings, filter);

/** Returns a button that opens a file. Shown if the current file can't be used. */
export const openFileStep = (): NextStep => editorStep(vscode.l10n.t('Open a File…'), 'workbench.action.files.openFile');

export const commandStep = (label: string, command: CommandId, ...args: readonly unknown[]): NextStep => ({
  label,
  command,
  args,
});

/** Returns a button that runs a command of the editor itself. */
export const editorStep = (label: string, command: string, ...args: readonly unknown[]): NextStep => ({ label, command, args });

export const reviewStep = (requestId: string): NextStep =>
  commandStep(vscode.l10n.t('Review'), 'flagAdmin.changeRequest.open', requestId);
