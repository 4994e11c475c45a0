/** Flags that the user has pinned. They are known even if the service can't list flags. Stored by connection and workspace. */
import { openTable, type Store, type Table } from './store.ts';
import type { Client } from '../../api/client.ts';
import { catalogOf } from '../catalog/catalog.ts';

const pins = (store: Store): Table<readonly [connectionId: string, workspaceId: string, name: string]> =>
  openTable(store, 'flags.pinned', { keyColumns: 3, maxRows: 500 });

/** Returns the names in the order in which they were pinned. */
export const pinnedIn = (store: Store, connectionId: string, workspaceId: string): readonly string[] =>
  pins(store)
    .rows(connectionId, workspaceId)
    .map(([, , name]) => name);

export async function setPinned(
  store: Store,
  connectionId: string,
  workspaceId: string,
  name: string,
  isPinned: boolean,
): Promise<void> {
  await (isPinned ? pins(store).put([connectionId, workspaceId, name]) : pins(store).remove([connectionId, workspaceId, name]));
}

/**
 * If the service can't list flags, pins a flag that was created or whose name was typed, because no view would show it
 * otherwise. Returns true if the flag was pinned.
 */
export async function pinUnlisted(
  store: Store,
  { client, connectionId }: { readonly client: Client; readonly connectionId: string },
  workspaceId: string,
  name: string,
): Promise<boolean> {
  if (pinnedIn(store, connectionId, workspaceId).includes(name)) return false;
  // If the list fails, the flag is not pinned; that is not worth an error.
  const flags = catalogOf(client).flags(workspaceId);
  await flags.read({ count: 1 }).catch(() => undefined);
  if (!flags.isMissing) return false;
  await setPinned(store, connectionId, workspaceId, name, true);
  return true;
}
