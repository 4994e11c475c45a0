import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { accounts, assertApprovalsRequired, assertError, names, size, useSandbox } from './raw.ts';

describe('sandbox: segments', () => {
  const raw = useSandbox();
  const inWorkspace = () => `/segments/ws/${raw.workspace()}`;
  const inEnvironment = (environment: string, segment: string, rest = '') =>
    `/segments/${raw.environment(environment)}/${encodeURIComponent(segment)}${rest}`;
  const create = (name: string, trafficType = 'account') =>
    raw.call('POST', `${inWorkspace()}/trafficTypes/${trafficType}`, { name, description: 'For a test' });
  const held = async (environment: string, segment: string) =>
    (await raw.get(inEnvironment(environment, segment, '/keys'))).body['count'];

  it('lists segments with their documented fields', async () => {
    const { body } = await raw.get(`${inWorkspace()}?limit=200`);
    assert.equal(body['totalCount'], 13);
    assert.ok(names(body['objects']).includes('beta-accounts'));
    const fields = Object.keys(body['objects']?.[0] ?? {}).toSorted();
    assert.deepEqual(fields, ['creationTime', 'description', 'name', 'tags', 'trafficType']);
    assert.equal(body['objects']?.[0]?.['tags'], null);
    assertError(await raw.get(`${inWorkspace()}?limit=201`), 400);
  });

  it('creates a segment of the traffic type in the path, once', async () => {
    const { status, body } = await create('fresh');
    assert.equal(status, 200);
    assert.deepEqual([body['name'], body['description'], body['tags']], ['fresh', 'For a test', null]);
    assert.equal(body['trafficType']?.['name'], 'account');
    assertError(await create('fresh'), 409);
    assertError(await create('other', 'planet'), 404);
    assertError(await create(''), 400, /name/);
    assertError(await create('..'), 400, /name/);
    assertError(await create('half a \ud83d'), 400, /name/);
    assert.equal((await raw.get(inWorkspace())).body['totalCount'], 14);
  });

  it('activates a segment in any environment, gated or not, once', async () => {
    await create('fresh');
    for (const environment of ['development', 'staging', 'pre-production', 'production']) {
      const { status, body } = await raw.call('POST', inEnvironment(environment, 'fresh'));
      assert.equal(status, 200);
      assert.deepEqual(body['environment'], { id: raw.environment(environment), name: environment });
      assert.equal(body['trafficType']?.['name'], 'account');
      assert.equal(body['status'], 'ACTIVE');
      assertError(await raw.call('POST', inEnvironment(environment, 'fresh')), 409);
    }
    assertError(await raw.call('POST', inEnvironment('development', 'none')), 404);
    assertError(await raw.call('POST', '/segments/none/fresh'), 404);
  });

  it('takes an activation with an empty object or an empty text as its body', async () => {
    await create('fresh');
    assert.equal((await raw.call('POST', inEnvironment('development', 'fresh'), {})).status, 200);
    assert.equal((await raw.call('POST', inEnvironment('staging', 'fresh'), '')).status, 200);
  });

  it('uploads keys and answers in full', async () => {
    const { status, body } = await raw.call('PUT', inEnvironment('development', 'beta-accounts', '/upload'), [
      'a',
      'b',
      'a',
      'acct-00041',
    ]);
    assert.equal(status, 200);
    assert.deepEqual(body['environmentURN'], { type: 'Environment', id: raw.environment('development'), name: 'development' });
    assert.deepEqual([body['status'], body['type'], body['name']], ['ACTIVE', 'Segment', 'beta-accounts']);
    assert.equal(body['environment'], raw.environment('development'));
    for (const field of [
      'id',
      'orgId',
      'trafficTypeId',
      'trafficTypeURN',
      'description',
      'creator',
      'creationTime',
      'lastUpdateTime',
    ]) {
      assert.ok(field in body, field);
    }
    assert.equal(await held('development', 'beta-accounts'), 14, 'two of the four are new');
  });

  it('lists keys by pages of 100, with the total in count', async () => {
    const first = (await raw.get(inEnvironment('production', 'eu-accounts', '/keys'))).body;
    assert.deepEqual([size(first['keys']), first['count'], first['offset'], first['limit']], [100, 5_318, 0, 100]);
    assert.equal(first['openChangeRequestId'], null);
    assert.match(String(first['keys']?.[0]?.['key']), /^acct-\d{5}$/);
    const last = (await raw.get(inEnvironment('production', 'eu-accounts', '/keys?limit=200&offset=5300'))).body;
    assert.deepEqual([size(last['keys']), last['offset'], last['limit']], [18, 5_300, 200]);
    assert.equal(size((await raw.get(inEnvironment('production', 'eu-accounts', '/keys?offset=6000'))).body['keys']), 0);
  });

  it('refuses invalid keys, and stores none of them', async () => {
    const path = inEnvironment('development', 'beta-accounts', '/upload');
    for (const body of [{ keys: ['a'] }, [], ['a', ''], ['a', ' '], ['a', 3], 'a', ['x'.repeat(251)], null]) {
      assertError(await raw.call('PUT', path, body), 400);
    }
    assertError(await raw.call('PUT', path), 400, /body/);
    assert.equal(await held('development', 'beta-accounts'), 12);
  });

  it('takes 10,000 keys in one upload and refuses 10,001 whole', async () => {
    const path = inEnvironment('development', 'beta-accounts', '/upload');
    assertError(await raw.call('PUT', path, accounts(10_001)), 400, /10000/);
    assert.equal(await held('development', 'beta-accounts'), 12);
    assert.equal((await raw.call('PUT', path, accounts(10_000))).status, 200);
    assert.equal(await held('development', 'beta-accounts'), 10_012);
    assert.equal((await raw.call('PUT', path, [...accounts(10_000), 'new-0'])).status, 200, 'a repeated key counts once');
  });

  it('takes 100,000 keys in one segment and refuses more, whole', async () => {
    await create('full');
    await raw.call('POST', inEnvironment('development', 'full'));
    const path = inEnvironment('development', 'full', '/upload');
    for (let from = 0; from < 100_000; from += 10_000) {
      assert.equal((await raw.call('PUT', path, accounts(10_000, from))).status, 200);
    }
    assertError(await raw.call('PUT', path, ['new-1', 'one-more']), 400, /100000/);
    assert.equal(await held('development', 'full'), 100_000);
    assert.equal((await raw.call('PUT', path, ['new-1'])).status, 200, 'a key it holds already is no more');
  });

  it('needs the segment to be active for keys', async () => {
    await create('fresh');
    assertError(await raw.call('PUT', inEnvironment('development', 'fresh', '/upload'), ['a']), 404);
    assertError(await raw.get(inEnvironment('development', 'fresh', '/keys')), 404);
    assertError(await raw.call('PUT', inEnvironment('development', 'fresh', '/removeKeys'), { keys: ['a'], comment: 'c' }), 404);
  });

  it('removes the listed keys and says how many', async () => {
    const path = inEnvironment('development', 'beta-accounts', '/removeKeys');
    await raw.call('PUT', inEnvironment('development', 'beta-accounts', '/upload'), ['a', 'b']);
    const { status, body } = await raw.call('PUT', path, { keys: ['a', 'b', 'not-there'], comment: 'left' });
    assert.equal(status, 200);
    assert.equal(body['code'], 200);
    assert.match(String(body['message']), /^2 keys/);
    assert.ok('details' in body && 'transactionId' in body);
    assert.equal(await held('development', 'beta-accounts'), 12);
    assertError(await raw.call('PUT', path, { keys: [], comment: 'c' }), 400);
    assertError(await raw.call('PUT', path, ['a']), 400);
  });

  it('deletes a segment from all environments with true, if no approval is needed', async () => {
    await create('fresh');
    await raw.call('POST', inEnvironment('development', 'fresh'));
    await raw.call('PUT', inEnvironment('development', 'fresh', '/upload'), ['a']);
    const { status, text } = await raw.call('DELETE', `${inWorkspace()}/fresh`);
    assert.deepEqual([status, text], [200, 'true']);
    assertError(await raw.get(inEnvironment('development', 'fresh', '/keys')), 404);
    assertError(await raw.call('DELETE', `${inWorkspace()}/fresh`), 404);
  });

  it('refuses the deletion of a segment that is active if approvals are required', async () => {
    assertApprovalsRequired(await raw.call('DELETE', `${inWorkspace()}/beta-accounts`), raw.environment('staging'));
    assert.equal(await held('development', 'beta-accounts'), 12);
  });

  it('refuses the deletion of a segment that a targeting rule uses', async () => {
    await create('used');
    const rule = {
      buckets: [{ treatment: 'on', size: 100 }],
      condition: { combiner: 'AND', matchers: [{ type: 'IN_SEGMENT', string: 'used' }] },
    };
    const path = `/flags/ws/${raw.workspace()}/wishlist-sharing/environments/${raw.environment('development')}`;
    const patch = [{ op: 'add', path: '/rules/0', value: rule }];
    assert.equal((await raw.call('PATCH', path, patch)).status, 200);
    assertError(await raw.call('DELETE', `${inWorkspace()}/used`), 409, /wishlist-sharing/);
  });

  it('takes names that need percent-encoding', async () => {
    const name = 'a/b c?d#e%f ü..';
    assert.equal((await create(name)).body['name'], name);
    assert.equal((await raw.call('POST', inEnvironment('development', name))).body['name'], name);
    assert.equal((await raw.call('DELETE', `${inWorkspace()}/${encodeURIComponent(name)}`)).text, 'true');
    assert.equal(await held('development', 'loyalty: gold & platinum'), 25);
  });

  it('lists the segments that are active in an environment', async () => {
    const path = `${inWorkspace()}/environments/${raw.environment('production')}`;
    const { body } = await raw.get(`${path}?limit=5`);
    assert.deepEqual([size(body['objects']), body['totalCount']], [5, 11]);
    assert.equal(body['objects']?.[0]?.['environment']?.['name'], 'production');
  });

  it('deactivates an empty segment only', async () => {
    assertError(await raw.call('DELETE', inEnvironment('development', 'beta-accounts')), 409, /12 keys/);
    assert.equal((await raw.call('DELETE', inEnvironment('development', 'churn-risk-accounts'))).text, 'true');
    assertError(await raw.get(inEnvironment('development', 'churn-risk-accounts', '/keys')), 404);
    assertApprovalsRequired(
      await raw.call('DELETE', inEnvironment('pre-production', 'loyalty: gold & platinum')),
      raw.environment('pre-production'),
    );
  });

  it('uploads with a comment, and replaces', async () => {
    const path = inEnvironment('development', 'beta-accounts', '/uploadKeys');
    assert.equal((await raw.call('PUT', `${path}?replace=False`, { keys: ['a'], comment: 'c' })).body['status'], 'ACTIVE');
    assert.equal(await held('development', 'beta-accounts'), 13);
    assert.equal((await raw.call('PUT', `${path}?replace=true`, { keys: ['a', 'b'] })).status, 200);
    assert.equal(await held('development', 'beta-accounts'), 2);
    assertError(await raw.call('PUT', `${path}?replace=perhaps`, { keys: ['a'] }), 400);
  });
});
