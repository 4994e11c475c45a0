/** Activates a segment in an environment, which adds an empty definition there, and deactivates it. Both write, and need a permit. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { sendOnce, type WriteOutcome } from '../lostAnswer.ts';
import { isActiveIn, type SegmentPlace } from './segmentUse.ts';

type ActivateClient = Pick<Client, 'activateSegment' | 'readKeys'>;

/**
 * Needs no change request (admin-api.md, Segments, rule 5). Sent once; after a lost answer its keys are read, and where it is
 * active then, or was before (409), all is well. Throws what the client throws if it is not, or can't be seen.
 */
export async function sendSegmentActivation(
  client: ActivateClient,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<void> {
  const written = await activate(client, place, permit, options);
  if (written.outcome === 'notDone' || written.outcome === 'unknown') throw written.error;
}

export type Activation =
  | WriteOutcome
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
  readonly onProgress?: (done: number, all: number) => void;
}

/** In several environments, in order: each permit is for one of them. A failure is an outcome, not thrown. */
export async function activateInEach(
  client: ActivateClient,
  segmentName: string,
  permits: readonly WritePermit[],
  { signal, onProgress }: EachOptions = {},
): Promise<readonly ActivationIn[]> {
  const results: ActivationIn[] = [];
  let isOver = false;
  for (const permit of permits) {
    const environmentId = permit.environmentId ?? '';
    if (isOver || signal?.aborted) {
      results.push({ environmentId, outcome: 'notTried' });
      continue;
    }
    const activation = await activate(client, { environmentId, segmentName }, permit).catch((error: unknown): Activation => ({
      outcome: 'refused',
      error,
    }));
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
  options: CallOptions = {},
): Promise<WriteOutcome | { readonly outcome: 'wasActive' }> {
  const { environmentId, segmentName } = place;
  requirePermit(permit, environmentId);
  const isActive = (): Promise<boolean> => isActiveIn(client, place, options);
  try {
    return await sendOnce(() => client.activateSegment(environmentId, segmentName, options), isActive);
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

export type Deactivation =
  | WriteOutcome
  /** It was not active (any more). */
  | { readonly outcome: 'wasInactive' }
  /** The service lacks the call (service-beyond.md), and the document has no other way. */
  | { readonly outcome: 'noSuchCall' };

/**
 * The segment must be empty there (admin-api.md, Segments, rule 4): the service answers 409 where it is not, and 403 where the
 * environment is gated; both are thrown. Sent once; after a lost answer its keys are read.
 */
export async function sendSegmentDeactivation(
  client: Pick<Client, 'deactivateSegment' | 'readKeys'>,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<Deactivation> {
  const { environmentId, segmentName } = place;
  requirePermit(permit, environmentId);
  let answer: true | undefined = true;
  try {
    const written = await sendOnce(
      async () => (answer = await client.deactivateSegment(environmentId, segmentName, options)),
      async () => !(await isActiveIn(client, place, options)),
    );
    return answer === undefined ? { outcome: 'noSuchCall' } : written;
  } catch (error) {
    if (hasStatus(error, 404)) return { outcome: 'wasInactive' };
    throw error;
  }
}
