/** Reads a list of the service page by page. After a failure, the same page can be requested again. */
import type { MarkerPage } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { MAX_PAGES, type ListPage } from '../../api/resources/pages.ts';

/** How many calls and bytes a background task is still allowed to use. */
export interface Limits {
  calls: number;
  bytes: number;
}

export interface PageOptions extends CallOptions {
  readonly limits?: Limits | undefined;
}

export interface Pager<T> {
  /** Returns the next page. Undefined = the service has no such list. Throws the errors of the client. */
  next(options: PageOptions): Promise<ListPage<T> | undefined>;
}

/**
 * Returns a pager for a list in which each page contains a marker for requesting the next page. The list ends at a page without
 * a marker and at an empty page. It is cut off at a marker that was used before, because some services ignore markers, and after
 * MAX_PAGES. `read` returns undefined if the limits are reached.
 */
export function markerPager<T>(
  read: (next: string | undefined, options: PageOptions) => Promise<Pick<MarkerPage<T>, 'data' | 'nextMarker'> | undefined>,
): Pager<T> {
  const used = new Set<string>();
  let next: string | undefined;
  return {
    async next(options) {
      const page = await read(next, options);
      if (!page) return { objects: [], isLast: false, isOver: true };
      const { data, nextMarker } = page;
      if (data.length === 0 || nextMarker === undefined) return { objects: data, isLast: true };
      const isCutOff = used.has(nextMarker) || used.size + 1 >= MAX_PAGES;
      used.add(nextMarker);
      next = nextMarker;
      return { objects: data, isLast: isCutOff, ...(isCutOff && { isCutOff }) };
    },
  };
}

/** Returns a pager for a list that arrives in one answer. */
export const wholePager = <T>(read: (options: PageOptions) => Promise<readonly T[]>): Pager<T> => ({
  async next(options) {
    const objects = await read(options);
    return { objects, isLast: true, total: objects.length };
  },
});

/** Combines several lists into one. Each page contains one page of every list that has not ended. */
export function combinedPager<T>(pagers: readonly Pager<T>[]): Pager<T> {
  let left = pagers;
  let isCutOff = false;
  /**
   * If one list fails, the pages of the other lists are stored here. The next call uses them and does not request them again.
   */
  const read = new Map<Pager<T>, ListPage<T>>();
  return {
    async next(options) {
      const pages = left.map(async (pager) => {
        if (!read.has(pager)) read.set(pager, (await pager.next(options)) ?? { objects: [], isLast: true });
      });
      const failed = (await Promise.allSettled(pages)).find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      const objects = left.flatMap((pager) => read.get(pager)!.objects);
      const isOver = left.some((pager) => read.get(pager)!.isOver);
      isCutOff ||= left.some((pager) => read.get(pager)!.isCutOff);
      left = left.filter((pager) => !read.get(pager)!.isLast);
      read.clear();
      return { objects, isLast: left.length === 0, ...(isOver && { isOver }), ...(isCutOff && { isCutOff }) };
    },
  };
}
