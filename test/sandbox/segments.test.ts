import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertApprovalsRequired, assertError, countOf, fieldNamesOf, namesOf, newKeys, useSandbox } from './raw.ts';

describe('sandbox: segments', () => {
  const raw = useSandbox();
  const inWorkspace = () => `/segments/ws/${raw.workspace()}`;
  const { segmentPath } = raw;
  const beta = (rest: string) => `${segmentPath('development')}${rest}`;
  const create = (name = 'fresh', trafficType = 'account') =>
    raw.call('POST', `${inWorkspace()}/trafficTypes/${trafficType}`, { name, description: 'For a test' });
  const held = async (name?: string) => (await raw.keysIn('development', name))['count'];

  it('lists segments with their documented fields', async () => {
    const { body } = await raw.get(`${inWorkspace()}?limit=200`);
    assert.equal(body['totalCount'], 13);
    assert.ok(namesOf(body['objects']).includes('beta-accounts'));
    assert.equal(fieldNamesOf(body['objects']?.[0]), 'creationTime description name tags trafficType');
    assert.equal(body['objects']?.[0]?.['tags'], null);
    assertError(await raw.get(`${inWorkspace()}?limit=201`), 400);
  });

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

  it('activates a segment in any environment, gated or not, once, with any empty body', async () => {
    await create();
    for (const [environment, sent] of [
      ['development', undefined],
      ['staging', {}],
      ['pre-production', ''],
      ['production', undefined],
    ] as const) {
      const { status, body } = await raw.call('POST', segmentPath(environment, 'fresh'), sent);
      assert.deepEqual([status, body['status'], body['trafficType']?.['name']], [200, 'ACTIVE', 'account']);
      assert.deepEqual(body['environment'], { id: raw.environment(environment), name: environment });
      assertError(await raw.call('POST', segmentPath(environment, 'fresh')), 409);
    }
    assertError(await raw.call('POST', segmentPath('development', 'none')), 404);
    assertError(await raw.call('POST', '/segments/none/fresh'), 404);
  });

  it('uploads keys and answers in full', async () => {
    const { status, body } = await raw.call('PUT', beta('/upload'), ['a', 'b', 'a', 'acct-00041']);
    assert.equal(status, 200);
    assert.deepEqual(body['environmentURN'], { type: 'Environment', id: raw.environment('development'), name: 'development' });
    assert.deepEqual([body['status'], body['type'], body['name']], ['ACTIVE', 'Segment', 'beta-accounts']);
    assert.equal(body['environment'], raw.environment('development'));
    const others = 'id orgId trafficTypeId trafficTypeURN description creator creationTime lastUpdateTime';
    for (const field of others.split(' ')) assert.ok(field in body, field);
    assert.equal(await held(), 14, 'two of the four are new');
  });

  it('lists keys by pages of 100, with the total in count', async () => {
    const page = (query = '') => raw.get(`${segmentPath('production', 'eu-accounts')}/keys${query}`);
    const first = (await page()).body;
    assert.deepEqual([countOf(first['keys']), first['count'], first['offset'], first['limit']], [100, 5_318, 0, 100]);
    assert.equal(first['openChangeRequestId'], null);
    assert.match(String(first['keys']?.[0]?.['key']), /^acct-\d{5}$/);
    const last = (await page('?limit=200&offset=5300')).body;
    assert.deepEqual([countOf(last['keys']), last['offset'], last['limit']], [18, 5_300, 200]);
    assert.equal(countOf((await page('?offset=6000')).body['keys']), 0);
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

  it('accepts keys only in a segment that is active', async () => {
    await create();
    const path = segmentPath('development', 'fresh');
    assertError(await raw.call('PUT', `${path}/upload`, ['a']), 404);
    assertError(await raw.get(`${path}/keys`), 404);
    assertError(await raw.call('PUT', `${path}/removeKeys`, { keys: ['a'], comment: 'c' }), 404);
  });

  it('removes the listed keys and says how many', async () => {
    await raw.call('PUT', beta('/upload'), ['a', 'b']);
    const { status, body } = await raw.call('PUT', beta('/removeKeys'), { keys: ['a', 'b', 'not-there'], comment: 'left' });
    assert.deepEqual([status, body['code']], [200, 200]);
    assert.match(String(body['message']), /^2 keys/);
    assert.ok('details' in body && 'transactionId' in body);
    assert.equal(await held(), 12);
    for (const wrong of [{ keys: [], comment: 'c' }, ['a']]) assertError(await raw.call('PUT', beta('/removeKeys'), wrong), 400);
  });

  it('deletes a segment from all environments with true, if no approval is needed', async () => {
    await create();
    await raw.call('POST', segmentPath('development', 'fresh'));
    await raw.call('PUT', `${segmentPath('development', 'fresh')}/upload`, ['a']);
    const { status, text } = await raw.call('DELETE', `${inWorkspace()}/fresh`);
    assert.deepEqual([status, text], [200, 'true']);
    assertError(await raw.get(`${segmentPath('development', 'fresh')}/keys`), 404);
    assertError(await raw.call('DELETE', `${inWorkspace()}/fresh`), 404);
  });

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

  it('takes names that need percent-encoding', async () => {
    const name = 'a/b c?d#e%f ü..';
    assert.equal((await create(name)).body['name'], name);
    assert.equal((await raw.call('POST', segmentPath('development', name))).body['name'], name);
    assert.equal((await raw.call('DELETE', `${inWorkspace()}/${encodeURIComponent(name)}`)).text, 'true');
    assert.equal(await held('loyalty: gold & platinum'), 25);
  });

  it('lists the segments that are active in an environment', async () => {
    const { body } = await raw.get(`${inWorkspace()}/environments/${raw.environment('production')}?limit=5`);
    assert.deepEqual([countOf(body['objects']), body['totalCount']], [5, 11]);
    assert.equal(body['objects']?.[0]?.['environment']?.['name'], 'production');
  });

  it('deactivates an empty segment only', async () => {
    assertError(await raw.call('DELETE', segmentPath('development')), 409, /12 keys/);
    const empty = segmentPath('development', 'churn-risk-accounts');
    assert.equal((await raw.call('DELETE', empty)).text, 'true');
    assertError(await raw.get(`${empty}/keys`), 404);
    const gated = await raw.call('DELETE', segmentPath('pre-production', 'loyalty: gold & platinum'));
    assertApprovalsRequired(gated, raw.environment('pre-production'));
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
