/** The interface of one list of the service. */
import type { CallOptions } from '../../api/network/callOptions.ts';
import type { Limits } from './pagers.ts';

/** `signal` ends only this caller's wait. If other callers wait for the list, the reading continues. */
export interface ListReadOptions extends Pick<CallOptions, 'signal' | 'priority'> {
  /** The number of items that are needed. By default, all. */
  readonly count?: number;
  /**
   * Requires items that were read at this time (`Clock.now`) or later. Items that were read earlier or have expired are read
   * again.
   */
  readonly newerThan?: number;
  /** Stops reading as soon as these limits are reached. */
  readonly limits?: Limits | undefined;
}

export interface List<T> {
  /** The items that have arrived so far. The array grows while the list is read. Reading the list again creates a new array. */
  readonly items: readonly T[];
  /** True if `items` is the whole list. Only a complete list proves that an item does not exist. */
  readonly isComplete: boolean;
  /** True if the list has never been read or has expired. The next `read` then calls the service. */
  readonly hasExpired: boolean;
  /** True if the service may have more items. */
  readonly hasMore: boolean;
  /** True if the service has no such list. */
  readonly isMissing: boolean;
  /** The time (`Clock.now`) at which reading of `items` began. Undefined = the list has never been read. */
  readonly readAt: number | undefined;
  /** Like `readAt`, but as system time (`Date.now`), to be shown to the user. */
  readonly readOn: number | undefined;
  /** True if a `check` found no change, but reached its limits before the last items. The last items may be outdated. */
  readonly hasOldItems: boolean;
  /**
   * The error of the last attempt to read the list. Undefined = it succeeded. After an error, `items` still has the old items.
   */
  readonly failure: unknown;
  /** The size of the whole list, if the service reports it. */
  readonly total: number | undefined;
  get(key: string): T | undefined;
  /**
   * Reads more pages until the list has the items that `options` ask for, is complete, or reaches the limits. Rejects with the
   * errors of the client.
   */
  read(options?: ListReadOptions): Promise<void>;
  /**
   * Like `read`, but stops when the item has arrived. Undefined = not found. The item may still exist unless `isComplete` is
   * true.
   */
  find(key: string, options?: ListReadOptions): Promise<T | undefined>;
  /** Like `find`, but if the known items lack the key, reads the list again, because the item may be new at the service. */
  findNew(key: string, options?: ListReadOptions): Promise<T | undefined>;
  /**
   * Reads the list again, within the limits. If an item has changed, or the list had never been read, replaces the list and
   * returns true. If nothing has changed, returns false, and updates `readAt` if all items were compared. If this window adds,
   * replaces or removes an item during the check, discards the result and returns false.
   */
  check(limits: Limits, signal?: AbortSignal): Promise<boolean>;
  /**
   * Marks the list as outdated, so that the next `read` asks the service again. The old items remain until the new ones arrive.
   */
  expire(): void;
  /** Adds or replaces an item that this window has created or changed. */
  put(item: T): void;
  /** Removes an item that this window has deleted. */
  remove(key: string): void;
}

export interface DroppableList<T> extends List<T> {
  /** Discards the items to free memory and returns true. While the list is being read, does nothing and returns false. */
  drop(): boolean;
}
