/** All keys of a segment in an environment, page after page. */
import type { Client } from '../api/client.ts';
import type { CallOptions } from '../api/transport.ts';
import { MAX_KEYS_PER_SEGMENT } from '../domain/keys/keyPlan.ts';

export interface AllKeys {
  /** Without repeats, as the service orders them. */
  readonly keys: readonly string[];
  /** By the service. */
  readonly count: number;
  /** False if the service gave fewer keys than it counts, for instance because it knows no paging. */
  readonly isComplete: boolean;
}

/** Keys asked for with one call; a service may give fewer, or all. */
const PAGE = 1000;

/** Stops at the service's count, and at a page that brings nothing new: some services ignore the offset. */
export async function readAllKeys(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<AllKeys> {
  const keys = new Set<string>();
  let offset = 0;
  for (;;) {
    const page = await client.readKeys(environmentId, segmentName, { offset, limit: PAGE }, options);
    const before = keys.size;
    for (const { key } of page.keys) keys.add(key);
    offset += page.keys.length;
    const isComplete = keys.size >= page.count;
    // More than a segment may hold (Limits) is a service that makes keys up.
    if (isComplete || keys.size === before || keys.size > MAX_KEYS_PER_SEGMENT)
      return { keys: [...keys], count: page.count, isComplete };
  }
}
