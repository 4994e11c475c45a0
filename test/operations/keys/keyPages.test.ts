/** Tests reading keys page by page: up to the service's count, without repeated keys, and again after a failure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SegmentKeys } from '../../../src/api/model.ts';
import { createKeyPages, readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { readContents } from '../../../src/operations/keys/contents.ts';
import { useService } from '../service.ts';
import { newKeys, startOne } from './changes.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A service that returns `give` of its current keys for each call. `countAt` is the count that it reports for a call, from 1.
 * `afterCall` may change the keys between two calls.
 */
function serviceWith(
  keys: readonly string[],
  {
    give = 1000,
    ignoresOffset = false,
    ignoresLimit = false,
    countAt = (_call: number) => keys.length,
    afterCall = (_call: number): unknown => undefined,
  } = {},
) {
  const asked: Asked[] = [];
  const failures: Error[] = [];
  const readKeys = async (_environment: string, _name: string, page: Asked): Promise<SegmentKeys> => {
    asked.push(page);
    const call = asked.length;
    const failure = failures.pop();
    if (failure) throw failure;
    const from = ignoresOffset ? 0 : page.offset;
    const given = keys.slice(from, from + (ignoresLimit ? give : Math.min(give, page.limit))).map((key) => ({ key }));
    const answer = { keys: given, count: countAt(call), offset: from, limit: page.limit, openChangeRequestId: null };
    afterCall(call);
    return answer;
  };
  return { asked, offsets: () => asked.map(({ offset }) => offset), failures, readKeys };
}

const read = (service: Pick<ReturnType<typeof serviceWith>, 'readKeys'>) => readAllKeys(service, 'e1', 's1');

describe('the pages of a segment’s keys', () => {
  it('are read up to the service’s count, by the number of received keys', async () => {
    const service = serviceWith(newKeys(2500), { give: 400 });
    const pages = createKeyPages('e1', 's1');
    const sizes: number[] = [];
    for (let page = await pages.next(service); page; page = await pages.next(service)) sizes.push(page.keys.length);
    // Each page begins with the last key of the previous one.
    assert.deepEqual(sizes, [400, 799, 1198, 1597, 1996, 2395, 2500]);
    assert.deepEqual(service.offsets(), [0, 399, 798, 1197, 1596, 1995, 2394]);
    assert.equal(pages.soFar?.isComplete, true);
    assert.deepEqual(pages.soFar.keys, newKeys(2500));
    // A later page is at most as large as the service returns.
    assert.deepEqual(new Set(service.asked.slice(1).map(({ limit }) => limit)), new Set([400]));
  });

  it('are read five at a time once the second page has shown that the service supports paging', async () => {
    const service = serviceWith(newKeys(100_000));
    const held: (() => void)[] = [];
    const readKeys: typeof service.readKeys = async (...args) => {
      const page = await service.readKeys(...args);
      await new Promise<void>((resolve) => held.push(resolve));
      return page;
    };
    const sizes: number[] = [];
    let isDone = false;
    const all = read({ readKeys }).finally(() => (isDone = true));
    while (!isDone) {
      await new Promise(setImmediate);
      if (held.length > 0) sizes.push(held.length);
      for (const release of held.splice(0)) release();
    }
    assert.deepEqual([service.asked.length, sizes.length, sizes.slice(0, 4)], [101, 22, [1, 1, 5, 5]]);
    assert.deepEqual((await all).keys, newKeys(100_000));
  });

  it('end if a service without paging returns the same page again', async () => {
    const service = serviceWith(newKeys(300), { give: 100, ignoresOffset: true });
    const { keys, isComplete } = await read(service);
    assert.deepEqual([service.asked.length, keys.length, isComplete], [2, 100, false]);
  });

  it('continue after a failure at the same page', async () => {
    const service = serviceWith(newKeys(300), { give: 100 });
    const pages = createKeyPages('e1', 's1');
    await pages.next(service);
    service.failures.push(new Error('gone'));
    await assert.rejects(pages.next(service), /gone/);
    assert.equal(pages.soFar?.keys.length, 100);
    while (await pages.next(service));
    assert.deepEqual(service.offsets(), [0, 99, 99, 198, 297]);
    assert.deepEqual(pages.soFar.keys, newKeys(300));
  });

  it('are a single page for an empty segment, and for a service that always returns all keys', async () => {
    for (const count of [0, 5000]) {
      const service = serviceWith(newKeys(count), { give: 5000, ignoresLimit: true });
      assert.deepEqual(await read(service), { keys: newKeys(count), count, isComplete: true, hasChanged: false });
      assert.equal(service.asked.length, 1);
    }
  });

  for (const [what, added] of [
    ['others remove keys meanwhile, so that no key is skipped', 0],
    ['as many keys were added as removed, which only the overlap of pages shows', 20],
  ] as const)
    it(`are read again if ${what}`, async () => {
      const keys = [...newKeys(2500)];
      const change = (): void => {
        keys.splice(10, 20);
        keys.push(...newKeys(added, 'added'));
      };
      const service = serviceWith(keys, { afterCall: (call) => call === 1 && change() });
      const all = await read(service);
      assert.deepEqual([all.isComplete, all.hasChanged, all.keys], [true, false, keys]);
      assert.deepEqual(service.offsets(), [0, 999, 0, 999, 1998]);
    });

  it('are read again if the count has changed, even if the pages overlap', async () => {
    const service = serviceWith(newKeys(1500), { countAt: (call) => (call === 1 ? 1501 : 1500) });
    assert.equal((await read(service)).isComplete, true);
    assert.equal(service.asked.length, 4);
  });

  it('that shift again at the second reading are not reported as complete, even if their number matches the count', async () => {
    const keys = [...newKeys(2500)];
    // The first pages of both readings lose two keys, and later one key is inserted before them, so the number of read keys is
    // correct.
    const afterCall = (call: number): void => {
      if (call === 1 || call === 3) keys.push(...keys.splice(0, 2).map((key) => `again-${key}`));
      if (call === 4) keys.unshift(`again-${keys.pop()}`);
    };
    const service = serviceWith(keys, { afterCall });
    const all = await read(service);
    assert.deepEqual([all.isComplete, all.hasChanged, all.count, all.keys.length], [false, true, 2500, 2500]);
    assert.equal(service.asked.length, 5);
  });

  it('are read twice if the service’s count differs from its keys, and not reported as complete', async () => {
    for (const count of [299, 301]) {
      const service = serviceWith(newKeys(300), { countAt: () => count });
      const { keys, isComplete, hasChanged } = await read(service);
      assert.deepEqual([keys.length, isComplete, hasChanged], [300, false, false]);
      assert.equal(service.offsets().filter((offset) => offset === 0).length, 2);
    }
  });

  it('are 2,000 at most', async () => {
    const service = serviceWith(newKeys(3000), { give: 2 });
    const { keys, isComplete } = await read(service);
    assert.deepEqual([service.asked.length, keys.length, isComplete], [2000, 2001, false]);
  });

  it('stop if the service returns endless keys', async () => {
    const service = serviceWith(newKeys(200_000), { countAt: () => Number.MAX_SAFE_INTEGER });
    assert.ok((await read(service)).keys.length < 102_000);
  });
});

describe('the content of a segment', async () => {
  const { change: upload } = await startOne({ batches: [] });

  it('is known if the service returns exactly as many different keys as it counts', async () => {
    const whole = async (keys: readonly string[], count: number) =>
      (await readContents(serviceWith(keys, { countAt: () => count }), upload, undefined)).keys;
    assert.deepEqual(await whole(['a', 'b'], 2), new Set(['a', 'b']));
    assert.equal(await whole(['a', 'a'], 2), undefined);
    assert.equal(await whole(['a', 'b'], 1), undefined);
    assert.deepEqual(await whole([], 0), new Set());
  });

  it('is read automatically up to 10,000 keys; for more, an earlier reading counts while the number is unchanged', async () => {
    const keys = newKeys(10_001);
    const given = { count: keys.length, keys: new Set(keys) };
    const small = serviceWith(keys.slice(1));
    assert.equal((await readContents(small, upload, undefined)).keys?.size, 10_000);
    assert.ok(small.asked.length <= 12, String(small.asked.length));
    const large = serviceWith(keys);
    assert.deepEqual(await readContents(large, upload, undefined), { count: 10_001 });
    assert.equal((await readContents(large, upload, given)).keys, given.keys);
    assert.equal(large.asked.length, 2);
    assert.equal((await readContents(serviceWith([...keys, 'one more']), upload, given)).keys, undefined);
  });
});

for (const word of ['flag', 'split']) {
  describe(`the keys of a segment in the sandbox, with the word ${word},`, () => {
    const service = useService({ vocabulary: word });

    it('are read in pages of 1,000, or of 100 after the service has refused a larger page once', async () => {
      const client = service.as('submitter-key');
      const environmentId = service.environment('production').id;
      for (const name of ['eu-accounts', 'vip-accounts']) {
        const { keys, count, isComplete } = await readAllKeys(client, environmentId, name);
        assert.deepEqual([keys.length, new Set(keys).size, isComplete], [count, count, true]);
      }
      const asked = (limit: number): number => service.count('GET', new RegExp(`limit=${limit}&`));
      if (word === 'flag') assert.deepEqual([asked(1000) > 1, asked(100)], [true, 0]);
      else assert.deepEqual([asked(1000), asked(100) > 50], [1, true]);
    });

    it('are not requested again if a page of 100 is refused as well', async () => {
      service.onCall = ({ path }) => (path.includes('/keys') ? { status: 400, body: {} } : undefined);
      const reading = service.as('submitter-key').readKeys('e', 'vip-accounts', { offset: 0, limit: 100 });
      await assert.rejects(reading, { status: 400 });
      assert.equal(service.seen.length, 1);
    });
  });
}
