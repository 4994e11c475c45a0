/** The review panel: what a change request would change, and the decision on it. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { Learnt, Store } from '../../operations/learnt.ts';
import { registerCommands, tellFailure } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import { reviewPanel } from '../names.ts';
import type { Propose } from '../proposal.ts';
import type { ReadOnlyText } from '../readOnlyText.ts';
import type { Comparison } from './subject.ts';

/** The drafts of definitions in this window, as a comparison sees them. */
export interface Drafts {
  /** Undefined = the draft is gone. Throws if it can't be read as a definition. */
  read(id: string): Promise<FlagDefinition | undefined>;
}

export interface ReviewDeps {
  readonly connections: Connections;
  readonly learnt: Learnt;
  /** Keeps what was learnt of API keys. */
  readonly memory: Store;
  readonly log: Log;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** Told of each decision that was made here. */
  readonly decided: (requestId: string) => void;
  readonly extensionUri: vscode.Uri;
  readonly texts: ReadOnlyText;
  readonly propose: Propose;
  /** Without it, a comparison with a draft says that the draft is gone. */
  readonly drafts?: Drafts;
  /** The open panels. Kept here because the file that makes them is loaded late. */
  readonly panels: Set<OpenPanel>;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** What it shows, and through which connection (`panelKey`). */
  key(): string;
  /** Something was changed from this window: looks at once whether what it shows is still so. */
  look(): void;
}

export interface Review extends vscode.Disposable {
  /** Something was changed from this window: what is open looks whether it is still so. */
  look(): void;
  /** The door for other features: shows two definitions of a flag beside each other, a draft and the live one for instance. */
  compare(comparison: Comparison): Promise<void>;
}

/** What the command was called for that opens a review. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';

export function registerReview(given: Omit<ReviewDeps, 'panels'>): Review {
  const deps: ReviewDeps = { ...given, panels: new Set() };
  const open =
    (action?: ReviewAction) =>
    async (request: unknown): Promise<void> =>
      (await import('./openReview.ts')).openReview(deps, request, action);
  const registered = vscode.Disposable.from(
    registerCommands(
      {
        'flagAdmin.flag.compare': async (node) => (await import('./compareDefinitions.ts')).compareDefinitions(deps, node),
        'flagAdmin.changeRequest.open': open(),
        // Nobody decides on what they have not seen: from the tree and the palette, these open the review.
        'flagAdmin.changeRequest.approve': open('approve'),
        'flagAdmin.changeRequest.withdraw': open('withdraw'),
        'flagAdmin.changeRequest.reject': open('reject'),
      },
      deps.log,
    ),
    vscode.window.registerWebviewPanelSerializer(reviewPanel, {
      async deserializeWebviewPanel(panel, state) {
        try {
          const { restorePanel } = await import('./restorePanel.ts');
          restorePanel(deps, panel, state);
        } catch (error) {
          await tellFailure(error, deps.log);
        }
      },
    }),
    { dispose: () => deps.panels.forEach(({ panel }) => panel.dispose()) },
  );
  return {
    async compare(comparison) {
      const { openComparison } = await import('./comparisonPanel.ts');
      return openComparison(deps, comparison);
    },
    look: () => deps.panels.forEach((open) => open.look()),
    dispose: () => void registered.dispose(),
  };
}
