/** Reads several segments of one environment: how many keys each has, or all of its keys, or why that can't be read. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { systemClock } from '../../time/clock.ts';
import { catalogOf } from '../catalog/catalog.ts';
import { createKeyPages } from '../keys/keyPages.ts';
import { readUse } from './segmentUse.ts';

export type SegmentContents =
  | { readonly state: 'read'; readonly keys: readonly string[] }
  /** The environment's listing proves that it isn't active there: no key is in it. */
  | { readonly state: 'inactive' }
  /** `missing`: not active there, or the API key may not see it (404). `incomplete`: the service gave fewer keys than it counts, or too many. */
  | { readonly state: 'missing' | 'refused' | 'incomplete' }
  | { readonly state: 'failed'; readonly error: unknown };

type SegmentsClient = Pick<Client, 'readKeys' | 'listActiveSegments' | 'listSegments'>;

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
  for (const name of await provenInactive(client, place, missing, options)) contents.set(name, { state: 'inactive' });
  return contents;
}

function stateAfter(error: unknown): SegmentContents {
  if (hasStatus(error, 404)) return { state: 'missing' };
  return hasStatus(error, 403) ? { state: 'refused' } : { state: 'failed', error };
}

/**
 * Those of `names` that are proven to have no keys in the environment. A 404 alone proves nothing: the segment may be large or rule-based,
 * or the API key may not see it. The proof is that the workspace lists the segment, and the whole listing of the environment lacks it.
 */
export async function provenInactive(
  client: Omit<SegmentsClient, 'readKeys'>,
  place: Place,
  names: readonly string[],
  options: CallOptions = {},
): Promise<ReadonlySet<string>> {
  const { workspaceId, environmentId } = place;
  if (names.length === 0) return new Set();
  // The catalog calls no other endpoint for these two lists.
  const catalog = catalogOf(client as Client);
  // What was listed before is no proof of what is so now.
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

export interface SegmentFacts {
  /** How many keys each has, by the service's own count. A segment of which that can't be read is left out. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Those that are proven to have no keys in the environment. */
  readonly empty: ReadonlySet<string>;
}

/** More segments than this are not asked for: each takes a call. */
const MAX_ASKED = 20;
/** Calls that are under way at one time. */
const AT_ONCE = 4;

/** What is known of segments without their keys: one call each, and the listings if one of them is missing. */
export async function readSegmentFacts(
  client: SegmentsClient,
  place: Place,
  names: readonly string[],
  options: CallOptions = {},
): Promise<SegmentFacts> {
  const { environmentId } = place;
  const sizes = new Map<string, number>();
  const missing: string[] = [];
  const asked = names.slice(0, MAX_ASKED);
  const next = async (): Promise<void> => {
    for (let segmentName = asked.shift(); segmentName !== undefined; segmentName = asked.shift()) {
      if (options.signal?.aborted) return;
      const use = await readUse(client, { environmentId, segmentName }, options).catch(() => undefined);
      if (use?.state === 'active') sizes.set(segmentName, use.count);
      if (use?.state === 'inactive') missing.push(segmentName);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const empty = await provenInactive(client, place, missing, options).catch(() => new Set<string>());
  return { sizes, empty };
}
