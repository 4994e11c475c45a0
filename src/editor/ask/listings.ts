/** What the service lists in each workspace: one listing for each, kept for the connection, so that a list opens with it. */
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import { allPages } from '../../operations/allPages.ts';
import { environmentOptions, workspaceOptions } from './placeOptions.ts';
import type { Connected } from '../window/connected.ts';
import type { EnvironmentRef, WorkspaceRef } from '../window/target.ts';

export type Kind = 'segment' | 'flag';

export interface Listed {
  readonly name: string;
  /** Of a segment. */
  readonly trafficType?: string;
}

export interface Listing {
  readonly workspace: WorkspaceRef;
  readonly environments: readonly EnvironmentRef[];
  readonly segment: readonly Listed[];
  readonly flag: readonly Listed[];
  /** False where the service can't list flags: these are only those that are known otherwise. */
  readonly areFlagsListed: boolean;
}

const SEGMENT_PAGE = 200;
/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;
const REQUEST_PAGE = 100;
/** Workspaces that are read at a time: no burst for a rate limit. */
const AT_A_TIME = 4;

/** By client, for that is a connection and an API key, and what it may see; by the kinds that were asked for. */
const known = new WeakMap<Client, Map<string, readonly Listing[]>>();

export const knownListings = ({ client }: Connected, kinds: readonly Kind[]): readonly Listing[] =>
  known.get(client)?.get(kinds.join()) ?? [];

/**
 * Reads them all again; `onListing` is told what is known by then, workspace by workspace. One that can't be read is left out,
 * and its name is given; throws if none can be read.
 */
export async function readListings(
  connected: Connected,
  kinds: readonly Kind[],
  onListing: (listings: readonly Listing[]) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { client } = connected;
  const workspaces = (await workspaceOptions(connected, { signal })).map(({ value }) => value);
  const before = knownListings(connected, kinds);
  const read = new Map(before.map((listing) => [listing.workspace.id, listing]));
  const requests = once(() => client.listChangeRequests({ limit: REQUEST_PAGE }, { signal }).then(({ data }) => data));
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  const ids = new Set(workspaces.map(({ id }) => id));
  const waiting = [...workspaces];
  const work = async (): Promise<void> => {
    for (let workspace = waiting.shift(); workspace && !signal.aborted; workspace = waiting.shift()) {
      const { id, name } = workspace;
      try {
        read.set(id, await readListing(connected, workspace, kinds, requests, signal));
      } catch (error) {
        failed.push({ name, error });
        read.delete(id);
      }
      if (signal.aborted) return;
      // In the order in which they come: the rows that somebody looks at stay where they are.
      const listings = [...read.values()].filter((one) => ids.has(one.workspace.id));
      known.set(client, new Map(known.get(client)).set(kinds.join(), listings));
      onListing(listings);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (failed[0] && failed.length === workspaces.length) throw failed[0].error;
  return failed.map(({ name }) => name);
}

async function readListing(
  connected: Connected,
  workspace: WorkspaceRef,
  kinds: readonly Kind[],
  requests: () => Promise<readonly ChangeRequest[]>,
  signal: AbortSignal,
): Promise<Listing> {
  const { client } = connected;
  const [environments, segment, flags] = await Promise.all([
    environmentOptions(connected, workspace).then((options) => options.map(({ value }) => value)),
    kinds.includes('segment') ? listSegments(client, workspace.id, signal) : [],
    kinds.includes('flag') ? listFlags(client, workspace.id, signal) : [],
  ]);
  const flag = flags ?? flagsIn(await requests().catch(() => []), workspace);
  return { workspace, environments, segment, flag, areFlagsListed: flags !== undefined };
}

async function listSegments(client: Client, workspaceId: string, signal: AbortSignal): Promise<readonly Listed[]> {
  const segments = await allPages((offset) => client.listSegments(workspaceId, { offset, limit: SEGMENT_PAGE }, { signal }));
  return segments.map(({ name, trafficType }) => ({ name, trafficType: trafficType?.name ?? '' }));
}

/** Undefined where the service has no such call. */
async function listFlags(client: Client, workspaceId: string, signal: AbortSignal): Promise<readonly Listed[] | undefined> {
  let isListed = true;
  const flags = await allPages(async (offset) => {
    const page = await client.listFlags(workspaceId, { offset, limit: FLAG_PAGE }, { signal });
    isListed &&= page !== undefined;
    return page ?? { objects: [], offset, limit: FLAG_PAGE, totalCount: 0 };
  });
  return isListed ? flags.map(({ name }) => ({ name })) : undefined;
}

/** Where flags can't be listed, those in open change requests are known. */
function flagsIn(requests: readonly ChangeRequest[], { id }: WorkspaceRef): readonly Listed[] {
  const names = requests.flatMap(({ flag, workspace }) => (flag && workspace?.id === id ? [flag.name] : []));
  return [...new Set(names)].toSorted().map((name) => ({ name }));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
