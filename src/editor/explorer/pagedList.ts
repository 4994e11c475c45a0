/** A list that is read page by page as the user asks for more. */
import type { Page } from '../../api/model.ts';
import { createLoadMoreNode } from './plainNodes.ts';
import type { TreeNode } from './treeNode.ts';

export interface PagedList {
  /** The nodes of all pages read so far; reads the first page anew, unless a page was just added. */
  nodes(): Promise<readonly TreeNode[]>;
}

/** `redraw` shows the list again when a page was added. */
export function pagedList<T>(
  readPage: (offset: number) => Promise<Page<T>>,
  toNode: (object: T) => TreeNode,
  redraw: () => void,
): PagedList {
  let objects: readonly T[] = [];
  let total = 0;
  /** True while the next question for children comes from `Load more…`, and what is read must be kept. */
  let isExtended = false;

  let reading: Promise<void> | undefined;

  /** Asked twice at once, it reads once. */
  function more(): Promise<void> {
    reading ??= readMore().finally(() => (reading = undefined));
    return reading;
  }

  async function readMore(): Promise<void> {
    const before = objects;
    const page = await readPage(before.length);
    // A refresh has begun anew meanwhile: between its page and this one there would be a gap.
    if (objects !== before) return;
    // A page that brings nothing new would offer `Load more…` for ever.
    total = page.objects.length === 0 ? objects.length : page.totalCount;
    objects = [...objects, ...page.objects];
    isExtended = true;
    redraw();
  }

  return {
    async nodes() {
      if (!isExtended) {
        const page = await readPage(0);
        objects = page.objects;
        total = page.totalCount;
      }
      isExtended = false;
      // A list that moves between two pages gives an object twice, and no two rows may have one id.
      const all = objects.map(toNode).map((node) => [node.copyable?.id ?? node.copyable?.name ?? node, node] as const);
      const nodes = [...new Map(all).values()];
      return objects.length < total ? [...nodes, createLoadMoreNode(more)] : nodes;
    },
  };
}
