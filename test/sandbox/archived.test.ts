/** Tests archived flags and patches of a flag, with both words for a flag (service-beyond.md). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, definition, listOf, useSandbox, type Answer } from './raw.ts';

for (const vocabulary of ['flag', 'split']) {
  const field = vocabulary === 'split' ? 'status' : 'state';
  describe(`sandbox with the word ${vocabulary}`, () => {
    const raw = useSandbox({ vocabulary });
    const { flagsPath, definitionPath, forFlag } = raw;
    const flag = () => `${flagsPath()}/free-shipping-banner`;
    const fields = definition('free-shipping-banner');

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
}
