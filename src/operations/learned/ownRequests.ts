/** Stores which requests of the user were open when they were last checked, so that later decisions can be reported. */
import type { KeyRef } from './keyRecords.ts';
import { openTable, type Store, type Table } from './store.ts';

/**
 * A request of the viewer that was open when it was last checked, even if it was submitted elsewhere. `connection` = the
 * origin and the API key that saw it (`ownConnection`), because a different key can't see it.
 */
type Own = readonly [connection: string, id: string];

export const ownRequests = (store: Store): Table<Own> => openTable(store, 'requests.own', { keyColumns: 2, maxRows: 200 });

export const ownConnection = ({ origin, keyName }: Pick<KeyRef, 'origin' | 'keyName'>): string =>
  JSON.stringify([origin, keyName]);

/** Stores an open request that this API key has just submitted. It may be decided before the open requests are read. */
export const rememberOpen = (store: Store, key: KeyRef, requestId: string): Promise<void> =>
  ownRequests(store).put([ownConnection(key), requestId]);
