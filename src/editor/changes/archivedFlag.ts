/** An archived flag is not changed from here: the service refuses it, or no application would notice. */
import { isArchived } from '../../domain/definitions/archived.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import type { Connected } from '../window/connected.ts';
import { tellRefusal } from '../window/notifications.ts';
import { archivedSentence, whereToUnarchive } from '../words/archivedWords.ts';

/**
 * True = the flag is archived, and the user was told. If the list of flags says so, the flag is read again: somebody may have
 * unarchived it. If that list has not been read, no call is made: then the service refuses the change.
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
