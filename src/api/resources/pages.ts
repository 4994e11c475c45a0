/** Two generators of pages, one by offset and one by markers. The caller takes the pages that it needs and stops. */
import type { MarkerPage } from '../model.ts';

/** The limit for one listing, for a service whose pages never end. */
export const MAX_PAGES = 2000;

/** The fields of a page that the offset pager needs. A Page has them. */
export interface OffsetPage<T> {
  readonly objects: readonly T[];
  /** Where the page begins, according to the service. */
  readonly offset?: number;
  /** Number of objects in the whole listing, if the service reports it. */
  readonly totalCount?: number;
}

/**
 * The objects of each page, until the listing ends: at an empty page, at its total, or after MAX_PAGES. Some services ignore
 * `offset`, so it also ends at a page that starts like the previous one or does not start at a later offset. The next offset
 * follows from the number of objects that came, not from `limit`, which a service may lower.
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

/** The objects of each page, until a page is empty, has no next marker, or repeats an earlier marker, or until MAX_PAGES. */
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
