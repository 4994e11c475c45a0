/**
 * Activates or deactivates a segment in an environment. Activation adds an empty definition of the segment there. Both change
 * the environment and need a permit.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus, isApiError } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { requirePermit, type WritePermit } from '../productionGuard.ts';
import { errorOfWrite, sendOnce, type WriteOutcome } from '../lostAnswer.ts';
import { isActiveIn, type SegmentPlace } from './segmentUse.ts';

type ActivateClient = Pick<Client, 'activateSegment' | 'readKeys'>;

/**
 * Activates a segment. Needs no change request (admin-api.md, Segments, rule 5). Sends the call once. After a lost answer,
 * reads the keys to check whether the segment is active. Succeeds also if the segment was active before (409). Throws the
 * client's error if the segment is not active, or an UnknownOutcome if that is unknown.
 */
export async function sendSegmentActivation(
  client: ActivateClient,
  place: SegmentPlace,
  permit: WritePermit,
  options: CallOptions = {},
): Promise<void> {
  const written = await activate(client, place, permit, options);
  if (written.outcome === 'notDone' || written.outcome === 'unknown') throw errorOfWrite(written);
}

export type Activation =
  | WriteOutcome
  /** The segment was already active. */
  | { readonly outcome: 'wasActive' }
  /** The service refused the activation in this environment, or the call did not reach the service. */
  | { readonly outcome: 'refused'; readonly error: unknown }
  /** An earlier activation failed for a reason that also affects this one, or the user cancelled. */
  | { readonly outcome: 'notTried' };

export type EnvironmentActivation = Activation & { readonly environmentId: string };

export interface EachOptions {
  /** Ends the work before the next environment. An activation in flight still finishes, so that its outcome is known. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number) => void;
}

/**
 * Activates a segment in several environments, in order; each permit is for one of them. A failure is returned as an outcome,
 * not thrown.
 */
export async function activateInEach(
  client: ActivateClient,
  segmentName: string,
  permits: readonly WritePermit[],
  { signal, onProgress }: EachOptions = {},
): Promise<readonly EnvironmentActivation[]> {
  const results: EnvironmentActivation[] = [];
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
    isOver = 'error' in activation && !concernsOneEnvironment(activation.error);
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
    // A 409 may mean that the segment is already active.
    if (hasStatus(error, 409) && (await isActive().catch(() => false))) return { outcome: 'wasActive' };
    throw error;
  }
}

/** True for a refusal that concerns only this environment, because of the API key's role or the state of the segment there. */
function concernsOneEnvironment(error: unknown): boolean {
  return isApiError(error) && error.kind === 'service' && error.status < 500 && error.status !== 401 && error.status !== 429;
}

export type Deactivation =
  | WriteOutcome
  /** The service answered 404: the segment is not active, or the API key can't see it. */
  | { readonly outcome: 'missing' }
  /** The service does not support the call (service-beyond.md), and no documented call does the same. */
  | { readonly outcome: 'noSuchCall' };

/**
 * Deactivates a segment in an environment, where it must be empty (admin-api.md, Segments, rule 4). Throws the service's 409 if
 * it is not empty, and its 403 if the environment requires approvals. Sends the call once. After a lost answer, reads the keys
 * to check whether the segment is still active.
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
    if (hasStatus(error, 404)) return { outcome: 'missing' };
    throw error;
  }
}
