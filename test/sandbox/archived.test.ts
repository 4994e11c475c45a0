/** Tests archived flags, reallocation, patches of a flag, and other kinds of segments, with both words for a flag (service-beyond.md). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertApprovalsRequired, assertError, definition, listOf, namesOf, useSandbox, type Answer } from './raw.ts';

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

    it('reallocates only if no approvals are required, and returns the same definition afterwards', async () => {
      const path = definitionPath('gift-cards', 'development');
      const before = (await raw.get(path)).text;
      assert.equal((await raw.call('POST', `${path}/reallocate`)).text, before);
      assert.equal((await raw.get(path)).text, before);
      const gated = await raw.call('POST', `${definitionPath('gift-cards', 'production')}/reallocate`);
      assertApprovalsRequired(gated, raw.environment('production'));
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

    it('lists large and rule-based segments separately, and accepts them in treatments with any combiner', async () => {
      const listed = async (path: string) => namesOf((await raw.get(`/${path}/ws/${raw.workspace()}`)).body['objects']);
      const [large, ruleBased] = [await listed('large-segments'), await listed('rule-based-segments')];
      assert.deepEqual([large, ruleBased], [['newsletter-readers'], ['eu-trials']]);
      const plain = await listed('segments');
      assert.ok(![...large, ...ruleBased].some((name) => plain.includes(name)));
      const matcher = { type: 'IN_LARGE_SEGMENT', string: 'newsletter-readers', more: { a: 1 } };
      const others = {
        treatments: [{ name: 'on', largeSegments: large, ruleBasedSegments: ruleBased }, { name: 'off' }],
        rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'OR', matchers: [matcher] } }],
        prerequisites: [{ n: 'new-search', ts: ['vector'] }],
      };
      const path = definitionPath('gift-cards', 'development');
      assert.equal((await raw.call('PUT', path, definition('gift-cards', others))).status, 200);
      const { treatments, rules, prerequisites } = (await raw.get(path)).body;
      const on = treatments?.[0];
      assert.deepEqual([on?.['largeSegments'], on?.['ruleBasedSegments']], [large, ruleBased]);
      assert.deepEqual([rules, prerequisites], [others.rules, others.prerequisites]);
      for (const kind of ['largeSegments', 'ruleBasedSegments']) {
        const wrong = { treatments: [{ name: 'on', [kind]: ['none'] }, { name: 'off' }] };
        assertError(await raw.call('PUT', path, definition('gift-cards', wrong)), 400, /none/);
      }
    });
  });
}
