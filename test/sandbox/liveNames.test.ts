/** Tests names that public clients of the live service use differently than the document. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, names, type Json } from './raw.ts';
import { useWorld } from './liveClients.ts';

describe('sandbox, different names of live clients', () => {
  const { raw, flags, at } = useWorld('split');
  const segments = () => `/segments/ws/${raw.workspace()}`;
  const text = async (path: string, body: string, contentType: string) => {
    const headers = { authorization: `Bearer ${raw.sandbox.keys[0]?.key}`, 'content-type': contentType };
    const answer = await fetch(`${raw.sandbox.baseUrl}/internal/api/v2${path}`, { method: 'PUT', headers, body });
    return { status: answer.status, text: await answer.text() };
  };

  it('creates objects under the ID of a traffic type for a provisioning client that stores only IDs', async () => {
    const { body } = await raw.get(`/trafficTypes/ws/${raw.workspace()}`);
    const id = String(body[1]?.['id']);
    for (const path of [flags(), segments()]) {
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
    const { body } = await raw.get(`${flags()}/new-search`);
    const id = String(body['id']);
    assert.deepEqual((await raw.get(`${flags()}/${id}`)).body, body);
    await raw.call('POST', `${flags()}/trafficTypes/user`, { name: id, description: 'Its name is the id of another' });
    assert.equal((await raw.get(`${flags()}/${id}`)).body['name'], id);
    assertError(await raw.get(`${flags()}/none`), 404, /none/);
  });

  it('accepts names of environments if the workspace is in the path, for scripts without IDs', async () => {
    assert.deepEqual(
      (await raw.get(`${flags()}/new-search/environments/production`)).body,
      (await raw.get(at('new-search', 'production'))).body,
    );
    for (const path of [`${flags()}/environments/staging`, `${segments()}/environments/staging`]) {
      assert.equal((await raw.get(path)).body['objects']?.[0]?.['environment']?.['name'], 'staging');
    }
    assertError(await raw.get(`${flags()}/new-search/environments/none`), 404, /none/);
    assertError(await raw.get(`${flags()}/new-search/environments/production`, 'limited-key'), 404);
    assertError(await raw.get('/segments/production/beta-accounts/keys'), 404);
  });

  it('finds workspaces by name for clients that need their ID', async () => {
    const found = async (query: string) => names((await raw.get(`/workspaces?${query}`)).body['objects']);
    assert.deepEqual(await found('name=Payments'), ['Payments']);
    assert.deepEqual(await found('name=Pay&nameOp=IS'), []);
    assert.deepEqual(await found('name=Store&nameOp=STARTS_WITH'), ['Storefront']);
    assert.deepEqual(await found('name=front&nameOp=STARTS_WITH'), []);
    assert.deepEqual(await found('name=front&nameOp=CONTAINS'), ['Storefront']);
    assert.deepEqual(await found('name=&nameOp='), ['Storefront', 'Payments']);
    assert.equal((await raw.get('/workspaces?name=Payments')).body['totalCount'], 1);
    assertError(await raw.get('/workspaces?name=Payments&nameOp=LIKE'), 400, /nameOp/);
  });

  it('accepts a description as a JSON string or as plain text, as two kinds of clients send it', async () => {
    const path = `${flags()}/new-search/updateDescription`;
    const kept = async () => (await raw.get(`${flags()}/new-search`)).body['description'];
    for (const [sent, contentType, description] of [
      ['"in quotes"', 'application/json', 'in quotes'],
      ['bare words', 'application/json', 'bare words'],
      ['bare "words"', 'text/plain', 'bare "words"'],
      ['42', 'text/plain; charset=utf-8', '42'],
      ['', 'text/plain', ''],
    ] as const) {
      assert.equal((await text(path, sent, contentType)).status, 200);
      assert.equal(await kept(), description);
    }
    for (const sent of ['{"description":"x"}', '["x"]', 'null']) {
      assert.equal((await text(path, sent, 'application/json')).status, 400);
      assert.equal(await kept(), '');
    }
  });

  it('gives every flag a rollout status, for a Python client that always reads it', async () => {
    const first = await raw.rolloutStatus();
    const made = await raw.call('POST', `${flags()}/trafficTypes/user`, { name: 'fresh' });
    assert.deepEqual([made.body['rolloutStatus']?.['id'], typeof made.body['rolloutStatusTimestamp']], [first.id, 'number']);
    const { body } = await raw.get(flags());
    for (const item of body['objects'] as unknown as Json[]) assert.notEqual(item['rolloutStatus'], null, String(item['name']));
  });

  it('ignores the blank keys that a provisioning client sends with others in a removal', async () => {
    const path = `/segments/${raw.environment('development')}/beta-accounts`;
    await raw.call('PUT', `${path}/upload`, ['a', 'b']);
    const { body } = await raw.call('PUT', `${path}/removeKeys`, { keys: ['', 'a', ' ', 'b', ''], comment: 'C' });
    assert.match(String(body['message']), /^2 keys/);
    for (const keys of [[''], ['', ' '], [], ['', 1], [null]]) {
      assertError(await raw.call('PUT', `${path}/removeKeys`, { keys, comment: 'C' }), 400, /keys/);
    }
    assertError(await raw.call('PUT', `${path}/upload`, ['', 'c']), 400);
    assert.equal((await raw.get(`${path}/keys`)).body['count'], 12);
  });
});

describe('sandbox, the same in the documented-only mode', () => {
  const { raw, flags } = useWorld('split', 'documented');

  it('refuses all of these calls', async () => {
    const segments = `/segments/ws/${raw.workspace()}`;
    const typeId = String((await raw.get(`${segments}?limit=1`)).body['objects']?.[0]?.['trafficType']?.['id']);
    for (const path of [flags(), segments]) {
      assertError(await raw.call('POST', `${path}/trafficTypes/${typeId}`, { name: 'fresh' }), 404);
    }
    assertError(await raw.get(`${flags()}/new-search/environments/production`), 404, /production/);
    assertError(await raw.get(`${segments}/beta-accounts`), 405);
    assert.equal((await raw.get('/workspaces?name=Payments&nameOp=LIKE')).body['totalCount'], 2);
    const path = `/segments/${raw.environment('development')}/beta-accounts/removeKeys`;
    assertError(await raw.call('PUT', path, { keys: ['', 'acct-00041'], comment: 'C' }), 400, /blank/);
  });
});
