/** Change requests: how they are submitted, whether somebody asks for that or a direct change was refused. */
import type * as vscode from 'vscode';
import type { ServiceFacts } from '../../operations/serviceFacts.ts';
import type { Store } from '../../operations/store.ts';
import { registerCommands } from '../command.ts';
import type { Connections } from '../service/connected.ts';
import type { Log } from '../log.ts';
import type { Propose } from '../service/proposal.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';

export interface ProposeDeps {
  readonly serviceFacts: ServiceFacts;
  /** Keeps who approves in which environment, and which flags are pinned. */
  readonly memory: Store;
  /** Keeps what was typed and not submitted, for this workspace folder. */
  readonly workspaceMemory: Store;
  readonly texts: ReadOnlyText;
  readonly log: Log;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
}

/** Loads the flow at its first use. */
export function createPropose(deps: ProposeDeps): Propose {
  return async (proposal) => {
    const { propose } = await import('./propose.ts');
    return propose(deps, proposal);
  };
}

export interface ChangeRequestsDeps extends ProposeDeps {
  readonly connections: Connections;
}

export function registerChangeRequests(deps: ChangeRequestsDeps): vscode.Disposable {
  return registerCommands(
    {
      'flagAdmin.changeRequest.submit': async (node) => (await import('./submitRequest.ts')).submitChangeRequest(deps, node),
    },
    deps.log,
  );
}
