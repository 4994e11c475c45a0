import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/server.ts';
import { assertError, countOf, definition, fieldNamesOf, useSandbox, type Answer } from './raw.ts';

describe('sandbox: a different vocabulary', () => {
  const raw = useSandbox({ vocabulary: 'split' });

  it('has the word in paths and in change requests, both ways', async () => {
    const path = raw.definitionPath('checkout-redesign', 'production');
    assert.equal((await raw.get(path)).body['name'], 'checkout-redesign');
    assertError(await raw.get(path.replace('/splits/', '/flags/')), 404);
    const body = { operationType: 'KILL', title: 'T', comment: 'C', approvers: [] };
    assertError(await raw.submit('production', { ...body, flag: { name: 'checkout-redesign' } }), 400);
    const answer = await raw.submit('production', { ...body, split: { name: 'checkout-redesign' }, segment: null });
    assert.deepEqual([answer.body['split']?.['killed'], answer.body['segment']], [true, null]);
    assert.ok(!('flag' in answer.body));
  });

  it('accepts any word, and refuses invalid ones', async () => {
    const other = await startSandbox({ vocabulary: 'toggle' });
    assert.equal(other.vocabulary, 'toggle');
    await other.close();
    for (const vocabulary of ['', 'a b', 'a/b', 'segment', '__proto__', 'é'])
      await assert.rejects(startSandbox({ vocabulary }), RangeError);
  });
});

describe('sandbox: a word that every object has', () => {
  const raw = useSandbox({ vocabulary: 'toString' });

  it('does not appear in a request about a segment', async () => {
    const { status, body } = await raw.addKeys('production', ['a']);
    assert.deepEqual([status, body['segment'], body['toString']], [200, { name: 'beta-accounts', keys: ['a'] }, null]);
  });
});

describe('sandbox: only what is documented', () => {
  const raw = useSandbox({ endpoints: 'documented' });

  it('has no other path or method', async () => {
    const ws = raw.workspace();
    const environment = raw.environment('development');
    for (const path of [raw.flagsPath(), `${raw.flagsPath()}/new-search`, `/trafficTypes/ws/${ws}`, `/segments/ws/${ws}/environments/${environment}`])
      assertError(await raw.get(path), 404);
    assertError(await raw.call('PUT', `${raw.segmentPath('development')}/uploadKeys`, { keys: ['a'] }), 404);
    assertError(await raw.call('PUT', `${raw.definitionPath('new-search', 'development')}/kill`, {}), 404);
    const deactivation = await raw.call('DELETE', raw.segmentPath('development', 'churn-risk-accounts'));
    assertError(deactivation, 405);
    assert.equal(deactivation.headers.get('allow'), 'POST');
    assertError(await raw.call('PUT', raw.definitionPath('new-search', 'development'), definition('new-search')), 405);
  }); // prettier-ignore

  it('ignores undocumented query parameters, but supports paging for keys', async () => {
    const all = (await raw.get('/changeRequests')).body;
    assert.deepEqual((await raw.get('/changeRequests?limit=1&after=junk&environmentId=none&colour=red')).body, all);
    const keys = (await raw.get(`${raw.segmentPath('production', 'eu-accounts')}/keys?limit=3&offset=5`)).body;
    assert.deepEqual([countOf(keys['keys']), keys['offset']], [3, 5]);
  });

  it('has no undocumented status, and accepts only the documented authentication', async () => {
    assertError(await raw.get('/changeRequests?status=SCHEDULED'), 400);
    const { body } = await raw.get('/changeRequests');
    const first = { body: body['data']?.[0] } as Answer;
    assertError(await raw.decide(first, 'REJECTED', 'release-key'), 400);
    assert.equal((await raw.approve(first)).body['status'], 'PUBLISHED');
    const headers = { 'x-api-key': raw.sandbox.keys[0]?.key ?? '' };
    assert.equal((await fetch(`${raw.sandbox.baseUrl}/internal/api/v2/workspaces`, { headers })).status, 401);
  });
});

describe('sandbox: answers with only the documented fields', () => {
  const raw = useSandbox({ endpoints: 'documented' });
  const DEFINITION = 'defaultRule defaultTreatment name rules trafficAllocation treatments';
  const REQUEST =
    'approvers comment comments flag id operationType rolloutStatusTimestamp segment status the service title workspace';
  const sorted = (fields: string): string => fields.split(' ').toSorted().join(' ');

  it('for a flag and its change request, which names no environment', async () => {
    const submitted = await raw.forFlag('production', 'checkout-redesign', 'KILL');
    const listed = (await raw.get('/changeRequests')).body['data']?.[0];
    for (const body of [submitted.body, await raw.reread(submitted), listed]) {
      assert.equal(fieldNamesOf(body), REQUEST);
      assert.equal(fieldNamesOf(body?.['flag']), sorted(`${DEFINITION} killed openChangeRequestId`));
      assert.equal(body?.['flag']?.['openChangeRequestId'], submitted.body['id']);
    }
    // A definition does not show its open requests.
    const read = await raw.get(raw.definitionPath('checkout-redesign', 'production'));
    assert.equal(fieldNamesOf(read.body), sorted(`${DEFINITION} environment id trafficType`));
  });

  it('for a segment, its change request, keys, an upload, and identities', async () => {
    const { body } = await raw.addKeys('production', ['a']);
    assert.deepEqual([fieldNamesOf(body), fieldNamesOf(body['segment']), body['flag']], [REQUEST, 'keys name', null]);
    assert.equal(fieldNamesOf(await raw.keysIn('development')), 'count keys limit offset openChangeRequestId');
    const uploaded = await raw.call('PUT', `${raw.segmentPath('development')}/upload`, ['a']);
    assert.equal(fieldNamesOf(uploaded.body), 'creationTime description environmentURN lastUpdateTime name status type');
    const { objects } = (await raw.get(`/segments/ws/${raw.workspace()}`)).body;
    assert.equal(fieldNamesOf(objects?.[0]), 'creationTime description name tags trafficType');
    const trafficType = String(objects?.[0]?.['trafficType']?.['id']);
    const identities = `/trafficTypes/${trafficType}/environments/${raw.environment('development')}/identities`;
    const saved = (await raw.call('POST', identities, [{ key: 'k', values: { plan: 'free' } }])).body;
    assert.equal(fieldNamesOf(saved['objects']?.[0]), 'key values');
  });
});

describe('sandbox: a workspace that requires titles and comments', () => {
  const raw = useSandbox();
  const assertEmpty400 = ({ status, text }: Answer) => assert.deepEqual([status, text], [400, '']);
  const segmentIn = (environment: string) => `/segments/${raw.environment(environment, 'Payments')}/pilot-merchants`;

  it('refuses change requests without them, with an empty body', async () => {
    const segment = { name: 'pilot-merchants', keys: ['a'] };
    const submit = (others: object) =>
      raw.submit('pre-production', { segment, operationType: 'CREATE', title: 'T', comment: 'C', approvers: [], ...others }, undefined, 'Payments'); // prettier-ignore
    for (const others of [{ comment: undefined }, { comment: '  ' }, { title: undefined }]) assertEmpty400(await submit(others));
    const request = await submit({});
    assert.equal(request.status, 200);
    const one = `/changeRequests/${String(request.body['id'])}`;
    assertEmpty400(await raw.call('PUT', one, { status: 'APPROVED' }, 'release-key'));
    assert.equal((await raw.reread(request))['status'], 'REQUESTED');
    assert.equal((await raw.approve(request)).status, 200);
  });

  it('refuses direct writes that have fields for them, but not the upload of a plain list', async () => {
    const segment = segmentIn('development');
    assertEmpty400(await raw.call('PUT', `${segment}/removeKeys`, { keys: ['acct-00041'] }));
    assertEmpty400(await raw.call('PUT', `${segment}/uploadKeys`, { keys: ['a'], comment: 'c' }));
    assert.equal((await raw.get(`${segment}/keys`)).body['count'], 6);
    assert.equal((await raw.call('PUT', `${segment}/upload`, ['a'])).status, 200);
    assert.equal((await raw.call('PUT', `${segment}/removeKeys`, { keys: ['a'], comment: 'c' })).status, 200);
    const environment = raw.environment('development', 'Payments');
    const flag = `/flags/ws/${raw.workspace('Payments')}/instant-payouts/environments/${environment}`;
    assertEmpty400(await raw.call('PUT', `${flag}/kill`, { title: 'T' }));
    assertEmpty400(await raw.call('DELETE', `${flag}?title=T`));
    assert.equal((await raw.get(flag)).body['killed'], false);
    assert.equal((await raw.call('PUT', `${flag}/kill`, { title: 'T', comment: 'C' })).body['killed'], true);
    assert.equal((await raw.call('DELETE', `${flag}?title=T&comment=C`)).text, 'true');
  });
});
