/** What a review reads for "For whom" after the rest is shown, because it takes more calls. Each adds to the state, and draws it again. */
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { readAllDefinitions } from '../../operations/definitions/readAllDefinitions.ts';
import { readSegmentSizes } from '../../operations/segments/readSegments.ts';
import { rememberForWhom, segmentsNamed, showSizes } from '../words/audienceWords.ts';
import type { ReviewState } from './reviewState.ts';
import { forWhomIn } from './reviewView.ts';

/** Ends without a word once `signal` is aborted. Throws what the client throws. */
export async function readLater(state: ReviewState, signal: AbortSignal, redraw: () => void): Promise<void> {
  const { connected, reviewed } = state;
  if (isFinal(reviewed.request)) return;
  const isMore = reviewed.request.segment ? await addDefinitions(state, signal) : await addSizes(state, signal);
  if (!isMore || signal.aborted) return;
  rememberForWhom(connected.client, reviewed.request.id, forWhomIn(state));
  redraw();
}

/** The definitions that may ask for the segment of the request. */
async function addDefinitions({ connected, reviewed, uses = {}, place }: ReviewState, signal: AbortSignal): Promise<boolean> {
  const { workspace } = reviewed.request;
  if (!workspace || !place.environment) return false;
  uses.definitions = await readAllDefinitions(connected.client, workspace.id, place.environment.id, { signal });
  return uses.definitions !== undefined;
}

/** How many keys the segments have that the lines name: one call each. */
async function addSizes({ connected, reviewed: { request, live }, place }: ReviewState, signal: AbortSignal): Promise<boolean> {
  const named = segmentsNamed(request, live);
  if (named.length === 0 || !place.environment) return false;
  const sizes = await readSegmentSizes(connected.client, place.environment.id, named, { signal });
  showSizes(request, live, sizes);
  return sizes.size > 0;
}
