/** Determines where a segment is active, and how many keys it has there. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { environmentFrom, type EnvironmentRef } from '../learned/environments.ts';

/** A segment in one environment. */
export interface SegmentPlace {
  readonly environmentId: string;
  readonly segmentName: string;
}

export type SegmentUse =
  | { readonly state: 'active'; readonly count: number; readonly openRequestId: string | undefined }
  /** The environment's list of segments proves that the segment isn't active there. */
  | { readonly state: 'inactive' }
  /** The service answered 404: the segment is not active there, or the API key can't see it. */
  | { readonly state: 'missing' }
  /** The API key isn't allowed to read the segment there (403), so the segment may be active. */
  | { readonly state: 'refused' };

export type EnvironmentUse = SegmentUse & { readonly environment: EnvironmentRef };

type ReadClient = Pick<Client, 'readKeys'>;
export type ListingClient = Pick<Client, 'listActiveSegments' | 'listSegments'>;

/**
 * Reads whether the segment is active in one environment. Makes one call, which can't prove that it is inactive, so the result
 * is never `inactive`. `count` is the number of keys that the service reports.
 */
export async function readUse(
  client: ReadClient,
  { environmentId, segmentName }: SegmentPlace,
  options: CallOptions = {},
): Promise<SegmentUse> {
  try {
    const page = await client.readKeys(environmentId, segmentName, { offset: 0, limit: 1 }, options);
    return { state: 'active', count: page.count, openRequestId: page.openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return { state: 'missing' };
    if (hasStatus(error, 403)) return { state: 'refused' };
    throw error;
  }
}

/** Reads the use of the segment in each environment of the workspace, in the service's order. Throws if a call fails. */
export async function readUseInEach(
  client: Client,
  workspaceId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<readonly EnvironmentUse[]> {
  const list = catalogOf(client).environments(workspaceId);
  await list.read({ ...options, newerThan: systemClock.now() });
  const uses = list.items.map(environmentFrom).map(async (environment): Promise<EnvironmentUse> => {
    const use = await readUse(client, { environmentId: environment.id, segmentName }, options);
    return { environment, ...use };
  });
  return Promise.all(uses);
}

/**
 * Like `readUseInEach`. If the service does not find the segment in an environment, also reads the lists of segments that may
 * prove that the segment is inactive there.
 */
export async function readProvenUse(
  client: Client,
  workspaceId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<readonly EnvironmentUse[]> {
  const uses = await readUseInEach(client, workspaceId, segmentName, options);
  const proven = uses.map(async (use): Promise<EnvironmentUse> => {
    if (use.state !== 'missing') return use;
    const place = { workspaceId, environmentId: use.environment.id };
    const inactive = await provenInactive(client, place, [segmentName], options);
    return inactive.size > 0 ? { ...use, state: 'inactive' } : use;
  });
  return Promise.all(proven);
}

/**
 * Returns the names of the segments that are proven to have no keys in the environment. A 404 alone proves nothing: the segment
 * may be large or rule-based, or the API key can't see it. The proof is that the workspace lists the segment, but the complete
 * list of the environment does not.
 */
export async function provenInactive(
  client: ListingClient,
  { workspaceId, environmentId }: { readonly workspaceId: string; readonly environmentId: string },
  names: readonly string[],
  options: CallOptions = {},
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  // The cast is safe, because the catalog calls only the endpoints of ListingClient for these two lists.
  const catalog = catalogOf(client as Client);
  // An earlier list proves nothing about the current state.
  const fresh = { signal: options.signal, newerThan: systemClock.now() };
  const [active, segments] = [catalog.activeSegments(workspaceId, environmentId), catalog.segments(workspaceId)];
  const proven = new Set<string>();
  try {
    await active.read(fresh);
    if (!active.isComplete) return proven;
    for (const name of names.filter((one) => !active.get(one))) if (await segments.find(name, fresh)) proven.add(name);
  } catch (error) {
    if (isCancelled(error)) throw error;
  }
  return proven;
}

/**
 * Like `provenInactive`, but for one segment that was just not found in the environment, and with at most one call. True only
 * if the complete list of the environment is already known or fits on its first page, and the list of the workspace already
 * contains the segment.
 */
export async function isProvenInactive(
  client: Client,
  { workspaceId, environmentId }: { readonly workspaceId: string; readonly environmentId: string },
  name: string,
): Promise<boolean> {
  const catalog = catalogOf(client);
  const active = catalog.activeSegments(workspaceId, environmentId);
  // A failure is ignored: it leaves the list incomplete, so nothing is proven.
  await active.read({ count: 1 }).catch(() => undefined);
  return active.isComplete && !active.get(name) && catalog.segments(workspaceId).get(name) !== undefined;
}

/** Returns whether the segment is active in the environment. Throws an error if the API key isn't allowed to read that. */
export async function isActiveIn(client: ReadClient, place: SegmentPlace, options: CallOptions = {}): Promise<boolean> {
  const { state } = await readUse(client, place, options);
  if (state === 'refused') throw new Error('The segment is not active, or the API key can’t see it.');
  return state === 'active';
}
