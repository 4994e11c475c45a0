/** The Workspaces view. */
import * as vscode from 'vscode';
import { registerCommands, setContext } from '../command.ts';
import type { Connections } from '../connected.ts';
import type { Log } from '../log.ts';
import { commands, contextKeys, views } from '../names.ts';
import { createTree } from './tree.ts';

export interface Explorer extends vscode.Disposable {
  /** Reads again what the view shows. */
  refresh(): void;
}

export function registerExplorer(connections: Connections, log: Log): Explorer {
  const tree = createTree(connections, log, (isEmpty) => void setContext(contextKeys.isEmpty, isEmpty));
  const view = vscode.window.createTreeView(views.workspaces, { treeDataProvider: tree, showCollapseAll: true });
  const registered = registerCommands(
    {
      [commands.refresh]: async () => async () => tree.refresh(),
      [commands.retry]: async () => (node) => tree.reload(node),
      [commands.loadMore]: async () => (node) => tree.loadMore(node),
      [commands.copyName]: async () => (node) => copy(node, 'name'),
      [commands.copyId]: async () => (node) => copy(node, 'id'),
    },
    log,
  );
  const disposable = vscode.Disposable.from(
    connections.onDidChange(() => tree.startOver()),
    registered,
    view,
    tree,
  );
  return { refresh: () => tree.refresh(), dispose: () => void disposable.dispose() };
}

async function copy(node: unknown, part: 'name' | 'id'): Promise<void> {
  const copyable = (node as { copyable?: { name?: unknown; id?: unknown } } | undefined)?.copyable;
  const text = copyable?.[part];
  if (typeof text === 'string') await vscode.env.clipboard.writeText(text);
}
