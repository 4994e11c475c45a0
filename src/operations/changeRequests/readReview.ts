/** Reads a change request and the current state of its object for a review, and checks whether either has changed since. */
import { hash } from 'node:crypto';
import type { Client } from '../../api/client.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { RESPONSE_ONLY_FIELDS } from '../../domain/definitions/definitionDiff.ts';
import { canonical } from '../../domain/definitions/sameValue.ts';
import { hasStatus, unlessMissing } from '../../api/errors.ts';
import { readAllKeys } from '../keys/keyPages.ts';
import { provenInactive } from '../segments/segmentUse.ts';

/** The current state of the object. */
export type LiveObject =
  /**
   * `definition` undefined = the flag has no definition in the environment. `status` = the current rollout status of the flag;
   * undefined = not known.
   */
  | {
      readonly kind: 'definition';
      readonly definition: FlagDefinition | undefined;
      readonly status?: RequestRolloutStatus | undefined;
    }
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly count: number }
  /**
   * The state is unknown, because the environment is not known, the request is decided, or the service returned no definition
   * or not all keys. `isMissing` = the segment is proven to be inactive in the environment (`provenInactive`).
   */
  | { readonly kind: 'unknown'; readonly isMissing?: true };

/** The rollout status that a request sets. Null = no status. */
export type RequestRolloutStatus = ChangeRequest['rolloutStatus'];

export interface ReviewedRequest {
  readonly request: ChangeRequest;
  readonly live: LiveObject;
  /** Changes if the content of the request or its object changes; see `fingerprintOf`. */
  readonly fingerprint: string;
}

export type ReviewClient = Pick<
  Client,
  'readChangeRequest' | 'readDefinition' | 'readKeys' | 'listActiveSegments' | 'listSegments'
>;

/**
 * Reads the request and its object. `environmentId` undefined = uses the environment that the request itself names; if it names
 * none, the object is unknown.
 */
export async function readReview(
  client: ReviewClient,
  id: string,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<ReviewedRequest> {
  return reviewOf(client, await client.readChangeRequest(id, options), environmentId, options);
}

/**
 * Like `readReview`, for a request that was just read. `definition` = the definition of its flag, if the caller has read that,
 * too.
 */
export async function reviewOf(
  client: ReviewClient,
  read: ChangeRequest,
  environmentId: string | undefined,
  { definition, ...options }: CallOptions & { readonly definition?: FlagDefinition | null | undefined } = {},
): Promise<ReviewedRequest> {
  const { flag, segment } = read;
  const isRead = definition !== undefined && Boolean(flag) && !segment && !isFinal(read);
  const live: LiveObject = isRead
    ? liveDefinition(read, definition ?? undefined)
    : await readLive(client, read, environmentId ?? namedEnvironment(read)?.id, options);
  // A number in the live definition that was not read exactly makes the effect of the request unknown. `isKnownOperation`
  // recognizes that by the `largeNumber` of the request.
  const largeNumber = read.largeNumber ?? (live.kind === 'definition' ? live.definition?.largeNumber : undefined);
  const request = largeNumber === undefined ? read : { ...read, largeNumber };
  return { request, live, fingerprint: fingerprintOf(request, live) };
}

/**
 * True if the state of the object is unknown, and therefore the effect of the request, too. The fingerprint then does not show
 * whether the object has changed. An inactive segment does not count as unseen, because it has no keys.
 */
export const isStateUnknown = (live: LiveObject): boolean => live.kind === 'unknown' && live.isMissing !== true;

async function readLive(
  client: ReviewClient,
  request: ChangeRequest,
  environmentId: string | undefined,
  options: CallOptions,
): Promise<LiveObject> {
  // The current state shows nothing about the effect of a decided request.
  if (environmentId === undefined || isFinal(request)) return { kind: 'unknown' };
  const { segment, flag, workspace } = request;
  // If the request has both a segment and a flag, it is unknown which of them it changes.
  if (segment && flag) return { kind: 'unknown' };
  try {
    if (segment) {
      const { keys, count, isComplete } = await readAllKeys(client, environmentId, segment.name, options);
      return isComplete ? { kind: 'keys', keys, count } : { kind: 'unknown' };
    }
    if (!flag || !workspace) return { kind: 'unknown' };
    return liveDefinition(request, await client.readDefinition(workspace.id, flag.name, environmentId, options));
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    if (!segment) return liveDefinition(request, undefined);
    const place = workspace && { workspaceId: workspace.id, environmentId };
    const inactive = place && (await provenInactive(client, place, [segment.name], options));
    return inactive?.has(segment.name) ? { kind: 'unknown', isMissing: true } : { kind: 'unknown' };
  }
}

/**
 * `definition` undefined = the service answered 404: there is no definition, or the API key can't see it (service-beyond.md).
 * Only a request that adds a definition shows that there is none.
 */
export const liveDefinition = (
  { operationType }: Pick<ChangeRequest, 'operationType'>,
  definition: FlagDefinition | undefined,
): LiveObject => (definition || operationType === 'CREATE' ? { kind: 'definition', definition } : { kind: 'unknown' });

/**
 * Returns a hash of everything that a reviewer decides on: the request with its history, and the object. Leaves out times and
 * ids that the service sets itself, because they change whenever a flag has traffic. Ignores the order of keys.
 */
export function fingerprintOf(request: ChangeRequest, live: LiveObject): string {
  const { flag, segment, largeNumber: _, ...rest } = request;
  const asked = {
    ...rest,
    flag: flag && comparableFields(flag),
    segment: segment && { ...segment, keys: segment.keys.toSorted() },
  };
  const text = canonical([asked, liveContent(live)]);
  return hash('sha256', text);
}

function liveContent(live: LiveObject): unknown {
  switch (live.kind) {
    case 'definition':
      return { definition: live.definition && comparableFields(live.definition) };
    case 'keys':
      return { keys: live.keys.toSorted(), count: live.count };
    case 'unknown':
      return live.isMissing ? 'missing' : 'unknown';
    default:
      return live satisfies never;
  }
}

function comparableFields(definition: FlagDefinition): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field)));
}

/**
 * Returns the current request if it or the object has changed since the review, otherwise undefined. For a segment, compares
 * only the number of its keys, because reading the keys can take 100 calls and an approval reads everything again anyway
 * (`approveRequest`).
 */
export async function changedRequest(
  client: ReviewClient,
  reviewed: ReviewedRequest,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<ChangeRequest | undefined> {
  const request = await client.readChangeRequest(reviewed.request.id, options);
  const live = await liveNow(client, reviewed, environmentId, options);
  return fingerprintOf(request, live) === reviewed.fingerprint ? undefined : request;
}

async function liveNow(
  client: ReviewClient,
  { request, live }: ReviewedRequest,
  environmentId: string | undefined,
  options: CallOptions,
): Promise<LiveObject> {
  if (environmentId === undefined) return live;
  switch (live.kind) {
    case 'unknown':
      return live;
    case 'keys': {
      const { count } = await client.readKeys(environmentId, request.segment?.name ?? '', { offset: 0, limit: 1 }, options);
      return { ...live, count };
    }
    case 'definition': {
      const { flag, workspace } = request;
      if (!flag || !workspace) return live;
      const read = client.readDefinition(workspace.id, flag.name, environmentId, options);
      return { kind: 'definition', definition: await read.catch(unlessMissing) };
    }
    default:
      return live satisfies never;
  }
}
