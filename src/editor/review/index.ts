/** The review panel: what a change request would change, and the decision on it. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import type { DraftPlace } from '../../operations/definitions/drafts/draft.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';
import { registerCommands, tellFailure } from '../window/command.ts';
import type { Connections } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import { reviewPanel } from '../window/names.ts';
import type { Propose } from '../changes/proposal.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import type { Comparison } from './subject.ts';

/** The drafts of definitions in this window, as a comparison reads them. */
export interface DefinitionDrafts {
  /** Undefined = the draft is gone. Throws if it can't be read as a definition. */
  read(id: string): Promise<FlagDefinition | undefined>;
  /** Undefined = there is none. */
  findDraft(place: DraftPlace): Promise<{ readonly id: string } | undefined>;
}

export interface ReviewDeps {
  readonly connections: Connections;
  readonly serviceFacts: ServiceFacts;
  /** Remembers what the service's answers show of API keys. */
  readonly memory: Store;
  readonly log: Log;
  /** Lets the views read again what they show. */
  readonly refresh: () => void;
  /** Called with each decision that was made here. */
  readonly decided: (requestId: string, published?: PublishedKeys) => void;
  readonly extensionUri: vscode.Uri;
  readonly texts: ReadOnlyText;
  readonly propose: Propose;
  /** Without it, a comparison with a draft says that the draft is gone. */
  readonly drafts?: DefinitionDrafts;
  /** The open panels. They are here because the file that makes them is loaded late. */
  readonly panels: Set<OpenPanel>;
  /**
   * The key that was typed last in Explain Flag for a Key…, by connection: nothing of it is lost if the service fails or the user
   * walks away, and nothing of it is used for another connection.
   */
  readonly typedKeys: Map<string, TypedKey>;
}

/** A key that was typed, and what was typed of its attributes: by name, undefined = it has none. */
export interface TypedKey {
  readonly key: string;
  readonly attributes: Map<string, string | undefined>;
}

/** Connections of which the key that was typed last is stored. */
const MAX_TYPED = 20;

/** The segment that a change request was about which was published. */
export interface PublishedKeys {
  readonly connectionId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  readonly name: string;
}

export interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  /** What it shows, and through which connection (`panelKey`). */
  key(): string;
  /** Something was changed from this window: checks at once whether what it shows is still so. */
  check(): void;
}

export interface Review extends vscode.Disposable {
  /** Something was changed from this window: all panels check whether what they show is still so. */
  checkPanels(): void;
  /** The door for other features: shows two definitions of a flag beside each other, a draft and the live one for instance. */
  compare(comparison: Comparison): Promise<void>;
}

/** What the command was called for that opens a review. */
export type ReviewAction = 'open' | 'approve' | 'withdraw' | 'reject';

export function registerReview(given: Omit<ReviewDeps, 'panels' | 'typedKeys'>): Review {
  const deps: ReviewDeps = { ...given, panels: new Set(), typedKeys: new LimitedMap(MAX_TYPED) };
  const open =
    (action?: ReviewAction) =>
    async (request: unknown): Promise<void> =>
      (await import('./openReview.ts')).openReview(deps, request, action);
  const registered = vscode.Disposable.from(
    registerCommands(
      {
        'flagAdmin.flag.compare': async (node) => (await import('./compare.ts')).compareDefinitions(deps, node),
        'flagAdmin.flag.explainForKey': async (node) => (await import('./explainForKey.ts')).explainForKey(deps, node),
        'flagAdmin.changeRequest.countAccounts': async (node) => (await import('./countRequest.ts')).countRequest(deps, node),
        'flagAdmin.changeRequest.open': open(),
        // Nobody decides without the review: from the tree and the palette, these open it.
        'flagAdmin.changeRequest.approve': open('approve'),
        'flagAdmin.changeRequest.withdraw': open('withdraw'),
        'flagAdmin.changeRequest.reject': open('reject'),
      },
      deps.log,
    ),
    vscode.window.registerWebviewPanelSerializer(reviewPanel, {
      async deserializeWebviewPanel(panel, state) {
        try {
          const { restorePanel } = await import('./panels.ts');
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
      const { openPanel } = await import('./panels.ts');
      return openPanel(deps, { kind: 'comparison', comparison });
    },
    checkPanels: () => deps.panels.forEach((panel) => panel.check()),
    dispose: () => void registered.dispose(),
  };
}
