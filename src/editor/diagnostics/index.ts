/** The log, and what to send along with a question to those who look after the extension. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';

export function registerDiagnostics(services: Services): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.log.show': async () => services.log.show(),
      'flagAdmin.diagnostics.copy': async () => (await import('./copyDiagnostics.ts')).copyDiagnostics(services),
    },
    services.log,
  );
}
