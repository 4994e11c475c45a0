/**
 * The commands that start, stop and reset the sandbox. Also Open a Sample List of Keys, which opens a list for a first upload.
 */
import * as vscode from 'vscode';
import { views } from '../window/names.ts';
import { confirm, tellDone } from '../window/notifications.ts';
import { commandStep } from '../words/nextSteps.ts';
import { likelyFile } from '../ask/currentFile.ts';
import type { Services } from '../window/services.ts';
import type { OwnSandbox } from './runningSandbox.ts';

const { t } = vscode.l10n;

export async function trySandbox({ connections }: Services, sandbox: OwnSandbox): Promise<void> {
  const location = { viewId: views.workspaces };
  const running = await vscode.window.withProgress({ location }, () => sandbox.ensure({ isUserRequest: true }));
  await connections.useSandbox(running);
  await vscode.commands.executeCommand(`${views.workspaces}.focus`);
  const [submitter, approver] = running.keys;
  tellDone(
    t(
      'The sandbox is running inside this editor. Its API key “{0}” submits changes, and “{1}” approves them.',
      submitter?.name ?? '',
      approver?.name ?? '',
    ),
    likelyFile()
      ? commandStep(t('Upload Keys from Current File…'), 'flagAdmin.segment.uploadKeys')
      : commandStep(t('Open a Sample List of Keys'), 'flagAdmin.sample.open'),
  );
}

export async function stopSandbox({ events }: Services, sandbox: OwnSandbox): Promise<void> {
  // If the state is stored, nothing is lost, because the next start restores it.
  if (!(await sandbox.isSaved()) && !(await confirm(t('Stop the sandbox?'), lostSentence(), t('Stop')))) return;
  await sandbox.stop();
  tellNotRunning();
  events.fire({ kind: 'sandbox' });
}

export async function resetSandbox({ events }: Services, sandbox: OwnSandbox): Promise<void> {
  if (!(await confirm(t('Reset the sandbox?'), lostSentence(), t('Reset')))) return;
  if (await sandbox.reset()) tellDone(t('The sandbox contains the sample data again.'));
  else tellNotRunning();
  events.fire({ kind: 'sandbox' });
}

const lostSentence = (): string => t('All changes in the sandbox are lost, and the sample data is restored.');

const tellNotRunning = (): void =>
  tellDone(t('The sandbox is not running.'), commandStep(t('Try the Sandbox'), 'flagAdmin.sandbox.start'));

/**
 * A sample list of keys. It looks like an export of accounts: it has a header, other columns, and a repeated row. Some of its
 * accounts are already in the segment beta-accounts.
 */
const SAMPLE = `account_id,plan,country
acct-00041,enterprise,DE
acct-00046,team,GB
acct-00056,business,US
acct-00077,free,NL
acct-00084,team,FR
acct-00091,business,DE
acct-00098,free,US
acct-00105,enterprise,JP
acct-00112,team,CA
acct-00119,business,GB
acct-00126,team,ES
acct-00105,enterprise,JP
acct-00133,free,DE
acct-00140,business,SE
acct-00147,team,US
acct-00161,enterprise,US
acct-00168,business,IT
acct-00175,free,GB
acct-00182,team,AT
acct-00203,business,DE
`;

export async function openSample(): Promise<void> {
  // If the sample is already open, it is shown instead of a second one, because the editor asks to save each untitled document.
  const open = vscode.workspace.textDocuments.find((document) => document.isUntitled && document.getText() === SAMPLE);
  const document = open ?? (await vscode.workspace.openTextDocument({ content: SAMPLE }));
  await vscode.window.showTextDocument(document, { preview: false });
  tellDone(
    t(
      'This document is a sample export of the sandbox’s customer accounts. Upload its keys to a segment, such as beta-accounts.',
    ),
    commandStep(t('Upload Keys from Current File…'), 'flagAdmin.segment.uploadKeys'),
  );
}
