/** Change requests: how they are submitted, whether somebody asks for that or a direct change was refused. */
import type * as vscode from 'vscode';
import { registerCommands } from '../window/command.ts';
import type { Connections } from '../window/connected.ts';
import type { Propose, ProposeDeps } from '../changes/proposal.ts';

/** Loads the flow at its first use. */
export function createPropose(deps: ProposeDeps): Propose {
  return async (proposal) => {
    const { propose } = await import('../changes/propose.ts');
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
