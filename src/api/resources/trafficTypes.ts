/** Traffic types: the kind of key that segments and flags are for, such as accounts or users. */
import * as z from 'zod/mini';
import type { Additions } from './additions.ts';
import { TrafficType } from '../model.ts';
import { pathOf } from './path.ts';
import type { CallOptions } from '../network/callOptions.ts';
import { isWorkspaceThere } from './workspaces.ts';

/** Returns the traffic types of a workspace (service-beyond.md). Undefined if the service lacks the call. */
export async function listTrafficTypes(
  additions: Additions,
  workspaceId: string,
  options?: CallOptions,
): Promise<readonly TrafficType[] | undefined> {
  const { transport } = additions;
  const path = pathOf`/trafficTypes/ws/${workspaceId}`;
  return additions.ifPresent(
    'listTrafficTypes',
    workspaceId,
    () => transport.call({ method: 'GET', path, repeats: 'always', answer: z.array(TrafficType) }, options),
    () => isWorkspaceThere(transport, workspaceId, options),
  );
}
