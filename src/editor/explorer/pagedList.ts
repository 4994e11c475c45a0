/** Shows a list of the catalog as nodes: first one page, then more when the user asks for them. */
import { systemClock } from '../../time/clock.ts';
import { isCancelled } from '../../api/errors.ts';
import type { List } from '../../operations/catalog/catalog.ts';
import { createLoadMoreNode, createStaleNode } from './plainNodes.ts';
import type { TreeNode } from './treeNode.ts';

/** Milliseconds. When a list is shown again, it is also read again if its data is older than this. */
const MAX_AGE = 30 * 60_000;

export interface PagedList {
  /**
   * Returns one node for each shown item. Starts with the first page again, unless a page was just added. If the list can't be
   * read, returns the known nodes and a node that reports the failure; throws if no nodes are known.
   */
  nodes(): Promise<readonly TreeNode[]>;
}

export interface PagedListParts<T> {
  list(): List<T>;
  /** The number of rows in a page. */
  readonly page: number;
  toNode(item: T): TreeNode;
  /** Shows the list again after a page was added. */
  redraw(): void;
  /** Reads additional data for the rows from `first` on, at the same time as the page. */
  readBeside?(first: number): Promise<unknown>;
}

export function pagedList<T extends object>({ list, page, toNode, redraw, readBeside }: PagedListParts<T>): PagedList {
  let wanted = page;
  /** True if the next call of `nodes` comes from `Load more…`, so the existing nodes remain. */
  let isExtended = false;
  let nodeOf = oneNodeFor(toNode);

  async function more(): Promise<void> {
    const now = list();
    const first = now.items.length;
    await Promise.all([now.read({ count: first + 1 }), readBeside?.(first)]);
    wanted = Math.max(wanted, now.items.length);
    isExtended = true;
    redraw();
  }

  return {
    async nodes() {
      const now = list();
      const isAnew = !isExtended;
      if (isAnew) [wanted, nodeOf] = [page, oneNodeFor(toNode)];
      isExtended = false;
      const reading = now.read({ count: wanted, newerThan: systemClock.now() - MAX_AGE });
      const failed = await staleUnless(now, Promise.all([reading, isAnew && readBeside?.(0)]));
      const nodes = now.items.slice(0, wanted).map(nodeOf);
      const hasMore = now.hasMore || now.items.length > wanted;
      return [...failed, ...nodes, ...(hasMore ? [createLoadMoreNode(more)] : [])];
    },
  };
}

/** Returns an empty list, or a node that reports that the list could not be read again. Throws if it was never read. */
export async function staleUnless(list: List<unknown>, reading: Promise<unknown>): Promise<readonly TreeNode[]> {
  try {
    await reading;
    return [];
  } catch (error) {
    if (isCancelled(error) || list.readOn === undefined) throw error;
    return [createStaleNode(error, list.readOn)];
  }
}

/** Creates the node of an item only once. */
export function oneNodeFor<T extends object>(toNode: (item: T) => TreeNode): (item: T) => TreeNode {
  const made = new WeakMap<T, TreeNode>();
  return (item) => {
    const node = made.get(item) ?? toNode(item);
    made.set(item, node);
    return node;
  };
}

/** Returns the items of a list that belong to a group. While the list grows, each item is checked only once. */
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
