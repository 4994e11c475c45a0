/** Tests archived flags, reallocation, patches of a flag, and other kinds of segments, with both words for a flag (service-beyond.md). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertApprovalsRequired, assertError, definition, names, type Answer, type Json } from './raw.ts';
import { useWorld } from './liveClients.ts';

for (const word of ['flag', 'split']) {
  const field = word === 'split' ? 'status' : 'state';

  describe(`sandbox, a flag that is archived, word ${word}`, () => {
    const { raw, flags, at, submit } = useWorld(word);
    const flag = () => `${flags()}/free-shipping-banner`;
    const fields = definition('free-shipping-banner');

    it('has its open requests withdrawn without an approval, and answers 405 to a POST', async () => {
      const request = await submit(fields, 'UPDATE');
      const creation = await raw.get('/changeRequests');
      assertError(await raw.call('POST', `${flag()}/archive`), 405);
      const archived = await raw.call('PUT', `${flag()}/archive`);
      assert.deepEqual([archived.status, archived.body[field]], [200, 'ARCHIVED'], archived.text);
      const ofRequest = (await raw.get(`/changeRequests/${String(request.body['id'])}`)).body;
      assert.equal(ofRequest['status'], 'WITHDRAWN');
      assert.equal((await raw.get(at('free-shipping-banner', 'production'))).body['openChangeRequestId'], null);
      const count = async () => Number((await raw.get('/changeRequests')).body['count']);
      assert.equal(await count(), Number(creation.body['count']) - 1);
      // Unarchiving the flag does not reopen them.
      assert.equal((await raw.call('PUT', `${flag()}/unarchive`)).body[field], 'ACTIVE');
      assert.equal(await count(), Number(creation.body['count']) - 1);
      assert.equal((await submit(fields, 'UPDATE')).status, 200);
    });

    it('stays in the lists, keeps its name and definitions, and rejects every change of a definition', async () => {
      const before = (await raw.get(at('free-shipping-banner', 'development'))).text;
      await raw.call('PUT', `${flag()}/archive`);
      const listed = (await raw.get(`${flags()}?limit=50`)).body['objects'] as unknown as readonly Json[];
      const states = new Map(listed.map((one) => [String(one['name']), String(one[field])]));
      assert.deepEqual([states.get('free-shipping-banner'), states.get('gift-cards')], ['ARCHIVED', 'ACTIVE']);
      assertError(await raw.call('POST', `${flags()}/trafficTypes/account`, { name: 'free-shipping-banner' }), 409);
      const path = at('free-shipping-banner', 'development');
      for (const [method, below, body] of [
        ['PUT', '', fields],
        ['PATCH', '', []],
        ['DELETE', '', undefined],
        ['PUT', '/kill', {}],
        ['POST', '/reallocate', {}],
      ] as const) {
        assertError(await raw.call(method, `${path}${below}`, body), 409, /archived/);
      }
      for (const operation of ['KILL', 'UPDATE', 'ARCHIVE']) assertError(await submit(fields, operation), 409, /archived/);
      assert.equal((await raw.get(path)).text, before);
    });
  });

  describe(`sandbox, other changes of a flag, word ${word}`, () => {
    const { raw, flags, at } = useWorld(word);

    it('reallocates only if no approvals are required, and returns the same definition afterwards', async () => {
      const path = at('gift-cards', 'development');
      const before = (await raw.get(path)).text;
      assert.equal((await raw.call('POST', `${path}/reallocate`)).text, before);
      assert.equal((await raw.get(path)).text, before);
      const gated = await raw.call('POST', `${at('gift-cards', 'production')}/reallocate`);
      assertApprovalsRequired(gated, raw.environment('production'));
    });

    it('patches description and tags at once, the rollout status only without approvals, and nothing else', async () => {
      const statuses = (await raw.get(`/rolloutStatuses/ws/${raw.workspace()}`)).body as unknown as readonly Json[];
      const last = statuses.at(-1);
      const patch = async (flag: string, ...operations: readonly unknown[]): Promise<Answer> =>
        raw.call('PATCH', `${flags()}/${flag}`, operations);
      const { body } = await patch(
        'gift-cards',
        { op: 'replace', path: '/description', value: 'Cards' },
        { op: 'add', path: '/tags/-', value: { name: 'checkout' } },
        { op: 'add', path: '/tags/-', value: { name: 'checkout' } },
      );
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
      ]) {
        assertError(await patch('wishlist-sharing', { op: 'add', path, value }), 400);
      }
    });

    it('lists large and rule-based segments separately, and accepts them in treatments with any combiner', async () => {
      const listed = async (path: string) => names((await raw.get(`/${path}/ws/${raw.workspace()}`)).body['objects']);
      const [large, ruleBased] = [await listed('large-segments'), await listed('rule-based-segments')];
      assert.deepEqual([large, ruleBased], [['newsletter-readers'], ['eu-trials']]);
      const plain = await listed('segments');
      assert.ok(![...large, ...ruleBased].some((name) => plain.includes(name)));
      const condition = {
        combiner: 'OR',
        matchers: [{ type: 'IN_LARGE_SEGMENT', string: 'newsletter-readers', more: { a: 1 } }],
      };
      const others = {
        treatments: [{ name: 'on', largeSegments: large, ruleBasedSegments: ruleBased }, { name: 'off' }],
        rules: [{ buckets: [{ treatment: 'on', size: 100 }], condition }],
        prerequisites: [{ n: 'new-search', ts: ['vector'] }],
      };
      const path = at('gift-cards', 'development');
      assert.equal((await raw.call('PUT', path, definition('gift-cards', others))).status, 200);
      const { treatments, rules, prerequisites } = (await raw.get(path)).body;
      const [on] = treatments as unknown as readonly Json[];
      assert.deepEqual([on?.['largeSegments'], on?.['ruleBasedSegments']], [large, ruleBased]);
      assert.deepEqual([rules?.[0]?.['condition'], prerequisites], [condition, others.prerequisites]);
      for (const field of ['largeSegments', 'ruleBasedSegments']) {
        const wrong = { treatments: [{ name: 'on', [field]: ['none'] }, { name: 'off' }] };
        assertError(await raw.call('PUT', path, definition('gift-cards', wrong)), 400, /none/);
      }
    });
  });
}
