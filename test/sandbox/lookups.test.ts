import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, names, size, useSandbox } from './raw.ts';

describe('sandbox: lookups', () => {
  const raw = useSandbox();

  it('lists workspaces with their documented fields', async () => {
    const { status, body } = await raw.get('/workspaces');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).toSorted(), ['limit', 'objects', 'offset', 'totalCount']);
    assert.deepEqual(names(body['objects']), ['Storefront', 'Payments']);
    assert.deepEqual(body['objects']?.[1], {
      name: 'Payments',
      type: 'workspace',
      id: raw.workspace('Payments'),
      requiresTitleAndComments: true,
    });
  });

  it('pages workspaces by limit and offset', async () => {
    const { body } = await raw.get('/workspaces?limit=1&offset=1');
    assert.deepEqual(names(body['objects']), ['Payments']);
    assert.deepEqual([body['limit'], body['offset'], body['totalCount']], [1, 1, 2]);
  });

  it('accepts a limit up to 200, and refuses an invalid limit', async () => {
    assert.equal((await raw.get('/workspaces?limit=200')).status, 200);
    for (const limit of ['201', '0', '-1', '1.5', 'x']) assertError(await raw.get(`/workspaces?limit=${limit}`), 400, /limit/);
    assertError(await raw.get('/workspaces?offset=-1'), 400, /offset/);
  });

  it('lists the environments of a workspace', async () => {
    const { body } = await raw.get(`/environments/ws/${raw.workspace()}`);
    assert.deepEqual(names(body), ['development', 'staging', 'pre-production', 'production']);
    assert.deepEqual(body[3], { name: 'production', id: raw.environment('production'), production: true });
    assertError(await raw.get('/environments/ws/none'), 404);
  });

  it('lists rollout statuses of the workspace in wsId', async () => {
    const { body } = await raw.get(`/rolloutStatuses?wsId=${raw.workspace()}`);
    assert.ok(size(body) >= 4);
    assert.deepEqual(Object.keys(body[0] ?? {}).toSorted(), ['description', 'id', 'name']);
    assertError(await raw.get('/rolloutStatuses'), 400, /wsId/);
    assertError(await raw.get('/rolloutStatuses?wsId=none'), 404);
  });

  it('lists traffic types', async () => {
    const { body } = await raw.get(`/trafficTypes/ws/${raw.workspace()}`);
    assert.deepEqual(names(body), ['user', 'account']);
    assert.ok('displayAttributeId' in (body[0] ?? {}));
  });

  it('shows a limited API key its one environment and nothing else', async () => {
    assert.deepEqual(names((await raw.get('/workspaces', 'limited-key')).body['objects']), ['Storefront']);
    assert.deepEqual(names((await raw.get(`/environments/ws/${raw.workspace()}`, 'limited-key')).body), ['development']);
    assertError(await raw.get(`/environments/ws/${raw.workspace('Payments')}`, 'limited-key'), 404);
    assertError(await raw.get(`/segments/${raw.environment('production')}/beta-accounts/keys`, 'limited-key'), 404);
    assert.deepEqual((await raw.get('/changeRequests', 'limited-key')).body['data'], []);
    const flag = await raw.call(
      'POST',
      `/flags/ws/${raw.workspace()}/trafficTypes/user/`,
      { name: 'x', description: '' },
      'limited-key',
    );
    assertError(flag, 403, /limited/);
    const path = `/segments/${raw.environment('development')}/beta-accounts/upload`;
    assert.equal((await raw.call('PUT', path, ['a'], 'limited-key')).status, 200);
  });

  it('lets a read-only API key read and not write', async () => {
    assert.equal((await raw.get('/workspaces', 'read-only-key')).status, 200);
    const path = `/segments/${raw.environment('development')}/beta-accounts`;
    const answer = await raw.call('PUT', `${path}/upload`, ['a'], 'read-only-key');
    assertError(answer, 403, /read-only/);
    assert.doesNotMatch(answer.text, /Approvals are required/);
    assert.equal((await raw.get(`${path}/keys`)).body['count'], 12);
  });
});
