/** The keys of a segment in an environment, page after page. */
import type { Client } from '../api/client.ts';
import type { CallOptions } from '../api/transport.ts';
import { MAX_KEYS_PER_SEGMENT } from '../domain/keys/keyPlan.ts';

export interface KeysSoFar {
  /** Without repeats, as the service orders them. The same list each time, longer than before unless it is read anew. */
  readonly keys: readonly string[];
  /** By the service, with its latest page. */
  readonly count: number;
  /** True if all that the service counts were read, and it counted the same with each page. */
  readonly isComplete: boolean;
  /** Others went on changing the segment while it was read: of these keys some may be gone, and others may be missing. */
  readonly hasMoved: boolean;
}

/** Keys asked for with one call; a service may give fewer, or all. */
const PAGE = 1000;
/** How often it is begun anew where the segment changes while it is read: after a removal, a page begins too late. */
const MAX_READINGS = 3;

export interface KeyPages {
  /**
   * Reads one more page; undefined when there is none: at the service's count, and at a page that brings nothing new, since
   * some services ignore the offset. Throws as the client does, and may then be called again, with another client too: it
   * goes on where it was.
   */
  next(client: Pick<Client, 'readKeys'>, options?: CallOptions): Promise<KeysSoFar | undefined>;
  /** What was read until now; undefined before the first page. */
  readonly soFar: KeysSoFar | undefined;
}

export function createKeyPages(environmentId: string, segmentName: string): KeyPages {
  const known = new Set<string>();
  const keys: string[] = [];
  let offset = 0;
  let isEnd = false;
  let readings = 1;
  let hasMoved = false;
  let soFar: KeysSoFar | undefined;
  return {
    get soFar() {
      return soFar;
    },
    async next(client, options = {}) {
      if (isEnd) return undefined;
      const page = await client.readKeys(environmentId, segmentName, { offset, limit: PAGE }, options);
      const isMoved = soFar !== undefined && page.count !== soFar.count;
      if (isMoved && offset > 0 && readings < MAX_READINGS) {
        readings += 1;
        offset = 0;
        known.clear();
        keys.length = 0;
        soFar = { keys, count: page.count, isComplete: false, hasMoved };
        return soFar;
      }
      hasMoved ||= isMoved && offset > 0;
      const before = keys.length;
      for (const { key } of page.keys) {
        if (known.has(key)) continue;
        known.add(key);
        keys.push(key);
      }
      offset += page.keys.length;
      const isAll = keys.length >= page.count;
      // More than a segment may hold (Limits) is a service that makes keys up.
      isEnd = isAll || keys.length === before || keys.length > MAX_KEYS_PER_SEGMENT;
      soFar = { keys, count: page.count, isComplete: isAll && !hasMoved, hasMoved };
      return soFar;
    },
  };
}
