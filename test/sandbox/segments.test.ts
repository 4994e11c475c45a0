import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertApprovalsRequired, assertError, newKeys, useSandbox } from './raw.ts';

describe('sandbox: segments', () => {
  const raw = useSandbox();
  const inWorkspace = () => `/segments/ws/${raw.workspace()}`;
  const { segmentPath } = raw;
  const beta = (rest: string) => `${segmentPath('development')}${rest}`;
  const create = (name = 'fresh', trafficType = 'account') =>
    raw.call('POST', `${inWorkspace()}/trafficTypes/${trafficType}`, { name, description: 'For a test' });
  const held = async (name?: string) => (await raw.keysIn('development', name))['count'];

  it('creates a segment of the traffic type in the path, once', async () => {
    const { status, body } = await create();
    const { name, description, tags, trafficType } = body;
    assert.deepEqual([status, name, description, tags], [200, 'fresh', 'For a test', null]);
    assert.equal(trafficType?.['name'], 'account');
    assertError(await create(), 409);
    assertError(await create('other', 'planet'), 404);
    for (const wrong of ['', '..', 'half a \ud83d']) assertError(await create(wrong), 400, /name/);
    assert.equal((await raw.get(inWorkspace())).body['totalCount'], 14);
  });

  it('refuses invalid keys, and stores none of them', async () => {
    for (const body of [{ keys: ['a'] }, [], ['a', ''], ['a', ' '], ['a', 3], 'a', ['x'.repeat(251)], null])
      assertError(await raw.call('PUT', beta('/upload'), body), 400);
    assertError(await raw.call('PUT', beta('/upload')), 400, /body/);
    assert.equal(await held(), 12);
  });

  it('takes 10,000 keys in one upload and 100,000 in one segment, and refuses a larger upload as a whole', async () => {
    await create('full');
    await raw.call('POST', segmentPath('development', 'full'));
    const put = (keys: readonly string[]) => raw.call('PUT', `${segmentPath('development', 'full')}/upload`, keys);
    assertError(await put(newKeys(10_001)), 400, /10000/);
    assert.equal(await held('full'), 0);
    for (let from = 0; from < 100_000; from += 10_000) assert.equal((await put(newKeys(10_000, from))).status, 200);
    assertError(await put(['new-1', 'one-more']), 400, /100000/);
    assert.equal(await held('full'), 100_000);
    assert.equal((await put(['new-1'])).status, 200, 'a key it holds already is no more');
    assert.equal((await raw.call('PUT', beta('/upload'), [...newKeys(10_000), 'new-0'])).status, 200, 'a repeated key counts once');
  }); // prettier-ignore

  it('refuses the deletion of a segment that is active if approvals are required, or that a targeting rule uses', async () => {
    assertApprovalsRequired(await raw.call('DELETE', `${inWorkspace()}/beta-accounts`), raw.environment('staging'));
    assert.equal(await held(), 12);
    await create('used');
    const matchers = [{ type: 'IN_SEGMENT', string: 'used' }];
    const value = { buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } };
    const patch = [{ op: 'add', path: '/rules/0', value }];
    assert.equal((await raw.call('PATCH', raw.definitionPath('wishlist-sharing', 'development'), patch)).status, 200);
    assertError(await raw.call('DELETE', `${inWorkspace()}/used`), 409, /wishlist-sharing/);
  });

  it('uploads keys with a comment, and replaces all keys of the segment if `replace` is true', async () => {
    const put = (replace: string, body: object) => raw.call('PUT', beta(`/uploadKeys?replace=${replace}`), body);
    assert.equal((await put('False', { keys: ['a'], comment: 'c' })).body['status'], 'ACTIVE');
    assert.equal(await held(), 13);
    assert.equal((await put('true', { keys: ['a', 'b'] })).status, 200);
    assert.equal(await held(), 2);
    assertError(await put('perhaps', { keys: ['a'] }), 400);
  });
});
