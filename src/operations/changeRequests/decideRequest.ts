/** Approves, withdraws or rejects a change request, only if what it is about is still what was reviewed; and reads what became of it. */
import type { Client } from '../../api/client.ts';
import { hasStatus, unlessMissing, type ServiceError } from '../../api/errors.ts';
import type { ChangeRequest, Decision, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { isKnownOperation, definitionAfter, otherSegmentOf } from '../../domain/changeRequests/requestEffect.ts';
import { isConfirmedIn } from './findEnvironment.ts';
import { isAnswerLost } from '../lostAnswer.ts';
import { requirePermit, type RequestOptions, type WritePermit } from '../productionGuard.ts';
import { fingerprintOf, isUnseen, readReview, type Reviewed, type LiveObject } from './readReview.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import { diffDefinitions, isUnchanged } from '../../domain/definitions/definitionDiff.ts';
import type { Store } from '../learned/store.ts';

export type DecisionOutcome =
  /** Approved, and by that in effect. */
  | { readonly outcome: 'published'; readonly request: ChangeRequest }
  /** Withdrawn or rejected; or approved and not in effect yet: its status is then APPROVED or SCHEDULED. */
  | { readonly outcome: 'decided'; readonly request: ChangeRequest }
  | Unconfirmed
  /** Nothing was decided: the request or the object is not what was reviewed. */
  | { readonly outcome: 'moved'; readonly now: Reviewed }
  /**
   * Nothing was decided: the service accepts the API key and refuses this decision to it, as to one that is no approver or is
   * the submitter. `error` is its answer, a 403 or a 401.
   */
  | { readonly outcome: 'refused'; readonly error: ServiceError }
  /** Nothing was decided: the document shows no way to reject, and the service answers with a 400 that REJECTED is no status to set. */
  | { readonly outcome: 'cannotReject'; readonly error: unknown };

/**
 * The service answered without an error, but neither its answer nor the request, which was read again, shows the decision.
 * `now` is the request as it was read again; undefined if that failed. `isRecorded`: its history ends with our comment, as
 * when others have to approve as well.
 */
export interface Unconfirmed {
  readonly outcome: 'unconfirmed';
  readonly now: ChangeRequest | undefined;
  readonly isRecorded: boolean;
}

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
 * Reads the request and the object again and approves only if both are what was reviewed. Sent once. The
 * answer counts as an approval only if it is about this request, and its status is PUBLISHED, APPROVED or SCHEDULED; if not, and
 * after a lost answer, the request is read once more. If the answer was lost and the request is as before, the error is thrown. `environmentId` undefined = not known. Throws
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

interface Sent {
  readonly status: Decision;
  readonly comment: string;
}

async function decide(
  client: DecisionClient,
  before: ChangeRequest,
  decision: Sent,
  readAgain: () => Promise<Reviewed>,
  options: CallOptions,
): Promise<DecisionOutcome> {
  const { id } = before;
  try {
    const answer = await client.decideChangeRequest(id, decision, options);
    const isShown = isDoneBy(decision, answer) && (answer.status !== before.status || isRecorded(decision, before, answer));
    if (answer.id === id && isShown) return decided(answer);
  } catch (error) {
    if (decision.status === 'REJECTED' && isAboutStatus(error)) return { outcome: 'cannotReject', error };
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
    const ours = isAnswerLost(error) ? outcomeIn(decision, before, now.request) : undefined;
    if (ours) return ours;
    if (now.request.status === before.status) throw error;
    return { outcome: 'moved', now };
  }
  const now = await client.readChangeRequest(id, options).catch(() => undefined);
  if (now?.id !== id) return { outcome: 'unconfirmed', now: undefined, isRecorded: false };
  return outcomeIn(decision, before, now) ?? { outcome: 'unconfirmed', now, isRecorded: false };
}

/** A 400 that doesn't name the status may have any other cause, such as a comment that the workspace wants. */
function isAboutStatus(error: unknown): boolean {
  if (!hasStatus(error, 400)) return false;
  const words = `${error.serviceMessage} ${error.details}`;
  return /\bstatus\b/i.test(words) && /\b(?:REJECTED|APPROVED|WITHDRAWN)\b/.test(words);
}

/**
 * What became of our decision, as the request that was read again shows it. Undefined if its history does not end with our
 * comment: somebody else may have decided the same.
 */
function outcomeIn(decision: Sent, before: ChangeRequest, now: ChangeRequest): DecisionOutcome | undefined {
  if (!isRecorded(decision, before, now)) return undefined;
  if (isDoneBy(decision, now)) return decided(now);
  return now.status === before.status ? { outcome: 'unconfirmed', now, isRecorded: true } : undefined;
}

const decided = (request: ChangeRequest): DecisionOutcome => ({
  outcome: request.status === 'PUBLISHED' ? 'published' : 'decided',
  request,
});

/** Whether the history has grown since, and ends with what we sent: it may have ended with the same words before. */
const isRecorded = ({ comment }: Sent, before: ChangeRequest, { comments }: ChangeRequest): boolean =>
  comments.length > before.comments.length && comments.at(-1)?.comment === comment;

/** An approval may have to wait for its time, or for being published. */
const isDoneBy = ({ status: asked }: Sent, { status }: ChangeRequest): boolean =>
  status === asked || (asked === 'APPROVED' && (status === 'PUBLISHED' || status === 'SCHEDULED'));

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
