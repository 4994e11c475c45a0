/** Flags and their definitions. */
import type * as vscode from 'vscode';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommandTable } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import type { Propose } from '../proposal.ts';

export interface FlagsDeps {
  readonly connections: Connections;
  readonly learnt: Learnt;
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
  return registerCommandTable(
    ['flag.kill', 'flag.restore', 'flag.archive', 'flag.create', 'flag.pin', 'flag.unpin'],
    async () => (await import('./commandTable.ts')).flagCommands(deps),
    deps.log,
  );
}
