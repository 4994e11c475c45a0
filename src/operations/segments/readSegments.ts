/** Reads several segments of one environment: how many keys each has, or all of its keys, or why that can't be read. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { byOffset } from '../../api/resources/pages.ts';
import { createKeyPages } from '../keys/keyPages.ts';
import { readUse } from './segmentUse.ts';

export type SegmentContents =
  | { readonly state: 'read'; readonly keys: readonly string[] }
  /** The environment's listing proves that it isn't active there: no key is in it. */
  | { readonly state: 'inactive' }
  /** `missing`: not active there, or the API key may not see it (404). `incomplete`: the service gave fewer keys than it counts, or too many. */
  | { readonly state: 'missing' | 'refused' | 'incomplete' }
  | { readonly state: 'failed'; readonly error: unknown };

type SegmentsClient = Pick<Client, 'readKeys' | 'listActiveSegments'>;

interface Place {
  readonly workspaceId: string;
  readonly environmentId: string;
}

export interface ReadingOptions extends CallOptions {
  /** Called after each page. `count` = the keys that the service counts in the segment. */
  readonly onPage?: (name: string, read: number, count: number) => void;
}

/** One after the other. Throws only if it is cancelled, or if the service refuses the API key. */
export async function readSegments(
  client: SegmentsClient,
  place: Place,
  names: readonly string[],
  { onPage, ...options }: ReadingOptions = {},
): Promise<ReadonlyMap<string, SegmentContents>> {
  const contents = new Map<string, SegmentContents>();
  for (const name of names) {
    const pages = createKeyPages(place.environmentId, name);
    try {
      for (let now = await pages.next(client, options); now; now = await pages.next(client, options))
        onPage?.(name, now.keys.length, now.count);
      const { keys, isComplete } = pages.soFar!;
      contents.set(name, isComplete ? { state: 'read', keys } : { state: 'incomplete' });
    } catch (error) {
      if (isCancelled(error) || hasStatus(error, 401)) throw error;
      contents.set(name, stateAfter(error));
    }
  }
  const missing = names.filter((name) => contents.get(name)!.state === 'missing');
  const active = missing.length > 0 ? await activeSegments(client, place, options) : undefined;
  for (const name of missing) if (active && !active.has(name)) contents.set(name, { state: 'inactive' });
  return contents;
}

function stateAfter(error: unknown): SegmentContents {
  if (hasStatus(error, 404)) return { state: 'missing' };
  return hasStatus(error, 403) ? { state: 'refused' } : { state: 'failed', error };
}

/** The names of a whole listing; undefined if the service lacks it, fails, or lists fewer segments than it counts. */
async function activeSegments(
  client: SegmentsClient,
  { workspaceId, environmentId }: Place,
  options: CallOptions,
): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>();
  let total = Infinity;
  const readPage = async (page: { readonly offset: number; readonly limit: number }) => {
    const answer = await client.listActiveSegments(workspaceId, environmentId, page, options);
    if (answer) total = answer.totalCount;
    return answer ?? { objects: [] };
  };
  try {
    for await (const segments of byOffset(readPage, 50)) for (const { name } of segments) names.add(name);
  } catch (error) {
    if (isCancelled(error)) throw error;
    return undefined;
  }
  return names.size >= total ? names : undefined;
}

/** More sizes than this are not asked for: each takes a call. */
const MAX_SIZES = 20;
/** Calls that are under way at one time. */
const AT_ONCE = 4;

/** How many keys segments have, one call each, by the service's own count. A segment of which that can't be read is left out. */
export async function readSegmentSizes(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  names: readonly string[],
  options: CallOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const asked = names.slice(0, MAX_SIZES);
  const next = async (): Promise<void> => {
    for (let segmentName = asked.shift(); segmentName !== undefined; segmentName = asked.shift()) {
      if (options.signal?.aborted) return;
      const use = await readUse(client, { environmentId, segmentName }, options).catch(() => undefined);
      if (use?.state === 'active') sizes.set(segmentName, use.count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return sizes;
}
