/** The state of a review: what was read of a change request, and how it differs from an earlier reading. */
import type { FlagDefinition } from '../../api/model.ts';
import { isFinal, type KeyInUse } from '../../domain/changeRequests/decisions.ts';
import { beforeOf } from '../../operations/learned/beforeApproval.ts';
import { isAble } from '../../operations/learned/keyRecords.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import type { Before } from '../../domain/changeRequests/inverse.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { EnvironmentRef } from '../../operations/learned/environments.ts';
import type { LiveObject, Reviewed, RequestRolloutStatus } from '../../operations/changeRequests/readReview.ts';
import type { Connected } from '../window/connected.ts';
import type { Services } from '../window/services.ts';
import type { ChangedPlace } from '../window/events.ts';
import { environmentOfWorkspace } from '../words/placeWords.ts';
import { objectName } from '../words/requestWords.ts';

/** The place of a request's object, as far as it is known. */
export interface ObjectPlace {
  readonly workspaceName: string | undefined;
  readonly environment: EnvironmentRef | undefined;
  /**
   * How the service proved the environment: by the data that was read, or by accepting the submission from this window.
   * Undefined = the service has not proved it, and only this extension remembers it.
   */
  readonly provenBy: 'reading' | 'submit' | undefined;
}

export interface ReviewState {
  readonly connected: Connected;
  readonly place: ObjectPlace;
  readonly reviewed: Reviewed;
  /**
   * Data that is read after the rest. For a segment request: the definitions that may use the segment, if the service lists them.
   * For a flag request that sets a rollout status: the current status of the flag.
   */
  readonly uses?: {
    definitions?: readonly FlagDefinition[] | undefined;
    /** The names of flags that depend on the flag of the request. */
    dependants?: readonly string[];
    rolloutStatus?: RequestRolloutStatus;
  };
  /** Returns the remembered environment of another request. */
  readonly environmentOf: (requestId: string) => EnvironmentRef | undefined;
  /** The known facts about the API key in use, in this environment, and about the other stored API keys of the connection. */
  readonly key: KeyInUse;
  readonly others: readonly KeyInUse[];
  /** True if the service said that a pipeline decides in this environment. */
  readonly isByPipeline?: boolean;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** The earlier content of this review, if it was different. The user must learn what changed. */
  readonly previous: { readonly reviewed: Reviewed; readonly readAt: number } | undefined;
  /** For a decided request: the object as this review read it while the request was open. */
  readonly before: LiveObject | undefined;
  /** For a published request: returns the state of the object that was stored at its approval in this editor (`beforeOf`). */
  readonly remembered: () => Before | undefined;
}

/** Creates the state from a reading, and from what the service's answers have shown about the API keys in this environment. */
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
    // A key that has submitted, changed or approved something can write. A key whose submission or direct change was refused
    // can perhaps only read.
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
    environmentOf: (id) => serviceFacts.environmentOf(connected.origin, id),
    remembered: () => beforeOf(memory, connected.origin, reviewed.request),
  };
}

/** Adds to a reading what only the earlier reading shows. `isOwn` = the only difference is the user's own decision. */
export function afterEarlier(now: ReviewState, earlier: ReviewState, isOwn: boolean): ReviewState {
  const isOther = earlier.reviewed.fingerprint !== now.reviewed.fingerprint;
  const before = isFinal(earlier.reviewed.request) ? earlier.before : earlier.reviewed.live;
  return {
    ...now,
    previous: isOther && !isOwn ? { reviewed: earlier.reviewed, readAt: earlier.readAt } : undefined,
    before: isFinal(now.reviewed.request) ? before : undefined,
  };
}

/** Returns the object to compare with: the current object, or for a decided request the object before the decision. */
export function baseOf({ reviewed, before, remembered, uses }: ReviewState): LiveObject {
  const { live } = reviewed;
  if (!isFinal(reviewed.request)) return live.kind === 'definition' ? { ...live, status: uses?.rolloutStatus } : live;
  if (before && before.kind !== 'unknown') return before;
  const known = remembered();
  return known?.kind === 'definition' ? known : { kind: 'unknown' };
}

/** False if one side of the change is not known. */
export const hasTwoSides = (state: ReviewState): boolean =>
  isKnownOperation(state.reviewed.request) && baseOf(state).kind !== 'unknown';

/** Returns a title such as "beta-accounts · production of Storefront". */
export const panelTitle = ({ reviewed, place }: ReviewState): string =>
  `${objectName(reviewed.request)} · ${environmentOfWorkspace(place.environment, place.workspaceName)}`;

/** Returns the place that changes when the request is published. Undefined if it is not known. */
export function placeOfReview({ reviewed: { request }, place: { environment } }: ReviewState): ChangedPlace | undefined {
  const { workspace, segment, flag } = request;
  const name = segment?.name ?? flag?.name;
  if (name === undefined || !workspace || !environment) return undefined;
  return { object: segment ? 'segment' : 'flag', workspaceId: workspace.id, environmentId: environment.id, name };
}
