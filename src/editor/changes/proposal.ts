/** A change that the environment asks an approval for, on its way to become a change request. */
import type { ChangeRequest, NewFlagRequest, NewSegmentRequest, Schedule } from '../../api/model.ts';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import type { RequestPermit } from '../../operations/productionGuard.ts';
import type { SubmitOutcome } from '../../operations/changeRequests/submission.ts';
import type { Connected } from '../window/connected.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { NextStep } from '../words/nextSteps.ts';

export type ProposedChange =
  Pick<NewSegmentRequest, 'operationType' | 'segment'> | Pick<NewFlagRequest, 'operationType' | 'flag'>;

export interface Proposal {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly change: ProposedChange;
  /** The user wrote it down already: one that is known is not asked, another is looked for among those that are offered. */
  readonly rolloutStatus?: WantedStatus | undefined;
  /** The service refused the direct change, because the environment requires approvals. */
  readonly isRefused: boolean;
  /** A direct change was asked for, and the service has no call for it. */
  readonly isInstead?: boolean;
  /** What the title and the comment are at first. */
  readonly suggestedTitle: string;
  readonly suggestedComment: string;
  /** Title and comment are what the user typed already: they are not asked again. */
  readonly isExplained?: boolean;
  /** What it changes was on a sheet with others: its own is shown only where something is missing. */
  readonly isAgreed?: boolean;
  /** Where the change is too much for one request: this is part `number`, from 1, of `of`. */
  readonly part?: ProposedPart;
  /** The keys that the segment has, where they were read. */
  readonly contents?: ReadonlySet<string>;
  /** The button that leads back to it, where it is kept even if it can't be submitted now. */
  readonly later?: NextStep;
  /** Asked just before it is sent; false = it is not sent any more, and the user was told why. */
  stillHolds?(): Promise<boolean>;
  /** Submits it in another way than at once and without a trace; undefined = it was not submitted, and the user was told why. */
  submit?(draft: ProposalDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined>;
}

/** What was typed. */
export interface ProposalDraft {
  readonly title: string;
  readonly comment: string;
  /** E-mail addresses; empty where the environment names its approvers itself. */
  readonly approvers: readonly string[];
  readonly schedule?: Schedule | undefined;
}

export interface ProposedPart {
  readonly number: number;
  readonly of: number;
  /** Keys that follow in the parts after this one. */
  readonly keysLeft: number;
}

/**
 * Asks for title, comment and approvers, and submits. Gives the request once it is submitted; undefined if the user walked
 * away (what was typed is kept for the next time), or it was not submitted and the user was told why.
 */
export type Propose = (proposal: Proposal) => Promise<ChangeRequest | undefined>;
