/** Tests names that public clients of the live service use differently than the document. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, listOf, namesOf, useSandbox } from './raw.ts';

describe('sandbox, different names of live clients', () => {
  const raw = useSandbox({ vocabulary: 'split' });
  const { flagsPath } = raw;
  const segments = () => `/segments/ws/${raw.workspace()}`;

  it('creates objects under the ID of a traffic type for a provisioning client that stores only IDs', async () => {
    const id = String((await raw.get(`/trafficTypes/ws/${raw.workspace()}`)).body[1]?.['id']);
    for (const path of [flagsPath(), segments()]) {
      const made = await raw.call('POST', `${path}/trafficTypes/${id}`, { name: 'by-id' });
      assert.deepEqual([made.status, made.body['trafficType']?.['name']], [200, 'account'], made.text);
      assert.equal((await raw.call('POST', `${path}/trafficTypes/account`, { name: 'by-name' })).status, 200);
      assertError(await raw.call('POST', `${path}/trafficTypes/other`, { name: 'other' }), 404);
    }
  });

  it('reads one segment for a Go client that checks what it has created', async () => {
    const listed = (await raw.get(`${segments()}?limit=1`)).body['objects']?.[0];
    const { status, body } = await raw.get(`${segments()}/${String(listed?.['name'])}`);
    assert.deepEqual([status, body], [200, listed]);
    assertError(await raw.get(`${segments()}/none`), 404, /none/);
  });

  it('reads a flag by its ID for a Go client that stores IDs, but tries its name first', async () => {
    const { body } = await raw.get(`${flagsPath()}/new-search`);
    const id = String(body['id']);
    assert.deepEqual((await raw.get(`${flagsPath()}/${id}`)).body, body);
    await raw.call('POST', `${flagsPath()}/trafficTypes/user`, { name: id, description: 'Its name is the id of another' });
    assert.equal((await raw.get(`${flagsPath()}/${id}`)).body['name'], id);
    assertError(await raw.get(`${flagsPath()}/none`), 404, /none/);
  });

  it('accepts names of environments if the workspace is in the path, for scripts without IDs', async () => {
    const byName = `${flagsPath()}/new-search/environments/production`;
    assert.deepEqual((await raw.get(byName)).body, (await raw.get(raw.definitionPath('new-search', 'production'))).body);
    for (const path of [`${flagsPath()}/environments/staging`, `${segments()}/environments/staging`])
      assert.equal((await raw.get(path)).body['objects']?.[0]?.['environment']?.['name'], 'staging');
    assertError(await raw.get(`${flagsPath()}/new-search/environments/none`), 404, /none/);
    assertError(await raw.get(byName, 'limited-key'), 404);
    assertError(await raw.get('/segments/production/beta-accounts/keys'), 404);
  });

  it('finds workspaces by name for clients that need their ID', async () => {
    for (const [query, ...found] of [
      ['name=Payments', 'Payments'],
      ['name=Pay&nameOp=IS'],
      ['name=Store&nameOp=STARTS_WITH', 'Storefront'],
      ['name=front&nameOp=STARTS_WITH'],
      ['name=front&nameOp=CONTAINS', 'Storefront'],
      ['name=&nameOp=', 'Storefront', 'Payments'],
    ]) {
      const { body } = await raw.get(`/workspaces?${query}`);
      assert.deepEqual([namesOf(body['objects']), body['totalCount']], [found, found.length], query);
    }
    assertError(await raw.get('/workspaces?name=Payments&nameOp=LIKE'), 400, /nameOp/);
  });

  it('accepts a description as a JSON string or as plain text, as two kinds of clients send it', async () => {
    const put = async (body: string, type: string) =>
      (await raw.call('PUT', `${flagsPath()}/new-search/updateDescription`, body, undefined, { 'content-type': type })).status;
    const kept = async () => (await raw.get(`${flagsPath()}/new-search`)).body['description'];
    for (const [sent, type, description] of [
      ['"in quotes"', 'application/json', 'in quotes'],
      ['bare words', 'application/json', 'bare words'],
      ['bare "words"', 'text/plain', 'bare "words"'],
      ['42', 'text/plain; charset=utf-8', '42'],
      ['', 'text/plain', ''],
    ] as const)
      assert.deepEqual([await put(sent, type), await kept()], [200, description]);
    for (const sent of ['{"description":"x"}', '["x"]', 'null'])
      assert.deepEqual([await put(sent, 'application/json'), await kept()], [400, '']);
  });

  it('gives every flag a rollout status, for a Python client that always reads it', async () => {
    const first = await raw.rolloutStatus();
    const made = await raw.call('POST', `${flagsPath()}/trafficTypes/user`, { name: 'fresh' });
    assert.deepEqual([made.body['rolloutStatus']?.['id'], typeof made.body['rolloutStatusTimestamp']], [first.id, 'number']);
    for (const item of listOf((await raw.get(flagsPath())).body['objects']))
      assert.notEqual(item['rolloutStatus'], null, String(item['name']));
  });

  it('answers true to a kill and a restore, and gives pages of 200 keys at most', async () => {
    const path = raw.definitionPath('gift-cards', 'development');
    for (const what of ['kill', 'restore']) assert.equal((await raw.call('PUT', `${path}/${what}`, {})).text, 'true');
    const keys = `${raw.segmentPath('production', 'eu-accounts')}/keys`;
    assert.equal(countOf((await raw.get(`${keys}?limit=200`)).body['keys']), 200);
    assertError(await raw.get(`${keys}?limit=201`), 400, /limit/);
  });

  it('ignores the blank keys that a provisioning client sends with others in a removal', async () => {
    const path = raw.segmentPath('development');
    await raw.call('PUT', `${path}/upload`, ['a', 'b']);
    const { body } = await raw.call('PUT', `${path}/removeKeys`, { keys: ['', 'a', ' ', 'b', ''], comment: 'C' });
    assert.match(String(body['message']), /^2 keys/);
    for (const keys of [[''], ['', ' '], [], ['', 1], [null]])
      assertError(await raw.call('PUT', `${path}/removeKeys`, { keys, comment: 'C' }), 400, /keys/);
    assertError(await raw.call('PUT', `${path}/upload`, ['', 'c']), 400);
    assert.equal((await raw.keysIn('development'))['count'], 12);
  });
});

describe('sandbox, the same in the documented-only mode', () => {
  const raw = useSandbox({ vocabulary: 'split', endpoints: 'documented' });

  it('refuses all of these calls', async () => {
    const segments = `/segments/ws/${raw.workspace()}`;
    const typeId = String((await raw.get(`${segments}?limit=1`)).body['objects']?.[0]?.['trafficType']?.['id']);
    for (const path of [raw.flagsPath(), segments])
      assertError(await raw.call('POST', `${path}/trafficTypes/${typeId}`, { name: 'fresh' }), 404);
    assertError(await raw.get(`${raw.flagsPath()}/new-search/environments/production`), 404, /production/);
    assertError(await raw.get(`${segments}/beta-accounts`), 405);
    assert.equal((await raw.get('/workspaces?name=Payments&nameOp=LIKE')).body['totalCount'], 2);
    const body = { keys: ['', 'acct-00041'], comment: 'C' };
    assertError(await raw.call('PUT', `${raw.segmentPath('development')}/removeKeys`, body), 400, /blank/);
  });
});
