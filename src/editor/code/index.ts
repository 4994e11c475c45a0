/**
 * Flags in code: shows the treatments that a flag serves beside the code that asks for it, and reports which flags can be
 * removed from the code. A folder opts in with `.flagadmin.json` at its root. Without such a file, or in an untrusted folder,
 * the extension registers only the commands, and a watcher that waits for the file.
 */
import * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import { codeConfig } from '../window/names.ts';
import type { Services } from '../window/services.ts';

export function registerCode(services: Services): vscode.Disposable {
  let opened: Promise<import('./providers.ts').CodeFeature> | undefined;

  /** Reads the `.flagadmin.json` of each folder. Loads the feature as soon as a folder has this file. */
  async function start(): Promise<void> {
    const { isTrusted, workspaceFolders = [] } = vscode.workspace;
    if (!isTrusted) return;
    const files = workspaceFolders.map(({ uri }) => vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, codeConfig)));
    const hasConfig = (await Promise.allSettled(files)).some(({ status }) => status === 'fulfilled');
    if (hasConfig) opened ??= import('./providers.ts').then(({ createCodeFeature }) => createCodeFeature(services));
    await (await opened)?.folders.read();
  }

  const restart = (): void => logFailure(start(), services.log);
  restart();
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${codeConfig}`);
  const changes = [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete];
  return vscode.Disposable.from(
    watcher,
    ...changes.map((onChange) => onChange(restart)),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeWorkspaceFolders(restart),
    registerCommands(
      {
        'flagAdmin.code.use': async () => (await import('./useFlags.ts')).useFlags(services, start),
        'flagAdmin.code.report': async () => (await import('./report.ts')).writeReport(services, await opened),
        'flagAdmin.flag.findUses': async (flag) => (await import('./findUses.ts')).findUses(services, flag),
      },
      services.log,
    ),
    { dispose: () => void opened?.then((code) => code.dispose()).catch(() => undefined) },
  );
}
