/** The change request that is open on an object, if that is why the service refused to change the object. */
import { lockedBy } from '../../operations/changeRequests/lockedBy.ts';
import type { Services } from '../window/services.ts';
import { describeFailure } from '../words/failureWords.ts';
import type { Change } from './change.ts';

/** Its id. Throws `error` if that is another failure. */
export async function lockingRequest(
  { serviceFacts, log }: Services,
  { connected, workspace, environment }: Pick<Change, 'connected' | 'workspace' | 'environment'>,
  object: Change['object'],
  error: unknown,
): Promise<string> {
  const place = { workspaceId: workspace.id, environmentId: environment.id, object };
  const id = await lockedBy(error, connected.client, place, (other) => serviceFacts.environmentOf(connected.origin, other));
  if (id === undefined) throw error;
  log.warn(describeFailure(error).detail);
  return id;
}
