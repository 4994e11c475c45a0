/** Tests the routes that Flag Admin does not call (service-beyond.md): archived and patched flags, what is refused, and who lacks them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertApprovalsRequired, assertError, definition, listOf, useSandbox, type Answer, type Json, type Raw } from './raw.ts';

const PATCH = [{ op: 'replace', path: '/trafficAllocation', value: 5 }];

/** Each route, on a flag and an identity that may be missing. */
async function routesOf(raw: Raw, name: string, key: string): Promise<readonly (readonly [call: string, body?: unknown])[]> {
  const { body } = await raw.get(`/segments/ws/${raw.workspace()}?limit=1`);
  const type = String(body['objects']?.[0]?.['trafficType']?.['id']);
  const identity = `/trafficTypes/${type}/environments/${raw.environment('development')}/identities/${key}`;
  const [flag, definition] = [`${raw.flagsPath()}/${name}`, raw.definitionPath(name, 'development')];
  return [
    [`PUT ${identity}`, { values: { a: 1 } }],
    [`DELETE ${flag}`],
    [`PUT ${flag}/updateDescription`, 'In words'],
    [`PATCH ${flag}`, [{ op: 'replace', path: '/description', value: 'In words' }]],
    [`PUT ${flag}/archive`],
    [`PUT ${flag}/unarchive`],
    [`POST ${definition}/reallocate`],
    [`PATCH ${definition}`, PATCH],
    [`POST ${identity}/patch`, { values: { a: 1 } }],
    [`DELETE ${identity}`],
  ];
}

for (const vocabulary of ['flag', 'split'])
  describe(`sandbox: routes that Flag Admin does not call, with the word ${vocabulary}`, () => {
    const raw = useSandbox({ vocabulary });
    const { flagsPath, definitionPath, forFlag } = raw;
    /** The field with the state of a flag. */
    const field = vocabulary === 'split' ? 'status' : 'state';
    const flag = () => `${flagsPath()}/free-shipping-banner`;
    const fields = definition('free-shipping-banner');

    it('refuses an unknown API key and an API key that only reads', async () => {
      /** The objects that the routes could change. */
      const paths = [`${raw.flagsPath()}/wishlist-sharing`, raw.definitionPath('wishlist-sharing', 'development')];
      const state = (): Promise<readonly Json[]> => Promise.all(paths.map(async (path) => (await raw.get(path)).body));
      const before = await state();
      for (const [call, body] of await routesOf(raw, 'wishlist-sharing', 'acct-1')) {
        const [method, path] = call.split(' ') as [string, string];
        const unknown = await raw.call(method, path, body, undefined, { authorization: 'Bearer unknown' });
        assert.equal(unknown.status, 401, call);
        assertError(await raw.call(method, path, body, 'read-only-key'), 403);
      }
      assert.deepEqual(await state(), before);
    });

    it('answers 404 for a missing object, except to a PUT of an identity, which creates it', async () => {
      const [, ...others] = await routesOf(raw, 'nobody', 'nobody');
      for (const [call, body] of others) assertError(await raw.call(call.split(' ')[0]!, call.split(' ')[1]!, body), 404);
    });

    it('requires approvals for a flag and a definition in production', async () => {
      const patch = await raw.call('PATCH', raw.definitionPath('gift-cards', 'production'), PATCH);
      assertApprovalsRequired(patch, raw.environment('production'));
      assertError(await raw.call('DELETE', `${raw.flagsPath()}/gift-cards`), 403, /^Approvals are required\./);
    });

    it('withdraws the open requests of an archived flag without an approval, and unarchiving does not reopen them', async () => {
      const request = await forFlag('production', fields, 'UPDATE');
      const count = async () => Number((await raw.get('/changeRequests')).body['count']);
      const before = await count();
      assertError(await raw.call('POST', `${flag()}/archive`), 405);
      const archived = await raw.call('PUT', `${flag()}/archive`);
      assert.deepEqual([archived.status, archived.body[field]], [200, 'ARCHIVED'], archived.text);
      assert.equal((await raw.reread(request))['status'], 'WITHDRAWN');
      assert.equal((await raw.get(definitionPath('free-shipping-banner', 'production'))).body['openChangeRequestId'], null);
      assert.equal(await count(), before - 1);
      assert.equal((await raw.call('PUT', `${flag()}/unarchive`)).body[field], 'ACTIVE');
      assert.equal(await count(), before - 1);
      assert.equal((await forFlag('production', fields, 'UPDATE')).status, 200);
    });

    it('lists an archived flag, keeps its name and definitions, and rejects every change of a definition', async () => {
      const path = definitionPath('free-shipping-banner', 'development');
      const before = (await raw.get(path)).text;
      await raw.call('PUT', `${flag()}/archive`);
      const listed = listOf((await raw.get(`${flagsPath()}?limit=50`)).body['objects']);
      const states = new Map(listed.map((one) => [String(one['name']), String(one[field])]));
      assert.deepEqual([states.get('free-shipping-banner'), states.get('gift-cards')], ['ARCHIVED', 'ACTIVE']);
      assertError(await raw.call('POST', `${flagsPath()}/trafficTypes/account`, { name: 'free-shipping-banner' }), 409);
      for (const [method, below, body] of [
        ['PUT', '', fields],
        ['PATCH', '', []],
        ['DELETE', '', undefined],
        ['PUT', '/kill', {}],
        ['POST', '/reallocate', {}],
      ] as const)
        assertError(await raw.call(method, `${path}${below}`, body), 409, /archived/);
      for (const operation of ['KILL', 'UPDATE', 'ARCHIVE'])
        assertError(await forFlag('production', fields, operation), 409, /archived/);
      assert.equal((await raw.get(path)).text, before);
    });

    it('patches description and tags at once, the rollout status only without approvals, and nothing else', async () => {
      const last = listOf((await raw.get(`/rolloutStatuses/ws/${raw.workspace()}`)).body).at(-1);
      const patch = (name: string, ...operations: readonly unknown[]): Promise<Answer> =>
        raw.call('PATCH', `${flagsPath()}/${name}`, operations);
      const tag = { op: 'add', path: '/tags/-', value: { name: 'checkout' } };
      const { body } = await patch('gift-cards', { op: 'replace', path: '/description', value: 'Cards' }, tag, tag);
      assert.deepEqual([body['description'], body['tags']], ['Cards', [{ name: 'checkout' }]]);
      const status = { op: 'replace', path: '/rolloutStatus', value: { id: String(last?.['id']) } };
      assertError(await patch('gift-cards', status), 403, /^Approvals are required/);
      // This flag has a definition only in development.
      const changed = await patch('wishlist-sharing', status);
      assert.deepEqual(changed.body['rolloutStatus'], { id: last?.['id'], name: last?.['name'] });
      for (const [path, value] of [
        ['/name', 'other'],
        ['/description', 5],
        ['/tags', ['text']],
        ['/rolloutStatus', { id: 'none' }],
      ])
        assertError(await patch('wishlist-sharing', { op: 'add', path, value }), 400);
    });
  });

describe('sandbox: routes that Flag Admin does not call, on a service as documented', () => {
  const raw = useSandbox({ endpoints: 'documented' });

  it('refuses all of them with 404 or 405', async () => {
    for (const [call, body] of await routesOf(raw, 'wishlist-sharing', 'acct-1')) {
      const { status } = await raw.call(call.split(' ')[0]!, call.split(' ')[1]!, body);
      assert.ok(status === 404 || status === 405, `${call}: ${status}`);
    }
  });
});
