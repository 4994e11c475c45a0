/** The Change Requests view: its tree, its filter, and the badge with the number of waiting requests. */
import * as vscode from 'vscode';
import { logFailure } from '../../window/log.ts';
import { views } from '../../window/names.ts';
import { rememberExpansion } from '../openNodes.ts';
import type { Services } from '../../window/services.ts';
import type { RevealingView } from '../reveal.ts';
import { createTree, type AgingView } from '../tree.ts';
import type { RequestRoots, SetLine } from './requestRoot.ts';
import type { RequestsWatch } from './watchRequests.ts';

export interface RequestsView extends vscode.Disposable, RevealingView {
  /** True for a node of this view. */
  has(node: unknown): boolean;
  /** Reads the view again. Without a workspace, reads everything, because the user wants to see the current state. */
  refresh(workspaceId?: string): void;
  startOver(): void;
  /** Starts the regular check that updates the badge. Called when the extension is first used in this window. */
  start(): void;
  filter(): Promise<void>;
  clearFilter(): Promise<void>;
}

/**
 * Creates the view. Other files are loaded only when they are first used. `others` are the other views whose rows contain ages.
 */
export function createRequestsView(parts: Services, others: readonly AgingView[] = []): RequestsView {
  const { connections, events, log, workspaceMemory } = parts;
  let opened: RequestRoots | undefined;
  let watch: RequestsWatch | undefined;
  let isStarted = false;
  let isDisposed = false;

  const roots = async (): Promise<RequestRoots> => {
    const { createRequestRoots } = await import('./requestRoot.ts');
    return (opened ??= createRequestRoots(parts, view, setLine));
  };
  const tree = createTree({
    connections,
    log,
    store: workspaceMemory,
    loadRoot: async () => (await roots()).createRoot,
    onLoaded: () => start(),
    // The regular check calls the service, and so notices when it answers again.
    onOutage: () => start(),
    onRecovery: () => events.fire({ kind: 'recovered' }),
  });
  const view = vscode.window.createTreeView(views.changeRequests, { treeDataProvider: tree, showCollapseAll: true });

  const lines: { unread?: string | undefined; filter?: string | undefined } = {};
  const setLine: SetLine = (line, text) => {
    lines[line] = text;
    view.message = [lines.unread, lines.filter].filter((one) => one !== undefined).join(' · ') || undefined;
  };

  const recovery = events.on(['requestsRead', 'recovered'], tree.recover);
  const openNodes = rememberExpansion(workspaceMemory, view, log, tree);

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    logFailure(watchNow(), log);
  }

  async function watchNow(): Promise<void> {
    const { watchRequests } = await import('./watchRequests.ts');
    const aging = [...others, { view, tree }];
    if (!isDisposed) watch = watchRequests(parts, view, setLine, () => tree.redraw(), aging);
  }

  return {
    view,
    tree,
    has: tree.has,
    refresh(workspaceId) {
      tree.refresh(workspaceId);
      watch?.checkSoon();
    },
    startOver() {
      opened?.filters.show(undefined);
      view.description = '';
      tree.startOver();
      watch?.startOver();
    },
    start,
    async filter() {
      if (await (await roots()).filters.ask(connections)) tree.redraw();
    },
    async clearFilter() {
      await (await roots()).filters.clear(connections);
      tree.redraw();
    },
    dispose() {
      isDisposed = true;
      watch?.dispose();
      recovery.dispose();
      openNodes.dispose();
      view.dispose();
      tree.dispose();
    },
  };
}
