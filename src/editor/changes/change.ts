/** A change as a value: what makeChange needs to send it directly, or to submit it as a change request. */
import * as vscode from 'vscode';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import type { SubmitOutcome } from '../../operations/changeRequests/submission.ts';
import type { PartDraft } from '../../operations/keys/requestParts.ts';
import type { RequestPermit, WritePermit } from '../../operations/productionGuard.ts';
import type { Answer } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import type { ChangedPlace } from '../window/events.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { NextStep } from '../words/nextSteps.ts';
import { objectOf, type ChangedObject, type Payload } from './payload.ts';

const { t } = vscode.l10n;

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
  /** `operation` is absent for keys: what was typed for a request about this segment may be for other keys. */
  readonly object: Omit<ChangedObject, 'operation'> & Partial<ChangedObject>;
  /** What its questions are called: "Kill checkout-redesign". */
  readonly heading: string;
  readonly words: Words;
  /**
   * What the user has answered already. `words`: title and comment, which are not suggestions then. `all`: the change was on
   * a sheet with others, so its own sheet opens only if something is missing.
   */
  readonly answered?: 'words' | 'all';
  /** Also a change request needs a permit, because something is changed directly before it: the segment is activated. */
  readonly needsPermit?: boolean;
  /** Absent: it can only be a change request. */
  readonly direct?: DirectWay;
  /**
   * The change request that `change` becomes: this one, with the API key that the user chose. `permit`: present if
   * `needsPermit`. Undefined = none can be submitted now, and the user was told why.
   */
  request(change: Change, permit?: WritePermit): Promise<RequestPlan | undefined>;
  /** Called right before it is sent. False = it must not be sent any more, and the user was told why. */
  stillHolds?(): Promise<boolean>;
}

export interface DirectWay {
  /**
   * Asks, where that is not clear, which way the change goes. `isGated`: whether the environment required approvals the last
   * time; undefined = not known. Undefined = the user left.
   */
  chooseWay(isGated: boolean | undefined): Promise<Answer<Way>>;
  /** Asks for the words that go with `change`. Absent: the user has answered that already. Undefined = the user left. */
  askWords?(change: Change): Promise<Words | undefined>;
  /**
   * Sends `change`: this one, with the API key and the words that the user chose. Throws what the service refuses.
   * Undefined = not all of it was sent, and the user was told why.
   */
  send(change: Change, permit: WritePermit): Promise<DirectOutcome | undefined>;
}

export type DirectOutcome =
  /** `message` tells the user the current state. */
  | { readonly outcome: 'done'; readonly message: readonly [sentence: string, ...steps: NextStep[]] }
  /** The documented 403 ("Approvals are required"). `rest`: what must become change requests; absent = all of it. */
  | { readonly outcome: 'approvalsRequired'; readonly rest?: Change }
  /** The service has no such call: only a change request can do it. */
  | { readonly outcome: 'notDirectly' };

/** A change request to be submitted. */
export interface RequestPlan {
  readonly payload: Payload;
  /** Absent: those of the change. */
  readonly words?: Words;
  /** The rollout status that the user wrote in the definition. */
  readonly rolloutStatus?: WantedStatus | undefined;
  /** The change is too large for one request: which part of it this is. */
  readonly part?: RequestPart;
  /** The keys that the segment contains, if they were read. */
  readonly contents?: ReadonlySet<string>;
  /** The button that leads back to the change if it can't be submitted now. */
  readonly later?: NextStep;
  /**
   * Submits it, and keeps a record of that. Absent: submitRequest does. `said` is what was typed. Undefined = it was not
   * submitted, and the user was told why.
   */
  submit?(said: PartDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined>;
}

/** Part `number`, from 1, of `of`. */
export interface RequestPart {
  readonly number: number;
  readonly of: number;
  /** Keys that follow in the parts after this one. */
  readonly keysLeft: number;
}

/** A change request on its way, with what its sheet shows. */
export interface Proposal extends Change, RequestPlan {
  readonly words: Words;
  /** What came of sending the change directly; absent: that was not tried. */
  readonly after?: Exclude<DirectOutcome['outcome'], 'done'> | undefined;
}

/** A change that only a change request makes. If title or comment is empty, one is suggested. */
export function requestOnly(
  where: Pick<Change, 'connected' | 'workspace' | 'environment'>,
  payload: Payload,
  words: Words = { title: '', comment: '' },
): Change {
  const object = objectOf(payload);
  return { ...where, object, heading: requestHeading(object, where), words, request: async () => ({ payload }) };
}

export const requestHeading = ({ name }: Change['object'], { environment }: Pick<Change, 'environment'>): string =>
  t('Change request for {0} in {1}', name, environment.name);

/** What views may show no longer after a change. */
export const changedPlace = (
  { workspace, environment }: Pick<Change, 'workspace' | 'environment'>,
  { kind, name }: Change['object'],
): ChangedPlace => ({ object: kind, workspaceId: workspace.id, environmentId: environment.id, name });
