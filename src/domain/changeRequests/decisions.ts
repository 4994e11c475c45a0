/** What an API key may do to a change request, and why not: the facts of a request, held against the table of transitions. */
import type { ChangeRequest } from '../../api/model.ts';
import {
  isFinalStatus,
  transitionOf,
  type RequestAction,
  type TransitionFacts,
  type TransitionReason,
  type Verdict,
} from './transitions.ts';

/** API keys appear in change requests by their names. The rest is what was seen of it; undefined = nothing. */
export interface KeyInUse {
  readonly name: string;
  readonly canWrite?: boolean | undefined;
  readonly isWithdrawalRefused?: boolean | undefined;
  /** Of the service, which may not know the status. */
  readonly canReject?: boolean | undefined;
}

/** A prediction with all that its sentence needs. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason: TransitionReason;
  readonly status: string;
  readonly keyName: string;
  readonly approvers: readonly string[];
  /** Set where somebody else submitted the request. */
  readonly submitter: string | undefined;
}

export interface Submitter {
  readonly name: string;
  /** Epoch milliseconds; 0 if the service gave none. */
  readonly timestamp: number;
}

/** True if nothing is shown that leads out of the request's status. */
export const isFinal = ({ status }: ChangeRequest): boolean => isFinalStatus(status);

/** Who submitted the request, and when: known only from its history, so undefined if it has no comment. */
export function submitterOf(request: ChangeRequest): Submitter | undefined {
  const entry = request.comments.find(({ role, user }) => role === 'SUBMITTER' && user);
  return entry?.user ? { name: entry.user, timestamp: entry.timestamp ?? 0 } : undefined;
}

/**
 * The entry of the history that tells of the decision, as far as its role shows that: only an approver approves or rejects, and
 * whoever withdraws is none (States and transitions). Undefined = the last entry may be a comment like any other.
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
      // The only entry of a submitter tells of the submission.
      return role === 'SUBMITTER' ? entries > 1 : role !== 'APPROVER';
    default:
      return false;
  }
}

/** Whether the API key may do it, as far as that can be told before asking. */
export function decisionOf(action: RequestAction, request: ChangeRequest, key: KeyInUse): Decision {
  const submitter = submitterOf(request)?.name;
  const { verdict, reason } = transitionOf(action, factsOf(request, key));
  const { status, approvers } = request;
  return { verdict, reason, status, approvers, keyName: key.name, submitter: submitter === key.name ? undefined : submitter };
}

/** Those of the API keys that may approve the request, or may as far as is known. */
export function keysThatMayApprove<K extends KeyInUse>(request: ChangeRequest, keys: readonly K[]): readonly K[] {
  return keys.filter((key) => decisionOf('approve', request, key).verdict !== 'refused');
}

/** Those of the API keys that the service lets do it, as far as can be told: none that only might. */
export function keysThatSurelyMay<K extends KeyInUse>(
  action: RequestAction,
  request: ChangeRequest,
  keys: readonly K[],
): readonly K[] {
  return keys.filter((key) => decisionOf(action, request, key).verdict === 'allowed');
}

/** True if the open request waits for this person: API keys can't stand in for people, who approve in the service's own pages. */
export function waitsForPerson(request: ChangeRequest, email: string | undefined): boolean {
  if (!email || isFinal(request)) return false;
  return request.approvers.some((approver) => approver.toLowerCase() === email.toLowerCase());
}

function factsOf(request: ChangeRequest, { name, canWrite, canReject, isWithdrawalRefused = false }: KeyInUse): TransitionFacts {
  const { status, approvers } = request;
  const submitter = submitterOf(request);
  return {
    status,
    isSubmitter: submitter && submitter.name === name,
    isApprover: approvers.includes(name),
    areApproversPeople: approvers.length > 0 && approvers.every(isAddress),
    canWrite,
    isWithdrawalRefused,
    canReject,
  };
}

/** People are named by e-mail address, API keys by their names. */
const isAddress = (approver: string): boolean => approver.includes('@');
