/** Tests the sandbox's routes that Flag Admin does not call: who may use them, what they refuse, and which service lacks them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertApprovalsRequired, assertError, useSandbox, type Json, type Raw } from './raw.ts';

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

    it('refuses a patch that makes a definition wrong', async () => {
      const path = raw.definitionPath('gift-cards', 'development');
      assertError(await raw.call('PATCH', path, [{ ...PATCH[0], value: 101 }]), 400);
      assert.notEqual(Number((await raw.get(path)).body['trafficAllocation']), 101);
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
