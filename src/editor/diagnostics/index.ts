/** What to send along with a question to those who look after the extension. */
import type * as vscode from 'vscode';
import { registerCommandTable } from '../command.ts';
import * as commands from '../commandNames.ts';
import type { Log } from '../log.ts';
import type { KnownConnection } from './connectionLines.ts';

export interface DiagnosticsParts {
  readonly context: Pick<vscode.ExtensionContext, 'extension'>;
  /** All connections, and the one in use; their API keys are not asked for. */
  readonly store: { all(): readonly KnownConnection[]; inUse(): KnownConnection | undefined };
  readonly log: Log;
}

export function registerDiagnostics(parts: DiagnosticsParts): vscode.Disposable {
  const load = async () => {
    const { copyDiagnostics } = await import('./copyDiagnostics.ts');
    return { [commands.copyDiagnostics]: async () => () => copyDiagnostics(parts) };
  };
  return registerCommandTable(['diagnostics.copy'], load, parts.log);
}
