/** Flag Admin does not change an archived flag: either the service refuses it, or no application would notice the change. */
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Connected } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { archivedSentence, whereToUnarchive } from '../words/archivedWords.ts';

/**
 * Returns true if the flag is archived and the user was told. If the list of flags says that it is archived, the flag is read
 * again, because somebody may have unarchived it. If that list has not been read, no call is made, and the service refuses the
 * change.
 */
export async function isRefusedAsArchived({ client }: Connected, workspaceId: string, flag: string): Promise<boolean> {
  const flags = catalogOf(client).flags(workspaceId);
  const known = flags.get(flag);
  if (!known || !isArchived(known)) return false;
  const now = await client.readFlag(workspaceId, flag);
  if (now && !isArchived(now)) {
    flags.put(now);
    return false;
  }
  tellRefusal(`${archivedSentence(flag)} ${whereToUnarchive()}`);
  return true;
}
