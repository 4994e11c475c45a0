/** Flags that the user has pinned: they are known also where the service can't list flags. Stored by connection and workspace. */
import type { Store } from '../../operations/serviceFacts.ts';
import type { Connected } from './connected.ts';

export interface PinnedFlags {
  /** In the order in which they were pinned. */
  in(connectionId: string, workspaceId: string): readonly string[];
  set(connectionId: string, workspaceId: string, name: string, isPinned: boolean): Promise<void>;
}

type Pins = readonly (readonly [connectionId: string, workspaceId: string, name: string])[];

const PINNED = 'flags.pinned';
/** The oldest goes first. */
const MAX_PINNED = 500;

/** Names of those that are pinned in a workspace, for the questions and the tree of one connection. */
export const pinnedOf =
  (store: Store, connectionId: string) =>
  (workspaceId: string): readonly string[] =>
    createPinnedFlags(store).in(connectionId, workspaceId);

/** It holds nothing itself: whoever makes another over the same store sees the same. */
export function createPinnedFlags(store: Store): PinnedFlags {
  const all = (): Pins => store.get<Pins>(PINNED) ?? [];
  return {
    in: (connectionId, workspaceId) =>
      all().flatMap(([at, where, name]) => (at === connectionId && where === workspaceId ? [name] : [])),
    async set(connectionId, workspaceId, name, isPinned) {
      const others = all().filter(([at, where, one]) => at !== connectionId || where !== workspaceId || one !== name);
      const added = isPinned ? [[connectionId, workspaceId, name] as const] : [];
      await store.update(PINNED, [...others, ...added].slice(-MAX_PINNED));
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
