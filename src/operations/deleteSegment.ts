/** Deletes a segment from its workspace, and so from all environments (admin-api.md, Segment definition in an environment). */
import type { Client } from '../api/client.ts';
import type { PageRequest } from '../api/resources/envelope.ts';
import { hasStatus } from '../api/errors.ts';
import { byOffset } from '../api/resources/pages.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { requirePermit, type RequestPermit, type WritePermit } from './productionGuard.ts';
import { seeAfterLoss, type Seen } from './seeAfterLoss.ts';
import type { UseIn } from './segmentUse.ts';

/** The most a page may hold (admin-api.md, Limits). */
const PAGE = 200;

type DeleteClient = Pick<Client, 'deleteSegment' | 'listSegments'>;

export interface DeletePermits {
  readonly workspace: RequestPermit;
  /** One for each environment where it is active or may be. */
  readonly environments: readonly WritePermit[];
}

export type Deletion =
  | Seen
  /** It was not there (any more). */
  | { readonly outcome: 'wasGone' };

/** True if the deletion changes this environment, or may. */
export const isTouched = ({ state }: UseIn): boolean => state !== 'inactive';

/**
 * `uses` is what readUseInEach gave. Throws an Error where a permit is missing for an environment that it names, and a 403 or
 * 409 of the service. Sent once; after a lost answer the segments are listed. The signal ends the look, not the deletion: whoever
 * cancels is to know what became of it.
 */
export async function deleteSegment(
  client: DeleteClient,
  { workspaceId, name, uses }: { readonly workspaceId: string; readonly name: string; readonly uses: readonly UseIn[] },
  permits: DeletePermits,
  options: CallOptions = {},
): Promise<Deletion> {
  for (const { environment } of uses.filter(isTouched)) {
    const permit = permits.environments.find(({ environmentId }) => environmentId === environment.id);
    if (!permit) throw new Error(`There is no permit for ${environment.name}.`);
    requirePermit(permit, environment.id);
  }
  const { signal: _signal, ...sending } = options;
  try {
    return await seeAfterLoss(
      () => client.deleteSegment(workspaceId, name, sending),
      async () => !(await isListed(client, workspaceId, name, options)),
    );
  } catch (error) {
    if (hasStatus(error, 404) && !(await isListed(client, workspaceId, name, options).catch(() => true)))
      return { outcome: 'wasGone' };
    throw error;
  }
}

/** Throws where the listing ends before its end: that says nothing of what is not on it. */
async function isListed(client: DeleteClient, workspaceId: string, name: string, options: CallOptions): Promise<boolean> {
  let read = 0;
  let total = 0;
  const readPage = async (page: PageRequest): ReturnType<Client['listSegments']> => {
    const found = await client.listSegments(workspaceId, page, options);
    total = found.totalCount;
    return found;
  };
  for await (const segments of byOffset(readPage, PAGE)) {
    if (segments.some((segment) => segment.name === name)) return true;
    read += segments.length;
  }
  if (read < total) throw new Error(`The service lists ${read} of its ${total} segments.`);
  return false;
}
