/** Registers the commands of flags. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Services } from '../window/services.ts';

export function registerFlags(services: Services): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.flag.create': async (node) => (await import('./createFlag.ts')).createFlagCommand(services, node),
      'flagAdmin.flag.kill': async (node) => (await import('./switchFlag.ts')).killFlagCommand(services, node),
      'flagAdmin.flag.restore': async (node) => (await import('./switchFlag.ts')).restoreFlagCommand(services, node),
      'flagAdmin.flag.archive': async (node) => (await import('./switchFlag.ts')).removeDefinition(services, node),
      'flagAdmin.flag.pin': async (node) => (await import('./pinFlag.ts')).pinFlag(services, node),
      'flagAdmin.flag.unpin': async (node) => (await import('./pinFlag.ts')).unpinFlag(services, node),
    },
    services.log,
  );
}
