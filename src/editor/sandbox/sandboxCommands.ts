/** Try the Sandbox, Stop the Sandbox, Reset the Sandbox and Open a Sample List of Keys. */
import * as vscode from 'vscode';
import type { CommandList } from '../command.ts';
import { commands, views } from '../names.ts';
import { commandStep, confirm, tellDone, tellRefusal } from '../tell.ts';
import type { SandboxDeps } from './index.ts';

const { t } = vscode.l10n;

export const sandboxCommands = (deps: SandboxDeps): CommandList => ({
  [commands.startSandbox]: async () => () => trySandbox(deps),
  [commands.stopSandbox]: async () => () => stopSandbox(deps),
  [commands.resetSandbox]: async () => () => resetSandbox(deps),
  [commands.openSample]: async () => (await import('./openSample.ts')).openSample,
});

async function trySandbox({ sandbox, use }: SandboxDeps): Promise<void> {
  const location = { viewId: views.workspaces };
  const running = await vscode.window.withProgress({ location }, () => sandbox.ensure({ isAsked: true }));
  await use(running);
  await vscode.commands.executeCommand(`${views.workspaces}.focus`);
  const [submitter, approver] = running.keys;
  tellDone(
    t(
      'The sandbox is running inside this editor. “{0}” submits changes, “{1}” approves them.',
      submitter?.name ?? '',
      approver?.name ?? '',
    ),
    vscode.window.activeTextEditor
      ? commandStep(t('Upload Keys from Current File…'), commands.uploadKeys)
      : commandStep(t('Open a Sample List of Keys'), commands.openSample),
  );
}

async function stopSandbox({ sandbox, refresh }: SandboxDeps): Promise<void> {
  const detail = (await sandbox.isKept())
    ? t('What was changed in it is kept, and is there when it is started again.')
    : t('What was changed in it is lost.');
  if (!(await confirm(t('Stop the sandbox?'), detail, t('Stop')))) return;
  if (await sandbox.stop()) tellDone(t('The sandbox was stopped.'), commandStep(t('Start Again'), commands.startSandbox));
  else tellRefusal(t('The sandbox is not running.'), commandStep(t('Try the Sandbox'), commands.startSandbox));
  refresh();
}

async function resetSandbox({ sandbox, refresh }: SandboxDeps): Promise<void> {
  const detail = t('What was changed in it is lost; the sample comes back.');
  if (!(await confirm(t('Reset the sandbox?'), detail, t('Reset')))) return;
  if (await sandbox.reset()) tellDone(t('The sandbox holds the sample again.'));
  else tellRefusal(t('The sandbox is not running.'), commandStep(t('Try the Sandbox'), commands.startSandbox));
  refresh();
}
