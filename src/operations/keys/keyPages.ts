/** The keys of a segment in an environment, page after page. */
import type { Client } from '../../api/client.ts';
import type { SegmentKeys } from '../../api/model.ts';
import { MAX_PAGES } from '../../api/resources/pages.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { MAX_KEYS_PER_SEGMENT } from '../../domain/keys/keyPlan.ts';

export interface KeysSoFar {
  /** Without repeats, as the service orders them. The same list each time, longer than before unless it is read anew. */
  readonly keys: readonly string[];
  /** By the service, with its latest page. */
  readonly count: number;
  /**
   * True if these are the segment's keys: each page began with the last key of the one before, the service counted the same
   * with each, and there are as many keys as it counts. Each page is then true for the moment in which it was read. A service that
   * sorts its keys may put a new key where another was removed, in a page that was read before, and nothing shows that. So a
   * change whose result is claimed to be certain is proven by another reading after it (`withResult`), and an approval by one
   * before it.
   */
  readonly isComplete: boolean;
  /** Others went on changing the segment while it was read: of these keys some may be gone, and others may be missing. */
  readonly hasMoved: boolean;
}

/** Keys asked for with one call; a service may give fewer, or all. */
const PAGE = 1000;
/** Pages that are asked for at once: as many as the gate of the client sends. */
const AT_ONCE = 5;

export interface KeyPages {
  /**
   * Reads one more page; undefined when there is none: at the service's count, at a page that brings nothing new, since some
   * services ignore the offset, and after MAX_PAGES. What is not complete then is read once more from the beginning. Throws as
   * the client does, and may then be called again, with another client too: it goes on where it was.
   */
  next(client: Pick<Client, 'readKeys'>, options?: CallOptions): Promise<KeysSoFar | undefined>;
  /** What was read until now; undefined before the first page. */
  readonly soFar: KeysSoFar | undefined;
}

export function createKeyPages(environmentId: string, segmentName: string): KeyPages {
  const known = new Set<string>();
  const keys: string[] = [];
  let limit = PAGE;
  /** Where the next page begins: at the last key that was read, so that keys which moved meanwhile are noticed. */
  let offset = 0;
  let last: string | undefined;
  let pages = 0;
  let hasMoved = false;
  let isSecond = false;
  let isEnd = false;
  let soFar: KeysSoFar | undefined;
  /** Pages that were asked for, by their offset. */
  const asked = new Map<number, Promise<SegmentKeys>>();
  /** Keys by which the latest page went on; 0 until a second page has shown that the service reads the offset. */
  let step = 0;

  /** The page at `offset`. Asks for those after it as well. */
  async function readPage(client: Pick<Client, 'readKeys'>, options: CallOptions): Promise<SegmentKeys> {
    let at = offset;
    do {
      if (!asked.has(at)) {
        const page = client.readKeys(environmentId, segmentName, { offset: at, limit }, options);
        // Awaited in its turn, unless reading stops before.
        page.catch(() => undefined);
        asked.set(at, page);
      }
      at += step;
    } while (step > 0 && at + 1 < (soFar?.count ?? 0) && asked.size < AT_ONCE && pages + asked.size < MAX_PAGES);
    try {
      return await asked.get(offset)!;
    } catch (error) {
      asked.clear();
      throw error;
    } finally {
      asked.delete(offset);
    }
  }

  function restart(count: number): KeysSoFar {
    known.clear();
    keys.length = 0;
    offset = 0;
    pages = 0;
    step = 0;
    asked.clear();
    isSecond = true;
    isEnd = false;
    soFar = { keys, count, isComplete: false, hasMoved };
    return soFar;
  }

  return {
    get soFar() {
      return soFar;
    },
    async next(client, options = {}) {
      if (isEnd) return undefined;
      const page = await readPage(client, options);
      const { count } = page;
      const rows = page.keys.map(({ key }) => key);
      const isNew = rows.some((key) => !known.has(key));
      /** The first page again: the service ignores the offset, and would do so a second time. */
      const isSame = pages > 0 && !isNew && rows[0] === keys[0] && rows[0] !== last && count === soFar?.count;
      const isMoved = pages > 0 && !isSame && (count !== soFar?.count || rows[0] !== last);
      if (isMoved && !isSecond) return restart(count);
      hasMoved ||= isMoved;
      for (const key of rows) {
        if (known.has(key)) continue;
        known.add(key);
        keys.push(key);
      }
      pages += 1;
      last = rows.at(-1);
      const moved = Math.max(rows.length - 1, 0);
      offset += moved;
      if (moved !== step) asked.clear();
      step = pages > 1 && isNew ? moved : 0;
      // A service that gives fewer may refuse more; 100 are known to work (service-beyond.md).
      limit = Math.min(limit, Math.max(rows.length, 100));
      // More than a segment may hold (Limits) is a service that makes keys up.
      const isTooLong = pages === MAX_PAGES || keys.length > MAX_KEYS_PER_SEGMENT;
      isEnd = isTooLong || !isNew || keys.length >= count;
      const isComplete = keys.length === count && !hasMoved;
      if (isEnd && !isComplete && !isSecond && !isSame && !isTooLong) return restart(count);
      soFar = { keys, count, isComplete, hasMoved };
      return soFar;
    },
  };
}

/** All keys of a segment in an environment. Incomplete if the service gave fewer keys than it counts, for instance because it knows no paging. */
export async function readAllKeys(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<KeysSoFar> {
  const pages = createKeyPages(environmentId, segmentName);
  while (await pages.next(client, options));
  return pages.soFar ?? { keys: [], count: 0, isComplete: true, hasMoved: false };
}
