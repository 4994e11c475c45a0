/** Flags and their definitions. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { ChangeServices } from '../changes/change.ts';

export type FlagsDeps = ChangeServices;

export function registerFlags(deps: FlagsDeps): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.flag.create': async (node) => (await import('./createFlag.ts')).createFlag(deps, node),
      'flagAdmin.flag.kill': async (node) => (await import('./switchFlag.ts')).killFlag(deps, node),
      'flagAdmin.flag.restore': async (node) => (await import('./switchFlag.ts')).restoreFlag(deps, node),
      'flagAdmin.flag.archive': async (node) => (await import('./switchFlag.ts')).removeDefinition(deps, node),
      'flagAdmin.flag.pin': async (node) => (await import('./pinFlag.ts')).pinFlag(deps, node),
      'flagAdmin.flag.unpin': async (node) => (await import('./pinFlag.ts')).unpinFlag(deps, node),
    },
    deps.log,
  );
}
