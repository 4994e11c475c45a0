/**
 * One list of the service, as far as it has been read. Each page is read once, even if several callers ask for it at the same
 * time.
 */
import { isCancelled } from '../../api/errors.ts';
import { systemClock } from '../../time/clock.ts';
import type { DroppableList, ListReadOptions } from './list.ts';
import type { Limits, Pager, PageOptions } from './pagers.ts';
import { addNextPage, beginReading, setItem, type ListReading } from './listReading.ts';

export interface ListParts<T> {
  keyOf(item: T): string;
  start(): Pager<T>;
  /** Returns the item without the fields that are not stored. */
  pack?(item: T): T;
  /** Called after the items or the state of the list have changed. */
  onChange(): void;
}

/** A read operation in progress, and the number of callers that wait for it. */
interface RunningRead<T> {
  readonly reading: ListReading<T>;
  readonly done: Promise<void>;
  readonly abort: AbortController;
  waiting: number;
}

export function createList<T>({ keyOf, start, pack = (item) => item, onChange }: ListParts<T>): DroppableList<T> {
  let now: ListReading<T> | undefined;
  /** A newer reading of the list. It replaces `now` as soon as it has the items that a caller needs. */
  let next: ListReading<T> | undefined;
  /** The number of the newest reading. Readings are numbered from 1; those with a number below `oldest` have expired. */
  let readings = 0;
  let oldest = 0;
  let failure: unknown;
  /** How often this window has added, replaced or removed an item. */
  let edits = 0;
  /**
   * The keys of the items that this window has removed, each with the number of the newest reading at that time. This reading
   * and earlier ones may still return the item.
   */
  const removed = new Map<string, number>();
  let flight: RunningRead<T> | undefined;

  const begin = (): ListReading<T> => beginReading(start(), (readings += 1));
  const addPage = async (reading: ListReading<T>, options: PageOptions): Promise<boolean> =>
    addNextPage(reading, { keyOf, pack, isRemoved: (key) => reading.number <= (removed.get(key) ?? 0) }, options);

  /** Reads the next page of the list. */
  async function readPage(reading: ListReading<T>, options: PageOptions): Promise<void> {
    await addPage(reading, options);
    if (!now) use(reading);
    if (reading === now) onChange();
  }

  function use(reading: ListReading<T>): void {
    now = reading;
    next = undefined;
    for (const [key, number] of removed) if (number < reading.number) removed.delete(key);
  }

  /**
   * Changes an item in `now` and `next`, so that its old state doesn't return when `next` replaces `now`. `item` undefined =
   * the item was removed.
   */
  function edit(key: string, item: T | undefined): void {
    if (!now && !next && !flight) return;
    edits += 1;
    if (item === undefined) removed.set(key, readings);
    else removed.delete(key);
    for (const reading of [now, next]) if (reading) setItem(reading, keyOf, key, item);
    onChange();
  }

  async function checkAll(reading: ListReading<T>, limits: Limits, signal: AbortSignal): Promise<boolean> {
    const [before, editsBefore] = [now, edits];
    let isSame = before !== undefined;
    for (let compared = 0, canGoOn = true; canGoOn;) {
      canGoOn = await addPage(reading, { signal, limits });
      for (; isSame && compared < reading.items.length; compared += 1)
        isSame = JSON.stringify(reading.items[compared]) === JSON.stringify(before!.items[compared]);
    }
    isSame &&= !reading.isComplete || (before!.isComplete && before!.items.length === reading.items.length);
    // If this window has changed an item in the meantime, or a reading that began later has already ended, the pages may be
    // outdated. The result is then discarded.
    if (edits !== editsBefore || (now && now.number > reading.number)) return false;
    now = isSame && now ? renewed(now, reading) : reading;
    next = undefined;
    if (!isSame) onChange();
    return !isSame;
  }

  /** Returns the earlier reading `before`, with new times, after a later reading has found no change. */
  function renewed(before: ListReading<T>, { startedAt, startedOn, number, isComplete, items }: ListReading<T>): ListReading<T> {
    const isWhole = isComplete || (!before.isComplete && items.length === before.items.length);
    return isWhole ? { ...before, startedAt, startedOn, number, hasOldItems: false } : { ...before, hasOldItems: true };
  }

  const isFresh = ({ number, startedAt }: ListReading<T>, since: number): boolean => number >= oldest && startedAt >= since;

  /**
   * Waits for the reading that is in progress. If there is none, or it began before `since` or has expired, starts `work` on
   * the reading that `start` returns.
   */
  async function join(
    since: number,
    start: () => ListReading<T>,
    work: (reading: ListReading<T>, signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // A reading that was aborted has no result, so this call waits for its end first.
    while (flight?.abort.signal.aborted) await flight.done.catch(() => undefined);
    // The signal of this caller may have been aborted while it waited.
    signal?.throwIfAborted();
    const mine = flight && isFresh(flight.reading, since) ? flight : take(start(), work);
    flight = mine;
    mine.waiting += 1;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([mine.done, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      mine.waiting -= 1;
      if (mine.waiting === 0) mine.abort.abort();
    }
  }

  function take(
    reading: ListReading<T>,
    work: (reading: ListReading<T>, signal: AbortSignal) => Promise<unknown>,
  ): RunningRead<T> {
    const abort = new AbortController();
    const done = work(reading, abort.signal)
      .then(() => void (failure = undefined))
      .catch((error: unknown) => {
        if (isCancelled(error)) throw error;
        failure = error;
        onChange();
        throw error;
      })
      .finally(() => {
        if (flight === mine) flight = undefined;
      });
    done.catch(() => undefined);
    const mine: RunningRead<T> = { reading, done, abort, waiting: 0 };
    return mine;
  }

  async function readUntil(
    isEnough: (reading: ListReading<T>) => boolean,
    { newerThan = 0, limits, signal, priority }: ListReadOptions,
  ): Promise<void> {
    const since = Math.min(newerThan, systemClock.now());
    for (;;) {
      signal?.throwIfAborted();
      const readings = [now, next].filter((one) => one !== undefined && isFresh(one, since)) as readonly ListReading<T>[];
      const isSpent = limits !== undefined && (limits.calls <= 0 || limits.bytes <= 0);
      const enough = readings.find((one) => one.isEnded || isSpent || isEnough(one));
      if (enough) {
        if (enough === now) return;
        use(enough);
        return onChange();
      }
      // Continues the newest reading. An older one may still be in progress, because another caller waits for it.
      const start = (): ListReading<T> => readings.at(-1) ?? (next = begin());
      const how = { limits, ...(priority && { priority }) };
      await join(since, start, async (reading, aborted) => readPage(reading, { ...how, signal: aborted }), signal);
    }
  }

  async function find(key: string, options: ListReadOptions = {}): Promise<T | undefined> {
    await readUntil(({ byKey }) => byKey.has(key), options);
    return now?.byKey.get(key);
  }

  return {
    get items() {
      return now?.items ?? [];
    },
    get isComplete() {
      return now?.isComplete ?? false;
    },
    get hasExpired() {
      return now === undefined || now.number < oldest;
    },
    get hasMore() {
      return !now?.isEnded;
    },
    get isMissing() {
      return now?.isMissing ?? false;
    },
    get readAt() {
      return now?.startedAt;
    },
    get readOn() {
      return now?.startedOn;
    },
    get hasOldItems() {
      return now?.hasOldItems ?? false;
    },
    get failure() {
      return failure;
    },
    get total() {
      return now?.total;
    },
    get: (key) => now?.byKey.get(key),
    read: async ({ count = Infinity, ...options } = {}) => readUntil(({ items }) => items.length >= count, options),
    find,
    findNew: async (key, options) => now?.byKey.get(key) ?? find(key, { ...options, newerThan: systemClock.now() }),
    async check(limits, signal) {
      let isChanged = false;
      // A check has its own limits, so it can't share a reading that is in progress. It waits until that reading has ended.
      while (flight) await flight.done.catch(() => undefined);
      await join(0, begin, async (reading, aborted) => (isChanged = await checkAll(reading, limits, aborted)), signal);
      return isChanged;
    },
    expire: () => void (oldest = readings + 1),
    put: (item) => edit(keyOf(item), item),
    remove: (key) => edit(key, undefined),
    drop() {
      if (flight) return false;
      now = next = undefined;
      return true;
    },
  };
}
