/** Reads the keys of a segment in an environment, page by page. */
import type { Client } from '../../api/client.ts';
import type { SegmentKeys } from '../../api/model.ts';
import { MAX_PAGES } from '../../api/resources/pages.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { MAX_KEYS_PER_SEGMENT } from '../../domain/keys/keyPlan.ts';

export interface KeysSoFar {
  /**
   * Distinct keys, in the service's order. Always the same array. It grows with each page, and is emptied if the keys are read
   * again from the beginning.
   */
  readonly keys: readonly string[];
  /** The number of keys that the service reported with its latest page. */
  readonly count: number;
  /**
   * True if these are the segment's keys: each page began with the last key of the page before, the service reported the same
   * count with each, and the number of keys equals that count. Each page is correct for the moment when it was read. If a
   * service sorts its keys, a new key may take the place of a removed one in a page that was read before; that remains
   * undetected. Therefore, the keys are read again after a change to prove its result (`withResult`), and before an approval to
   * prove what is approved.
   */
  readonly isComplete: boolean;
  /**
   * True if somebody else changed the segment repeatedly while it was read. Some of these keys may no longer exist, and others
   * may be missing.
   */
  readonly hasChanged: boolean;
}

/** The number of keys that one call asks for. A service may return fewer, or all. */
const PAGE_SIZE = 1000;
/** The maximum number of pages to request at the same time. The client does not send more calls at once. */
const MAX_PARALLEL_PAGES = 5;

export interface KeyPages {
  /**
   * Reads one more page. Returns undefined after the last page: when the count is reached, after a page without new keys (some
   * services ignore the offset), or after MAX_PAGES. If the keys are then incomplete, reads them once more from the beginning.
   * Throws the errors of the client. To continue after an error, call it again, if necessary with a different client.
   */
  next(client: Pick<Client, 'readKeys'>, options?: CallOptions): Promise<KeysSoFar | undefined>;
  /** The keys that have been read. Undefined before the first page. */
  readonly soFar: KeysSoFar | undefined;
}

export function createKeyPages(environmentId: string, segmentName: string): KeyPages {
  const known = new Set<string>();
  const keys: string[] = [];
  let limit = PAGE_SIZE;
  /** Where the next page begins: at the last key that was read, so that a shift of the keys is detected. */
  let offset = 0;
  let last: string | undefined;
  let pages = 0;
  let hasChanged = false;
  let isSecond = false;
  let isEnd = false;
  let soFar: KeysSoFar | undefined;
  /** Pages that were requested and are not used yet, by offset. */
  const asked = new Map<number, Promise<SegmentKeys>>();
  /**
   * By how many keys the latest page increased the offset. 0 until a second page has shown that the service uses the offset.
   */
  let step = 0;

  /** Returns the page at `offset`, and requests the following pages as well. */
  async function readPage(client: Pick<Client, 'readKeys'>, options: CallOptions): Promise<SegmentKeys> {
    let at = offset;
    do {
      if (!asked.has(at)) {
        const page = client.readKeys(environmentId, segmentName, { offset: at, limit }, options);
        // The page is awaited later, or never if the reading stops before. This handler prevents an unhandled rejection.
        page.catch(() => undefined);
        asked.set(at, page);
      }
      at += step;
    } while (step > 0 && at + 1 < (soFar?.count ?? 0) && asked.size < MAX_PARALLEL_PAGES && pages + asked.size < MAX_PAGES);
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
    soFar = { keys, count, isComplete: false, hasChanged };
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
      /** True if the service returned the first page again. Then it ignores the offset, and reading again would not help. */
      const isSame = pages > 0 && !isNew && rows[0] === keys[0] && rows[0] !== last && count === soFar?.count;
      const isDifferent = pages > 0 && !isSame && (count !== soFar?.count || rows[0] !== last);
      if (isDifferent && !isSecond) return restart(count);
      hasChanged ||= isDifferent;
      for (const key of rows) {
        if (known.has(key)) continue;
        known.add(key);
        keys.push(key);
      }
      pages += 1;
      last = rows.at(-1);
      const advance = Math.max(rows.length - 1, 0);
      offset += advance;
      if (advance !== step) asked.clear();
      step = pages > 1 && isNew ? advance : 0;
      // If a service returns fewer keys than the limit, it may refuse a limit above that number. 100 is known to work
      // (service-beyond.md).
      limit = Math.min(limit, Math.max(rows.length, 100));
      // A segment has at most MAX_KEYS_PER_SEGMENT keys (admin-api.md, Limits), so the reading stops after that number.
      const isTooLong = pages === MAX_PAGES || keys.length > MAX_KEYS_PER_SEGMENT;
      isEnd = isTooLong || !isNew || keys.length >= count;
      const isComplete = keys.length === count && !hasChanged;
      if (isEnd && !isComplete && !isSecond && !isSame && !isTooLong) return restart(count);
      soFar = { keys, count, isComplete, hasChanged };
      return soFar;
    },
  };
}

/**
 * Reads all keys of a segment in an environment. Incomplete if the service returned fewer keys than it counts, for example
 * because it has no paging.
 */
export async function readAllKeys(
  client: Pick<Client, 'readKeys'>,
  environmentId: string,
  segmentName: string,
  options: CallOptions = {},
): Promise<KeysSoFar> {
  const pages = createKeyPages(environmentId, segmentName);
  while (await pages.next(client, options));
  return pages.soFar ?? { keys: [], count: 0, isComplete: true, hasChanged: false };
}
