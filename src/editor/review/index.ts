/** The review panel: what a change request would change, and the decision on it. */
import * as vscode from 'vscode';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommands, tellFailure } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands, reviewPanel } from '../names.ts';

export interface ReviewDeps {
  readonly connections: Connections;
  readonly learnt: Learnt;
  /** Keeps what was learnt of API keys. */
  readonly memory: Store;
  readonly log: Log;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  readonly extensionUri: vscode.Uri;
  /** The open panels by the id of their change request. Kept here because the file that makes them is loaded late. */
  readonly panels: Map<string, vscode.WebviewPanel>;
}

export function registerReview(given: Omit<ReviewDeps, 'panels'>): vscode.Disposable {
  const deps: ReviewDeps = { ...given, panels: new Map() };
  const open = async (): Promise<(argument: unknown) => Promise<void>> => {
    const { openReview } = await import('./openReview.ts');
    return (argument) => openReview(deps, argument);
  };
  return vscode.Disposable.from(
    registerCommands(
      {
        [commands.openRequest]: open,
        // Nobody decides on what they have not seen: from the tree and the palette, these open the review.
        [commands.approve]: open,
        [commands.withdraw]: open,
      },
      deps.log,
    ),
    vscode.window.registerWebviewPanelSerializer(reviewPanel, {
      async deserializeWebviewPanel(panel, state) {
        try {
          const { restoreReview } = await import('./openReview.ts');
          await restoreReview(deps, panel, state);
        } catch (error) {
          await tellFailure(error, deps.log);
        }
      },
    }),
    { dispose: () => deps.panels.forEach((panel) => panel.dispose()) },
  );
}
