/** Handles the error of a change that the service refuses because a change request is open on the object. */
import { findLockingRequest } from '../../operations/changeRequests/lockingRequest.ts';
import { tellRefusal } from '../window/notifications.ts';
import type { Services } from '../window/services.ts';
import { describeFailure } from '../words/failureWords.ts';
import { reviewStep, type NextStep } from '../words/nextSteps.ts';
import type { Change } from './change.ts';

/**
 * If the error says that a change request is open on the object, tells the user, with a button that opens its review. Throws
 * every other error.
 */
export async function tellLocked(
  { serviceFacts, log }: Services,
  { connected, workspace, environment, object }: Change,
  error: unknown,
  sentence: string,
  ...steps: readonly NextStep[]
): Promise<undefined> {
  const place = { workspaceId: workspace.id, environmentId: environment.id, object };
  const id = await findLockingRequest(error, connected.client, place, (other) =>
    serviceFacts.environmentOf(connected.origin, other),
  );
  if (id === undefined) throw error;
  log.warn(describeFailure(error).detail);
  return tellRefusal(sentence, reviewStep(id), ...steps);
}
