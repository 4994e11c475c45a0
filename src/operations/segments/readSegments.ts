/** Reads several segments of one environment: the number of their keys or all their keys, or the reason why that failed. */
import type { Client } from '../../api/client.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { createKeyPages } from '../keys/keyPages.ts';
import { provenInactive, readUse, type ListingClient } from './segmentUse.ts';

export type SegmentContents =
  | { readonly state: 'read'; readonly keys: readonly string[] }
  /** The environment's list of segments proves that the segment isn't active there, so it has no keys. */
  | { readonly state: 'inactive' }
  /**
   * `missing`: the segment is not active there, or the API key can't see it (404). `incomplete`: the service returned fewer
   * keys than it counts, or more than can be read.
   */
  | { readonly state: 'missing' | 'refused' | 'incomplete' }
  | { readonly state: 'failed'; readonly error: unknown };

type SegmentsClient = Pick<Client, 'readKeys'> & ListingClient;

interface Place {
  readonly workspaceId: string;
  readonly environmentId: string;
}

export interface ReadingOptions extends CallOptions {
  /** Called after each page. `count` = the number of keys that the service reports for the segment. */
  readonly onPage?: (name: string, read: number, count: number) => void;
}

/** Reads the segments one after the other. Throws only if cancelled, or if the service refuses the API key. */
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

export interface SegmentFacts {
  /** The number of keys that the service reports for each segment. Segments that can't be read are left out. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The segments that are proven to have no keys in the environment. */
  readonly empty: ReadonlySet<string>;
}

/** The maximum number of segments to read facts about, because each takes a call. */
const MAX_ASKED = 20;

/**
 * Reads facts about segments, but not their keys. Makes one call for each segment. If a segment is missing, also reads the
 * lists that may prove that it has no keys.
 */
export async function readSegmentFacts(
  client: SegmentsClient,
  place: Place,
  names: readonly string[],
  options: CallOptions = {},
): Promise<SegmentFacts> {
  const { environmentId } = place;
  const sizes = new Map<string, number>();
  const missing: string[] = [];
  const asked = names.slice(0, MAX_ASKED).map(async (segmentName) => {
    const use = await readUse(client, { environmentId, segmentName }, options).catch(() => undefined);
    if (use?.state === 'active') sizes.set(segmentName, use.count);
    if (use?.state === 'missing') missing.push(segmentName);
  });
  await Promise.all(asked);
  const empty = await provenInactive(client, place, missing, options).catch(() => new Set<string>());
  return { sizes, empty };
}
