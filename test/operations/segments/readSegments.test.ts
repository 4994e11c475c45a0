/** Tests reading the keys of several segments, and the reasons why some of them can't be read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSegmentFacts, readSegments } from '../../../src/operations/segments/readSegments.ts';
import { provenInactive } from '../../../src/operations/segments/segmentUse.ts';
import { useService } from '../service.ts';

const service = useService();
const ACTIVE = ['beta-accounts', 'vip-accounts'] as const;
/** A segment of the workspace that is not active in production. */
const INACTIVE = 'wholesale-buyers';

describe('several segments', () => {
  it('are read page by page, and each segment that can’t be read is returned with the reason', async () => {
    const client = service.as('submitter-key');
    const place = service.place('production');
    service.onCall = ({ path }) => {
      if (/\/refused\/keys/.test(path)) return 403;
      if (/\/broken\/keys/.test(path)) return { status: 400, body: {} };
      if (/\/short\/keys/.test(path))
        return { status: 200, body: { keys: [{ key: 'a' }], openChangeRequestId: null, count: 2, offset: 0, limit: 1 } };
      return undefined;
    };
    const pages: [string, number, number][] = [];
    const names = [...ACTIVE, INACTIVE, 'refused', 'broken', 'short'];
    const contents = await readSegments(client, place, names, { onPage: (...page) => pages.push(page) });
    assert.deepEqual(
      names.map((name) => contents.get(name)!.state),
      ['read', 'read', 'inactive', 'refused', 'failed', 'incomplete'],
    );
    for (const name of ACTIVE) {
      const { count } = await client.readKeys(place.environmentId, name, { offset: 0, limit: 1 });
      const one = contents.get(name)!;
      assert.equal(one.state === 'read' && new Set(one.keys).size, count);
      assert.deepEqual(pages.findLast(([of]) => of === name), [name, count, count]); // prettier-ignore
    }
  });

  it('count as missing, not as inactive, if the listing of the environment can’t be read or is incomplete', async () => {
    const isListing = (path: string): boolean => /^\/segments\/ws\/[^/]+\/environments\//.test(path);
    const emptyListing = { objects: [{ name: 'other' }], offset: 0, limit: 50, totalCount: 2 };
    for (const answer of [405, 500, { status: 200, body: emptyListing }] as const) {
      service.onCall = ({ path }) => (isListing(path) ? answer : undefined);
      const contents = await readSegments(service.as('release-key'), service.place('production'), [INACTIVE]);
      assert.deepEqual([...contents], [[INACTIVE, { state: 'missing' }]]);
      service.as('release-key').forgetAbsent();
    }
  });

  it('are not read any further after the user cancels or the API key is refused', async () => {
    const client = service.as('submitter-key');
    const abort = new AbortController();
    const read = readSegments(client, service.place('production'), [...ACTIVE], {
      signal: abort.signal,
      onPage: () => abort.abort(),
    });
    await assert.rejects(read, { name: 'AbortError' });
    assert.equal(service.count('GET', /\/keys/), 1);
    service.onCall = () => 401;
    await assert.rejects(readSegments(client, service.place('production'), [...ACTIVE]), { status: 401 });
  });

  it('do not count as inactive if the workspace does not list them either, because they may be large or rule-based', async () => {
    const client = service.as('release-key');
    const names = [INACTIVE, 'by-rules', ACTIVE[0]];
    assert.deepEqual([...(await provenInactive(client, service.place('production'), names))], [INACTIVE]);
  });

  it('have their sizes read with one call each, up to 20; the listings are read only if a segment is missing', async () => {
    const client = service.as('submitter-key');
    const place = service.place('production');
    const isListing = /^\/segments\/ws\//;
    const { sizes, empty } = await readSegmentFacts(client, place, ACTIVE);
    assert.deepEqual([[...sizes.keys()].toSorted(), empty.size, service.count('GET', isListing)], [[...ACTIVE], 0, 0]);
    for (const [name, size] of sizes) {
      const { count } = await client.readKeys(place.environmentId, name, { offset: 0, limit: 1 });
      assert.equal(size, count);
    }
    const before = service.count('GET', /\/keys/);
    const others = Array.from({ length: 30 }, (_, index) => `nothing-${index}`);
    const facts = await readSegmentFacts(client, place, [INACTIVE, ...others]);
    assert.equal(service.count('GET', /\/keys/) - before, 20);
    assert.deepEqual([facts.sizes.size, [...facts.empty]], [0, [INACTIVE]]);
  });
});
