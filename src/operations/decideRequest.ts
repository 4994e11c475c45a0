/** Approves, withdraws or rejects a change request, only if what it is about is still what was reviewed; and reads what became of it. */
import type { Client } from '../api/client.ts';
import { hasStatus, unlessMissing, type ServiceError } from '../api/errors.ts';
import type { ChangeRequest, Decision, FlagDefinition } from '../api/model.ts';
import type { CallOptions } from '../api/network/transport.ts';
import { isKnownOperation, definitionAfter, otherSegmentOf } from '../domain/changeRequests/requestEffect.ts';
import { isConfirmedIn } from './findEnvironment.ts';
import { isAnswerLost } from './lostAnswer.ts';
import { requirePermit, type RequestOptions, type WritePermit } from './productionGuard.ts';
import { fingerprintOf, isUnseen, namedEnvironment, readReview, type Reviewed, type Live } from './readReview.ts';
import { diffDefinitions, isUnchanged } from '../domain/definitions/definitionDiff.ts';
import type { Store } from './store.ts';

export type DecisionOutcome =
  /** Approved, and by that in effect. */
  | { readonly outcome: 'published'; readonly request: ChangeRequest }
  /** Withdrawn or rejected; or approved and not in effect yet. */
  | { readonly outcome: 'decided'; readonly request: ChangeRequest }
  /** Nothing was decided: the request or the object is not what was reviewed. */
  | { readonly outcome: 'moved'; readonly now: Reviewed }
  /**
   * Nothing was decided: the service accepts the API key and refuses this decision to it, as to one that is no approver or is
   * the submitter. `error` is its answer, a 403 or a 401.
   */
  | { readonly outcome: 'refused'; readonly error: ServiceError }
  /** Nothing was decided: the document shows no way to reject, and the service answers 400 to the word itself. */
  | { readonly outcome: 'cannotReject'; readonly error: unknown };

export type DecisionClient = Pick<
  Client,
  'readChangeRequest' | 'readDefinition' | 'readKeys' | 'decideChangeRequest' | 'listWorkspaces'
>;

export interface ApproveOptions extends CallOptions {
  readonly permit: WritePermit;
  /** The approver knows that what is there now can't be read (`isUnseen`), and approves all the same. */
  readonly acceptsUnseen?: boolean;
  /** The service took our own submit of this request to this environment (`wasSubmittedTo`). */
  readonly isSubmittedHere?: boolean;
}

/**
 * Reads the request and the object again and approves only if both are what was reviewed. Sent once; after a lost answer
 * the request is read, and if that shows no approval, the error is thrown. `environmentId` undefined = not known. Throws
 * an Error for a permit of another environment than that, or than the one the request names; for a request that is not
 * known (`isKnownOperation`); for an object that can't be seen where nobody accepted that: of such a one nobody can tell
 * whether it is still what it was; and where no name was typed, unless the service itself says that it is this environment.
 */
export async function approveRequest(
  client: DecisionClient,
  reviewed: Reviewed,
  environmentId: string | undefined,
  comment: string,
  { permit, acceptsUnseen = false, isSubmittedHere = false, ...options }: ApproveOptions,
): Promise<DecisionOutcome> {
  requirePermit(permit, environmentId);
  const now = await readReview(client, reviewed.request.id, environmentId, options);
  // A permit for an unknown environment was given as one for production, so it does for any.
  if (environmentId !== undefined) requirePermit(permit, namedEnvironment(now.request)?.id ?? environmentId);
  if (now.fingerprint !== reviewed.fingerprint) return { outcome: 'moved', now };
  if (!isKnownOperation(now.request) && !otherSegmentOf(now.request))
    throw new Error('Nobody approves a request of which what it would change is not known.');
  if (isUnseen(now.live) && !acceptsUnseen) throw new Error('Nobody accepted to approve what can not be seen.');
  const isProven = permit.isTyped || isSubmittedHere;
  if (!isProven && !(await isConfirmedIn(client, now.request, environmentId, options)))
    throw new Error('No name was typed, and the service does not say that the request is in this environment.');
  const readAgain = (): Promise<Reviewed> => readReview(client, reviewed.request.id, environmentId, options);
  return decide(client, now.request, { status: 'APPROVED', comment }, readAgain, options);
}

/**
 * Withdraws the request, or rejects it as an approver, where the service can (service-beyond.md, change requests). As
 * `approveRequest`, but only the request must be what was reviewed: nothing is changed in the environment.
 */
export async function closeRequest(
  client: DecisionClient,
  reviewed: Reviewed,
  status: 'WITHDRAWN' | 'REJECTED',
  comment: string,
  options: RequestOptions,
): Promise<DecisionOutcome> {
  const { id } = reviewed.request;
  const request = await client.readChangeRequest(id, options);
  const isMoved = fingerprintOf(request, reviewed.live) !== fingerprintOf(reviewed.request, reviewed.live);
  if (isMoved) return { outcome: 'moved', now: withRequest(reviewed, request) };
  const readAgain = async (): Promise<Reviewed> => withRequest(reviewed, await client.readChangeRequest(id, options));
  return decide(client, request, { status, comment }, readAgain, options);
}

function withRequest({ live }: Reviewed, request: ChangeRequest): Reviewed {
  return { request, live, fingerprint: fingerprintOf(request, live) };
}

async function decide(
  client: DecisionClient,
  { id, status: open, comments }: ChangeRequest,
  decision: { readonly status: Decision; readonly comment: string },
  readAgain: () => Promise<Reviewed>,
  options: CallOptions,
): Promise<DecisionOutcome> {
  try {
    return decided(await client.decideChangeRequest(id, decision, options));
  } catch (error) {
    if (hasStatus(error, 400) && decision.status === 'REJECTED') return { outcome: 'cannotReject', error };
    if (hasStatus(error, 403)) return { outcome: 'refused', error };
    if (hasStatus(error, 401)) {
      // It may be the API key itself that is refused: then this is, too, and that is thrown.
      await client.listWorkspaces({ offset: 0, limit: 1 }, options);
      return { outcome: 'refused', error };
    }
    // 409 and 423: somebody may have decided in between.
    if (!isAnswerLost(error) && !hasStatus(error, 409) && !hasStatus(error, 423)) throw error;
    const now = await readAgain().catch(() => undefined);
    if (!now) throw error;
    const hasNewComment = now.request.comments.length > comments.length && isLastComment(decision.comment, now.request);
    const isOurs = isAnswerLost(error) && isDoneBy(decision.status, now.request.status, open) && hasNewComment;
    if (isOurs) return decided(now.request);
    if (now.request.status === open) throw error;
    return { outcome: 'moved', now };
  }
}

const decided = (request: ChangeRequest): DecisionOutcome => ({
  outcome: request.status === 'PUBLISHED' ? 'published' : 'decided',
  request,
});

/** Somebody else may have decided the same: the last entry of the history is ours only if it says what we sent. */
const isLastComment = (comment: string, { comments }: ChangeRequest): boolean => comments.at(-1)?.comment === comment;

/** An approval may have to wait for a time or for others, who approve as well: then the state is as it was. */
function isDoneBy(decision: Decision, status: string, before: string): boolean {
  return status === decision || (decision === 'APPROVED' && ['PUBLISHED', 'SCHEDULED', before].includes(status));
}

export type AfterDecision =
  /** By the service's own count. */
  | { readonly kind: 'keys'; readonly count: number }
  /** `isAsReviewed` false = somebody changed it again, or the service made something else of it. */
  | {
      readonly kind: 'definition';
      readonly definition: FlagDefinition | undefined;
      readonly isAsReviewed: boolean;
    }
  | { readonly kind: 'unknown' };

/** `before` is what the decision was made on. One call; throws what the client throws. */
export async function readAfterDecision(
  client: Pick<Client, 'readKeys' | 'readDefinition'>,
  request: ChangeRequest,
  before: Live,
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

const CAN_REJECT = 'learnt.canReject';
type Known = Readonly<Record<string, boolean>>;

/** Undefined = never tried. */
export function canReject(store: Store, origin: string): boolean | undefined {
  const known = store.get<Known>(CAN_REJECT) ?? {};
  return Object.hasOwn(known, origin) ? known[origin] : undefined;
}

/** Of the last 50 services. */
export async function rememberRejecting(store: Store, origin: string, isAble: boolean): Promise<void> {
  const others = Object.entries(store.get<Known>(CAN_REJECT) ?? {}).filter(([at]) => at !== origin);
  await store.update(CAN_REJECT, Object.fromEntries([...others, [origin, isAble] as const].slice(-50)));
}
