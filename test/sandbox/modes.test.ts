import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/server.ts';
import { assertApprovalsRequired, assertError, definition, size, useSandbox } from './raw.ts';

describe('sandbox: a different vocabulary', () => {
  const raw = useSandbox({ vocabulary: 'split' });

  it('has the word in paths', async () => {
    const path = `/ws/${raw.workspace()}/checkout-redesign/environments/${raw.environment('production')}`;
    assert.equal((await raw.get(`/splits${path}`)).body['name'], 'checkout-redesign');
    assertError(await raw.get(`/flags${path}`), 404);
  });

  it('has the word in change requests, both ways', async () => {
    const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
    const body = { operationType: 'KILL', title: 'T', comment: 'C', approvers: [] };
    assertError(await raw.call('POST', path, { ...body, flag: { name: 'checkout-redesign' } }), 400);
    const answer = await raw.call('POST', path, { ...body, split: { name: 'checkout-redesign' }, segment: null });
    assert.equal(answer.body['split']?.['killed'], true);
    assert.ok(!('flag' in answer.body));
    assert.equal(answer.body['segment'], null);
  });

  it('accepts any word, and refuses invalid ones', async () => {
    const other = await startSandbox({ vocabulary: 'toggle' });
    assert.equal(other.vocabulary, 'toggle');
    await other.close();
    for (const vocabulary of ['', 'a b', 'a/b', 'segment', '__proto__', 'é']) {
      await assert.rejects(startSandbox({ vocabulary }), RangeError);
    }
  });
});

describe('sandbox: a word that every object has', () => {
  const raw = useSandbox({ vocabulary: 'toString' });

  it('does not appear in a request about a segment', async () => {
    const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
    const segment = { name: 'beta-accounts', keys: ['a'] };
    const answer = await raw.call('POST', path, { segment, operationType: 'CREATE', title: 'T', comment: 'C', approvers: [] });
    assert.deepEqual([answer.status, answer.body['segment'], answer.body['toString']], [200, segment, null]);
  });
});

describe('sandbox: only what is documented', () => {
  const raw = useSandbox({ endpoints: 'documented' });

  it('has no other path or method', async () => {
    const ws = raw.workspace();
    const env = raw.environment('development');
    for (const path of [
      `/flags/ws/${ws}`,
      `/flags/ws/${ws}/new-search`,
      `/trafficTypes/ws/${ws}`,
      `/segments/ws/${ws}/environments/${env}`,
    ]) {
      assertError(await raw.get(path), 404);
    }
    assertError(await raw.call('PUT', `/segments/${env}/beta-accounts/uploadKeys`, { keys: ['a'] }), 404);
    assertError(await raw.call('PUT', `/flags/ws/${ws}/new-search/environments/${env}/kill`, {}), 404);
    const deactivation = await raw.call('DELETE', `/segments/${env}/churn-risk-accounts`);
    assertError(deactivation, 405);
    assert.equal(deactivation.headers.get('allow'), 'POST');
    assertError(await raw.call('PUT', `/flags/ws/${ws}/new-search/environments/${env}`, definition('new-search')), 405);
  });

  it('ignores undocumented query parameters, but supports paging for keys', async () => {
    const all = (await raw.get('/changeRequests')).body;
    assert.deepEqual((await raw.get('/changeRequests?limit=1&after=junk&environmentId=none&colour=red')).body, all);
    const keys = (await raw.get(`/segments/${raw.environment('production')}/eu-accounts/keys?limit=3&offset=5`)).body;
    assert.deepEqual([size(keys['keys']), keys['offset']], [3, 5]);
  });

  it('has no undocumented status', async () => {
    assertError(await raw.get('/changeRequests?status=SCHEDULED'), 400);
    const { body } = await raw.get('/changeRequests');
    const path = `/changeRequests/${String(body['data']?.[0]?.['id'])}`;
    assertError(await raw.call('PUT', path, { status: 'REJECTED', comment: 'c' }, 'release-key'), 400);
    assert.equal((await raw.call('PUT', path, { status: 'APPROVED', comment: 'c' }, 'release-key')).body['status'], 'PUBLISHED');
  });

  it('accepts only the documented authentication', async () => {
    const key = raw.sandbox.keys[0]?.key ?? '';
    const url = `${raw.sandbox.baseUrl}/internal/api/v2/workspaces`;
    assert.equal((await fetch(url, { headers: { 'x-api-key': key } })).status, 401);
    assert.equal((await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status, 200);
  });
});

describe('sandbox: answers with only the documented fields', () => {
  const raw = useSandbox({ endpoints: 'documented' });
  const fieldsOf = (body: object | null | undefined) => Object.keys(body ?? {}).toSorted();
  const DEFINITION = ['defaultRule', 'defaultTreatment', 'name', 'rules', 'trafficAllocation', 'treatments'];
  // prettier-ignore
  const REQUEST = [
    'approvers', 'comment', 'comments', 'flag', 'id', 'operationType', 'rolloutStatusTimestamp', 'segment', 'status',
    'the service', 'title', 'workspace',
  ];
  const path = () => `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
  const said = { title: 'T', comment: 'C', approvers: [] };

  it('for a flag’s change request, which names no environment', async () => {
    const submitted = await raw.call('POST', path(), { flag: { name: 'checkout-redesign' }, operationType: 'KILL', ...said });
    const read = await raw.get(`/changeRequests/${String(submitted.body['id'])}`);
    const listed = (await raw.get('/changeRequests')).body['data']?.[0];
    for (const body of [submitted.body, read.body, listed]) {
      assert.deepEqual(fieldsOf(body), REQUEST);
      assert.deepEqual(fieldsOf(body?.['flag']), [...DEFINITION, 'killed', 'openChangeRequestId'].toSorted());
      assert.equal(body?.['flag']?.['openChangeRequestId'], submitted.body['id']);
    }
  });

  it('for a segment’s change request: its name and keys', async () => {
    const segment = { name: 'beta-accounts', keys: ['a'] };
    const { body } = await raw.call('POST', path(), { segment, operationType: 'CREATE', ...said });
    assert.deepEqual([fieldsOf(body), fieldsOf(body['segment']), body['flag']], [REQUEST, ['keys', 'name'], null]);
  });

  it('for a definition, which does not show its open requests', async () => {
    await raw.call('POST', path(), { flag: { name: 'checkout-redesign' }, operationType: 'KILL', ...said });
    const read = await raw.get(`/flags/ws/${raw.workspace()}/checkout-redesign/environments/${raw.environment('production')}`);
    assert.deepEqual(fieldsOf(read.body), [...DEFINITION, 'environment', 'id', 'trafficType'].toSorted());
  });

  it('for keys, an upload, identities and a segment', async () => {
    const segment = `/segments/${raw.environment('development')}/beta-accounts`;
    assert.deepEqual(fieldsOf((await raw.get(`${segment}/keys`)).body), [
      'count',
      'keys',
      'limit',
      'offset',
      'openChangeRequestId',
    ]);
    assert.deepEqual(fieldsOf((await raw.call('PUT', `${segment}/upload`, ['a'])).body), [
      'creationTime',
      'description',
      'environmentURN',
      'lastUpdateTime',
      'name',
      'status',
      'type',
    ]);
    const { objects } = (await raw.get(`/segments/ws/${raw.workspace()}`)).body;
    assert.deepEqual(fieldsOf(objects?.[0]), ['creationTime', 'description', 'name', 'tags', 'trafficType']);
    const trafficType = String(objects?.[0]?.['trafficType']?.['id']);
    const identities = `/trafficTypes/${trafficType}/environments/${raw.environment('development')}/identities`;
    const saved = (await raw.call('POST', identities, [{ key: 'k', values: { plan: 'free' } }])).body;
    assert.deepEqual(fieldsOf(saved['objects']?.[0]), ['key', 'values']);
  });
});

describe('sandbox: a workspace that requires titles and comments', () => {
  const raw = useSandbox();
  const assertEmpty400 = ({ status, text }: { status: number; text: string }) => assert.deepEqual([status, text], [400, '']);
  const env = (name: string) => raw.environment(name, 'Payments');

  it('refuses change requests without them, with an empty body', async () => {
    const path = `/changeRequests/ws/${raw.workspace('Payments')}/environments/${env('pre-production')}`;
    const good = {
      segment: { name: 'pilot-merchants', keys: ['a'] },
      operationType: 'CREATE',
      title: 'T',
      comment: 'C',
      approvers: [],
    };
    assertEmpty400(await raw.call('POST', path, { ...good, comment: undefined }));
    assertEmpty400(await raw.call('POST', path, { ...good, comment: '  ' }));
    assertEmpty400(await raw.call('POST', path, { ...good, title: undefined }));
    const request = await raw.call('POST', path, good);
    assert.equal(request.status, 200);
    const one = `/changeRequests/${String(request.body['id'])}`;
    assertEmpty400(await raw.call('PUT', one, { status: 'APPROVED' }, 'release-key'));
    assert.equal((await raw.get(one)).body['status'], 'REQUESTED');
    assert.equal((await raw.call('PUT', one, { status: 'APPROVED', comment: 'c' }, 'release-key')).status, 200);
  });

  it('refuses direct writes that have fields for them, but not the upload of a plain list', async () => {
    const segment = `/segments/${env('development')}/pilot-merchants`;
    assertEmpty400(await raw.call('PUT', `${segment}/removeKeys`, { keys: ['acct-00041'] }));
    assertEmpty400(await raw.call('PUT', `${segment}/uploadKeys`, { keys: ['a'], comment: 'c' }));
    assert.equal((await raw.get(`${segment}/keys`)).body['count'], 6);
    assert.equal((await raw.call('PUT', `${segment}/upload`, ['a'])).status, 200);
    assert.equal((await raw.call('PUT', `${segment}/removeKeys`, { keys: ['a'], comment: 'c' })).status, 200);
    const flag = `/flags/ws/${raw.workspace('Payments')}/instant-payouts/environments/${env('development')}`;
    assertEmpty400(await raw.call('PUT', `${flag}/kill`, { title: 'T' }));
    assertEmpty400(await raw.call('DELETE', `${flag}?title=T`));
    assert.equal((await raw.get(flag)).body['killed'], false);
    assert.equal((await raw.call('PUT', `${flag}/kill`, { title: 'T', comment: 'C' })).body['killed'], true);
    assert.equal((await raw.call('DELETE', `${flag}?title=T&comment=C`)).text, 'true');
  });

  it('also answers that approvals are required', async () => {
    const path = `/segments/${env('production')}/pilot-merchants`;
    assertApprovalsRequired(await raw.call('PUT', `${path}/removeKeys`, { keys: ['acct-00041'] }), env('production'));
    assertApprovalsRequired(await raw.call('PUT', `${path}/upload`, ['a']), env('production'));
  });
});
