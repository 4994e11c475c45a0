/**
 * Approves, withdraws or rejects a change request and reads the result. Decides nothing if the request has changed since
 * the review. An approval also requires that the object of the request has not changed.
 */
import type { Client } from '../../api/client.ts';
import { hasStatus, unlessMissing, type ServiceError } from '../../api/errors.ts';
import type { ChangeRequest, Decision, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { isKnownOperation, definitionAfter, undocumentedSegmentOf } from '../../domain/changeRequests/requestEffect.ts';
import { isConfirmedIn } from './findEnvironment.ts';
import { isAnswerLost, unknownOutcome } from '../lostAnswer.ts';
import { requirePermit, type RequestOptions, type WritePermit } from '../productionGuard.ts';
import {
  fingerprintOf,
  isStateUnknown,
  readReview,
  type ReviewClient,
  type ReviewedRequest,
  type LiveObject,
} from './readReview.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';

export type DecisionOutcome =
  /** Approved and in effect. */
  | { readonly outcome: 'published'; readonly request: ChangeRequest }
  /** The request is withdrawn or rejected, or it is approved but not in effect yet (status APPROVED or SCHEDULED). */
  | { readonly outcome: 'decided'; readonly request: ChangeRequest }
  | UnconfirmedDecision
  /** Nothing was decided: the request or its object has changed since the review. */
  | { readonly outcome: 'outdated'; readonly now: ReviewedRequest }
  /**
   * Nothing was decided: the service accepts the API key but refuses this decision, for example because the key does not belong
   * to an approver, or because it belongs to the submitter. `error` is the answer, a 403 or a 401.
   */
  | { readonly outcome: 'refused'; readonly error: ServiceError }
  /**
   * Nothing was decided: the service can't reject. It answers with a 400 that says that REJECTED can't be set. The
   * documentation of the API mentions no way to reject.
   */
  | { readonly outcome: 'cannotReject'; readonly error: unknown };

/**
 * It is unknown whether the decision took effect, because the request, read again after the decision, does not show it. `now`
 * is that request. `isRecorded` = its history ends with our comment. That happens, for example, if other people must approve,
 * too.
 */
export interface UnconfirmedDecision {
  readonly outcome: 'unconfirmed';
  readonly now: ChangeRequest;
  readonly isRecorded: boolean;
}

export type DecisionClient = ReviewClient & Pick<Client, 'decideChangeRequest' | 'listWorkspaces'>;

export interface ApproveOptions extends CallOptions {
  readonly permit: WritePermit;
  /** True if the approver knows that the current object can't be read (`isStateUnknown`), and approves nevertheless. */
  readonly acceptsUnknownState?: boolean;
  /** True if this extension submitted the request to this environment and the service accepted it (`wasSubmittedTo`). */
  readonly isSubmittedHere?: boolean;
}

/**
 * Reads the request and its object again, and approves only if both are as reviewed. Sends the approval once. It succeeded if
 * the answer is about this request and has the status PUBLISHED, APPROVED or SCHEDULED. Otherwise, and if the answer was lost,
 * reads the request once more. If the answer was lost and the request is unchanged, throws the error. If the request can't be
 * read, throws an UnknownOutcome.
 *
 * `environmentId` undefined = not known. Throws an Error in these cases: The permit is for a different environment than
 * `environmentId` or the one that the request names. The operation of the request is unknown (`isKnownOperation`). The object
 * can't be read and the approver has not accepted that. Nothing confirms the environment: the user did not type its name,
 * `isSubmittedHere` is false, and the service does not confirm it.
 */
export async function approveRequest(
  client: DecisionClient,
  reviewed: ReviewedRequest,
  environmentId: string | undefined,
  comment: string,
  { permit, acceptsUnknownState = false, isSubmittedHere = false, ...options }: ApproveOptions,
): Promise<DecisionOutcome> {
  requirePermit(permit, environmentId);
  const now = await readReview(client, reviewed.request.id, environmentId, options);
  // If the environment is unknown, the permit was confirmed as one for production, so it is valid for every environment.
  if (environmentId !== undefined) requirePermit(permit, namedEnvironment(now.request)?.id ?? environmentId);
  if (now.fingerprint !== reviewed.fingerprint) return { outcome: 'outdated', now };
  if (!isKnownOperation(now.request) && !undocumentedSegmentOf(now.request))
    throw new Error('The request can’t be approved, because its effect is not known.');
  if (isStateUnknown(now.live) && !acceptsUnknownState)
    throw new Error('The caller did not accept an approval of changes that can’t be seen.');
  const isProven = permit.isTyped || isSubmittedHere;
  if (!isProven && !(await isConfirmedIn(client, now.request, environmentId, options)))
    throw new Error(
      'The user did not type the name of the environment, and the service does not confirm that the request is there.',
    );
  const readAgain = (): Promise<ReviewedRequest> => readReview(client, reviewed.request.id, environmentId, options);
  return decide(client, now.request, { status: 'APPROVED', comment }, readAgain, options);
}

/**
 * Withdraws the request, or rejects it as an approver if the service supports that (service-beyond.md, change requests). Works
 * like `approveRequest`, but only the request must be as reviewed, because these decisions do not change the environment.
 */
export async function closeRequest(
  client: DecisionClient,
  reviewed: ReviewedRequest,
  status: 'WITHDRAWN' | 'REJECTED',
  comment: string,
  options: RequestOptions,
): Promise<DecisionOutcome> {
  const { id } = reviewed.request;
  const request = await client.readChangeRequest(id, options);
  const isOutdated = fingerprintOf(request, reviewed.live) !== fingerprintOf(reviewed.request, reviewed.live);
  if (isOutdated) return { outcome: 'outdated', now: withRequest(reviewed, request) };
  const readAgain = async (): Promise<ReviewedRequest> => withRequest(reviewed, await client.readChangeRequest(id, options));
  return decide(client, request, { status, comment }, readAgain, options);
}

function withRequest({ live }: ReviewedRequest, request: ChangeRequest): ReviewedRequest {
  return { request, live, fingerprint: fingerprintOf(request, live) };
}

interface SentDecision {
  readonly status: Decision;
  readonly comment: string;
}

async function decide(
  client: DecisionClient,
  before: ChangeRequest,
  decision: SentDecision,
  readAgain: () => Promise<ReviewedRequest>,
  options: CallOptions,
): Promise<DecisionOutcome> {
  const { id } = before;
  try {
    const answer = await client.decideChangeRequest(id, decision, options);
    const isShown = hasStatusOf(decision, answer) && (answer.status !== before.status || isRecorded(decision, before, answer));
    if (answer.id === id && isShown) return decided(answer);
  } catch (error) {
    if (decision.status === 'REJECTED' && isAboutStatus(error)) return { outcome: 'cannotReject', error };
    if (hasStatus(error, 403)) return { outcome: 'refused', error };
    if (hasStatus(error, 401)) {
      // If the service does not accept the API key at all, this call fails, too, and its error is thrown.
      await client.listWorkspaces({ offset: 0, limit: 1 }, options);
      return { outcome: 'refused', error };
    }
    // After a 409 or 423, somebody else may have decided the request in the meantime.
    if (!isAnswerLost(error) && !hasStatus(error, 409) && !hasStatus(error, 423)) throw error;
    const now = await readAgain().catch(() => undefined);
    // The error has no `check`, because the caller reads the request again anyway.
    if (!now) throw unknownOutcome(error);
    const ours = isAnswerLost(error) ? outcomeIn(decision, before, now.request) : undefined;
    if (ours) return ours;
    if (now.request.status === before.status) throw error;
    return { outcome: 'outdated', now };
  }
  const now = await client.readChangeRequest(id, options).catch(() => undefined);
  if (now?.id !== id) throw unknownOutcome(undefined);
  return outcomeIn(decision, before, now) ?? { outcome: 'unconfirmed', now, isRecorded: false };
}

/**
 * True if the service refuses the status itself. Any other 400 may have a different cause, such as a comment that the workspace
 * requires.
 */
function isAboutStatus(error: unknown): boolean {
  if (!hasStatus(error, 400)) return false;
  const words = `${error.serviceMessage} ${error.details}`;
  return /\bstatus\b/i.test(words) && /\b(?:REJECTED|APPROVED|WITHDRAWN)\b/.test(words);
}

/**
 * Returns the result of our decision, as it appears in `now`, the request read after the decision. Returns undefined if the
 * history does not end with our comment, because then somebody else may have made the same decision. Also returns undefined if
 * the request has a status that our decision does not explain.
 */
function outcomeIn(decision: SentDecision, before: ChangeRequest, now: ChangeRequest): DecisionOutcome | undefined {
  if (!isRecorded(decision, before, now)) return undefined;
  if (hasStatusOf(decision, now)) return decided(now);
  return now.status === before.status ? { outcome: 'unconfirmed', now, isRecorded: true } : undefined;
}

const decided = (request: ChangeRequest): DecisionOutcome => ({
  outcome: request.status === 'PUBLISHED' ? 'published' : 'decided',
  request,
});

/**
 * True if the history has grown and ends with our comment. The last comment alone is not enough, because an older comment may
 * have the same text.
 */
const isRecorded = ({ comment }: SentDecision, before: ChangeRequest, { comments }: ChangeRequest): boolean =>
  comments.length > before.comments.length && comments.at(-1)?.comment === comment;

/** True if the request has the status that the decision asked for. An approval may also lead to PUBLISHED or SCHEDULED. */
const hasStatusOf = ({ status: asked }: SentDecision, { status }: ChangeRequest): boolean =>
  status === asked || (asked === 'APPROVED' && (status === 'PUBLISHED' || status === 'SCHEDULED'));

export type AfterDecision =
  /** The number of the segment's keys, as the service reports it. */
  | { readonly kind: 'keys'; readonly count: number }
  /**
   * `isAsReviewed` = the definition is now what the reviewer saw as the result. False if somebody has changed it since, or if
   * the service published something different.
   */
  | {
      readonly kind: 'definition';
      readonly definition: FlagDefinition | undefined;
      readonly isAsReviewed: boolean;
    }
  | { readonly kind: 'unknown' };

/**
 * Reads the object after a decision. `before` = the object in the review that the decision was based on. Makes at most one
 * call, and throws the errors of the client.
 */
export async function readAfterDecision(
  client: Pick<Client, 'readKeys' | 'readDefinition'>,
  request: ChangeRequest,
  before: LiveObject,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<AfterDecision> {
  const { segment, flag, workspace } = request;
  if (environmentId === undefined) return { kind: 'unknown' };
  if (segment) {
    const { count } = await client.readKeys(environmentId, segment.name, { offset: 0, limit: 1 }, options);
    return { kind: 'keys', count };
  }
  if (!flag || !workspace || before.kind !== 'definition') return { kind: 'unknown' };
  const definition = await client.readDefinition(workspace.id, flag.name, environmentId, options).catch(unlessMissing);
  const isAsReviewed = isUnchanged(diffDefinitions(definitionAfter(request, before.definition), definition));
  return { kind: 'definition', definition, isAsReviewed };
}
