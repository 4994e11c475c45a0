/** The state of a review: what was read about a change request, and how this differs from what was read earlier. */
import type { SegmentUsers } from '../../operations/definitions/readAllDefinitions.ts';
import { isFinal, type ApiKeyFacts } from '../../domain/changeRequests/decisions.ts';
import { stateBeforeApproval } from '../../operations/learned/beforeApproval.ts';
import { hasAbility } from '../../operations/learned/keyRecords.ts';
import { viewerOf } from '../../operations/learned/viewer.ts';
import type { StateBefore } from '../../domain/changeRequests/inverse.ts';
import { isKnownOperation } from '../../domain/changeRequests/requestEffect.ts';
import type { EnvironmentRef } from '../../operations/learned/environments.ts';
import type { LiveObject, ReviewedRequest, RequestRolloutStatus } from '../../operations/changeRequests/readReview.ts';
import type { Connected } from '../window/connected.ts';
import type { Services } from '../window/services.ts';
import type { ChangedPlace } from '../window/events.ts';
import { environmentOfWorkspace } from '../words/placeWords.ts';
import { objectName } from '../words/requestWords.ts';

/** The workspace and environment of a request's object, as far as they are known. */
export interface ObjectPlace {
  readonly workspaceName: string | undefined;
  readonly environment: EnvironmentRef | undefined;
  /**
   * How it was proved that the request is for this environment. `reading`: the data of the service shows it. `submit`: this
   * window submitted the request to it. Undefined: not proved. The environment is only remembered by this extension.
   */
  readonly provenBy: 'reading' | 'submit' | undefined;
}

export interface ReviewState {
  readonly connected: Connected;
  readonly place: ObjectPlace;
  readonly reviewed: ReviewedRequest;
  /**
   * Data that is read after the rest. For a segment request: the definitions of the environment, if the service lists them. For
   * a flag request: the flags that depend on the flag, and its rollout status.
   */
  readonly furtherData?: {
    segmentUsers?: SegmentUsers | undefined;
    /** The names of flags that depend on the flag of the request. */
    dependants?: readonly string[];
    rolloutStatus?: RequestRolloutStatus;
  };
  /** Returns the environment that is remembered for another request. */
  readonly environmentOf: (requestId: string) => EnvironmentRef | undefined;
  /** What is known about the API key in use in this environment. */
  readonly key: ApiKeyFacts;
  /** What is known about the other stored API keys of the connection. */
  readonly others: readonly ApiKeyFacts[];
  /** True if the service has said that only a pipeline can decide in this environment. */
  readonly isByPipeline?: boolean;
  /** When the review was read, in epoch milliseconds. */
  readonly readAt: number;
  /** The content before the review was read again, if it differs. The review shows what changed. */
  readonly previous: { readonly reviewed: ReviewedRequest; readonly readAt: number } | undefined;
  /** For a decided request: the object before the decision, if this panel has read it while the request was still open. */
  readonly before: LiveObject | undefined;
  /**
   * Returns the object before the change, if this editor approved the request and stored the object then
   * (`stateBeforeApproval`).
   */
  readonly remembered: () => StateBefore | undefined;
}

/**
 * Creates the state from what was read. Adds what earlier answers of the service have shown about the API keys in this
 * environment.
 */
export function stateOf(
  { memory, serviceFacts }: Pick<Services, 'memory' | 'serviceFacts'>,
  connected: Connected,
  place: ObjectPlace,
  reviewed: ReviewedRequest,
): ReviewState {
  const withAbilities = (key: ApiKeyFacts): ApiKeyFacts => {
    const [submits, changes, canApprove] = (['submit', 'change', 'approve'] as const).map((one) =>
      hasAbility(memory, { ...connected, keyName: key.name }, one, place.environment?.id),
    );
    // An API key that has submitted, changed or approved something is allowed to write. If the service refused a submission or
    // a direct change, the API key might only be allowed to read.
    const canWrite = [submits, changes, canApprove].includes(true) ? true : (submits ?? changes);
    return { ...key, canWrite, canApprove, canReject: serviceFacts.canReject(connected.origin) };
  };
  const { key, otherKeys } = viewerOf(memory, connected);
  return {
    connected,
    place,
    reviewed,
    furtherData: {},
    readAt: Date.now(),
    previous: undefined,
    before: undefined,
    key: withAbilities(key),
    others: otherKeys.map(withAbilities),
    isByPipeline: place.environment !== undefined && serviceFacts.isDecidedByPipeline(connected.origin, place.environment.id),
    environmentOf: (id) => serviceFacts.environmentOf(connected.origin, id),
    remembered: () => stateBeforeApproval(memory, connected.origin, reviewed.request),
  };
}

/**
 * Returns `now` with additional values that are only known from `earlier`. `isOwn` is true if the only difference is the user's
 * own decision.
 */
export function withEarlier(now: ReviewState, earlier: ReviewState, isOwn: boolean): ReviewState {
  const isOther = earlier.reviewed.fingerprint !== now.reviewed.fingerprint;
  return {
    ...now,
    previous: isOther && !isOwn ? { reviewed: earlier.reviewed, readAt: earlier.readAt } : undefined,
    before: isFinal(now.reviewed.request) ? baseOf(earlier) : undefined,
  };
}

/**
 * Returns the object with which the request is compared: the live object, or for a decided request the object before the
 * decision.
 */
export function baseOf({ reviewed, before, remembered, furtherData }: ReviewState): LiveObject {
  const { live } = reviewed;
  if (!isFinal(reviewed.request)) return live.kind === 'definition' ? { ...live, status: furtherData?.rolloutStatus } : live;
  if (before && before.kind !== 'unknown') return before;
  const known = remembered();
  return known?.kind === 'definition' ? known : { kind: 'unknown' };
}

/** True if both the object before and the object after the change are known. */
export const hasTwoSides = (state: ReviewState): boolean =>
  isKnownOperation(state.reviewed.request) && baseOf(state).kind !== 'unknown';

/** Returns for example "beta-accounts · production of Storefront". */
export const panelTitle = ({ reviewed, place }: ReviewState): string =>
  `${objectName(reviewed.request)} · ${environmentOfWorkspace(place.environment, place.workspaceName)}`;

/**
 * Returns the flag or segment that the request changes, with its workspace and environment. Undefined if one of these is not
 * known.
 */
export function placeOfReview({ reviewed: { request }, place: { environment } }: ReviewState): ChangedPlace | undefined {
  const { workspace, segment, flag } = request;
  const name = segment?.name ?? flag?.name;
  if (name === undefined || !workspace || !environment) return undefined;
  return { object: segment ? 'segment' : 'flag', workspaceId: workspace.id, environmentId: environment.id, name };
}
