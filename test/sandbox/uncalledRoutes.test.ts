/** Tests the sandbox's routes that Flag Admin does not call: who may use them, what they refuse, and which service lacks them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertApprovalsRequired, assertError, useSandbox, type Json, type Raw } from './raw.ts';

type Route = readonly [method: string, path: string, body?: unknown];
type Routes = Readonly<Record<string, Route>>;

const PATCH = [{ op: 'replace', path: '/trafficAllocation', value: 5 }];

/** Paths in the workspace Storefront. */
const flagAt = (raw: Raw, word: string, flag: string): string => `/${word}s/ws/${raw.workspace()}/${flag}`;
const definitionAt = (raw: Raw, word: string, flag: string, environment = 'development'): string =>
  `${flagAt(raw, word, flag)}/environments/${raw.environment(environment)}`;

/** Each route, on a flag and an identity that may be missing. */
async function routesOf(raw: Raw, word: string, flag: string, key: string): Promise<Routes> {
  const { body } = await raw.get(`/segments/ws/${raw.workspace()}?limit=1`);
  const type = String(body['objects']?.[0]?.['trafficType']?.['id']);
  const identity = `/trafficTypes/${type}/environments/${raw.environment('development')}/identities/${key}`;
  return {
    'deletes a flag': ['DELETE', flagAt(raw, word, flag)],
    'describes a flag': ['PUT', `${flagAt(raw, word, flag)}/updateDescription`, 'In words'],
    'patches a flag': ['PATCH', flagAt(raw, word, flag), [{ op: 'replace', path: '/description', value: 'In words' }]],
    'archives a flag': ['PUT', `${flagAt(raw, word, flag)}/archive`],
    'unarchives a flag': ['PUT', `${flagAt(raw, word, flag)}/unarchive`],
    'reallocates a flag': ['POST', `${definitionAt(raw, word, flag)}/reallocate`],
    'patches a definition': ['PATCH', definitionAt(raw, word, flag), PATCH],
    'replaces an identity': ['PUT', identity, { values: { a: 1 } }],
    'merges an identity': ['POST', `${identity}/patch`, { values: { a: 1 } }],
    'deletes an identity': ['DELETE', identity],
  };
}

/** Returns the objects that the routes could change. */
async function stateOf(raw: Raw, word: string): Promise<readonly Json[]> {
  const paths = [flagAt(raw, word, 'wishlist-sharing'), definitionAt(raw, word, 'wishlist-sharing')];
  return Promise.all(paths.map(async (path) => (await raw.get(path)).body));
}

for (const word of ['flag', 'split'])
  describe(`sandbox: routes that Flag Admin does not call, with the word ${word}`, () => {
    const raw = useSandbox({ vocabulary: word });
    const routes = () => routesOf(raw, word, 'wishlist-sharing', 'acct-1');

    it('refuses an unknown API key and an API key that only reads', async () => {
      const before = await stateOf(raw, word);
      for (const [what, [method, path, body]] of Object.entries(await routes())) {
        const response = await fetch(`${raw.sandbox.baseUrl}/internal/api/v2${path}`, {
          method,
          headers: { authorization: 'Bearer unknown', 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        assert.equal(response.status, 401, what);
        assertError(await raw.call(method, path, body, 'read-only-key'), 403);
      }
      assert.deepEqual(await stateOf(raw, word), before);
    });

    it('answers 404 for a missing object', async () => {
      // A PUT makes an identity that is missing.
      const { 'replaces an identity': _, ...others } = await routesOf(raw, word, 'nobody', 'nobody');
      for (const [method, path, body] of Object.values(others)) assertError(await raw.call(method, path, body), 404);
    });

    it('requires approvals for a flag and a definition in production', async () => {
      const production = raw.environment('production');
      const patch = await raw.call('PATCH', definitionAt(raw, word, 'gift-cards', 'production'), PATCH);
      assertApprovalsRequired(patch, production);
      const deletion = await raw.call('DELETE', flagAt(raw, word, 'gift-cards'));
      assertError(deletion, 403, /^Approvals are required\./);
    });

    it('refuses a patch that makes a definition wrong', async () => {
      const path = definitionAt(raw, word, 'gift-cards');
      assertError(await raw.call('PATCH', path, [{ op: 'replace', path: '/trafficAllocation', value: 101 }]), 400);
      assert.notEqual(Number((await raw.get(path)).body['trafficAllocation']), 101);
    });
  });

describe('sandbox: routes that Flag Admin does not call, on a service as documented', () => {
  const raw = useSandbox({ endpoints: 'documented' });

  it('has none of them', async () => {
    for (const [what, [method, path, body]] of Object.entries(await routesOf(raw, 'flag', 'wishlist-sharing', 'acct-1'))) {
      const { status } = await raw.call(method, path, body);
      assert.ok(status === 404 || status === 405, `${what}: ${status}`);
    }
  });
});
