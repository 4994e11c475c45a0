/**
 * Provides the data of a tree view. A level is read when it is first shown. If that fails, rows for the failure replace it.
 * Rows that contain ages are redrawn regularly.
 */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { isCancelled, isOutage } from '../../api/errors.ts';
import type { Connections, Connected } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import { labelText, plainText } from '../words/escape.ts';
import { greyOut } from './rowMarks.ts';
import { storedExpansion, rememberExpanded } from './openNodes.ts';
import { every } from '../../time/clock.ts';
import type { TreeNode } from './treeNode.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';

export interface ExplorerTree extends vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  /** True for a node of this tree. */
  has(node: unknown): boolean;
  /** Returns the children of a node. Reads them only if they were not read before. */
  childrenOf(node: TreeNode | undefined): Promise<readonly TreeNode[]>;
  /**
   * Reads the tree again. Without a workspace, reads everything and tries refused API keys once more, because the user wants to
   * see the current state. With a workspace, reads only what a change in it can have affected.
   */
  refresh(workspaceId?: string): void;
  /** Redraws the tree from the catalog, without reading expired data first. */
  redraw(): void;
  /** Reads the levels again that could not be read during an outage. Called when the service answers again. */
  recover(): void;
  /** Records that the user has expanded or collapsed a node. */
  setOpen(node: TreeNode, isOpen: boolean): void;
  /**
   * Redraws the visible rows whose text has changed, such as an age. Makes no calls. Redraws no other rows, because the editor
   * ignores a click on a row while it redraws the row.
   */
  redrawAging(): void;
  /** Begins anew after the connection or the API key in use has changed. */
  startOver(): void;
}

/** The first level of a tree. It is created once for the connection in use. */
export interface Root {
  nodes(): Promise<readonly TreeNode[]>;
  /**
   * Marks data as expired, so that it is read again when it is next shown. With a workspace, marks only data that a change in
   * this workspace can have affected.
   */
  expire(workspaceId?: string): void;
}

export interface TreeParts {
  readonly connections: Connections;
  readonly log: Log;
  /** Stores which nodes are expanded. */
  readonly store: Store;
  /** Loads the file that creates the nodes. Called when the view is first shown. */
  loadRoot(): Promise<(connected: Connected, redraw: (node: TreeNode | undefined) => void) => Root>;
  onLoaded?(isEmpty: boolean): void;
  /** Called if the first level can't be read because of an outage. */
  onOutage?(): void;
  /** Called if a level can be read again after an outage, unless `recover` has caused that. */
  onRecovery?(): void;
}

export function createTree({ connections, log, store, loadRoot, onLoaded, onOutage, onRecovery }: TreeParts): ExplorerTree {
  const changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  let root: { readonly client: Client; readonly list: Root } | undefined;

  /** The nodes that were read last, by their parent. */
  const shown = new Map<TreeNode | undefined, readonly TreeNode[]>();
  /** How often `startOver` was called. Nodes are dropped if this number changed while they were read. */
  let starts = 0;
  /** The parent of each node. Undefined for a node of the first level. */
  const parents = new WeakMap<TreeNode, TreeNode | undefined>();
  /** The text of each row when it was last drawn. */
  const drawn = new WeakMap<TreeNode, string>();
  /** The nodes that the user has collapsed. */
  const closed = new WeakSet<TreeNode>();
  /** The nodes that could not be read again and show old data, with the time at which they were read (`Date.now`). */
  const stale = new WeakMap<TreeNode, number>();
  /** The parents of the levels that could not be read because of an outage. Undefined stands for the first level. */
  const down = new Set<TreeNode | undefined>();

  function isVisible(node: TreeNode): boolean {
    for (let above = parents.get(node); above; above = parents.get(above)) if (closed.has(above)) return false;
    return true;
  }

  async function withFailure(nodes: readonly TreeNode[], parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const failed = nodes.find((node) => node.stale)?.stale;
    const rows = nodes.filter((node) => !node.stale);
    for (const node of rows) {
      if (failed) stale.set(node, failed.readOn);
      else stale.delete(node);
    }
    if (!failed) return rows;
    const { staleNodes } = await import('./plainNodes.ts');
    let above = parent;
    while (above && !stale.has(above)) above = parents.get(above);
    return [...staleNodes(failed, above && stale.get(above), () => reload(parent), log), ...rows];
  }

  async function load(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (parent) return (await parent.children?.()) ?? [];
    const connected = await connections.inUse();
    if (!connected) return [];
    if (root?.client !== connected.client) {
      const createRoot = await loadRoot();
      root = { client: connected.client, list: createRoot(connected, (node) => changed.fire(node)) };
    }
    const nodes = await root.list.nodes();
    onLoaded?.(nodes.length === 0);
    return nodes;
  }

  async function reload(parent: TreeNode | undefined): Promise<void> {
    if (connections.tryAgain()) return;
    // If a different connection is in use now, the level is not in the tree any more, so the whole tree is read again.
    const now = await connections.inUse().catch(() => undefined);
    const isSame = now !== undefined && now.client === root?.client;
    changed.fire(isSame ? parent : undefined);
  }

  /** Records whether a level could be read. `error` is undefined if it could. */
  function noteEnd(parent: TreeNode | undefined, error: unknown): void {
    const hadFailed = down.delete(parent);
    if (!parent) down.clear();
    if (isOutage(error)) {
      down.add(parent);
      if (!parent) onOutage?.();
    } else if (hadFailed) onRecovery?.();
  }

  async function readLevel(parent: TreeNode | undefined): Promise<TreeNode[]> {
    const start = starts;
    try {
      const loaded = await load(parent);
      const nodes = await withFailure(loaded, parent);
      if (start !== starts) return [...nodes];
      if (!parent) shown.clear();
      noteEnd(parent, loaded.find((node) => node.stale)?.stale?.error);
      shown.set(parent, nodes);
      for (const node of nodes) parents.set(node, parent);
      return [...nodes];
    } catch (error) {
      if (isCancelled(error)) return [];
      if (start === starts) noteEnd(parent, error);
      const { failureNodes } = await import('./plainNodes.ts');
      return [...failureNodes(error, () => reload(parent), log)];
    }
  }

  return {
    onDidChangeTreeData: changed.event,
    getParent: (node) => parents.get(node),
    childrenOf: async (node) => shown.get(node) ?? readLevel(node),
    getTreeItem(node) {
      const item = node.toTreeItem();
      drawn.set(node, node.isAging ? (node.state?.() ?? rowText(item)) : '');
      if (stale.has(node)) greyOut(item);
      const state = storedExpansion(store, item);
      if (state !== undefined) item.collapsibleState = state;
      return escapedRow(item);
    },
    async getChildren(parent) {
      if (parent) rememberExpanded(store, parent, log);
      return readLevel(parent);
    },
    async resolveTreeItem(item, node) {
      const tooltip = await node.tooltip?.().catch(() => undefined);
      if (tooltip !== undefined) item.tooltip = plainText(tooltip);
      return item;
    },
    has: (node) => drawn.has(node as TreeNode),
    refresh(workspaceId) {
      if (workspaceId === undefined) {
        if (connections.tryAgain()) return;
        root?.client.forgetAbsent();
      }
      root?.list.expire(workspaceId);
      changed.fire(undefined);
    },
    redraw: () => changed.fire(undefined),
    recover() {
      const levels = [...down];
      if (levels.length === 0) return;
      // A level that can't be read this time, either, is added again.
      down.clear();
      const nodes = levels.filter((node) => node !== undefined);
      changed.fire(nodes.length === levels.length ? nodes : undefined);
    },
    setOpen(node, isOpen) {
      if (isOpen) closed.delete(node);
      else closed.add(node);
    },
    redrawAging() {
      const isOther = (node: TreeNode): boolean => drawn.get(node) !== (node.state?.() ?? rowText(node.toTreeItem()));
      const rows = [...shown.values()].flat().filter((node) => node.isAging && isVisible(node) && isOther(node));
      if (rows[0]) changed.fire(rows);
    },
    startOver() {
      root = undefined;
      starts += 1;
      shown.clear();
      down.clear();
      changed.fire(undefined);
    },
    dispose: () => changed.dispose(),
  };
}

/** Escapes all texts of a row, because some contain text that others wrote. */
function escapedRow(item: vscode.TreeItem): vscode.TreeItem {
  const { label, description, tooltip, accessibilityInformation: spoken } = item;
  if (typeof label === 'string') item.label = labelText(label);
  if (typeof description === 'string') item.description = labelText(description);
  if (typeof tooltip === 'string') item.tooltip = plainText(tooltip);
  if (spoken) item.accessibilityInformation = { ...spoken, label: plainText(spoken.label) };
  return item;
}

/** Returns the text of a row, to find out whether it has changed. Leaves out the command, which never changes. */
const rowText = (item: vscode.TreeItem): string =>
  JSON.stringify(item, (field, value: unknown) => (field === 'command' ? undefined : value));

const MINUTE = 60_000;

/** A view and its tree, whose rows contain ages. */
export interface AgingView {
  readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
  readonly tree: Pick<ExplorerTree, 'redrawAging'>;
}

/** Redraws rows that contain ages each minute, and when the environment of a change request is found. Makes no calls. */
export function refreshAges(views: readonly AgingView[], serviceFacts: ServiceFacts): vscode.Disposable {
  const redraw = (): void => {
    for (const { view, tree } of views) if (view.visible) tree.redrawAging();
  };
  const timer = every(MINUTE, redraw);
  return vscode.Disposable.from(
    ...views.map(({ view }) => view.onDidChangeVisibility(redraw)),
    serviceFacts.onDidLearn(redraw),
    timer,
  );
}
