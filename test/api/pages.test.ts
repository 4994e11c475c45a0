import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { byMarker, byOffset } from './byMarker.ts';
import { runs } from '../properties/runs.ts';

/** More pages than this are an endless loop, which fails instead of waiting forever. */
const TOO_MANY = 50;

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  let count = 0;
  for await (const page of pages) {
    assert.notEqual(page.length, 0, 'a page of nothing');
    found.push(...page);
    if ((count += 1) > TOO_MANY) throw new Error('it never ends');
  }
  return found;
}

/** The number of items. None is stored. */
async function countOf(pages: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of pages) if ((count += 1) > 10_000) throw new Error('it never ends');
  return count;
}

const items = (count: number): { id: number }[] => Array.from({ length: count }, (_, id) => ({ id }));

describe('pages by offset', () => {
  it('give every object once, whatever smaller limit the service keeps to', async () => {
    const sizes = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), sizes, sizes, fc.boolean(), async (count, limit, own, saysTotal) => {
        const listing = items(count);
        let reads = 0;
        const read = async (page: { offset: number; limit: number }) => {
          reads += 1;
          const objects = listing.slice(page.offset, page.offset + Math.min(page.limit, own));
          return { objects, ...(saysTotal ? { totalCount: count } : {}) };
        };
        assert.deepEqual(await all(byOffset(read, limit)), listing);
        if (saysTotal) assert.equal(reads, Math.max(1, Math.ceil(count / Math.min(limit, own))), 'none after the last');
      }),
      runs(100),
    );
  });

  it('end if the service ignores the offset, with each object once', async () => {
    assert.deepEqual(await all(byOffset(async () => ({ objects: items(10), totalCount: 1000 }), 10)), items(10));
    assert.deepEqual(await all(byOffset(async () => ({ objects: items(10) }), 10)), items(10));
  });

  it('end if the service reports that a page does not begin after the previous one', async () => {
    let reads = 0;
    const read = async () => ({ objects: [{ id: (reads += 1) }], offset: 0, totalCount: 1_000_000 });
    assert.deepEqual(await all(byOffset(read, 10)), [{ id: 1 }]);
    assert.equal(reads, 2);
  });

  it('are at most 2,000, even if the service always has a further one', async () => {
    let reads = 0;
    const read = async () => ({ objects: [{ id: (reads += 1) }], totalCount: 1_000_000 });
    assert.equal(await countOf(byOffset(read, 10)), 2000);
    assert.equal(reads, 2000);
  });
});

describe('pages by marker', () => {
  it('follow the markers to the page without one', async () => {
    const markers: (string | undefined)[] = [];
    const read = async (next: string | undefined) => {
      markers.push(next);
      const number = Number(next ?? 0);
      return { data: [number], nextMarker: number < 3 ? String(number + 1) : undefined };
    };
    assert.deepEqual(await all(byMarker(read)), [0, 1, 2, 3]);
    assert.deepEqual(markers, [undefined, '1', '2', '3']);
  });

  it('end at a marker that does not change, and at one that occurs again', async () => {
    assert.deepEqual(await all(byMarker(async () => ({ data: ['x'], nextMarker: 'same' }))), ['x', 'x']);
    const circle = async (next: string | undefined) => ({ data: [next ?? 'start'], nextMarker: next === 'a' ? 'b' : 'a' });
    assert.deepEqual(await all(byMarker(circle)), ['start', 'a', 'b']);
  });

  it('are at most 2,000, even if the service invents markers', async () => {
    let reads = 0;
    assert.equal(await countOf(byMarker(async () => ({ data: ['x'], nextMarker: String((reads += 1)) }))), 2000);
    assert.equal(reads, 2000);
  });
});
