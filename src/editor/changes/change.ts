/** A change as a value: what makeChange needs to send it directly, or to submit it as a change request. */
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import type { WritePermit } from '../../operations/productionGuard.ts';
import type { Connected } from '../window/connected.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { NextStep } from '../words/nextSteps.ts';
import type { ProposedChange } from './proposal.ts';
import type { DraftSubject } from './requestDrafts.ts';

export type Way = 'direct' | 'request';

/** What a person writes about a change. */
export interface Words {
  readonly title: string;
  readonly comment: string;
}

/** One change of one flag, or of the keys of one segment, in one environment. */
export interface Change {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  readonly object: DraftSubject['object'];
  /** What its questions are called: "Kill checkout-redesign". */
  readonly heading: string;
  readonly words: Words;
  /**
   * What the user has answered already. `words`: title and comment, which are not suggestions then. `all`: the change was on
   * a sheet with others, so its own sheet opens only if something is missing.
   */
  readonly answered?: 'words' | 'all';
  /** Absent: it can only be a change request. */
  readonly direct?: DirectWay;
  /** The change request that it becomes. Undefined = none can be submitted now, and the user was told why. */
  request(): Promise<RequestPlan | undefined>;
  /** Called right before it is sent. False = it must not be sent any more, and the user was told why. */
  stillHolds?(): Promise<boolean>;
}

export interface DirectWay {
  /**
   * Asks, where that is not clear, which way the change goes. `isGated`: whether the environment required approvals the last
   * time; undefined = not known. Undefined = the user left.
   */
  chooseWay(isGated: boolean | undefined): Promise<Way | undefined>;
  /** Asks for the words that go with `change`. Absent: the user has answered that already. Undefined = the user left. */
  askWords?(change: Change): Promise<Words | undefined>;
  /** Sends `change`: this one, with the API key and the words that the user chose. Throws what the service refuses. */
  send(change: Change, permit: WritePermit): Promise<DirectOutcome>;
}

export type DirectOutcome =
  /** `message` tells the user the current state. */
  | { readonly outcome: 'done'; readonly message: readonly [sentence: string, ...steps: NextStep[]] }
  /** The documented 403 ("Approvals are required"): it must become a change request. */
  | { readonly outcome: 'approvalsRequired' }
  /** The service has no such call: only a change request can do it. */
  | { readonly outcome: 'notDirectly' };

/** A change request to be submitted. */
export interface RequestPlan {
  readonly payload: ProposedChange;
  /** The rollout status that the user wrote in the definition. */
  readonly rolloutStatus?: WantedStatus | undefined;
}
