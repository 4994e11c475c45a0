/** The Workspaces and Change Requests views. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../window/command.ts';
import { logFailure } from '../window/log.ts';
import { contextKeys, views } from '../window/names.ts';
import { createRequestsView } from './changeRequests/requestsView.ts';
import { markGreyRows } from './greyRows.ts';
import { rememberOpen } from './openNodes.ts';
import type { ExplorerParts } from './treeNode.ts';
import { createTree } from './tree.ts';

export interface Explorer extends vscode.Disposable {
  /** Reads again what the views show. */
  refresh(): void;
  /** Shows anew which flags have a draft. Sends nothing. */
  redraw(): void;
}

export function registerExplorer(parts: ExplorerParts): Explorer {
  const { connections, log, workspaceMemory, onRead } = parts;
  const tree = createTree({
    connections,
    log,
    store: workspaceMemory,
    loadRoot: async () => (await import('./rootNodes.ts')).createRoots(parts),
    onLoaded(isEmpty) {
      logFailure(setContext(contextKeys.isEmpty, isEmpty), log);
      requests.start();
      onRead();
    },
  });
  const view = vscode.window.createTreeView(views.workspaces, {
    treeDataProvider: tree,
    showCollapseAll: true,
    dragAndDropController: {
      dragMimeTypes: [],
      dropMimeTypes: ['text/uri-list', 'files'],
      handleDrop: async (node, transfer) => (await import('./dropFiles.ts')).dropFiles(node, transfer),
    },
  });
  const requests = createRequestsView(parts, [{ view, tree }]);
  const refresh = (): void => {
    tree.refresh();
    requests.refresh();
    // A hidden view reads nothing, but other views may show the same.
    if (!view.visible) onRead();
  };
  const registered = registerCommands(
    {
      // A failure reloads the level that it stands for. Only a node of ours has a function: a copy has none.
      'flagAdmin.view.refresh': async (node) => (node as { reload?: () => Promise<void> } | undefined)?.reload?.() ?? refresh(),
      'flagAdmin.view.find': async () => (await import('./find.ts')).find(parts),
      // What a node can do stands on the node, whichever view it is in.
      'flagAdmin.view.loadMore': async (node) => (node as { loadMore?: () => Promise<void> } | undefined)?.loadMore?.(),
      'flagAdmin.node.copyName': async (node) => copy(node, 'name'),
      'flagAdmin.node.copyId': async (node) => copy(node, 'id'),
      'flagAdmin.changeRequest.filter': async () => requests.filter(),
      'flagAdmin.changeRequest.clearFilter': async () => requests.clearFilter(),
    },
    log,
    (argument) => tree.has(argument) || requests.has(argument),
  );
  const startOver = (): void => {
    tree.startOver();
    requests.startOver();
  };
  const disposable = vscode.Disposable.from(
    connections.onDidChange(startOver),
    registered,
    view,
    markGreyRows(),
    rememberOpen(workspaceMemory, view, log),
    tree,
    requests,
  );
  return { refresh, redraw: tree.redrawAging, dispose: () => void disposable.dispose() };
}

async function copy(node: unknown, part: 'name' | 'id'): Promise<void> {
  const copyable = (node as { copyable?: { name?: unknown; id?: unknown } } | undefined)?.copyable;
  const text = copyable?.[part];
  if (typeof text === 'string') await vscode.env.clipboard.writeText(text);
}
