/** Try the Sandbox, Stop the Sandbox and Reset the Sandbox. */
import * as vscode from 'vscode';
import { views } from '../names.ts';
import { commandStep, confirm, tellDone, tellRefusal } from '../messages/notifications.ts';
import type { SandboxDeps } from './index.ts';

const { t } = vscode.l10n;

export async function trySandbox({ sandbox, use }: SandboxDeps): Promise<void> {
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
      ? commandStep(t('Upload Keys from Current File…'), 'flagAdmin.segment.uploadKeys')
      : commandStep(t('Open a Sample List of Keys'), 'flagAdmin.sample.open'),
  );
}

export async function stopSandbox({ sandbox, refresh }: SandboxDeps): Promise<void> {
  const detail = (await sandbox.isSaved())
    ? t('What was changed in it is kept, and is there when it is started again.')
    : t('What was changed in it is lost.');
  if (!(await confirm(t('Stop the sandbox?'), detail, t('Stop')))) return;
  if (await sandbox.stop()) tellDone(t('The sandbox was stopped.'), commandStep(t('Start Again'), 'flagAdmin.sandbox.start'));
  else tellRefusal(t('The sandbox is not running.'), commandStep(t('Try the Sandbox'), 'flagAdmin.sandbox.start'));
  refresh();
}

export async function resetSandbox({ sandbox, refresh }: SandboxDeps): Promise<void> {
  const detail = t('What was changed in it is lost; the sample comes back.');
  if (!(await confirm(t('Reset the sandbox?'), detail, t('Reset')))) return;
  if (await sandbox.reset()) tellDone(t('The sandbox holds the sample again.'));
  else tellRefusal(t('The sandbox is not running.'), commandStep(t('Try the Sandbox'), 'flagAdmin.sandbox.start'));
  refresh();
}
