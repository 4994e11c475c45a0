/** Creates a segment in a workspace, and deletes one from it: so from all environments (admin-api.md, Segment definition in an environment). */
import type { Client } from '../../api/client.ts';
import type { PageRequest } from '../../api/resources/envelope.ts';
import { hasStatus } from '../../api/errors.ts';
import { byOffset } from '../../api/resources/pages.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type RequestPermit, type WritePermit, type RequestOptions } from '../productionGuard.ts';
import { sendOnce, isAnswerLost, type WriteOutcome } from '../lostAnswer.ts';
import type { UseIn } from './segmentUse.ts';
import type { Segment } from '../../api/model.ts';

/** The most a page may hold (admin-api.md, Limits). */
const PAGE = 200;

export interface DeletePermits {
  readonly workspace: RequestPermit;
  /** One for each environment where it is active or may be. */
  readonly environments: readonly WritePermit[];
}

export type Deletion =
  | WriteOutcome
  /** It was not there (any more). */
  | { readonly outcome: 'wasGone' };

/** True if the deletion changes this environment, or may. */
export const isTouched = ({ state }: UseIn): boolean => state !== 'inactive';

/**
 * `uses` is what readUseInEach gave. Throws an Error where a permit is missing for an environment that it names, and a 403 or
 * 409 of the service. Sent once; after a lost answer the segments are listed. The signal ends the look, not the deletion: whoever
 * cancels is to know what became of it.
 */
export async function sendSegmentDeletion(
  client: Pick<Client, 'deleteSegment' | 'listSegments'>,
  { workspaceId, name, uses }: { readonly workspaceId: string; readonly name: string; readonly uses: readonly UseIn[] },
  permits: DeletePermits,
  options: CallOptions = {},
): Promise<Deletion> {
  for (const { environment } of uses.filter(isTouched)) {
    const permit = permits.environments.find(({ environmentId }) => environmentId === environment.id);
    if (!permit) throw new Error(`There is no permit for ${environment.name}.`);
    requirePermit(permit, environment.id);
  }
  try {
    return await sendOnce(
      () => client.deleteSegment(workspaceId, name),
      async () => (await findSegment(client, workspaceId, name, options)) === undefined,
    );
  } catch (error) {
    const isGone =
      hasStatus(error, 404) && (await findSegment(client, workspaceId, name, options).catch(() => true)) === undefined;
    if (isGone) return { outcome: 'wasGone' };
    throw error;
  }
}

/**
 * Needs no change request in any environment (admin-api.md, Segments, rule 5). After a lost answer, a segment that is in all
 * as it was to be made is taken for it. If there is none, or no way to look, the error is thrown: one of this name that is
 * different may have been there before. The signal ends the look, not the creation: whoever cancels is to know what became of it.
 */
export async function sendNewSegment(
  client: Pick<Client, 'createSegment' | 'listSegments'>,
  { workspaceId, trafficType }: { readonly workspaceId: string; readonly trafficType: string },
  segment: { readonly name: string; readonly description: string },
  options: RequestOptions,
): Promise<Segment> {
  try {
    return await client.createSegment(workspaceId, trafficType, segment);
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    // Why the looking failed says nothing of the segment.
    const found = await findSegment(client, workspaceId, segment.name, options).catch(() => undefined);
    const isIt = found?.trafficType?.name === trafficType && (found.description ?? '') === segment.description;
    if (!isIt) throw error;
    return found;
  }
}

/** Reads all pages if it must. Throws where the listing ends before its end: that says nothing of what is not on it. */
async function findSegment(
  client: Pick<Client, 'listSegments'>,
  workspaceId: string,
  name: string,
  options: CallOptions,
): Promise<Segment | undefined> {
  let read = 0;
  let total = 0;
  const readPage = async (page: PageRequest): ReturnType<Client['listSegments']> => {
    const answer = await client.listSegments(workspaceId, page, options);
    total = answer.totalCount;
    return answer;
  };
  for await (const segments of byOffset(readPage, PAGE)) {
    const found = segments.find((segment) => segment.name === name);
    if (found) return found;
    read += segments.length;
  }
  if (read < total) throw new Error(`The service lists ${read} of its ${total} segments.`);
  return undefined;
}
