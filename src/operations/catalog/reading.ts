/** One reading of a list, beginning with its first page. */
import { systemClock } from '../../time/clock.ts';
import type { PageOptions, Pager } from './pagers.ts';

/** The pages that have been read, and the pager for the next ones. */
export interface Reading<T> {
  readonly pager: Pager<T>;
  readonly number: number;
  readonly startedAt: number;
  readonly items: T[];
  readonly byKey: Map<string, T>;
  isComplete: boolean;
  /** True if there is nothing more to read. */
  isEnded: boolean;
  total: number | undefined;
  isMissing: boolean;
}

export const beginReading = <T>(pager: Pager<T>, number: number): Reading<T> => ({
  pager,
  number,
  startedAt: systemClock.now(),
  items: [],
  byKey: new Map(),
  isComplete: false,
  isEnded: false,
  isMissing: false,
  total: undefined,
});

/** Adds the next page. Returns false if there are no more pages or the limits are reached. */
export async function addNextPage<T>(
  reading: Reading<T>,
  { keyOf, pack }: { keyOf(item: T): string; pack(item: T): T },
  options: PageOptions,
): Promise<boolean> {
  const page = await reading.pager.next(options);
  const before = reading.items.length;
  reading.isMissing = page === undefined;
  for (const object of page?.objects ?? []) {
    // If the list changes between two pages, the service may return an item twice.
    const key = keyOf(object);
    if (reading.byKey.has(key)) continue;
    const item = pack(object);
    reading.byKey.set(key, item);
    reading.items.push(item);
  }
  reading.total = page?.total ?? reading.total;
  // A list that ends before its total is not complete.
  reading.isComplete = page?.isLast === true && reading.items.length >= (reading.total ?? 0);
  // A service that repeats a page has no more pages.
  const isRepeated = page !== undefined && page.objects.length > 0 && reading.items.length === before;
  reading.isEnded = isRepeated || (page?.isLast ?? true);
  return !reading.isEnded && !page?.isOver;
}
