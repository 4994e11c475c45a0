/** What the API key in use may do to a change request, and why not (admin-api.md, States and transitions, rules 1 to 5). */
import type { ChangeRequest } from '../../api/model.ts';

/** API keys appear in change requests by their names. */
export interface KeyInUse {
  readonly name: string;
}

export type DecisionRefusal =
  | { readonly code: 'finalStatus'; readonly status: string }
  /** Rule 1: who submitted a request can't approve it. */
  | { readonly code: 'ownRequest'; readonly keyName: string }
  /** Rule 2. */
  | { readonly code: 'notApprover'; readonly keyName: string; readonly approvers: readonly string[] }
  /** Approver rules: where submitters choose their approvers, no API key can approve. */
  | { readonly code: 'submittersChoose'; readonly approvers: readonly string[] }
  /** Only the submitter and those who are no approvers withdraw. */
  | { readonly code: 'approverMayNotWithdraw'; readonly keyName: string };

/** `isCertain` false = nothing known speaks against it, but the service may refuse. */
export type Allowed =
  | {
      readonly ok: true;
      readonly isCertain: boolean;
      readonly note?: { readonly code: 'somebodyElses'; readonly submitter: string };
    }
  | { readonly ok: false; readonly refusal: DecisionRefusal };

export interface Submitter {
  readonly name: string;
  /** Epoch milliseconds; 0 if the service gave none. */
  readonly timestamp: number;
}

const FINAL_STATUSES: ReadonlySet<string> = new Set(['PUBLISHED', 'WITHDRAWN', 'REJECTED']);

/** True if nothing is shown that leads out of the request's status. */
export function isFinal({ status }: ChangeRequest): boolean {
  return FINAL_STATUSES.has(status);
}

/** Who submitted the request, and when: known only from its history, so undefined if it has no comment. */
export function submitterOf(request: ChangeRequest): Submitter | undefined {
  const entry = request.comments.find(({ role, user }) => role === 'SUBMITTER' && user);
  return entry?.user ? { name: entry.user, timestamp: entry.timestamp ?? 0 } : undefined;
}

/** Whether the key in use may approve and withdraw the request. */
export function decisionsFor(request: ChangeRequest, key: KeyInUse): { readonly approve: Allowed; readonly withdraw: Allowed } {
  if (isFinal(request)) {
    const refusal: Allowed = { ok: false, refusal: { code: 'finalStatus', status: request.status } };
    return { approve: refusal, withdraw: refusal };
  }
  return { approve: approval(request, key), withdraw: withdrawal(request, key) };
}

/** Those of the named API keys that may approve the request. */
export function otherKeysThatMayApprove(request: ChangeRequest, keyNames: readonly string[]): readonly string[] {
  return keyNames.filter((name) => decisionsFor(request, { name }).approve.ok);
}

function approval(request: ChangeRequest, { name }: KeyInUse): Allowed {
  const { approvers, status } = request;
  const submitter = submitterOf(request);
  if (status === 'APPROVED') return { ok: false, refusal: { code: 'finalStatus', status } };
  if (approvers.length > 0 && approvers.every(isAddress)) return { ok: false, refusal: { code: 'submittersChoose', approvers } };
  if (submitter?.name === name) return { ok: false, refusal: { code: 'ownRequest', keyName: name } };
  if (!approvers.includes(name)) return { ok: false, refusal: { code: 'notApprover', keyName: name, approvers } };
  return { ok: true, isCertain: submitter !== undefined && isOpen(request) };
}

function withdrawal(request: ChangeRequest, { name }: KeyInUse): Allowed {
  const submitter = submitterOf(request);
  if (submitter?.name === name) return { ok: true, isCertain: isOpen(request) };
  if (!request.approvers.includes(name)) {
    const isCertain = isOpen(request);
    return submitter
      ? { ok: true, isCertain, note: { code: 'somebodyElses', submitter: submitter.name } }
      : { ok: true, isCertain };
  }
  // An approver who may have submitted it may try.
  if (!submitter) return { ok: true, isCertain: false };
  return { ok: false, refusal: { code: 'approverMayNotWithdraw', keyName: name } };
}

/** True if the open request waits for this person: API keys can't stand in for people, who approve in the service's own pages. */
export function waitsForPerson(request: ChangeRequest, email: string | undefined): boolean {
  if (!email || isFinal(request)) return false;
  return request.approvers.some((approver) => approver.toLowerCase() === email.toLowerCase());
}

/** Rule 4: what may be done in other states that are not final is not shown. */
const isOpen = ({ status }: ChangeRequest): boolean => status === 'REQUESTED';

/** People are named by e-mail address, API keys by their names. */
const isAddress = (approver: string): boolean => approver.includes('@');
