/**
 * The tree's data provider. Nodes are loaded at their first use. A level that fails to load becomes a failure node. Rows with ages
 * are redrawn while they are visible.
 */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { isCancelled, isOutage } from '../../api/errors.ts';
import type { Connections, Connected } from '../window/connected.ts';
import type { Log } from '../window/log.ts';
import { labelText, plainText } from '../words/escape.ts';
import { greyOut } from './rowMarks.ts';
import { openedAsBefore, rememberAsked } from './openNodes.ts';
import { every } from '../../time/clock.ts';
import type { TreeNode } from './treeNode.ts';
import type { ServiceFacts } from '../../operations/learned/serviceFacts.ts';
import type { Store } from '../../operations/learned/store.ts';

export interface ExplorerTree extends vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  /** True for a node that was drawn in this tree. */
  has(node: unknown): boolean;
  /** Returns the nodes below a node. If the node was expanded before, these are the loaded nodes. */
  childrenOf(node: TreeNode | undefined): Promise<readonly TreeNode[]>;
  /**
   * Reads the tree again. A call without a workspace comes from a user who wants to see the current state, so it reads
   * everything, and tries refused API keys once more. A call with a workspace reads only what a change in that workspace may
   * have affected.
   */
  refresh(workspaceId?: string): void;
  /** Shows what the catalog contains now. */
  redraw(): void;
  /** Reads the levels that could not be read during an outage. Call this when the service has answered again. */
  recover(): void;
  /** Records that the rows below a node became visible or hidden. */
  setOpen(node: TreeNode, isOpen: boolean): void;
  /**
   * Redraws only the visible rows whose text has changed: an age, or an environment that has become known. Makes no calls. While
   * the editor redraws a row, a click on it fails.
   */
  redrawAging(): void;
  /** Starts again after a change of the connection or the API key, or of their properties. */
  startOver(): void;
}

/** The first level of the tree. It is created once for the connection in use. */
export interface Root {
  nodes(): Promise<readonly TreeNode[]>;
  /**
   * Marks data as expired, so that the next use reads it again. With a workspace, marks only what a change in that workspace
   * may have affected.
   */
  expire(workspaceId?: string): void;
}

export interface TreeParts {
  readonly connections: Connections;
  readonly log: Log;
  /** Stores which nodes are open. */
  readonly store: Store;
  /** Loads the file that creates the nodes, when the view is first shown. */
  loadRoot(): Promise<(connected: Connected, redraw: (node: TreeNode | undefined) => void) => Root>;
  onLoaded?(isEmpty: boolean): void;
  /** Called if the first level can't be read because of an outage. */
  onOutage?(): void;
}

export function createTree({ connections, log, store, loadRoot, onLoaded, onOutage }: TreeParts): ExplorerTree {
  const changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  let root: { readonly client: Client; readonly list: Root } | undefined;

  /** The shown nodes, by their parent. */
  const shown = new Map<TreeNode | undefined, readonly TreeNode[]>();
  /** How often the tree has started over. A reading that began before the last start may be of a different connection. */
  let starts = 0;
  /** The parent of each node; undefined = the first level. */
  const parents = new WeakMap<TreeNode, TreeNode | undefined>();
  /** The texts of the rows when they were last drawn. */
  const drawn = new WeakMap<TreeNode, string>();
  const closed = new WeakSet<TreeNode>();
  /** Nodes that are shown with old data, because they could not be read again, and when they were read (`Date.now`). */
  const stale = new WeakMap<TreeNode, number>();
  /** The parents of the levels that could not be read because of an outage; undefined = the first level. */
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
    // The level belongs to the connection that read it. After a switch, everything is read again.
    const now = await connections.inUse().catch(() => undefined);
    const isSame = now !== undefined && now.client === root?.client;
    changed.fire(isSame ? parent : undefined);
  }

  /** Records how the last reading of a level ended. `error` undefined = it succeeded. */
  function noteEnd(parent: TreeNode | undefined, error: unknown): void {
    if (!isOutage(error)) {
      down.delete(parent);
      return;
    }
    down.add(parent);
    if (!parent) onOutage?.();
  }

  async function readLevel(parent: TreeNode | undefined): Promise<TreeNode[]> {
    const start = starts;
    try {
      const loaded = await load(parent);
      const nodes = await withFailure(loaded, parent);
      if (start !== starts) return [...nodes];
      if (!parent) {
        shown.clear();
        down.clear();
      }
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
      drawn.set(node, node.isAging ? (node.state?.() ?? sayingOf(item)) : '');
      if (stale.has(node)) greyOut(item);
      const state = openedAsBefore(store, item);
      if (state !== undefined) item.collapsibleState = state;
      return escapedRow(item);
    },
    async getChildren(parent) {
      if (parent) rememberAsked(store, parent, log);
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
      const nodes = levels.filter((node) => node !== undefined);
      changed.fire(nodes.length === levels.length ? nodes : undefined);
    },
    setOpen(node, isOpen) {
      if (isOpen) closed.delete(node);
      else closed.add(node);
    },
    redrawAging() {
      const isOther = (node: TreeNode): boolean => drawn.get(node) !== (node.state?.() ?? sayingOf(node.toTreeItem()));
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

/** Escapes the texts of a row. Called for every row. */
function escapedRow(item: vscode.TreeItem): vscode.TreeItem {
  const { label, description, tooltip, accessibilityInformation: spoken } = item;
  if (typeof label === 'string') item.label = labelText(label);
  if (typeof description === 'string') item.description = labelText(description);
  if (typeof tooltip === 'string') item.tooltip = plainText(tooltip);
  if (spoken) item.accessibilityInformation = { ...spoken, label: plainText(spoken.label) };
  return item;
}

/** Returns the text of a row. Excludes the click command, which never changes for a node. */
const sayingOf = (item: vscode.TreeItem): string =>
  JSON.stringify(item, (field, value: unknown) => (field === 'command' ? undefined : value));

const MINUTE = 60_000;

/** A view and its tree. */
export interface AgingView {
  readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
  readonly tree: Pick<ExplorerTree, 'redrawAging'>;
}

/** Redraws rows with ages once a minute, and when the environment of a change request becomes known. Makes no calls. */
export function keepAges(views: readonly AgingView[], serviceFacts: ServiceFacts): vscode.Disposable {
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
