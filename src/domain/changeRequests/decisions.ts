/** Predicts whether an API key is allowed to decide on a change request, and why. Uses the table in transitions.ts. */
import type { ChangeRequest } from '../../api/model.ts';
import {
  isFinalStatus,
  transitionOf,
  waitsForApproval,
  type RequestAction,
  type TransitionFacts,
  type TransitionReason,
  type Verdict,
} from './transitions.ts';

/** An API key, and the known facts about it. Undefined = not known. */
export interface ApiKeyFacts {
  /** The name that the user gave the API key. The service may know the key by a different name. */
  readonly name: string;
  /** The API key's name in change requests, known from the service's own answers. */
  readonly identity?: string | undefined;
  /** The ids of requests that this installation submitted with the API key. */
  readonly submitted?: ReadonlySet<string> | undefined;
  /** The decisions that the service has refused to the API key, by id of the request. */
  readonly refused?: ReadonlyMap<string, readonly RequestAction[]> | undefined;
  readonly canWrite?: boolean | undefined;
  readonly canApprove?: boolean | undefined;
  /** True if the service has accepted a rejection before, false if it does not know the status REJECTED. */
  readonly canReject?: boolean | undefined;
  /** True if the connection is read-only. */
  readonly isReadOnly?: boolean | undefined;
}

/** The prediction for a decision, with everything that a sentence about the prediction needs. */
export interface PredictedDecision {
  readonly verdict: Verdict;
  readonly reason: TransitionReason;
  readonly keyName: string;
  /** The API key's name at the service; undefined = not known. */
  readonly identity: string | undefined;
  /** Undefined if the API key is known to have submitted the request. */
  readonly submitter: string | undefined;
}

/** True if the request's status is final: no documented transition leads to a different status. */
export const isFinal = ({ status }: ChangeRequest): boolean => isFinalStatus(status);

/**
 * Returns who submitted the request, and when (epoch milliseconds; 0 if not known). The name is the author of any history entry
 * with the role SUBMITTER. Undefined if there is none. The time is that of the entry that belongs to the submission.
 */
export function submitterOf(request: ChangeRequest): { readonly name: string; readonly timestamp: number } | undefined {
  const entry = request.comments.find(({ role, user }) => role === 'SUBMITTER' && user);
  if (!entry?.user) return undefined;
  return { name: entry.user, timestamp: (entry === submissionEntryOf(request) && entry.timestamp) || 0 };
}

/**
 * Returns the entry of the history that belongs to the submission: the first entry, if the submitter wrote it. Undefined if the
 * request was submitted without a comment. Also undefined if the request was withdrawn and this is its only entry, because the
 * submitter may have written it when withdrawing the request.
 */
export function submissionEntryOf({ status, comments }: ChangeRequest): ChangeRequest['comments'][number] | undefined {
  const [first] = comments;
  if (first?.role !== 'SUBMITTER') return undefined;
  return status === 'WITHDRAWN' && comments.length === 1 ? undefined : first;
}

/**
 * Returns the last entry of the history if its role proves that it belongs to the decision. Only an approver approves or
 * rejects. Only somebody who is not an approver withdraws (States and transitions). Undefined if the last entry may be an
 * ordinary comment.
 */
export function decisionEntryOf({ status, comments }: ChangeRequest): ChangeRequest['comments'][number] | undefined {
  const last = comments.at(-1);
  return last?.role && isByDecider(status, last.role, comments.length) ? last : undefined;
}

function isByDecider(status: string, role: string, entries: number): boolean {
  switch (status) {
    case 'PUBLISHED':
    case 'APPROVED':
    case 'SCHEDULED':
    case 'REJECTED':
      return role === 'APPROVER';
    case 'WITHDRAWN':
      // If the submitter's entry is the only one, it may be the comment of the submission.
      return role === 'SUBMITTER' ? entries > 1 : role !== 'APPROVER';
    default:
      return false;
  }
}

/** Predicts whether the service will allow the API key to make the decision. */
export function decisionOf(action: RequestAction, request: ChangeRequest, key: ApiKeyFacts): PredictedDecision {
  const facts = factsOf(action, request, key);
  const { verdict, reason } = transitionOf(action, facts);
  const submitter = facts.isSubmitter ? undefined : submitterOf(request)?.name;
  return { verdict, reason, keyName: key.name, identity: key.identity, submitter };
}

/**
 * Whether the API key has submitted the request. This is known if this installation submitted the request with the API key, or
 * if the service names the submitter. Otherwise undefined.
 */
export function isSubmittedWith(request: ChangeRequest, { identity, submitted }: ApiKeyFacts): boolean | undefined {
  if (submitted?.has(request.id)) return true;
  const submitter = submitterOf(request);
  return submitter && identity !== undefined ? isSameName(submitter.name, identity) : undefined;
}

/** Returns the API keys that are allowed to make the decision, followed by those for which that is not known. */
export function apiKeysThatMay<K extends ApiKeyFacts>(
  action: RequestAction,
  request: ChangeRequest,
  keys: readonly K[],
): readonly K[] {
  const by = (wanted: Verdict): readonly K[] => keys.filter((key) => decisionOf(action, request, key).verdict === wanted);
  return [...by('allowed'), ...by('unknown')];
}

/** True if the request waits for an approval and its approvers include the person with this e-mail address. */
export function waitsForPerson(request: ChangeRequest, email: string | undefined): boolean {
  if (!email || !waitsForApproval(request.status)) return false;
  return request.approvers.some((approver) => approver.toLowerCase() === email.toLowerCase());
}

function factsOf(action: RequestAction, request: ChangeRequest, key: ApiKeyFacts): TransitionFacts {
  const { id, status, approvers } = request;
  const { identity, canWrite, canApprove, canReject } = key;
  return {
    status,
    isReadOnly: key.isReadOnly === true,
    wasRefused: key.refused?.get(id)?.includes(action) === true,
    isSubmitter: isSubmittedWith(request, key),
    isApprover: identity === undefined ? undefined : hasApprover(request, identity),
    areApproversPeople: approvers.length > 0 && approvers.every(looksLikeEmail),
    canWrite,
    canApprove,
    canReject,
  };
}

export const hasApprover = ({ approvers }: ChangeRequest, identity: string): boolean =>
  approvers.some((approver) => isSameName(approver, identity));

/** E-mail addresses are equal whatever their case. Names of API keys are not. */
const isSameName = (one: string, other: string): boolean =>
  one === other || (looksLikeEmail(one) && one.toLowerCase() === other.toLowerCase());

/** The service names people by e-mail address, and API keys by name. */
const looksLikeEmail = (approver: string): boolean => approver.includes('@');

/** True for one e-mail address without spaces around it. Finds typing errors; does not check whether the address exists. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
