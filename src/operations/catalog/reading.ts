/** One reading of a list, from its first page on. */
import { systemClock } from '../../time/clock.ts';
import type { PageOptions, Pager } from './pagers.ts';

/** What has been read, and where the reading goes on. */
export interface Reading<T> {
  readonly pager: Pager<T>;
  readonly number: number;
  readonly startedAt: number;
  readonly items: T[];
  readonly byKey: Map<string, T>;
  isComplete: boolean;
  /** Nothing more can be read. */
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

/** Adds the next page. False if there is no other, or the limits are reached. */
export async function addNextPage<T>(
  reading: Reading<T>,
  { keyOf, pack }: { keyOf(item: T): string; pack(item: T): T },
  options: PageOptions,
): Promise<boolean> {
  const page = await reading.pager.next(options);
  const before = reading.items.length;
  reading.isMissing = page === undefined;
  for (const object of page?.objects ?? []) {
    // A list that changes between two pages gives an item twice.
    const key = keyOf(object);
    if (reading.byKey.has(key)) continue;
    const item = pack(object);
    reading.byKey.set(key, item);
    reading.items.push(item);
  }
  reading.total = page?.total ?? reading.total;
  // A list that ends before its total is not known as a whole.
  reading.isComplete = page?.isLast === true && reading.items.length >= (reading.total ?? 0);
  // A service that gives the same page again has no more.
  const isRepeated = page !== undefined && page.objects.length > 0 && reading.items.length === before;
  reading.isEnded = isRepeated || (page?.isLast ?? true);
  return !reading.isEnded && !page?.isOver;
}
