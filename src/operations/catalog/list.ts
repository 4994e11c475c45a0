/** What the rest of the extension sees of one list of the service. */
import type { CallOptions } from '../../api/network/callOptions.ts';
import type { Limits } from './pagers.ts';

/** `signal` ends this caller's wait. The reading continues while other callers wait for it. */
export interface ListReadOptions extends Pick<CallOptions, 'signal' | 'priority'> {
  /** The number of items that are needed. By default, all. */
  readonly count?: number;
  /** The reading must have started at this time (`Clock.now`) or later, and after the list expired. */
  readonly newerThan?: number;
  /** Ends the reading early when these limits are reached. */
  readonly limits?: Limits | undefined;
}

export interface List<T> {
  /** The items that have arrived so far. The array grows while the list is read. Reading the list again creates a new array. */
  readonly items: readonly T[];
  /** True if `items` is the whole list. Only a complete list proves that an item does not exist. */
  readonly isComplete: boolean;
  /** True if the next `read` asks the service again, or for the first time. */
  readonly hasExpired: boolean;
  /** True if the service may have more items. */
  readonly hasMore: boolean;
  /** True if the service has no such list. */
  readonly isMissing: boolean;
  /** When the reading that `items` come from started (`Clock.now`). Undefined = the list has never been read. */
  readonly readAt: number | undefined;
  /** The same time by the system clock (`Date.now`), to be shown. */
  readonly readOn: number | undefined;
  /** True if a `check` has reached its limits before the last items, so that these may have changed since `readAt`. */
  readonly hasOldItems: boolean;
  /** The error of the last reading. Undefined = it succeeded. If a reading fails, `items` keeps its items. */
  readonly failure: unknown;
  /** The size of the whole list, if the service reports it. */
  readonly total: number | undefined;
  get(key: string): T | undefined;
  /**
   * Continues to read until the list has the items that `options` ask for, until it is complete, or until it reaches the limits.
   * Rejects with the errors of the client.
   */
  read(options?: ListReadOptions): Promise<void>;
  /** Like `read`, but ends when the item has arrived. Undefined = not found; only `isComplete` proves that it doesn't exist. */
  find(key: string, options?: ListReadOptions): Promise<T | undefined>;
  /** Like `find`, but if the known items lack the key, reads the list again, because the item may be new at the service. */
  findNew(key: string, options?: ListReadOptions): Promise<T | undefined>;
  /**
   * Reads the list again, within the limits. If an item has changed, or the list had never been read, replaces the list and
   * returns true. If it finds no change, renews `readAt` only if it has read all items. If this window puts or removes an item in
   * the meantime, discards the result and returns false.
   */
  check(limits: Limits, signal?: AbortSignal): Promise<boolean>;
  /** Marks the list as outdated, so that the next `read` asks the service again. The old items remain until the new ones arrive. */
  expire(): void;
  /** Adds or replaces an item that this window has created or changed. */
  put(item: T): void;
  /** Removes an item that this window has deleted. */
  remove(key: string): void;
}

export interface DroppableList<T> extends List<T> {
  /** Discards the items to free memory. Returns false, and discards nothing, while a reading is in progress. */
  drop(): boolean;
}
