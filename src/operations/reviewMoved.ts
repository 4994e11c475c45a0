/** Whether what is under review is still what was read, for a view that has stood open for a while: two calls at most. */
import type { CallOptions } from '../api/network/transport.ts';
import { hasStatus } from '../api/errors.ts';
import { fingerprintOf, type Live, type ReviewClient, type Reviewed } from './readReview.ts';

/**
 * True if the request or the object moved since. Of a segment only the count of its keys is asked, not up to 100 pages of
 * them: before an approval everything is read again anyway (`approveRequest`).
 */
export async function isReviewMoved(
  client: ReviewClient,
  reviewed: Reviewed,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<boolean> {
  const request = await client.readChangeRequest(reviewed.request.id, options);
  const live = await liveNow(client, reviewed, environmentId, options);
  return fingerprintOf(request, live) !== reviewed.fingerprint;
}

async function liveNow(
  client: ReviewClient,
  { request, live }: Reviewed,
  environmentId: string | undefined,
  options: CallOptions,
): Promise<Live> {
  if (environmentId === undefined) return live;
  switch (live.kind) {
    case 'unknown':
      return live;
    case 'keys': {
      const { count } = await client.readKeys(environmentId, request.segment?.name ?? '', { offset: 0, limit: 1 }, options);
      return { ...live, count };
    }
    case 'definition': {
      const { flag, workspace } = request;
      if (!flag || !workspace) return live;
      try {
        return { kind: 'definition', definition: await client.readDefinition(workspace.id, flag.name, environmentId, options) };
      } catch (error) {
        if (!hasStatus(error, 404)) throw error;
        return { kind: 'definition', definition: undefined };
      }
    }
    default:
      return live satisfies never;
  }
}
