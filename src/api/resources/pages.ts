/** One pager by offset and one by markers, as generators of pages: take what is needed and stop. */
import type { MarkerPage } from '../model.ts';

/** Of one listing: a service whose pages never end is not followed for ever. */
export const MAX_PAGES = 2000;

/** What the offset pager needs of a page; a Page is one. */
export interface OffsetPage<T> {
  readonly objects: readonly T[];
  /** Where the service says that the page begins. */
  readonly offset?: number;
  /** Of the whole listing, where the service says it. */
  readonly totalCount?: number;
}

/**
 * The objects of each page, until the listing ends: at an empty page, at its total, after MAX_PAGES, or at a page that starts
 * like the one before or at no later offset, since some services ignore `offset` and would be read for ever. The next offset
 * follows from what came, not from `limit`, which a service may lower.
 */
export async function* byOffset<T>(
  readPage: (page: { readonly offset: number; readonly limit: number }) => Promise<OffsetPage<T>>,
  limit: number,
): AsyncGenerator<readonly T[], void, undefined> {
  let offset = 0;
  let before: { readonly start: string; readonly at: number } | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { objects, totalCount, offset: at = offset } = await readPage({ offset, limit });
    const start = JSON.stringify(objects[0]);
    if (objects.length === 0 || (before && (start === before.start || at <= before.at))) return;
    yield objects;
    before = { start, at };
    offset += objects.length;
    if (totalCount !== undefined && offset >= totalCount) return;
  }
}

/** The objects of each page, until a page has no next marker or one that was there before. An empty page ends it too, and MAX_PAGES. */
export async function* byMarker<T>(
  readPage: (next: string | undefined) => Promise<Pick<MarkerPage<T>, 'data' | 'nextMarker'>>,
): AsyncGenerator<readonly T[], void, undefined> {
  const usedMarkers = new Set<string>();
  let next: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, nextMarker } = await readPage(next);
    if (data.length === 0) return;
    yield data;
    if (nextMarker === undefined || usedMarkers.has(nextMarker)) return;
    usedMarkers.add(nextMarker);
    next = nextMarker;
  }
}
