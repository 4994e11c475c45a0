/** Determines where a segment is active, and how many keys it has there. */
import type { Client } from '../../api/client.ts';
import { hasStatus } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { environmentFrom, type KnownEnvironment } from '../learned/environments.ts';

/** A segment in one environment. */
export interface SegmentPlace {
  readonly environmentId: string;
  readonly segmentName: string;
}

export type SegmentUse =
  | { readonly state: 'active'; readonly count: number; readonly openRequestId: string | undefined }
  | { readonly state: 'inactive' }
  /** The API key may not read the segment there (403), so it may be active. */
  | { readonly state: 'unseen' };

export type UseIn = SegmentUse & { readonly environment: KnownEnvironment };

type ReadClient = Pick<Client, 'readKeys'>;

/** Makes one call. `count` is the number that the service reports. */
export async function readUse(
  client: ReadClient,
  { environmentId, segmentName }: SegmentPlace,
  options: CallOptions = {},
): Promise<SegmentUse> {
  try {
    const page = await client.readKeys(environmentId, segmentName, { offset: 0, limit: 1 }, options);
    return { state: 'active', count: page.count, openRequestId: page.openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return { state: 'inactive' };
    if (hasStatus(error, 403)) return { state: 'unseen' };
    throw error;
  }
}

/** Makes one call for each environment of the workspace, in the service's order. Throws if one fails. */
export async function readUseInEach(
  client: Client,
  workspaceId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<readonly UseIn[]> {
  const list = catalogOf(client).environments(workspaceId);
  await list.read({ ...options, newerThan: systemClock.now() });
  const uses = list.items.map(environmentFrom).map(async (environment): Promise<UseIn> => {
    const use = await readUse(client, { environmentId: environment.id, segmentName }, options);
    return { environment, ...use };
  });
  return Promise.all(uses);
}

/** Throws an error if the state can't be read. */
export async function isActiveIn(client: ReadClient, place: SegmentPlace, options: CallOptions = {}): Promise<boolean> {
  const { state } = await readUse(client, place, options);
  if (state === 'unseen') throw new Error('This API key may not see it.');
  return state === 'active';
}
