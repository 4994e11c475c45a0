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

/** An API key, and what was seen of it; undefined = nothing. */
export interface KeyInUse {
  /** As the user called it, which says nothing of who it is at the service. */
  readonly name: string;
  /** By which it appears in change requests, as known from the service's own answers. */
  readonly identity?: string | undefined;
  /** The ids of requests that were submitted from here with it. */
  readonly submitted?: ReadonlySet<string> | undefined;
  /** What the service has refused to it, by the id of the request. */
  readonly refused?: ReadonlyMap<string, readonly RequestAction[]> | undefined;
  readonly canWrite?: boolean | undefined;
  readonly canApprove?: boolean | undefined;
  /** Of the service, which may not know the status. */
  readonly canReject?: boolean | undefined;
  /** Of the connection. */
  readonly isReadOnly?: boolean | undefined;
}

/** A prediction with all that its sentence needs. */
export interface PredictedDecision {
  readonly verdict: Verdict;
  readonly reason: TransitionReason;
  readonly keyName: string;
  /** Who the API key is at the service; undefined = not known. */
  readonly identity: string | undefined;
  /** Set unless the API key is known to have submitted the request. */
  readonly submitter: string | undefined;
}

/** True if nothing is shown that leads out of the request's status. */
export const isFinal = ({ status }: ChangeRequest): boolean => isFinalStatus(status);

/**
 * Who submitted the request, and when, in epoch milliseconds, or 0 if the service gave no time: known only from its history, so
 * undefined if it has no comment.
 */
export function submitterOf({ comments }: ChangeRequest): { readonly name: string; readonly timestamp: number } | undefined {
  const entry = comments.find(({ role, user }) => role === 'SUBMITTER' && user);
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
export function decisionOf(action: RequestAction, request: ChangeRequest, key: KeyInUse): PredictedDecision {
  const facts = factsOf(action, request, key);
  const { verdict, reason } = transitionOf(action, facts);
  const submitter = facts.isSubmitter ? undefined : submitterOf(request)?.name;
  return { verdict, reason, keyName: key.name, identity: key.identity, submitter };
}

/** True or false as far as is proven: it submitted the request from here, or the service names it, or another, as the submitter. */
export function isSubmittedWith(request: ChangeRequest, { identity, submitted }: KeyInUse): boolean | undefined {
  if (submitted?.has(request.id)) return true;
  const submitter = submitterOf(request);
  return submitter && identity !== undefined ? isSameName(submitter.name, identity) : undefined;
}

/** Those of the API keys that may do it, then those that may as far as is known. */
export function keysThatMay<K extends KeyInUse>(action: RequestAction, request: ChangeRequest, keys: readonly K[]): readonly K[] {
  const by = (wanted: Verdict): readonly K[] => keys.filter((key) => decisionOf(action, request, key).verdict === wanted);
  return [...by('allowed'), ...by('unknown')];
}

/** True if the open request waits for this person, who approves in the service's own pages, or with an API key of their own. */
export function waitsForPerson(request: ChangeRequest, email: string | undefined): boolean {
  if (!email || isFinal(request)) return false;
  return request.approvers.some((approver) => approver.toLowerCase() === email.toLowerCase());
}

function factsOf(action: RequestAction, request: ChangeRequest, key: KeyInUse): TransitionFacts {
  const { id, status, approvers } = request;
  const { identity, canWrite, canApprove, canReject } = key;
  return {
    status,
    isReadOnly: key.isReadOnly === true,
    wasRefused: key.refused?.get(id)?.includes(action) === true,
    isSubmitter: isSubmittedWith(request, key),
    isApprover: identity === undefined ? undefined : isNamed(request, identity),
    areApproversPeople: approvers.length > 0 && approvers.every(isAddress),
    canWrite,
    canApprove,
    canReject,
  };
}

export const isNamed = ({ approvers }: ChangeRequest, identity: string): boolean =>
  approvers.some((approver) => isSameName(approver, identity));

/** Addresses are the same in any case of letters; names of API keys are not. */
const isSameName = (one: string, other: string): boolean =>
  one === other || (isAddress(one) && one.toLowerCase() === other.toLowerCase());

/** People are named by e-mail address, API keys by their names. */
const isAddress = (approver: string): boolean => approver.includes('@');

/** True of one address without spaces around it: what a person could mistype is seen, what a mail server would say is not. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
