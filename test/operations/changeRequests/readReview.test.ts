/** Tests the data of a review: the request, the current object, and whether two readings are equal. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { KILL, SEARCH, useReviews, VIPS } from './reviews.ts';

const { service, open, production, review, heldBy } = useReviews();

describe('a review', () => {
  it('has all keys of a segment', async () => {
    const { live, request } = await review(VIPS);
    assert.ok(live.kind === 'keys');
    assert.deepEqual([live.keys.length, live.count, request.segment?.keys.length], [312, 312, 28]);
  });

  it('has the definition of a flag, even if the caller does not pass the environment', async () => {
    const { id } = await open(SEARCH);
    for (const environmentId of [production(), undefined]) {
      const { live } = await readReview(service.as('release-key'), id, environmentId);
      assert.ok(live.kind === 'definition');
      assert.equal(live.definition?.trafficAllocation, 50);
    }
  });

  it('has no definition if that does not exist yet', async () => {
    const { live } = await review(/^Define dark mode/, 'pre-production');
    assert.deepEqual(live, { kind: 'definition', definition: undefined });
  });

  it('has no current state if the environment is unknown, or the service does not return all keys', async () => {
    const client = service.as('release-key');
    const { id } = await open(VIPS);
    assert.deepEqual((await readReview(client, id, undefined)).live, { kind: 'unknown' });

    service.onCall = ({ path }) =>
      path.includes('/keys') ? { status: 200, body: { keys: [{ key: 'a' }], count: 312 } } : undefined;
    assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });

    // As many keys as the count, but one may be missing between two pages.
    service.onCall = ({ path }) => {
      if (!path.includes('/keys')) return undefined;
      const keys = /offset=0/.test(path) ? [{ key: 'a' }, { key: 'b' }] : [{ key: 'c' }];
      return { status: 200, body: { keys, count: 3 } };
    };
    assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });
  });

  it('does not read the object of a decided request, because its current state does not show what the request did', async () => {
    const client = service.as('release-key');
    for (const title of [VIPS, SEARCH]) {
      const { id } = await open(title);
      await client.decideChangeRequest(id, { status: 'APPROVED', comment: 'fine' });
      service.seen.length = 0;
      assert.deepEqual((await readReview(client, id, production())).live, { kind: 'unknown' });
      assert.deepEqual(
        service.seen.map(({ path }) => path),
        [`/changeRequests/${id}`],
      );
    }
  });

  it('is equal for two equal readings, and differs for each difference', async () => {
    const first = await review(SEARCH);
    assert.equal((await review(SEARCH)).fingerprint, first.fingerprint);
    assert.notEqual((await review(KILL)).fingerprint, first.fingerprint);
  });

  it('does not count as changed by traffic or by the order of keys', async () => {
    const client = service.as('release-key');
    const flag = await review(KILL);
    assert.ok(flag.live.kind === 'definition' && flag.live.definition);
    const busy = { ...flag.live.definition, lastTrafficReceivedAt: 1, lastUpdateTime: 2 };
    service.onCall = ({ path }) => (path.startsWith('/flags/') ? { status: 200, body: busy } : undefined);
    assert.equal((await review(KILL)).fingerprint, flag.fingerprint);

    service.onCall = () => undefined;
    const segment = await review(VIPS);
    const keys = (await heldBy('vip-accounts')).toReversed().map((key) => ({ key }));
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: { keys, count: keys.length } } : undefined);
    assert.equal((await readReview(client, segment.request.id, production())).fingerprint, segment.fingerprint);
  });
});
