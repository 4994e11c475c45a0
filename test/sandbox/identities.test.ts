import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, size, useSandbox } from './raw.ts';

describe('sandbox: identities', () => {
  const raw = useSandbox();
  const path = async (environment = 'production') => {
    const { body } = await raw.get(`/trafficTypes/ws/${raw.workspace()}`);
    return `/trafficTypes/${String(body[1]?.['id'])}/environments/${raw.environment(environment)}/identities`;
  };

  it('accepts values as numbers or texts and returns them as texts', async () => {
    const { status, body } = await raw.call('POST', await path(), [
      { key: 'acct-1', values: { seats: 12, company: 'Ada Ltd' } },
      { key: 'acct-2' },
    ]);
    assert.equal(status, 200);
    assert.equal(body['objects']?.[0]?.['key'], 'acct-1');
    assert.deepEqual(body['objects']?.[0]?.['values'], { seats: '12', company: 'Ada Ltd' });
    const rest = ['failed', 'metadata', 'offset', 'limit', 'count', 'total'].map((field) => body[field]);
    assert.deepEqual(rest, [[], null, null, null, null, null]);
  });

  it('updates an identity that exists', async () => {
    await raw.call('POST', await path(), [{ key: 'acct-1', values: { seats: 12, company: 'Ada Ltd' } }]);
    const { body } = await raw.call('POST', await path(), [{ key: 'acct-1', values: { seats: 13 } }]);
    assert.deepEqual(body['objects']?.[0]?.['values'], { seats: '13', company: 'Ada Ltd' });
  });

  it('lists each identity that it refuses in failed, and saves the others', async () => {
    const { status, body } = await raw.call('POST', await path(), [
      { key: 'acct-1', values: { seats: { deep: 1 } } },
      { values: {} },
      'acct-3',
      { key: 'acct-4', values: { a: 'b' } },
    ]);
    assert.equal(status, 200);
    assert.equal(size(body['objects']), 1);
    assert.equal(size(body['failed']), 3);
    assert.deepEqual(body['failed']?.[0]?.['object'], { key: 'acct-1', values: { seats: { deep: 1 } } });
    assert.equal(body['failed']?.[0]?.['status'], 400);
    assert.match(String(body['failed']?.[0]?.['message']), /seats/);
    assertError(await raw.call('PATCH', `${await path()}/acct-1`, { values: {} }), 404);
  });

  it('refuses a body that is not a list, an unknown traffic type and an unknown environment', async () => {
    assertError(await raw.call('POST', await path(), { key: 'a', values: {} }), 400);
    assertError(await raw.call('POST', `/trafficTypes/none/environments/${raw.environment('staging')}/identities`, []), 404);
    assertError(await raw.call('POST', (await path()).replace(/environments\/[^/]+/, 'environments/none'), []), 404);
  });

  it('replaces, merges and deletes one identity', async () => {
    const one = `${await path()}/acct%2F1`;
    assert.deepEqual((await raw.call('PUT', one, { values: { a: 1, b: 2 } })).body['values'], { a: '1', b: '2' });
    assert.deepEqual((await raw.call('PATCH', one, { values: { b: 3 } })).body['values'], { a: '1', b: '3' });
    assert.deepEqual((await raw.call('POST', `${one}/patch`, { values: { c: 4 } })).body['values'], { a: '1', b: '3', c: '4' });
    assert.deepEqual((await raw.call('PUT', one, { values: { d: 5 } })).body['values'], { d: '5' });
    assert.equal((await raw.call('PUT', one, { values: { d: 5 } })).body['key'], 'acct/1');
    assert.equal((await raw.call('DELETE', one)).text, 'true');
    assertError(await raw.call('DELETE', one), 404);
  });

  it('is not affected by attributes with the names of prototypes', async () => {
    const text = '[{"key":"__proto__","values":{"__proto__":"a","constructor":"b"}}]';
    const response = await fetch(`${raw.sandbox.baseUrl}/internal/api/v2${await path()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${raw.sandbox.keys[0]?.key}`, 'content-type': 'application/json' },
      body: text,
    });
    assert.match(await response.text(), /"key":"__proto__","values":\{"__proto__":"a","constructor":"b"\}/);
  });
});
