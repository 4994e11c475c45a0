/** Describes a change as data, so that `makeChange` can send it directly or submit it as a change request. */
import * as vscode from 'vscode';
import type { WantedStatus } from '../../domain/definitions/document/rolloutStatus.ts';
import type { SubmitOutcome } from '../../operations/changeRequests/submission.ts';
import type { PartDraft } from '../../operations/keys/requestParts.ts';
import type { RequestPermit, WritePermit } from '../../operations/productionGuard.ts';
import type { Answer } from '../ask/ask.ts';
import type { KeptText } from '../ask/keptText.ts';
import type { Connected } from '../window/connected.ts';
import type { ChangedPlace } from '../window/events.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';
import type { OutcomeSentences } from '../words/changeFailure.ts';
import type { NextStep } from '../words/nextSteps.ts';
import { placeLabel } from '../words/placeWords.ts';
import { objectOf, type ChangedObject, type Payload } from './payload.ts';

const { t } = vscode.l10n;

export type Way = 'direct' | 'request';

/** The title and comment of a change. */
export interface TitleAndComment {
  readonly title: string;
  readonly comment: string;
}

/** A change of one flag, or of the keys of one segment, in one environment. */
export interface Change {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /**
   * The flag or segment that changes. `operation` is missing for keys. Then a direct change does not delete the draft of an
   * earlier request for this segment, because that draft might be about other keys.
   */
  readonly object: Omit<ChangedObject, 'operation'> & Partial<ChangedObject>;
  /** The title of the questions about this change, such as "Kill checkout-redesign". */
  readonly heading: string;
  readonly titleAndComment: TitleAndComment;
  /** What to tell the user if a call fails before anything is sent. Missing: that the change was not done. */
  readonly outcomes?: OutcomeSentences;
  /**
   * What the user has already answered. `titleAndComment`: the title and the comment. Without `answered`, both are only
   * suggestions. `all`: all values, in a confirmation list for several changes. No separate list is then shown for this change,
   * unless a value is missing.
   */
  readonly answered?: 'titleAndComment' | 'all';
  /**
   * True if even a change request needs a permit to write (`askPermit`), because the segment is activated before the request is
   * submitted.
   */
  readonly needsPermit?: boolean;
  /** How to make the change directly. Missing if only a change request can make it. */
  readonly direct?: DirectWay;
  /**
   * Creates the change request. `change` is this change with the API key that the user chose. `permit` is given if
   * `needsPermit` is set. Undefined if no request can be submitted now, and the user was told why.
   */
  request(change: Change, permit?: WritePermit): Promise<RequestPlan | undefined>;
  /**
   * The comment that the user typed for this change, stored in case the change fails. It is deleted when the change is made or
   * submitted.
   */
  readonly kept?: KeptText;
  /** Called directly before sending. Resolves to false if the change must not be sent any more, and the user was told why. */
  isStillValid?(): Promise<boolean>;
}

export interface DirectWay {
  /**
   * Asks whether to make the change directly or as a change request, unless the answer is already known. `requiresApprovals`
   * says whether the environment required an approval last time, or is undefined if that is not known. Resolves to undefined if
   * the user cancelled.
   */
  chooseWay(requiresApprovals: boolean | undefined): Promise<Answer<Way>>;
  /**
   * Asks for the title and comment of `change`. Missing if the user has already answered. Resolves to undefined if the user
   * cancelled.
   */
  askTitleAndComment?(change: Change): Promise<TitleAndComment | undefined>;
  /**
   * Sends `change`, which is this change with the API key, title and comment that the user chose. Throws if the service
   * refuses. Resolves to undefined if a part was not sent, and the user was told why.
   */
  send(change: Change, permit: WritePermit): Promise<DirectOutcome | undefined>;
}

export type DirectOutcome =
  /** The change was made. `message` tells the user the state after it. */
  | { readonly outcome: 'done'; readonly message: readonly [sentence: string, ...steps: NextStep[]] }
  /**
   * The service requires an approval (the documented 403 "Approvals are required"). `remaining`: the part that must become a
   * change request. Missing if the whole change must become one. `alreadyDone`: a sentence about what has already changed.
   * Missing if nothing has.
   */
  | { readonly outcome: 'approvalsRequired'; readonly remaining?: Change; readonly alreadyDone?: string | undefined }
  /** The service has no call for a direct change, so only a change request can make it. */
  | { readonly outcome: 'noSuchCall' };

/** The change request that makes a change. */
export interface RequestPlan {
  readonly payload: Payload;
  /** The title and comment of the request. Missing if they are those of the change. */
  readonly titleAndComment?: TitleAndComment;
  /** The suggested rollout status. Missing: the one that the user has chosen before, or the flag's current one. */
  readonly rolloutStatus?: WantedStatus | undefined;
  /** Which part of the change this request makes. Missing if the change fits in one request. */
  readonly part?: RequestPart;
  /** All keys that the segment contains now, if they were read. */
  readonly contents?: ReadonlySet<string>;
  /** The button with which the user can continue later. Shown if another change request is open on the object. */
  readonly continueStep?: NextStep;
  /**
   * Submits the request, and records the submission. `said` contains the values from the confirmation list. If this function
   * is missing, `submitRequest` is used. Resolves to undefined if the request was not submitted, and the user was told why.
   */
  submit?(said: PartDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined>;
}

/** The number of a part, starting with 1, and the number of all parts. */
export interface RequestPart {
  readonly number: number;
  readonly count: number;
  /** The number of keys in all later parts. */
  readonly keysLeft: number;
}

/** A change request that the user can still edit in the confirmation list. */
export interface Proposal extends Change, RequestPlan {
  readonly titleAndComment: TitleAndComment;
  /** The outcome of the direct change, which led to this request. Missing if no direct change was tried. */
  readonly directOutcome?: Exclude<DirectOutcome['outcome'], 'done'> | undefined;
  /** Tells the user what the direct change has changed before the service refused the rest. Missing if nothing changed. */
  readonly alreadyDone?: string | undefined;
}

/**
 * Returns a change that only a change request can make. If `titleAndComment` is empty, a title and a comment are suggested.
 * `rolloutStatus`: see `RequestPlan`.
 */
export function requestOnly(
  where: Pick<Change, 'connected' | 'workspace' | 'environment'>,
  payload: Payload,
  titleAndComment: TitleAndComment = { title: '', comment: '' },
  rolloutStatus?: WantedStatus,
): Change {
  const object = objectOf(payload);
  const heading = requestHeading(object, where);
  return { ...where, object, heading, titleAndComment, request: async () => ({ payload, rolloutStatus }) };
}

export const requestHeading = ({ name }: Change['object'], place: Pick<Change, 'workspace' | 'environment'>): string =>
  t('Change request for {0} in {1}', name, placeLabel(place));

/** Returns the flag or segment that changes, with its workspace and environment. Views use it to update what they show. */
export const changedPlace = (
  { workspace, environment }: Pick<Change, 'workspace' | 'environment'>,
  { kind, name }: Change['object'],
): ChangedPlace => ({ object: kind, workspaceId: workspace.id, environmentId: environment.id, name });
