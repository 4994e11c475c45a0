/** Takes a segment's empty definition out of an environment, where the service has a call for it. */
import type { Client } from '../api/client.ts';
import { hasStatus } from '../api/errors.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { requirePermit, type WritePermit } from './productionGuard.ts';
import { seeAfterLoss, type Seen } from './seeAfterLoss.ts';
import { isActiveIn, type SegmentPlace } from './segmentUse.ts';

export type Deactivation =
  | Seen
  /** It was not active (any more). */
  | { readonly outcome: 'wasInactive' }
  /** The service lacks the call (service-beyond.md), and the document has no other way. */
  | { readonly outcome: 'noSuchCall' };

/**
 * The segment must be empty there (admin-api.md, Segments, rule 4): the service answers 409 where it is not, and 403 where the
 * environment is gated; both are thrown. Sent once; after a lost answer its keys are read.
 */
export async function deactivateSegment(
  client: Pick<Client, 'deactivateSegment' | 'readKeys'>,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<Deactivation> {
  const { environmentId, segmentName } = place;
  requirePermit(permit, environmentId);
  let answer: true | undefined = true;
  try {
    const seen = await seeAfterLoss(
      async () => (answer = await client.deactivateSegment(environmentId, segmentName, options)),
      async () => !(await isActiveIn(client, place, options)),
    );
    return answer === undefined ? { outcome: 'noSuchCall' } : seen;
  } catch (error) {
    if (hasStatus(error, 404)) return { outcome: 'wasInactive' };
    throw error;
  }
}
