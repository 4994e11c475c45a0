/** Shows a list of the catalog as nodes, page by page. A row at the end loads the next page. */
import { systemClock } from '../../time/clock.ts';
import { isCancelled } from '../../api/errors.ts';
import type { List } from '../../operations/catalog/catalog.ts';
import { createLoadMoreNode, createStaleNode } from './plainNodes.ts';
import type { TreeNode } from './treeNode.ts';

/** The maximum age of a list in milliseconds. An older list is read again when it is shown. */
export const MAX_AGE = 30 * 60_000;

export interface PagedList {
  /**
   * Returns one node for each shown item. Returns to the first page, unless `Load more…` has just added a page. If the list
   * can't be read, returns the old nodes and a node for the failure. Throws if there are no old nodes.
   */
  nodes(): Promise<readonly TreeNode[]>;
}

export interface PagedListParts<T> {
  list(): List<T>;
  /** The number of rows in a page. */
  readonly page: number;
  toNode(item: T): TreeNode;
  /** Shows the list with the page that was just added. */
  redraw(): void;
  /** Reads further data for the rows from index `first` on. Called at the same time as the page is read. */
  readRowData?(first: number): Promise<unknown>;
}

export function pagedList<T extends object>({ list, page, toNode, redraw, readRowData }: PagedListParts<T>): PagedList {
  let wanted = page;
  /** True if `Load more…` has just added a page. The next call of `nodes` then keeps the nodes of the earlier pages. */
  let isExtended = false;
  let nodeOf = cachedNode(toNode);

  async function more(): Promise<void> {
    const now = list();
    const first = now.items.length;
    await Promise.all([now.read({ count: first + 1 }), readRowData?.(first)]);
    wanted = Math.max(wanted, now.items.length);
    isExtended = true;
    redraw();
  }

  return {
    async nodes() {
      const now = list();
      const isFirstPage = !isExtended;
      if (isFirstPage) [wanted, nodeOf] = [page, cachedNode(toNode)];
      isExtended = false;
      const reading = now.read({ count: wanted, newerThan: systemClock.now() - MAX_AGE });
      const failed = await staleNodeUnlessRead(now, Promise.all([reading, isFirstPage && readRowData?.(0)]));
      const nodes = now.items.slice(0, wanted).map(nodeOf);
      const hasMore = now.hasMore || now.items.length > wanted;
      return [...failed, ...nodes, ...(hasMore ? [createLoadMoreNode(more)] : [])];
    },
  };
}

/**
 * Waits for `reading`. Returns an empty list if it succeeds, and otherwise a node for the failure. Throws if the list was never
 * read, or if the user cancelled.
 */
export async function staleNodeUnlessRead(list: List<unknown>, reading: Promise<unknown>): Promise<readonly TreeNode[]> {
  try {
    await reading;
    return [];
  } catch (error) {
    if (isCancelled(error) || list.readOn === undefined) throw error;
    return [createStaleNode(error, list.readOn)];
  }
}

/** Returns a function that creates the node of each item only once. */
export function cachedNode<T extends object>(toNode: (item: T) => TreeNode): (item: T) => TreeNode {
  const made = new WeakMap<T, TreeNode>();
  return (item) => {
    const node = made.get(item) ?? toNode(item);
    made.set(item, node);
    return node;
  };
}

/** Returns a function that lists the items of a group. While the list grows, the function checks each item only once. */
export function groupOf<T>(list: () => List<T>, belongs: (item: T) => boolean): () => readonly T[] {
  let items: readonly T[] = [];
  let seen = 0;
  let own: T[] = [];
  return () => {
    const now = list().items;
    if (now !== items) [items, seen, own] = [now, 0, []];
    for (; seen < items.length; seen += 1) if (belongs(items[seen]!)) own.push(items[seen]!);
    return own;
  };
}
