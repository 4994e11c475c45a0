/** Keys page by page: to the service's count, past what it repeats, and on after a failure. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SegmentKeys } from '../../src/api/model.ts';
import { createKeyPages, type KeysSoFar } from '../../src/operations/keyPages.ts';

interface Asked {
  readonly offset: number;
  readonly limit: number;
}

/** A service that gives `give` of its keys for each call, and what it was asked. */
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
  it('grow to the service’s count, by what came and not by what was asked for', async () => {
    const service = serviceWith(keysUpTo(2500), { give: 400 });
    const pages = createKeyPages('e1', 's1');
    const sizes: number[] = [];
    for (let page = await pages.next(service); page; page = await pages.next(service)) sizes.push(page.keys.length);
    assert.deepEqual(sizes, [400, 800, 1200, 1600, 2000, 2400, 2500]);
    assert.deepEqual(
      service.asked.map(({ offset }) => offset),
      [0, 400, 800, 1200, 1600, 2000, 2400],
    );
    assert.equal(pages.soFar?.isComplete, true);
    assert.deepEqual(pages.soFar.keys, keysUpTo(2500));
  });

  it('end where a service without paging gives the same again', async () => {
    const service = serviceWith(keysUpTo(300), { give: 100, ignoresOffset: true });
    const pages = createKeyPages('e1', 's1');
    while (await pages.next(service));
    assert.deepEqual([service.asked.length, pages.soFar?.keys.length, pages.soFar?.isComplete], [2, 100, false]);
  });

  it('go on where they were after a failure', async () => {
    const service = serviceWith(keysUpTo(300), { give: 100 });
    const pages = createKeyPages('e1', 's1');
    await pages.next(service);
    service.failures.push(new Error('gone'));
    await assert.rejects(pages.next(service), /gone/);
    assert.equal(pages.soFar?.keys.length, 100);
    while (await pages.next(service));
    assert.deepEqual(
      service.asked.map(({ offset }) => offset),
      [0, 100, 100, 200],
    );
    assert.deepEqual(pages.soFar.keys, keysUpTo(300));
  });

  it('of an empty segment are one', async () => {
    const service = serviceWith([]);
    const pages = createKeyPages('e1', 's1');
    assert.equal(pages.soFar, undefined);
    const first: KeysSoFar | undefined = await pages.next(service);
    assert.deepEqual(first, { keys: [], count: 0, isComplete: true, hasMoved: false });
    assert.equal(await pages.next(service), undefined);
  });

  it('are read anew where others remove keys meanwhile, so that none is passed over', async () => {
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
      [0, 1000, 0, 1000, 2000],
    );
  });

  it('of a segment that does not stand still are not said to be all', async () => {
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

  it('stop at a service that makes keys up', async () => {
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
