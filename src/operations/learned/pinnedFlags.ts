/** Flags that the user has pinned: they are known also where the service can't list flags. Stored by connection and workspace. */
import { openTable, type Store, type Table } from './store.ts';
import type { Client } from '../../api/client.ts';
import { catalogOf } from '../catalog/catalog.ts';

const pins = (store: Store): Table<readonly [connectionId: string, workspaceId: string, name: string]> =>
  openTable(store, 'flags.pinned', { keyColumns: 3, maxRows: 500 });

/** Names, in the order in which they were pinned. */
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

/** True if it was pinned: a flag that was made or whose name was typed would be seen nowhere where the service can't list them. */
export async function pinUnlisted(
  store: Store,
  { client, connectionId }: { readonly client: Client; readonly connectionId: string },
  workspaceId: string,
  name: string,
): Promise<boolean> {
  if (pinnedIn(store, connectionId, workspaceId).includes(name)) return false;
  // Whether it can list them is not worth a failure.
  const flags = catalogOf(client).flags(workspaceId);
  await flags.read({ count: 1 }).catch(() => undefined);
  if (!flags.isMissing) return false;
  await setPinned(store, connectionId, workspaceId, name, true);
  return true;
}
