/** Flags and their definitions. */
import type * as vscode from 'vscode';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';
import { registerCommands } from '../window/command.ts';
import type { Connections } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import type { Propose } from '../changes/proposal.ts';

export interface FlagsDeps {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  /** Keeps which flags are pinned. */
  readonly memory: Store;
  /** Keeps what was typed and not submitted, for this workspace folder. */
  readonly workspaceMemory: Store;
  readonly propose: Propose;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  readonly log: Log;
}

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
