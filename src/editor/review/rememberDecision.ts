/**
 * Stores what the service's answer to a decision shows: what the API key is allowed to do in the environment, and what the
 * service supports.
 */
import { isPipelineRefusal } from '../../api/errors.ts';
import { isSubmittedWith } from '../../domain/changeRequests/decisions.ts';
import type { RequestAction } from '../../domain/changeRequests/transitions.ts';
import type { DecisionOutcome } from '../../operations/changeRequests/decideRequest.ts';
import { rememberStateBefore } from '../../operations/learned/beforeApproval.ts';
import { rememberAbility, rememberRefusal } from '../../operations/learned/keyRecords.ts';
import { orLogged } from '../window/log.ts';
import type { Services } from '../window/services.ts';
import { describeFailure } from '../words/failureWords.ts';
import { baseOf, type ReviewState } from './reviewState.ts';

/** Stores what the service's answer shows about the API key with which the decision was sent. */
export async function rememberDecision(
  deps: Pick<Services, 'memory' | 'serviceFacts' | 'log'>,
  action: RequestAction,
  result: DecisionOutcome,
  state: ReviewState,
): Promise<void> {
  const { outcome } = result;
  const { connected, key, place } = state;
  const { request } = state.reviewed;
  const isDone = outcome === 'decided' || outcome === 'published';
  const environmentId = place.environment?.id;
  if (action === 'reject' && (isDone || outcome === 'cannotReject'))
    await orLogged(deps.serviceFacts.rememberCanReject(connected.origin, isDone), deps.log);
  if (action === 'approve' && isDone)
    await orLogged(rememberAbility(deps.memory, connected, 'approve', environmentId, true), deps.log);
  if (action === 'approve' && environmentId !== undefined && (isDone || outcome === 'refused')) {
    const isByPipeline = outcome === 'refused' && isPipelineRefusal(result.error);
    if (isDone || isByPipeline)
      await orLogged(deps.serviceFacts.rememberPipeline(connected.origin, environmentId, isByPipeline), deps.log);
  }
  if (outcome === 'published')
    await orLogged(rememberStateBefore(deps.memory, connected.origin, request, baseOf(state)), deps.log);
  if (outcome !== 'refused') return;
  deps.log.warn(describeFailure(result.error).detail);
  await orLogged(rememberRefusal(deps.memory, connected, request.id, action), deps.log);
  // A service also refuses an approval by the API key that submitted the request. Only if a different key submitted the request
  // does the refusal show that this key is not allowed to approve in the environment.
  const isRole = isSubmittedWith(request, key) === false;
  if (action === 'approve' && isRole)
    await orLogged(rememberAbility(deps.memory, connected, 'approve', environmentId, false), deps.log);
}
