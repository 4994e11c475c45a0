/** The record of a decided change request, for a report: who submitted and decided it, when, why, and where. */
import type { ChangeRequest } from '../../api/model.ts';
import { decisionEntryOf, submitterOf } from './decisions.ts';
import { namedEnvironment } from './namedEnvironment.ts';

/**
 * The statuses of decided requests. Every service can list requests with one of these statuses (admin-api.md, States and
 * transitions).
 */
export const DECIDED_STATUSES = ['PUBLISHED', 'WITHDRAWN', 'REJECTED'] as const;

/** The statuses of requests that are approved but not yet published. Not every service knows them. */
export const APPROVED_STATUSES = ['APPROVED', 'SCHEDULED'] as const;

/** Fields that the service does not report are undefined. Times are epoch milliseconds. */
export interface DecisionRecord {
  readonly id: string;
  readonly status: string;
  readonly title: string | undefined;
  readonly workspaceId: string | undefined;
  readonly environment: { readonly id: string; readonly name: string } | undefined;
  readonly submittedBy: string | undefined;
  readonly submittedAt: number | undefined;
  /**
   * The earliest possible time of the decision: the time of the first entry of the history, if the submitter wrote that entry.
   */
  readonly notDecidedBefore: number | undefined;
  readonly decidedBy: string | undefined;
  readonly decidedAt: number | undefined;
  /** The comment of the decision. */
  readonly reason: string | undefined;
}

/** `known` = the remembered environment, for a request that does not name its environment itself. */
export function decisionRecordOf(request: ChangeRequest, known: DecisionRecord['environment']): DecisionRecord {
  const [first] = request.comments;
  const submitter = submitterOf(request);
  const decision = decisionEntryOf(request);
  return {
    id: request.id,
    status: request.status,
    title: request.title ?? undefined,
    workspaceId: request.workspace?.id,
    environment: namedEnvironment(request) ?? known,
    submittedBy: submitter?.name,
    submittedAt: submitter?.timestamp || undefined,
    notDecidedBefore: first?.role === 'SUBMITTER' ? (first.timestamp ?? undefined) : undefined,
    decidedBy: decision?.user ?? undefined,
    decidedAt: decision?.timestamp ?? undefined,
    reason: decision?.comment || undefined,
  };
}

export interface Period {
  /** Epoch milliseconds: the first moment of the period. */
  readonly from: number;
  /** The first moment after the period. */
  readonly to: number;
}

/**
 * False only if the decision was certainly made outside the period. If the time of the decision is unknown, the result is false
 * only if `notDecidedBefore` is after the period.
 */
export function mayBeDecidedIn({ decidedAt, notDecidedBefore }: DecisionRecord, { from, to }: Period): boolean {
  if (decidedAt !== undefined) return from <= decidedAt && decidedAt < to;
  return notDecidedBefore === undefined || notDecidedBefore < to;
}

/** Compares two records for sorting: the newest decision comes first, and records without a time come last. */
export const compareByDecision = (one: DecisionRecord, other: DecisionRecord): number =>
  (other.decidedAt ?? Number.NEGATIVE_INFINITY) - (one.decidedAt ?? Number.NEGATIVE_INFINITY) || 0;
