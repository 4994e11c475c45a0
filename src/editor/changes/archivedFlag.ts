/** Flag Admin does not change an archived flag: either the service refuses the change, or no application would notice it. */
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Connected } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { archivedSentence, whereToUnarchive } from '../words/archivedWords.ts';

/**
 * Returns true and tells the user if the flag is archived. If the list of flags shows the flag as archived, reads the flag
 * again, because somebody may have unarchived it. If that list has not been read, makes no call, and leaves the refusal to the
 * service.
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
