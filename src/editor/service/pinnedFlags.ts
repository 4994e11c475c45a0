/** Flags that the user has pinned: they are known also where the service can't list flags. Stored by connection and workspace. */
import { openTable, type Store } from '../../operations/store.ts';
import type { Connected } from './connected.ts';

export interface PinnedFlags {
  /** In the order in which they were pinned. */
  in(connectionId: string, workspaceId: string): readonly string[];
  set(connectionId: string, workspaceId: string, name: string, isPinned: boolean): Promise<void>;
}

type Pin = readonly [connectionId: string, workspaceId: string, name: string];

/** Names of those that are pinned in a workspace, for the questions and the tree of one connection. */
export const pinnedOf =
  (store: Store, connectionId: string) =>
  (workspaceId: string): readonly string[] =>
    createPinnedFlags(store).in(connectionId, workspaceId);

export function createPinnedFlags(store: Store): PinnedFlags {
  const pins = openTable<Pin>(store, 'flags.pinned', { keyColumns: 3, maxRows: 500 });
  return {
    in: (connectionId, workspaceId) => pins.rows(connectionId, workspaceId).map(([, , name]) => name),
    async set(connectionId, workspaceId, name, isPinned) {
      await (isPinned ? pins.put([connectionId, workspaceId, name]) : pins.remove(connectionId, workspaceId, name));
    },
  };
}

/** True if it was pinned: a flag that was made or whose name was typed would be seen nowhere where the service can't list them. */
export async function pinUnlisted(
  store: Store,
  { client, connectionId }: Pick<Connected, 'client' | 'connectionId'>,
  workspaceId: string,
  name: string,
): Promise<boolean> {
  const pinned = createPinnedFlags(store);
  if (pinned.in(connectionId, workspaceId).includes(name)) return false;
  // Whether it can list them is not worth a failure.
  if (await client.listFlags(workspaceId, { offset: 0, limit: 1 }).catch(() => true)) return false;
  await pinned.set(connectionId, workspaceId, name, true);
  return true;
}
