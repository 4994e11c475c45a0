/** Reads a listing by offset, page by page. */
import type { PageRequest } from './envelope.ts';

/** The maximum number of pages to read of one listing, in case a service's pages never end. */
export const MAX_PAGES = 2000;

/**
 * The maximum number of flags or definitions on a page of the live service (service-beyond.md). The next offset depends on the
 * number of objects received, so a smaller page is always safe.
 */
export const MAX_FLAG_PAGE = 50;

/** The fields of a page that the offset pager needs. A Page has them. */
export interface OffsetPage<T> {
  readonly objects: readonly T[];
  /** Where the page begins, according to the service. */
  readonly offset?: number;
  /** Number of objects in the whole listing, if the service reports it. */
  readonly totalCount?: number;
}

export interface ListPage<T> {
  readonly objects: readonly T[];
  /** True for the last page of the list. */
  readonly isLast: boolean;
  /** The size of the whole list, if the service reports it. */
  readonly total?: number;
  /**
   * True if the list ends here only because the service would repeat its pages or has too many. The list may have more objects.
   */
  readonly isCutOff?: boolean;
  /** True if nothing was read, because the pager has reached its limits. The list may have more objects. */
  readonly isOver?: true;
}

/**
 * Reads a listing page by page. After a failure, the same page can be requested again. `next` returns undefined if the service
 * has no such listing.
 *
 * The listing ends at an empty page, when its total is reached, or after MAX_PAGES. Some services ignore `offset`. Therefore,
 * it also ends at a page that starts with the same object as the page before, or that does not report a higher offset. The next
 * offset depends on the number of objects received, because a service may lower `limit`.
 */
export function offsetPager<T, Options = void>(
  read: (page: PageRequest, options: Options) => Promise<OffsetPage<T> | undefined>,
  limit: number,
): { next(options: Options): Promise<ListPage<T> | undefined> } {
  let offset = 0;
  let pages = 0;
  let before: { readonly start: string; readonly at: number } | undefined;
  return {
    async next(options) {
      const page = await read({ offset, limit }, options);
      if (!page) return undefined;
      const { objects, totalCount, offset: at = offset } = page;
      const total = totalCount === undefined ? {} : { total: totalCount };
      const start = JSON.stringify(objects[0]);
      pages += 1;
      // A repeated page adds nothing, so the listing ends. The list is incomplete if it has fewer objects than its total.
      if (objects.length === 0 || (before && (start === before.start || at <= before.at)))
        return { objects: [], isLast: true, ...total };
      before = { start, at };
      offset += objects.length;
      return { objects, isLast: pages >= MAX_PAGES || (totalCount !== undefined && offset >= totalCount), ...total };
    },
  };
}
