/** One pass through a list of the service, page by page from its first page (a reading). */
import { systemClock } from '../../time/clock.ts';
import type { PageOptions, Pager } from './pagers.ts';

/** The items that have been read so far, and the pager that reads the next page. */
export interface ListReading<T> {
  readonly pager: Pager<T>;
  readonly number: number;
  readonly startedAt: number;
  /** Like `startedAt`, but as system time (`Date.now`), to be shown to the user. */
  readonly startedOn: number;
  /**
   * After an item is removed, this is a new array. A search (`placeSearch.ts`) relies on that: it remembers how many items of
   * an array it has checked, and then checks only items added at the end.
   */
  items: T[];
  readonly byKey: Map<string, T>;
  isComplete: boolean;
  /** True if the service has no more pages. The list may still be incomplete. */
  isEnded: boolean;
  total: number | undefined;
  isMissing: boolean;
  /** True if a later `check` found no change, but stopped before the last items. */
  hasOldItems: boolean;
}

export const beginReading = <T>(pager: Pager<T>, number: number): ListReading<T> => ({
  pager,
  number,
  startedAt: systemClock.now(),
  startedOn: Date.now(),
  items: [],
  byKey: new Map(),
  isComplete: false,
  isEnded: false,
  isMissing: false,
  hasOldItems: false,
  total: undefined,
});

/** Adds or replaces an item. `item` undefined = removes it. */
export function setItem<T>(reading: ListReading<T>, keyOf: (item: T) => string, key: string, item: T | undefined): void {
  const isThere = reading.byKey.has(key);
  if (item === undefined) {
    reading.byKey.delete(key);
    if (isThere) reading.items = reading.items.filter((one) => keyOf(one) !== key);
    return;
  }
  reading.byKey.set(key, item);
  if (!isThere) reading.items.push(item);
  else reading.items[reading.items.findIndex((one) => keyOf(one) === key)] = item;
}

/** Adds the next page. Returns false if there are no more pages or the limits are reached. */
export async function addNextPage<T>(
  reading: ListReading<T>,
  { keyOf, pack, isRemoved }: { keyOf(item: T): string; pack(item: T): T; isRemoved(key: string): boolean },
  options: PageOptions,
): Promise<boolean> {
  const page = await reading.pager.next(options);
  const before = reading.items.length;
  let skipped = 0;
  reading.isMissing = page === undefined;
  for (const object of page?.objects ?? []) {
    // If the list changes while its pages are read, the service may return an item twice.
    const key = keyOf(object);
    if (reading.byKey.has(key)) continue;
    if (isRemoved(key)) {
      skipped += 1;
      continue;
    }
    const item = pack(object);
    reading.byKey.set(key, item);
    reading.items.push(item);
  }
  reading.total = page?.total ?? reading.total;
  // A list that ends before it has `total` items is not complete.
  reading.isComplete = page?.isLast === true && !page.isCutOff && reading.items.length + skipped >= (reading.total ?? 0);
  // A page without new items shows that the service repeats pages, so the reading ends.
  const isRepeated = page !== undefined && page.objects.length > 0 && reading.items.length + skipped === before;
  reading.isEnded = isRepeated || (page?.isLast ?? true);
  return !reading.isEnded && !page?.isOver;
}
