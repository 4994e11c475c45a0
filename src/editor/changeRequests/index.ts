/** Registers the command Submit Change Request…. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';

export const registerChangeRequests = (services: Services): vscode.Disposable =>
  registerCommands(
    {
      'flagAdmin.changeRequest.submit': async (node) =>
        (await import('./submitRequest.ts')).submitChangeRequestCommand(services, node),
    },
    services.log,
  );
