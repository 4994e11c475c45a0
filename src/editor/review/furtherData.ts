/**
 * Reads further data for the part "For whom" of a review. The calls begin after the rest of the review is shown. Then the
 * review is drawn once more.
 */
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { readSegmentUsers } from '../../operations/definitions/readAllDefinitions.ts';
import { readFlagFacts } from '../../operations/changeRequests/flagFacts.ts';
import { addFacts, rememberForWhom, segmentsNamed } from '../words/audienceWords.ts';
import type { ReviewState } from './reviewState.ts';
import { forWhomIn } from './reviewView.ts';

/**
 * Reads the further data and calls `redraw` if there is any. Returns without an error if `signal` aborts. Throws the errors of
 * the client.
 */
export async function readFurtherData(state: ReviewState, signal: AbortSignal, redraw: () => void): Promise<void> {
  const { connected, reviewed } = state;
  if (isFinal(reviewed.request)) return;
  const hasRead = reviewed.request.segment ? await addDefinitions(state, signal) : await addFlagFacts(state, signal);
  if (!hasRead || signal.aborted) return;
  rememberForWhom(connected.client, reviewed.request.id, forWhomIn(state));
  redraw();
}

/**
 * Reads all definitions of the environment, if the service lists them, to find those that use the segment of the request.
 * Returns true if they were read.
 */
async function addDefinitions(
  { connected, reviewed, furtherData = {}, place }: ReviewState,
  signal: AbortSignal,
): Promise<boolean> {
  const { workspace, segment } = reviewed.request;
  if (!workspace || !segment || !place.environment) return false;
  const where = { workspaceId: workspace.id, environmentId: place.environment.id, segment: segment.name };
  furtherData.segmentUsers = await readSegmentUsers(connected.client, where, { signal });
  return furtherData.segmentUsers !== undefined;
}

/**
 * Reads facts about the segments that the definition names, the flags that depend on this flag, and the rollout status. Returns
 * true if any were found.
 */
async function addFlagFacts(
  { connected, reviewed, furtherData = {}, place }: ReviewState,
  signal: AbortSignal,
): Promise<boolean> {
  const { request, live } = reviewed;
  const { workspace } = request;
  if (!workspace || !place.environment || live.kind !== 'definition') return false;
  const where = { workspaceId: workspace.id, environmentId: place.environment.id };
  const about = { request, live: live.definition, first: segmentsNamed(request, live), withDependants: true };
  const facts = await readFlagFacts(connected.client, where, about, { signal, priority: 'background' });
  await addFacts(request, live, facts);
  furtherData.rolloutStatus = facts.rolloutStatus;
  furtherData.dependants = facts.dependants.map(({ flag }) => flag);
  return facts.sizes.size + facts.empty.size + facts.dependants.length > 0 || facts.rolloutStatus !== undefined;
}
