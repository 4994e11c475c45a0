/** Traffic types: the kind of key that segments and flags are for, such as accounts or users. */
import * as z from 'zod/mini';
import type { Additions } from './additions.ts';
import { TrafficType } from '../model.ts';
import { byOffset } from './pages.ts';
import { pathOf } from './path.ts';
import { listSegments } from './segments.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { isWorkspaceThere } from './workspaces.ts';

/** The most a page of segments may hold (admin-api.md, Limits). */
const SEGMENTS_PER_PAGE = 200;

/**
 * The traffic types of a workspace (service-beyond.md). If the service lacks the call, returns the traffic types of the workspace's
 * segments, which is a documented call. A traffic type without a segment is then missing.
 */
export async function listTrafficTypes(
  additions: Additions,
  workspaceId: string,
  options?: CallOptions,
): Promise<readonly TrafficType[]> {
  const { transport } = additions;
  const path = pathOf`/trafficTypes/ws/${workspaceId}`;
  const listed = await additions.ifPresent(
    'listTrafficTypes',
    workspaceId,
    () => transport.call({ method: 'GET', path, repeats: 'always', answer: z.array(TrafficType) }, options),
    () => isWorkspaceThere(transport, workspaceId, options),
  );
  if (listed !== undefined) return listed;
  const found = new Map<string, TrafficType>();
  for await (const segments of byOffset((page) => listSegments(transport, workspaceId, page, options), SEGMENTS_PER_PAGE)) {
    for (const { trafficType } of segments) if (trafficType) found.set(trafficType.id, trafficType);
  }
  return [...found.values()];
}
