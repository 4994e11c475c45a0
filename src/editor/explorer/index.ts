/** Registers the views Workspaces and Change Requests, and their commands. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../window/command.ts';
import { serviceChanges } from '../window/events.ts';
import { logFailure } from '../window/log.ts';
import { contextKeys, views } from '../window/names.ts';
import { createRequestsView } from './changeRequests/requestsView.ts';
import { registerRowMarks } from './rowMarks.ts';
import { rememberExpansion } from './openNodes.ts';
import type { Services } from '../window/services.ts';
import { createTree } from './tree.ts';

export function registerExplorer(services: Services): vscode.Disposable {
  const { connections, events, log, workspaceMemory } = services;
  const changedWorkspaces = new Set<string>();
  const onRead = (): void => events.fire({ kind: 'workspacesRead' });
  const tree = createTree({
    connections,
    log,
    store: workspaceMemory,
    loadRoot: async () => (await import('./rootNodes.ts')).createRoots(services, changedWorkspaces),
    onLoaded(isEmpty) {
      logFailure(setContext(contextKeys.isEmpty, isEmpty), log);
      requests.start();
      onRead();
    },
    // The regular check of the change requests calls the service, and so notices when it answers again.
    onOutage: () => requests.start(),
    onRecovery: () => events.fire({ kind: 'recovered' }),
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
  const requests = createRequestsView(services, [{ view, tree }]);
  /** Reads everything again. Also expires lists that no view has read, because documents use the lists, too. */
  const refreshAll = async (): Promise<void> => {
    const connected = await connections.inUse().catch(() => undefined);
    if (connected) (await import('../../operations/catalog/catalog.ts')).catalogOf(connected.client).expire();
    refresh();
  };
  const refresh = (workspaceId?: string): void => {
    tree.refresh(workspaceId);
    requests.refresh(workspaceId);
    // A hidden view reads nothing and so doesn't call `onRead`. Listeners must still learn of the refresh.
    if (!view.visible) onRead();
  };
  const registered = registerCommands(
    {
      // Only the row of a failure has `reload`, which reads its level again. Otherwise, everything is read again.
      'flagAdmin.view.refresh': async (node) =>
        (node as { reload?: () => Promise<void> } | undefined)?.reload?.() ?? refreshAll(),
      'flagAdmin.view.find': async () => (await import('./find.ts')).find(services),
      // The node has the function that loads its next page, so the command works in both views.
      'flagAdmin.view.loadMore': async (node) => (node as { loadMore?: () => Promise<void> } | undefined)?.loadMore?.(),
      'flagAdmin.node.copyName': async (node) => copy(node, 'name'),
      'flagAdmin.node.copyId': async (node) => copy(node, 'id'),
      'flagAdmin.node.reveal': async (node) => (await import('./reveal.ts')).revealInTree(node, { view, tree }, requests),
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
  return vscode.Disposable.from(
    events.on(serviceChanges, (event) => {
      const workspaceId = event.kind === 'sandbox' ? undefined : (event.place?.workspaceId ?? '');
      if (workspaceId) changedWorkspaces.add(workspaceId);
      refresh(workspaceId);
    }),
    events.on(['drafts'], tree.redrawAging),
    events.on(['requestsRead', 'recovered'], tree.recover),
    events.on(['requestsRead'], ({ isDifferent }) => {
      if (isDifferent) tree.redrawAging();
    }),
    connections.onDidChange(startOver),
    registered,
    view,
    registerRowMarks(),
    rememberExpansion(workspaceMemory, view, log, tree),
    tree,
    requests,
  );
}

async function copy(node: unknown, part: 'name' | 'id'): Promise<void> {
  const copyable = (node as { copyable?: { name?: unknown; id?: unknown } } | undefined)?.copyable;
  const text = copyable?.[part];
  if (typeof text === 'string') await vscode.env.clipboard.writeText(text);
}
