/** The only file that shows notifications: a sentence, and buttons for what to do next. */
import * as vscode from 'vscode';
import { isCancelled } from '../../api/errors.ts';
import { unknownOutcomeIn } from '../words/changeFailure.ts';
import { describeFailure } from '../words/failureWords.ts';
import { checkAgainStep, showLogStep, type FailureLog, type NextStep } from '../words/nextSteps.ts';
import { labelText, messageText } from '../words/escape.ts';

/** Reports a result. Does not wait for the user, because a notification must not block a command. */
export function tellDone(sentence: string, ...steps: readonly NextStep[]): void {
  void showWithSteps(vscode.window.showInformationMessage, messageText(sentence), steps);
}

/** Says why something was not done, and what to do. Returns undefined, so that a caller without a result can return this call. */
export function tellRefusal(sentence: string, ...steps: readonly NextStep[]): undefined {
  void showWithSteps(vscode.window.showWarningMessage, messageText(sentence), steps);
}

/** Reports a failure. */
export function tellError(sentence: string, ...steps: readonly NextStep[]): void {
  void showWithSteps(vscode.window.showErrorMessage, messageText(sentence), steps);
}

/**
 * Shows an error once, with its next steps, and writes the details to the log. Without a log (a command of the editor failed),
 * the button that shows the log is left out. Shows nothing if the user cancelled.
 */
export function reportFailure(error: unknown, log?: FailureLog): void {
  if (isCancelled(error)) return;
  const { sentence, detail, steps, isUnforeseen } = describeFailure(error);
  if (isUnforeseen) log?.fault(error instanceof Error ? error.name : typeof error, detail);
  else log?.warn(detail);
  const { label } = showLogStep();
  const check = log ? checkSteps(error, log) : [];
  tellError(sentence, ...check, ...steps.filter((step) => log !== undefined || step.label !== label));
}

/** Returns the button that checks whether a change was made. Empty if the outcome of the change is known. */
function checkSteps(failed: unknown, log: FailureLog): readonly NextStep[] {
  const { outcomes, check } = unknownOutcomeIn(failed) ?? {};
  if (!outcomes || !check) return [];
  const run = async (): Promise<void> => {
    const isDone = await check().catch(() => undefined);
    if (isDone === undefined) return reportFailure(failed, log);
    if (isDone) tellDone(outcomes.done);
    else tellRefusal(`${outcomes.notDone} ${outcomes.unchanged}`, ...(outcomes.retryStep ? [outcomes.retryStep] : []));
    await vscode.commands.executeCommand('flagAdmin.view.refresh');
  };
  return [checkAgainStep(log, run)];
}

/** Asks in a modal dialog. True = the person chose `action`; false = they cancelled. */
export async function confirm(sentence: string, detail: string, action: string): Promise<boolean> {
  const button = labelText(action);
  return (
    (await vscode.window.showWarningMessage(messageText(sentence), { modal: true, detail: messageText(detail) }, button)) ===
    button
  );
}

/**
 * Shows progress in a notification, with a Cancel button if `cancellable` is true, which aborts `signal`. Only this function
 * shows progress.
 */
export function tellProgress<T>(
  title: string,
  task: (progress: vscode.Progress<{ message?: string; increment?: number }>, signal: AbortSignal) => Promise<T>,
  { cancellable = false }: { readonly cancellable?: boolean } = {},
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: messageText(title), cancellable };
  return vscode.window.withProgress(options, async (progress, token) => {
    const shown: typeof progress = {
      report: ({ message, ...rest }) =>
        progress.report({ ...rest, ...(message !== undefined && { message: messageText(message) }) }),
    };
    return withSignal(token, (signal) => task(shown, signal));
  });
}

/** Runs work with a signal that aborts when the editor requests cancellation. */
export async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } finally {
    listener.dispose();
  }
}

/** The approximate number of characters in a line of a notification. Without buttons, the editor shows only one line. */
const LINE_LENGTH = 50;

async function showWithSteps(
  show: (text: string, ...labels: string[]) => Thenable<string | undefined>,
  text: string,
  steps: readonly NextStep[],
): Promise<void> {
  const labels = steps.map(({ label }) => labelText(label));
  if (steps.length === 0 && text.length > LINE_LENGTH) labels.push(vscode.l10n.t('Close'));
  let label: string | undefined;
  try {
    label = await show(text, ...labels);
  } catch {
    // The window is closing and cancels all its messages. An error message about that would be cancelled, too, and cause the
    // next error message, without end. The extension host would then never exit, and its open files could not be used by the
    // next extension host.
    return;
  }
  const pressed = steps.find((step) => labelText(step.label) === label);
  try {
    if (pressed) await runStep(pressed);
  } catch (error) {
    reportFailure(error, pressed && 'log' in pressed ? pressed.log : undefined);
  }
}

/** Runs the action of the button. Throws the errors of the command or the code. */
export async function runStep(step: NextStep): Promise<void> {
  await ('command' in step ? vscode.commands.executeCommand(step.command, ...step.args) : step.run());
}
