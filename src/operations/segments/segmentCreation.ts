/** Creates a segment in a workspace. */
import type { Client } from '../../api/client.ts';
import type { Segment } from '../../api/model.ts';
import type { RequestOptions } from '../productionGuard.ts';
import { isAnswerLost } from '../lostAnswer.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { findSegment } from './findSegment.ts';

/**
 * Needs no change request in any environment (admin-api.md, Segments, rule 5). After a lost answer, a segment with the wanted
 * name, traffic type and description counts as created. Otherwise throws the error, also if the segments can't be listed: a
 * different segment may have had the name before. The signal cancels only this listing, not the creation, so that a user who
 * cancels still learns the outcome.
 */
export async function sendNewSegment(
  client: Client,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  segment: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<Segment> {
  try {
    const created = await client.createSegment(workspaceId, trafficType, segment);
    catalogOf(client).segments(workspaceId).put(created);
    return created;
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // If the listing fails, the first error is the one to report.
    const found = await findSegment(client, workspaceId, segment.name, options).catch(() => undefined);
    const isIt = found?.trafficType?.name === trafficType && (found.description ?? '') === segment.description;
    if (!isIt) throw error;
    return found;
  }
}
