/** The log, and what to send along with a question to those who look after the extension. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Log } from '../window/log.ts';

/** A connection without its API keys. */
export interface KnownConnection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
  /** The service's own word for a flag. */
  readonly word: string;
  readonly keyNames: readonly string[];
  readonly isReadOnly?: boolean;
  readonly email?: string;
}

export interface DiagnosticsParts {
  readonly context: Pick<vscode.ExtensionContext, 'extension'>;
  /** All connections, and the one in use; their API keys are not asked for. */
  readonly store: { all(): readonly KnownConnection[]; inUse(): KnownConnection | undefined };
  readonly log: Log;
}

export function registerDiagnostics(parts: DiagnosticsParts): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.log.show': async () => parts.log.show(),
      'flagAdmin.diagnostics.copy': async () => (await import('./copyDiagnostics.ts')).copyDiagnostics(parts),
    },
    parts.log,
  );
}
