/** Creates a segment in a workspace. */
import type { Client } from '../../api/client.ts';
import type { Segment } from '../../api/model.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { sendConfirmed } from '../lostAnswer.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { findSegment } from './findSegment.ts';

/**
 * Needs no change request in any environment (admin-api.md, Segments, rule 5). After a lost answer, lists the segments: one
 * with the wanted name, traffic type and description counts as created. If only the name is the same, the segment may have
 * existed before, so the error is thrown. If the segments can't be listed, throws an UnknownOutcome. The signal cancels only
 * this listing, not the creation, so that a user who cancels still learns the outcome.
 */
export async function sendNewSegment(
  client: Client,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  segment: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<Segment> {
  let created: Segment | undefined;
  await sendConfirmed(
    async () => {
      created = await client.createSegment(workspaceId, trafficType, segment);
      catalogOf(client).segments(workspaceId).put(created);
    },
    async () => {
      created = await findSegment(client, workspaceId, segment.name, options);
      return created?.trafficType?.name === trafficType && (created.description ?? '') === segment.description;
    },
  );
  return created!;
}
