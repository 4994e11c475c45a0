/** The Change Requests view: its tree, its filter, and the badge that says how many wait. */
import * as vscode from 'vscode';
import { setContext } from '../../command.ts';
import { contextKeys, views } from '../../names.ts';
import type { ExplorerParts } from '../index.ts';
import { createTree } from '../tree.ts';
import type { FilterStore } from './requestFilter.ts';
import type { RequestsWatch } from './watchRequests.ts';

export interface RequestsView extends vscode.Disposable {
  refresh(): void;
  startOver(): void;
  /** The extension is used in this window: from now on the badge is kept up to date. */
  begin(): void;
  filter(): Promise<void>;
  clearFilter(): Promise<void>;
}

/** Everything but the view itself is loaded when it is first used. */
export function createRequestsView(parts: ExplorerParts): RequestsView {
  const { connections, log } = parts;
  let store: FilterStore | undefined;
  let watch: RequestsWatch | undefined;
  let isBegun = false;

  const filters = async (): Promise<FilterStore> => {
    const { createFilterStore } = await import('./requestFilter.ts');
    store ??= createFilterStore(parts.workspaceMemory, (description) => {
      view.message = description;
      void setContext(contextKeys.isFiltered, description !== undefined);
    });
    return store;
  };
  const tree = createTree({
    connections,
    log,
    async loadRoot() {
      const [{ createRequestRoot }, kept] = await Promise.all([import('./requestRoot.ts'), filters()]);
      return createRequestRoot(parts, kept);
    },
    onLoaded: () => begin(),
  });
  const view = vscode.window.createTreeView(views.changeRequests, { treeDataProvider: tree, showCollapseAll: true });

  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    void import('./watchRequests.ts').then(({ watchRequests }) => (watch = watchRequests(parts, view, () => tree.refresh())));
  }

  return {
    refresh() {
      tree.refresh();
      watch?.wake();
    },
    startOver() {
      tree.startOver();
      watch?.startOver();
    },
    begin,
    async filter() {
      if (await (await filters()).ask(connections)) tree.refresh();
    },
    async clearFilter() {
      await (await filters()).clear();
      tree.refresh();
    },
    dispose() {
      watch?.dispose();
      view.dispose();
      tree.dispose();
    },
  };
}
