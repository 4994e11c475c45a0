/** Adds an empty definition of a segment to an environment: a write like any other, so it takes a permit. */
import type { Client } from '../api/client.ts';
import { hasStatus, isApiError } from '../api/errors.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { requirePermit, type WritePermit } from './productionGuard.ts';
import { seeAfterLoss, type Seen } from './seeAfterLoss.ts';
import { isActiveIn, type SegmentPlace } from './segmentUse.ts';

type ActivateClient = Pick<Client, 'activateSegment' | 'readKeys'>;

/**
 * Needs no change request (admin-api.md, Segments, rule 5). Sent once; after a lost answer its keys are read, and where it is
 * active then, or was before (409), all is well. Throws what the client throws if it is not, or can't be seen.
 */
export async function activateSegment(
  client: ActivateClient,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<void> {
  const seen = await activate(client, place, permit, options);
  if (seen.outcome === 'notDone' || seen.outcome === 'unknown') throw seen.error;
}

export type Activation =
  | Seen
  /** It was active before. */
  | { readonly outcome: 'wasActive' }
  /** The service refused it for this environment. */
  | { readonly outcome: 'refused'; readonly error: unknown }
  /** Something before it failed in a way that would have met this one as well, or the user cancelled. */
  | { readonly outcome: 'notTried' };

export type ActivationIn = Activation & { readonly environmentId: string };

export interface EachOptions {
  /** Ends it between two environments: what is under way is waited for, so that its outcome is known. */
  readonly signal?: AbortSignal;
  readonly onWait?: CallOptions['onWait'];
  readonly onProgress?: (done: number, all: number) => void;
}

/** In several environments, in order: each permit is for one of them. A failure is an outcome, not thrown. */
export async function activateInEach(
  client: ActivateClient,
  segmentName: string,
  permits: readonly WritePermit[],
  { signal, onWait, onProgress }: EachOptions = {},
): Promise<readonly ActivationIn[]> {
  const results: ActivationIn[] = [];
  let isOver = false;
  for (const permit of permits) {
    const environmentId = permit.environmentId ?? '';
    if (isOver || signal?.aborted) {
      results.push({ environmentId, outcome: 'notTried' });
      continue;
    }
    const activation = await activate(client, { environmentId, segmentName }, permit, onWait ? { onWait } : {}).catch(
      (error: unknown): Activation => ({ outcome: 'refused', error }),
    );
    isOver = 'error' in activation && !isAboutThisOne(activation.error);
    results.push({ environmentId, ...activation });
    onProgress?.(results.length, permits.length);
  }
  return results;
}

async function activate(
  client: ActivateClient,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions,
): Promise<Seen | { readonly outcome: 'wasActive' }> {
  const { environmentId, segmentName } = place;
  requirePermit(permit, environmentId);
  const isActive = (): Promise<boolean> => isActiveIn(client, place, options);
  try {
    return await seeAfterLoss(() => client.activateSegment(environmentId, segmentName, options), isActive);
  } catch (error) {
    // 409: it may be there already.
    if (hasStatus(error, 409) && (await isActive().catch(() => false))) return { outcome: 'wasActive' };
    throw error;
  }
}

/** True of a refusal that says nothing of the other environments: the role, or the segment there. */
function isAboutThisOne(error: unknown): boolean {
  return isApiError(error) && error.kind === 'service' && error.status < 500 && error.status !== 401 && error.status !== 429;
}
