/** Uploads identities (keys with attributes) from a file. */
import * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';

export function registerIdentities(services: Services): vscode.Disposable {
  /** Marks the rows that the service did not accept. */
  const problems = vscode.languages.createDiagnosticCollection('flag-admin');
  const run = async (...args: readonly unknown[]): Promise<void> =>
    (await import('./uploadIdentities.ts')).uploadIdentities(services, problems, args);
  return vscode.Disposable.from(
    problems,
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    registerCommands({ 'flagAdmin.identity.upload': run }, services.log),
  );
}
