/**
 * Deletes a segment from a workspace and thereby from all its environments (admin-api.md, Segment definition in an
 * environment).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api/client.ts';
import { hasStatus } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type RequestPermit, type WritePermit } from '../productionGuard.ts';
import { sendOnce, type WriteOutcome } from '../lostAnswer.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { findSegment } from './findSegment.ts';
import { readProvenUse, type EnvironmentUse } from './segmentUse.ts';

export interface DeletePermits {
  readonly workspace: RequestPermit;
  /** One permit for each environment in which the segment is active or may be active. */
  readonly environments: readonly WritePermit[];
}

export type Deletion =
  | WriteOutcome
  /** The segment does not exist, for example because it was deleted before. */
  | { readonly outcome: 'wasGone' }
  /** Nothing was sent, because the use of the segment is no longer as described in `uses`. */
  | { readonly outcome: 'changedElsewhere' };

/** True if the deletion changes this environment, or may change it. */
export const isAffected = ({ state }: EnvironmentUse): boolean => state !== 'inactive';

/**
 * Returns what the user has to know about each environment that the deletion changes: the number of keys, the open request, and
 * whether it is production.
 */
const affectedUses = (uses: readonly EnvironmentUse[]): unknown =>
  uses.filter(isAffected).map(({ environment: { id, isProduction }, ...use }) => ({ id, isProduction, ...use }));

/**
 * Deletes the segment. `uses` = the result of `readProvenUse` that the user was shown. Reads the use again right before the
 * call, and sends the call once. After a lost answer, lists the segments to find out what happened. The signal cancels only
 * these reads, not the deletion, so that a user who cancels still learns the outcome. Throws an Error if an environment that
 * changes has no permit. Throws the service's 403 and 409.
 */
export async function sendSegmentDeletion(
  client: Client,
  { workspaceId, name, uses }: { readonly workspaceId: string; readonly name: string; readonly uses: readonly EnvironmentUse[] },
  permits: DeletePermits,
  options: CallOptions = {},
): Promise<Deletion> {
  for (const { environment } of uses.filter(isAffected)) {
    const permit = permits.environments.find(({ environmentId }) => environmentId === environment.id);
    if (!permit) throw new Error(`There is no permit for ${environment.name}.`);
    requirePermit(permit, environment.id);
  }
  const now = await readProvenUse(client, workspaceId, name, options);
  if (!isDeepStrictEqual(affectedUses(now), affectedUses(uses))) {
    return { outcome: (await findSegment(client, workspaceId, name, options)) ? 'changedElsewhere' : 'wasGone' };
  }
  try {
    const deletion = await sendOnce(
      () => client.deleteSegment(workspaceId, name),
      async () => (await findSegment(client, workspaceId, name, options)) === undefined,
    );
    if (deletion.outcome === 'done') catalogOf(client).segments(workspaceId).remove(name);
    return deletion;
  } catch (error) {
    const isGone =
      hasStatus(error, 404) && (await findSegment(client, workspaceId, name, options).catch(() => true)) === undefined;
    if (isGone) return { outcome: 'wasGone' };
    throw error;
  }
}
