/**
 * Registers the commands that show the log and copy diagnostics. Users send the diagnostics to the maintainers together with a
 * question.
 */
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
