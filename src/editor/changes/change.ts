/** A change as a value: what makeChange needs to send it directly, or to submit it as a change request. */
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
import type { NextStep } from '../words/nextSteps.ts';
import { placeLabel } from '../words/placeWords.ts';
import { objectOf, type ChangedObject, type Payload } from './payload.ts';

const { t } = vscode.l10n;

export type Way = 'direct' | 'request';

/** The texts that a person writes about a change. */
export interface Words {
  readonly title: string;
  readonly comment: string;
}

/** One change of one flag, or of the keys of one segment, in one environment. */
export interface Change {
  readonly connected: Connected;
  readonly workspace: WorkspaceRef;
  readonly environment: EnvironmentRef;
  /**
   * `operation` is absent for keys. A direct change of keys does not delete the draft of an earlier request about this segment,
   * because that draft may be about other keys.
   */
  readonly object: Omit<ChangedObject, 'operation'> & Partial<ChangedObject>;
  /** The title of the questions about this change: "Kill checkout-redesign". */
  readonly heading: string;
  readonly words: Words;
  /**
   * The answers that the user has already given. `words`: the title and comment are answers and not just suggestions. `all`:
   * the change was on a sheet with other changes, so a sheet for this change opens only if something is missing.
   */
  readonly answered?: 'words' | 'all';
  /** True = even a change request needs a permit to write (askPermit), because the segment is activated before the submission. */
  readonly needsPermit?: boolean;
  /** Absent = the change can only be made as a change request. */
  readonly direct?: DirectWay;
  /**
   * Creates the change request for `change`, which is this change with the API key that the user chose. `permit` is present if
   * `needsPermit`. Undefined = no request can be submitted now, and the user was told why.
   */
  request(change: Change, permit?: WritePermit): Promise<RequestPlan | undefined>;
  /** The comment that was typed for this change. It is dropped when the change is made or submitted. */
  readonly kept?: KeptText;
  /** Called right before sending. False = the change must not be sent any more, and the user was told why. */
  stillHolds?(): Promise<boolean>;
}

export interface DirectWay {
  /**
   * Asks whether to make the change directly or as a change request, unless that is clear. `isGated`: whether the environment
   * required approvals last time; undefined = not known. Undefined = the user left.
   */
  chooseWay(isGated: boolean | undefined): Promise<Answer<Way>>;
  /** Asks for title and comment of `change`. Absent = the user has answered that already. Undefined = the user left. */
  askWords?(change: Change): Promise<Words | undefined>;
  /**
   * Sends `change`, which is this change with the API key, title and comment that the user chose. Throws if the service refuses.
   * Undefined = not everything was sent, and the user was told why.
   */
  send(change: Change, permit: WritePermit): Promise<DirectOutcome | undefined>;
}

export type DirectOutcome =
  /** `message` tells the user the current state. */
  | { readonly outcome: 'done'; readonly message: readonly [sentence: string, ...steps: NextStep[]] }
  /**
   * The service answered with the documented 403 ("Approvals are required"). `rest`: the part that must become change requests;
   * absent = everything. `happened`: tells the user what was changed before the refusal; absent = nothing.
   */
  | { readonly outcome: 'approvalsRequired'; readonly rest?: Change; readonly happened?: string }
  /** The service has no such call, so only a change request can make the change. */
  | { readonly outcome: 'notDirectly' };

/** A change request to be submitted. */
export interface RequestPlan {
  readonly payload: Payload;
  /** Absent = title and comment of the change. */
  readonly words?: Words;
  /** The rollout status that the user wrote in the definition. */
  readonly rolloutStatus?: WantedStatus | undefined;
  /** Present if the change is too large for one request: the part that this request contains. */
  readonly part?: RequestPart;
  /** The keys that the segment contains, if they were read. */
  readonly contents?: ReadonlySet<string>;
  /** The button that leads back to the change if the request can't be submitted now. */
  readonly later?: NextStep;
  /**
   * Submits the request and records that. Absent = submitRequest is called instead. `said`: what the user typed. Undefined = the
   * request was not submitted, and the user was told why.
   */
  submit?(said: PartDraft, permit: RequestPermit): Promise<SubmitOutcome | undefined>;
}

/** Part `number` (from 1) of `of` parts. */
export interface RequestPart {
  readonly number: number;
  readonly of: number;
  /** The number of keys in the later parts. */
  readonly keysLeft: number;
}

/** A change request that is being prepared, with the content of its sheet. */
export interface Proposal extends Change, RequestPlan {
  readonly words: Words;
  /** The outcome of sending the change directly. Absent = that was not tried. */
  readonly after?: Exclude<DirectOutcome['outcome'], 'done'> | undefined;
  /** Tells the user what the direct way changed before the service refused the rest. Absent = nothing. */
  readonly happened?: string | undefined;
}

/** Creates a change that can only be made by a change request. If title or comment is empty, one is suggested. */
export function requestOnly(
  where: Pick<Change, 'connected' | 'workspace' | 'environment'>,
  payload: Payload,
  words: Words = { title: '', comment: '' },
): Change {
  const object = objectOf(payload);
  return { ...where, object, heading: requestHeading(object, where), words, request: async () => ({ payload }) };
}

export const requestHeading = ({ name }: Change['object'], place: Pick<Change, 'workspace' | 'environment'>): string =>
  t('Change request for {0} in {1}', name, placeLabel(place));

/** Returns the place of a change. After the change, views may still show this place in its old state. */
export const changedPlace = (
  { workspace, environment }: Pick<Change, 'workspace' | 'environment'>,
  { kind, name }: Change['object'],
): ChangedPlace => ({ object: kind, workspaceId: workspace.id, environmentId: environment.id, name });
