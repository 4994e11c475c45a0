/** Finds a segment in a workspace by its name. */
import type { Client } from '../../api/client.ts';
import type { Segment } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { catalogOf } from '../catalog/catalog.ts';

/**
 * Lists the segments again, page by page, until it finds the name. Undefined = the workspace has no such segment. Throws if the
 * service lists fewer segments than it counts, because the segment may be one of those that are missing.
 */
export async function findSegment(
  client: Client,
  workspaceId: string,
  name: string,
  options: CallOptions,
): Promise<Segment | undefined> {
  const list = catalogOf(client).segments(workspaceId);
  list.expire();
  const found = await list.find(name, options);
  if (!found && !list.isComplete)
    throw new Error(`The service lists ${list.items.length} of its ${list.total ?? 'unknown number of'} segments.`);
  return found;
}
