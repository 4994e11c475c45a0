/** Tests reading keys page by page: up to the service's count, without repeated keys, and again after a failure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SegmentKeys } from '../../../src/api/model.ts';
import { createKeyPages, readAllKeys, type KeysSoFar } from '../../../src/operations/keys/keyPages.ts';
import { readContents } from '../../../src/operations/keys/contents.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/** A service that returns `give` of its keys for each call, and records the calls. */
function serviceWith(keys: readonly string[], { give = 1000, count = keys.length, ignoresOffset = false } = {}) {
  const asked: Asked[] = [];
  const failures: Error[] = [];
  const readKeys = async (_environment: string, _name: string, page: Asked): Promise<SegmentKeys> => {
    asked.push(page);
    const failure = failures.pop();
    if (failure) throw failure;
    const from = ignoresOffset ? 0 : page.offset;
    const given = keys.slice(from, from + Math.min(give, page.limit)).map((key) => ({ key }));
    return { keys: given, count, offset: from, limit: page.limit, openChangeRequestId: null };
  };
  return { asked, failures, readKeys };
}

const keysUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `acct-${index}`);

describe('the pages of a segment’s keys', () => {
  it('are read up to the service’s count, by the number of received keys', async () => {
    const service = serviceWith(keysUpTo(2500), { give: 400 });
    const pages = createKeyPages('e1', 's1');
    const sizes: number[] = [];
    for (let page = await pages.next(service); page; page = await pages.next(service)) sizes.push(page.keys.length);
    // Each page begins with the last key of the previous one.
    assert.deepEqual(sizes, [400, 799, 1198, 1597, 1996, 2395, 2500]);
    assert.deepEqual(
      service.asked.map(({ offset }) => offset),
      [0, 399, 798, 1197, 1596, 1995, 2394],
    );
    assert.equal(pages.soFar?.isComplete, true);
    assert.deepEqual(pages.soFar.keys, keysUpTo(2500));
  });

  it('are read five at a time once the second page has shown that the service supports paging', async () => {
    const service = serviceWith(keysUpTo(100_000));
    const held: (() => void)[] = [];
    const readKeys: typeof service.readKeys = async (...args) => {
      const page = await service.readKeys(...args);
      await new Promise<void>((resolve) => held.push(resolve));
      return page;
    };
    const sizes: number[] = [];
    let isDone = false;
    const all = readAllKeys({ readKeys }, 'e1', 's1').finally(() => (isDone = true));
    while (!isDone) {
      await new Promise(setImmediate);
      if (held.length > 0) sizes.push(held.length);
      for (const release of held.splice(0)) release();
    }
    assert.deepEqual([service.asked.length, sizes.length, sizes.slice(0, 4)], [101, 22, [1, 1, 5, 5]]);
    assert.deepEqual((await all).keys, keysUpTo(100_000));
  });

  it('end if a service without paging returns the same page again', async () => {
    const service = serviceWith(keysUpTo(300), { give: 100, ignoresOffset: true });
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(service));
    assert.deepEqual([service.asked.length, pages.soFar?.keys.length, pages.soFar?.isComplete], [2, 100, false]);
  });

  it('continue after a failure at the same page', async () => {
    const service = serviceWith(keysUpTo(300), { give: 100 });
    const pages = createKeyPages('e1', 's1');
    await pages.next(service);
    service.failures.push(new Error('gone'));
    await assert.rejects(pages.next(service), /gone/);
    assert.equal(pages.soFar?.keys.length, 100);
    while (await pages.next(service));
    assert.deepEqual(
      service.asked.map(({ offset }) => offset),
      [0, 99, 99, 198, 297],
    );
    assert.deepEqual(pages.soFar.keys, keysUpTo(300));
  });

  it('are a single one for an empty segment', async () => {
    const service = serviceWith([]);
    const pages = createKeyPages('e1', 's1');
    assert.equal(pages.soFar, undefined);
    const first: KeysSoFar | undefined = await pages.next(service);
    assert.deepEqual(first, { keys: [], count: 0, isComplete: true, hasMoved: false });
    assert.equal(await pages.next(service), undefined);
  });

  it('are read again if others remove keys meanwhile, so that no key is skipped', async () => {
    const keys = [...keysUpTo(2500)];
    const service = serviceWith(keys);
    const pages = createKeyPages('e1', 's1');
    await pages.next(service);
    keys.splice(10, 20);
    const moving = {
      readKeys: async (...args: Parameters<typeof service.readKeys>) => ({
        ...(await service.readKeys(...args)),
        count: keys.length,
      }),
    };
    while (await pages.next(moving));
    assert.deepEqual([pages.soFar?.isComplete, pages.soFar?.hasMoved], [true, false]);
    assert.deepEqual(pages.soFar?.keys, keys);
    assert.deepEqual(
      service.asked.map(({ offset }) => offset),
      [0, 999, 0, 999, 1998],
    );
  });

  it('are read again if as many keys were added as removed, which only the overlap of pages shows', async () => {
    const keys = [...keysUpTo(2500)];
    const service = serviceWith(keys);
    const pages = createKeyPages('e1', 's1');
    await pages.next(service);
    keys.splice(10, 20);
    keys.push(...Array.from({ length: 20 }, (_, index) => `new-${index}`));
    while (await pages.next(service));
    assert.deepEqual([pages.soFar?.isComplete, pages.soFar?.hasMoved], [true, false]);
    assert.deepEqual(pages.soFar?.keys, keys);
    assert.equal(service.asked.length, 5);
  });

  it('that shift again at the second reading are not reported as complete, even if their number matches the count', async () => {
    const keys = [...keysUpTo(2500)];
    const service = serviceWith(keys);
    const shifting = {
      readKeys: async (...args: Parameters<typeof service.readKeys>) => {
        const page = await service.readKeys(...args);
        const call = service.asked.length;
        // The first pages of both readings lose two keys, and later one key is inserted before them, so the number of read keys
        // is correct.
        if (call === 1 || call === 3) keys.push(...keys.splice(0, 2).map((key) => `new-${key}`));
        if (call === 4) keys.unshift(`new-${keys.pop()}`);
        return page;
      },
    };
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(shifting));
    const { isComplete, hasMoved, count, keys: read } = pages.soFar!;
    assert.deepEqual([isComplete, hasMoved, count, read.length], [false, true, 2500, 2500]);
    assert.equal(service.asked.length, 5);
  });

  it('are read again if the count has changed, even if the pages overlap', async () => {
    const service = serviceWith(keysUpTo(1500));
    let reads = 0;
    const recounting = {
      readKeys: async (...args: Parameters<typeof service.readKeys>) => {
        const page = await service.readKeys(...args);
        reads += 1;
        return reads === 1 ? { ...page, count: 1501 } : page;
      },
    };
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(recounting));
    assert.deepEqual([reads, pages.soFar?.isComplete], [4, true]);
  });

  it('are read twice if the service’s count differs from its keys, and not reported as complete', async () => {
    for (const count of [299, 301]) {
      const service = serviceWith(keysUpTo(300), { count });
      const pages = createKeyPages('e1', 's1');
      while (await pages.next(service));
      const { keys, isComplete, hasMoved } = pages.soFar!;
      assert.deepEqual([keys.length, isComplete, hasMoved], [300, false, false]);
      assert.equal(service.asked.filter(({ offset }) => offset === 0).length, 2);
    }
  });

  it('are a single page if the service always returns all keys in one answer', async () => {
    let reads = 0;
    const keys = keysUpTo(5000).map((key) => ({ key }));
    const readKeys = async (): Promise<SegmentKeys> => {
      reads += 1;
      return { keys, count: 5000, offset: 0, limit: 0, openChangeRequestId: null };
    };
    const pages = createKeyPages('e1', 's1');
    while (await pages.next({ readKeys }));
    assert.deepEqual([reads, pages.soFar?.keys.length, pages.soFar?.isComplete], [1, 5000, true]);
  });

  it('have the largest size that the service returns', async () => {
    const service = serviceWith(keysUpTo(500), { give: 200 });
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(service));
    assert.deepEqual(
      service.asked.map(({ limit }) => limit),
      [1000, 200, 200],
    );
    assert.equal(pages.soFar?.isComplete, true);
  });

  it('are 2,000 at most', async () => {
    const service = serviceWith(keysUpTo(3000), { give: 2 });
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(service));
    assert.deepEqual([service.asked.length, pages.soFar?.keys.length, pages.soFar?.isComplete], [2000, 2001, false]);
  });

  it('are not reported as complete if the segment changes again and again', async () => {
    const keys = [...keysUpTo(5500)];
    const service = serviceWith(keys);
    const moving = {
      readKeys: async (...args: Parameters<typeof service.readKeys>) => {
        const page = { ...(await service.readKeys(...args)), count: keys.length };
        keys.splice(0, 3);
        return page;
      },
    };
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(moving));
    assert.deepEqual([pages.soFar?.isComplete, pages.soFar?.hasMoved], [false, true]);
    assert.ok(service.asked.length < 20 && (pages.soFar?.keys.length ?? 0) > 5000, 'it ends, with what there is');
  });

  it('stop if the service returns endless keys', async () => {
    let next = 0;
    const readKeys = async (): Promise<SegmentKeys> => ({
      keys: Array.from({ length: 1000 }, () => ({ key: `made-up-${next++}` })),
      count: Number.MAX_SAFE_INTEGER,
      offset: 0,
      limit: 1000,
      openChangeRequestId: null,
    });
    const pages = createKeyPages('e1', 's1');
    while (await pages.next({ readKeys }));
    assert.equal(pages.soFar?.keys.length, 101_000);
  });
});

describe('the content of a segment', () => {
  it('is known if the service returns exactly as many different keys as it counts', async () => {
    const whole = async (keys: readonly string[], count: number) =>
      (await readContents(serviceWith(keys, { count }), upload, undefined)).keys;
    assert.deepEqual(await whole(['a', 'b'], 2), new Set(['a', 'b']));
    assert.equal(await whole(['a', 'a'], 2), undefined);
    assert.equal(await whole(['a', 'b'], 1), undefined);
    assert.deepEqual(await whole([], 0), new Set());
  });

  it('is read automatically up to 10,000 keys; for more, an earlier reading counts while the number is unchanged', async () => {
    const keys = Array.from({ length: 10_001 }, (_, index) => `key-${index}`);
    let calls = 0;
    const client = (all: readonly string[]) => ({
      readKeys: async (_: string, __: string, page: { readonly offset: number; readonly limit: number }) => {
        calls += 1;
        const rows = all.slice(page.offset, page.offset + page.limit).map((key) => ({ key }));
        return { ...page, keys: rows, count: all.length, openChangeRequestId: null };
      },
    });
    const read = (all: readonly string[], given?: ReadonlySet<string>) =>
      readContents(client(all), upload, given && { count: given.size, keys: given });
    assert.equal((await read(keys.slice(1))).keys?.size, 10_000);
    assert.ok(calls <= 12, String(calls));
    calls = 0;
    assert.deepEqual(await read(keys), { count: 10_001 });
    const given = new Set(keys);
    assert.equal((await read(keys, given)).keys, given);
    assert.equal((await read([...keys, 'one more'], given)).keys, undefined);
    assert.equal(calls, 3);
  });
});

const upload = {
  kind: 'upload' as const,
  target: {
    workspace: { id: 'w1', name: 'w', requiresTitleAndComments: false },
    environment: { id: 'e1', name: 'e', isProduction: false },
    name: 's1',
    trafficType: 'account',
  },
};
