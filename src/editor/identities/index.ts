/** Identities: keys with attributes to show, from a file. */
import * as vscode from 'vscode';
import type { Store } from '../../operations/store.ts';
import { registerCommands } from '../command.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';

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
