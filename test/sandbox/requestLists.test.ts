/** Tests the lists of change requests, and the requests of the sample in them. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, listOf, useSandbox, type Answer, type Json } from './raw.ts';

describe('sandbox: change requests', () => {
  const raw = useSandbox();

  it('lists open requests by default, others by their status', async () => {
    const open = (await raw.get('/changeRequests')).body;
    assert.deepEqual(Object.keys(open).toSorted(), ['count', 'data', 'limit', 'nextMarker', 'previousMarker']);
    assert.ok(listOf(open['data']).every((item) => String(item['status']) === 'REQUESTED'));
    const { count, limit, nextMarker, previousMarker } = open;
    assert.deepEqual([count, limit, nextMarker, previousMarker], [countOf(open['data']), 20, null, null]);
    for (const status of ['PUBLISHED', 'WITHDRAWN']) {
      assert.equal((await raw.get(`/changeRequests?status=${status}`)).body['data']?.[0]?.['status'], status);
    }
    for (const status of ['APPROVED', 'REJECTED', 'SCHEDULED', 'SCHEDULE_REQUESTED']) {
      const { body } = await raw.get(`/changeRequests?status=${status}`);
      assert.deepEqual([body['data'], body['count'], body['nextMarker']], [[], 0, null]);
    }
    assertError(await raw.get('/changeRequests?status=LOST'), 400);
    const one = (await raw.get(`/changeRequests?environmentId=${raw.environment('staging')}`)).body;
    assert.equal(one['count'], 1);
    assert.equal(one['data']?.[0]?.['flag']?.['environment']?.['name'], 'staging');
  });

  it('pages by markers both ways, under either name', async () => {
    const ids = (answer: Answer) => listOf(answer.body['data']).map((item) => String(item['id']));
    const all = ids(await raw.get('/changeRequests?limit=100'));
    const first = await raw.get('/changeRequests?limit=3');
    const next = encodeURIComponent(String(first.body['nextMarker']));
    const second = await raw.get(`/changeRequests?limit=3&nextMarker=${next}&after=${next}`);
    assert.deepEqual([...ids(first), ...ids(second)], all.slice(0, 6));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&after=${next}`)), ids(second));
    const back = encodeURIComponent(String(second.body['previousMarker']));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&previousMarker=${back}`)), ids(first));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&before=${back}`)), ids(first));
    assert.equal(first.body['previousMarker'], null);
    assertError(await raw.get('/changeRequests?nextMarker=junk'), 400);
    assertError(await raw.get(`/changeRequests?nextMarker=${next}&previousMarker=${back}`), 400);
    assertError(await raw.get('/changeRequests?limit=101'), 400);
  });

  it('keeps a marker valid while requests are added and decided', async () => {
    const first = await raw.get('/changeRequests?limit=2');
    const edge = first.body['data']?.[1];
    await raw.decide({ ...first, body: edge as Json }, 'WITHDRAWN', 'submitter-key');
    const second = await raw.get(`/changeRequests?limit=2&nextMarker=${String(first.body['nextMarker'])}`);
    assert.equal(second.status, 200);
    assert.ok(!listOf(second.body['data']).some((item) => String(item['id']) === String(edge?.['id'])));
  });
});
