/** Identities: keys with attributes to show, from a file. */
import * as vscode from 'vscode';
import type { Store } from '../../operations/learned/store.ts';
import { registerCommands } from '../window/command.ts';
import type { Connections } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';

export interface IdentitiesDeps {
  readonly connections: Connections;
  /** Keeps what each API key is known to be able to do. */
  readonly memory: Store;
  readonly log: Log;
  readonly texts: ReadOnlyText;
}

export function registerIdentities(deps: IdentitiesDeps): vscode.Disposable {
  /** Rows that the service did not take. */
  const problems = vscode.languages.createDiagnosticCollection('flag-admin');
  const run = async (...args: readonly unknown[]): Promise<void> =>
    (await import('./uploadIdentities.ts')).uploadIdentities(deps, problems, args);
  return vscode.Disposable.from(
    problems,
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    registerCommands({ 'flagAdmin.identity.upload': run }, deps.log),
  );
}
