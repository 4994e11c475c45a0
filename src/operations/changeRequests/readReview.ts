/** What is read to review a change request: the request, and its object as it is now; and whether either has moved since. */
import { createHash } from 'node:crypto';
import type { Client } from '../../api/client.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';
import type { ChangeRequest, FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { isFinal } from '../../domain/changeRequests/decisions.ts';
import { RESPONSE_ONLY_FIELDS } from '../../domain/definitions/definitionDiff.ts';
import { canonical } from '../../domain/definitions/sameValue.ts';
import { hasStatus, unlessMissing } from '../../api/errors.ts';
import { readAllKeys } from '../keys/keyPages.ts';
import { provenInactive } from '../segments/readSegments.ts';

/** The object now. */
export type LiveObject =
  /** `definition` undefined = the flag has none in the environment. `status` = the rollout status of the flag now; undefined = not known. */
  | { readonly kind: 'definition'; readonly definition: FlagDefinition | undefined; readonly status?: RolloutStatus | undefined }
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly count: number }
  /**
   * The environment is not known, the request is decided, or the service did not give all keys. `isMissing` = the segment is
   * proven not to be active in the environment (`provenInactive`).
   */
  | { readonly kind: 'unknown'; readonly isMissing?: true };

/** Null = none. */
export type RolloutStatus = ChangeRequest['rolloutStatus'];

export interface Reviewed {
  readonly request: ChangeRequest;
  readonly live: LiveObject;
  /** Equal for two readings that say the same; see `fingerprintOf`. */
  readonly fingerprint: string;
}

export type ReviewClient = Pick<
  Client,
  'readChangeRequest' | 'readDefinition' | 'readKeys' | 'listActiveSegments' | 'listSegments'
>;

/** `environmentId` undefined = that of the request's flag, if it names one; else what is there now is unknown. */
export async function readReview(
  client: ReviewClient,
  id: string,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<Reviewed> {
  return reviewOf(client, await client.readChangeRequest(id, options), environmentId, options);
}

/** As `readReview`, of a request that was just read. `definition` = what was read of its flag at the same time, if it was. */
export async function reviewOf(
  client: ReviewClient,
  read: ChangeRequest,
  environmentId: string | undefined,
  { definition, ...options }: CallOptions & { readonly definition?: FlagDefinition | null | undefined } = {},
): Promise<Reviewed> {
  const { flag, segment } = read;
  const isRead = definition !== undefined && Boolean(flag) && !segment && !isFinal(read);
  const live: LiveObject = isRead
    ? { kind: 'definition', definition: definition ?? undefined }
    : await readLive(client, read, environmentId ?? namedEnvironment(read)?.id, options);
  // Without the exact live definition, what the request changes is unknown.
  const largeNumber = read.largeNumber ?? (live.kind === 'definition' ? live.definition?.largeNumber : undefined);
  const request = largeNumber === undefined ? read : { ...read, largeNumber };
  return { request, live, fingerprint: fingerprintOf(request, live) };
}

/**
 * True where it can't be seen what the request would change: two such readings say the same whatever became of the object. A
 * segment that is not active is seen: there are no keys.
 */
export const isUnseen = (live: LiveObject): boolean => live.kind === 'unknown' && live.isMissing !== true;

async function readLive(
  client: ReviewClient,
  request: ChangeRequest,
  environmentId: string | undefined,
  options: CallOptions,
): Promise<LiveObject> {
  // What is there now says nothing about what a decided request did.
  if (environmentId === undefined || isFinal(request)) return { kind: 'unknown' };
  const { segment, flag, workspace } = request;
  // Of two objects, neither alone is what the request is about.
  if (segment && flag) return { kind: 'unknown' };
  try {
    if (segment) {
      const { keys, count, isComplete } = await readAllKeys(client, environmentId, segment.name, options);
      return isComplete ? { kind: 'keys', keys, count } : { kind: 'unknown' };
    }
    if (!flag || !workspace) return { kind: 'unknown' };
    return { kind: 'definition', definition: await client.readDefinition(workspace.id, flag.name, environmentId, options) };
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    if (!segment) return { kind: 'definition', definition: undefined };
    const place = workspace && { workspaceId: workspace.id, environmentId };
    const inactive = place && (await provenInactive(client, place, [segment.name], options));
    return inactive?.has(segment.name) ? { kind: 'unknown', isMissing: true } : { kind: 'unknown' };
  }
}

/**
 * A hash of what a reviewer decides on: the request with its history, and the object. Without the times and ids that
 * the service writes by itself (a flag that receives traffic would never stay the same), and without the order of keys.
 */
export function fingerprintOf(request: ChangeRequest, live: LiveObject): string {
  const { flag, segment, largeNumber: _, ...rest } = request;
  const asked = { ...rest, flag: flag && content(flag), segment: segment && { ...segment, keys: segment.keys.toSorted() } };
  const text = canonical([asked, liveContent(live)]);
  return createHash('sha256').update(text).digest('hex');
}

function liveContent(live: LiveObject): unknown {
  switch (live.kind) {
    case 'definition':
      return { definition: live.definition && content(live.definition) };
    case 'keys':
      return { keys: live.keys.toSorted(), count: live.count };
    case 'unknown':
      return live.isMissing ? 'missing' : 'unknown';
    default:
      return live satisfies never;
  }
}

function content(definition: FlagDefinition): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY_FIELDS.has(field)));
}

/**
 * True if the request or the object moved since. Of a segment only the count of its keys is asked, not up to 100 pages of
 * them: before an approval everything is read again anyway (`approveRequest`).
 */
export async function isReviewMoved(
  client: ReviewClient,
  reviewed: Reviewed,
  environmentId: string | undefined,
  options: CallOptions = {},
): Promise<boolean> {
  const request = await client.readChangeRequest(reviewed.request.id, options);
  const live = await liveNow(client, reviewed, environmentId, options);
  return fingerprintOf(request, live) !== reviewed.fingerprint;
}

async function liveNow(
  client: ReviewClient,
  { request, live }: Reviewed,
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
