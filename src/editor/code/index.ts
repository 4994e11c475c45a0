/**
 * Flags in code: shows the treatments that a flag serves beside the code that asks for it, and reports which flags can be removed
 * from the code. A folder opts in with `.flagadmin.json` at its root. Without such a file, or in an untrusted folder, nothing is
 * registered.
 */
import * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import { codeConfig } from '../window/names.ts';
import type { Services } from '../window/services.ts';
import type { CodeContext } from './codeContext.ts';

export function registerCode(services: Services): vscode.Disposable {
  let made: Promise<CodeContext & vscode.Disposable> | undefined;
  const open = (): Promise<CodeContext & vscode.Disposable> =>
    (made ??= import('./codeParts.ts').then(({ openCodeParts }) => openCodeParts(services)));
  async function start(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const file = await vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, codeConfig)).then(
        () => true,
        () => false,
      );
      if (file) return (await open()).folders.read();
    }
    return (await made)?.folders.read();
  }
  const restart = (): void => logFailure(start(), services.log);
  restart();
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeWorkspaceFolders(restart),
    registerCommands(
      {
        'flagAdmin.code.use': async () => (await import('./useFlags.ts')).useFlags(services, start),
        'flagAdmin.code.report': async () => (await import('./report.ts')).writeReport(await open()),
        'flagAdmin.flag.findUses': async (flag) => (await import('./findUses.ts')).findUses(services, flag),
        'flagAdmin.flag.copyBrief': async (flag) => (await import('./report.ts')).copyBrief(await open(), flag),
      },
      services.log,
    ),
    { dispose: () => void made?.then((parts) => parts.dispose()).catch(() => undefined) },
  );
}
