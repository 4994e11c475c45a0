/** Refuses changes of archived flags: either the service refuses such a change, or it has no effect in any application. */
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Connected } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { archivedSentence, whereToUnarchive } from '../words/archivedWords.ts';

/**
 * Returns true if the flag is archived, and tells the user so. Makes a call only if the list of flags that was read last shows
 * the flag as archived. Then it reads the flag again, because somebody might have unarchived it.
 */
export async function tellIfArchived({ client }: Connected, workspaceId: string, flag: string): Promise<boolean> {
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
