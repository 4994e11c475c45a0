/** What has been read of a change request under review, and how it differs from an earlier reading. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { isFinal, type KeyInUse } from '../../domain/changeRequests/decisions.ts';
import { beforeOf } from '../../operations/learned/beforeApproval.ts';
import { isAble } from '../../operations/learned/keyRecords.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import type { Before } from '../../domain/changeRequests/inverse.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { KnownEnvironment } from '../../operations/learned/environments.ts';
import type { LiveObject, Reviewed, RolloutStatus } from '../../operations/changeRequests/readReview.ts';
import type { Connected } from '../window/connected.ts';
import type { Services } from '../window/services.ts';
import type { ChangedPlace } from '../window/events.ts';
import { objectName } from '../words/requestWords.ts';

const { t } = vscode.l10n;

/** Where the object of a request lives, as far as it is known. */
export interface ObjectPlace {
  readonly workspaceName: string | undefined;
  readonly environment: KnownEnvironment | undefined;
  /** How the service says so: in what is read of it, or by taking the submit from this window; undefined = only memory does. */
  readonly provenBy: 'reading' | 'submit' | undefined;
}

export interface ReviewState {
  readonly connected: Connected;
  readonly place: ObjectPlace;
  readonly reviewed: Reviewed;
  /**
   * What is read after the rest. Of a segment request: the definitions that may use the segment, if the service lists them. Of a flag
   * request that sets a rollout status: the status that the flag has now.
   */
  readonly uses?: { definitions?: readonly FlagDefinition[] | undefined; rolloutStatus?: RolloutStatus };
  /** What is known of the API key in use, in this environment, and of the others that are stored for the connection. */
  readonly key: KeyInUse;
  readonly others: readonly KeyInUse[];
  /** The service said that a pipeline decides in this environment. */
  readonly isByPipeline?: boolean;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** What this review showed until now, if that was something else: its reader must learn what moved. */
  readonly previous: { readonly reviewed: Reviewed; readonly readAt: number } | undefined;
  /** Of a decided request: the object as this review read it while the request was open. */
  readonly before: LiveObject | undefined;
  /** Of a published one: what is remembered by now of the object from its approval here (`beforeOf`). */
  readonly remembered: () => Before | undefined;
}

/** A reading, with what the service's answers have shown of the API keys in this environment. */
export function stateOf(
  { memory, serviceFacts }: Pick<Services, 'memory' | 'serviceFacts'>,
  connected: Connected,
  place: ObjectPlace,
  reviewed: Reviewed,
): ReviewState {
  const withAbilities = (key: KeyInUse): KeyInUse => {
    const [submits, changes, canApprove] = (['submit', 'change', 'approve'] as const).map((one) =>
      isAble(memory, { ...connected, keyName: key.name }, one, place.environment?.id),
    );
    // One that has done any of it writes; one that was refused as a submitter, or a direct change, may only read.
    const canWrite = [submits, changes, canApprove].includes(true) ? true : (submits ?? changes);
    return { ...key, canWrite, canApprove, canReject: serviceFacts.canReject(connected.origin) };
  };
  const { key, others } = viewerOf(memory, connected);
  return {
    connected,
    place,
    reviewed,
    uses: {},
    readAt: Date.now(),
    previous: undefined,
    before: undefined,
    key: withAbilities(key),
    others: others.map(withAbilities),
    isByPipeline: place.environment !== undefined && serviceFacts.isByPipeline(connected.origin, place.environment.id),
    remembered: () => beforeOf(memory, connected.origin, reviewed.request),
  };
}

/** A new reading after an earlier one. `isOwn` = the difference is what the reader has just decided. */
export function afterEarlier(now: ReviewState, earlier: ReviewState, isOwn: boolean): ReviewState {
  const isOther = earlier.reviewed.fingerprint !== now.reviewed.fingerprint;
  const before = isFinal(earlier.reviewed.request) ? earlier.before : earlier.reviewed.live;
  return {
    ...now,
    previous: isOther && !isOwn ? { reviewed: earlier.reviewed, readAt: earlier.readAt } : undefined,
    before: isFinal(now.reviewed.request) ? before : undefined,
  };
}

/** What the request is compared with: the object now, or for a decided one what it was then. */
export function baseOf({ reviewed, before, remembered, uses }: ReviewState): LiveObject {
  const { live } = reviewed;
  if (!isFinal(reviewed.request)) return live.kind === 'definition' ? { ...live, status: uses?.rolloutStatus } : live;
  if (before && before.kind !== 'unknown') return before;
  const known = remembered();
  return known?.kind === 'definition' ? known : { kind: 'unknown' };
}

/** False if one of the two sides of the change is not known. */
export const hasTwoSides = (state: ReviewState): boolean =>
  isKnownOperation(state.reviewed.request) && baseOf(state).kind !== 'unknown';

/** "beta-accounts · production". */
export const panelTitle = ({ reviewed, place }: ReviewState): string =>
  `${objectName(reviewed.request)} · ${place.environment?.name ?? t('environment unknown')}`;

/** What a publishing of the request changes; undefined if its place is not known. */
export function changedPlace({ reviewed: { request }, place: { environment } }: ReviewState): ChangedPlace | undefined {
  const { workspace, segment, flag } = request;
  const name = segment?.name ?? flag?.name;
  if (name === undefined || !workspace || !environment) return undefined;
  return { object: segment ? 'segment' : 'flag', workspaceId: workspace.id, environmentId: environment.id, name };
}
