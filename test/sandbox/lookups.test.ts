import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, fieldNamesOf, namesOf, useSandbox } from './raw.ts';

describe('sandbox: lookups', () => {
  const raw = useSandbox();

  it('lists workspaces with their documented fields, by limit and offset', async () => {
    const { status, body } = await raw.get('/workspaces');
    assert.deepEqual([status, fieldNamesOf(body)], [200, 'limit objects offset totalCount']);
    assert.deepEqual(namesOf(body['objects']), ['Storefront', 'Payments']);
    const payments = { name: 'Payments', type: 'workspace', id: raw.workspace('Payments'), requiresTitleAndComments: true };
    assert.deepEqual(body['objects']?.[1], payments);
    const page = (await raw.get('/workspaces?limit=1&offset=1')).body;
    assert.deepEqual(page, { objects: [payments], limit: 1, offset: 1, totalCount: 2 });
    assert.equal((await raw.get('/workspaces?limit=200')).status, 200);
    for (const limit of ['201', '0', '-1', '1.5', 'x']) assertError(await raw.get(`/workspaces?limit=${limit}`), 400, /limit/);
    assertError(await raw.get('/workspaces?offset=-1'), 400, /offset/);
  });

  it('lists environments, rollout statuses and traffic types of a workspace', async () => {
    const { body } = await raw.get(`/environments/ws/${raw.workspace()}`);
    assert.deepEqual(namesOf(body), ['development', 'staging', 'pre-production', 'production']);
    assert.deepEqual(body[3], { name: 'production', id: raw.environment('production'), production: true });
    assertError(await raw.get('/environments/ws/none'), 404);
    const statuses = (await raw.get(`/rolloutStatuses?wsId=${raw.workspace()}`)).body;
    assert.ok(countOf(statuses) >= 4);
    assert.equal(fieldNamesOf(statuses[0]), 'description id name');
    assertError(await raw.get('/rolloutStatuses'), 400, /wsId/);
    assertError(await raw.get('/rolloutStatuses?wsId=none'), 404);
    const types = (await raw.get(`/trafficTypes/ws/${raw.workspace()}`)).body;
    assert.deepEqual(namesOf(types), ['user', 'account']);
    assert.ok('displayAttributeId' in (types[0] ?? {}));
  });

  it('shows a limited API key its one environment and nothing else', async () => {
    const get = (path: string) => raw.get(path, 'limited-key');
    assert.deepEqual(namesOf((await get('/workspaces')).body['objects']), ['Storefront']);
    assert.deepEqual(namesOf((await get(`/environments/ws/${raw.workspace()}`)).body), ['development']);
    assertError(await get(`/environments/ws/${raw.workspace('Payments')}`), 404);
    assertError(await get(`${raw.segmentPath('production')}/keys`), 404);
    assert.deepEqual((await get('/changeRequests')).body['data'], []);
    const flag = { name: 'x', description: '' };
    assertError(await raw.call('POST', `${raw.flagsPath()}/trafficTypes/user/`, flag, 'limited-key'), 403, /limited/);
    assert.equal((await raw.call('PUT', `${raw.segmentPath('development')}/upload`, ['a'], 'limited-key')).status, 200);
  });
});
