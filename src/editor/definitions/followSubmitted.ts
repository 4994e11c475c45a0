/** What became of the change requests that drafts were submitted as: one that is decided leaves a draft, or what is live. */
import { hasStatus } from '../../api/errors.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { withoutRequest, type SubmittedRequest } from '../../operations/definitionDrafts/draft.ts';
import type { Connected } from '../connected.ts';
import type { DefinitionPlace } from '../definitionUri.ts';
import { draftPlace } from './draftPlace.ts';
import type { Room } from './room.ts';

type Followed = Pick<Room, 'connections' | 'drafts' | 'live' | 'settle'>;

/** Asks for each of the connection in use. Rejects as the client does: those that were not asked for stay as they are. */
export async function followSubmitted(room: Followed): Promise<void> {
  const { connections, drafts } = room;
  const chosen = connections.chosen();
  const all = drafts.all().filter(({ place, submitted }) => submitted && place.connectionId === chosen?.id);
  if (all.length === 0) return;
  const connected = await connections.inUse();
  if (connected?.connectionId !== chosen?.id || !connected) return;
  for (const draft of all) await followOne(room, connected, draftPlace(room, draft), draft.id, draft.submitted!);
}

async function followOne(
  { drafts, live, settle }: Followed,
  { client }: Connected,
  place: DefinitionPlace,
  draftId: string,
  submitted: SubmittedRequest,
): Promise<void> {
  const now = await client.readChangeRequest(submitted.id).catch((error: unknown) => {
    // What this API key may not see can be open all the same.
    if (hasStatus(error, 404) || hasStatus(error, 403)) return undefined;
    throw error;
  });
  if (!now || now.status === submitted.status) return;
  if (now.status === 'PUBLISHED') {
    await live
      .read(place)
      .then(() => settle(place))
      .finally(() => live.keepOpen());
  }
  await drafts.change(draftId, (there) => {
    if (there.submitted?.id !== submitted.id) return undefined;
    return isFinal(now) ? withoutRequest(there) : { ...there, submitted: { ...submitted, status: now.status } };
  });
}
