import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, listOf, useSandbox } from './raw.ts';

describe('sandbox: identities', () => {
  const raw = useSandbox();
  const path = async () => {
    const { body } = await raw.get(`/trafficTypes/ws/${raw.workspace()}`);
    return `/trafficTypes/${String(body[1]?.['id'])}/environments/${raw.environment('production')}/identities`;
  };
  const post = async (body: unknown) => raw.call('POST', await path(), body);

  it('accepts values as numbers or texts, returns them as texts, and updates an identity that exists', async () => {
    const { status, body } = await post([{ key: 'acct-1', values: { seats: 12, company: 'Ada Ltd' } }, { key: 'acct-2' }]);
    const { objects, ...rest } = body;
    const [one] = listOf(objects);
    assert.deepEqual([status, one?.['key'], one?.['values']], [200, 'acct-1', { seats: '12', company: 'Ada Ltd' }]);
    assert.deepEqual(rest, { failed: [], metadata: null, offset: null, limit: null, count: null, total: null });
    const changed = await post([{ key: 'acct-1', values: { seats: 13 } }]);
    assert.deepEqual(changed.body['objects']?.[0]?.['values'], { seats: '13', company: 'Ada Ltd' });
  });

  it('lists each identity that it refuses in failed, and saves the others', async () => {
    const wrong = { key: 'acct-1', values: { seats: { deep: 1 } } };
    const { status, body } = await post([wrong, { values: {} }, 'acct-3', { key: 'acct-4', values: { a: 'b' } }]);
    assert.deepEqual([status, countOf(body['objects']), countOf(body['failed'])], [200, 1, 3]);
    const [failed] = listOf(body['failed']);
    assert.deepEqual([failed?.['object'], failed?.['status']], [wrong, 400]);
    assert.match(String(failed?.['message']), /seats/);
    assertError(await raw.call('PATCH', `${await path()}/acct-1`, { values: {} }), 404);
  });

  it('replaces, merges and deletes one identity', async () => {
    const one = `${await path()}/acct%2F1`;
    for (const [call, values, expected] of [
      ['PUT ', { a: 1, b: 2 }, { a: '1', b: '2' }],
      ['PATCH ', { b: 3 }, { a: '1', b: '3' }],
      ['POST /patch', { c: 4 }, { a: '1', b: '3', c: '4' }],
      ['PUT ', { d: 5 }, { d: '5' }],
    ] as const) {
      const [method, below] = call.split(' ');
      const { body } = await raw.call(method!, `${one}${below}`, { values });
      assert.deepEqual([body['key'], body['values']], ['acct/1', expected]);
    }
    assert.equal((await raw.call('DELETE', one)).text, 'true');
    assertError(await raw.call('DELETE', one), 404);
  });
});
