/** What public clients of the live service send that the document does not have, each taken as the live service takes it. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, definition, useSandbox, type Answer } from './raw.ts';

/** Calls of one sandbox in its own word. */
function useWorld(vocabulary: string, endpoints: 'all' | 'documented' = 'all') {
  const raw = useSandbox({ vocabulary, endpoints });
  const flags = () => `/${vocabulary}s/ws/${raw.workspace()}`;
  const at = (flag: string, environment: string, rest = '') =>
    `${flags()}/${flag}/environments/${raw.environment(environment)}${rest}`;
  return {
    raw,
    flags,
    at,
    /** A change request in production: a definition and the operation, the rollout status unless others say another. */
    async submit(flag: Record<string, unknown>, operationType: string, others: Record<string, unknown> = {}): Promise<Answer> {
      const path = `/changeRequests/ws/${raw.workspace()}/environments/${raw.environment('production')}`;
      const rolloutStatus = await raw.rolloutStatus();
      const said = { operationType, title: 'T', comment: 'C', approvers: [], rolloutStatus, ...others };
      return raw.call('POST', path, { [vocabulary]: flag, ...said });
    },
    approve: (request: Answer) =>
      raw.call('PUT', `/changeRequests/${String(request.body['id'])}`, { status: 'APPROVED', comment: 'C' }, 'release-key'),
  };
}

const without = (fields: Record<string, unknown>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const STRICT = [
  ['flag', 'all'],
  ['split', 'documented'],
] as const;

describe('sandbox, change requests of live clients', () => {
  const { raw, at, submit, approve } = useWorld('split');

  it('leaves the traffic allocation alone for a Python client that has no such field', async () => {
    const fields = without(definition('checkout-redesign'), 'trafficAllocation');
    const live = (await raw.get(at('price-experiment', 'production'))).body['trafficAllocation'];
    assert.notEqual(live, 100);
    const update = await submit({ ...fields, name: 'price-experiment' }, 'UPDATE');
    assert.equal(update.body['split']?.['trafficAllocation'], live);
    await approve(update);
    assert.equal((await raw.get(at('price-experiment', 'production'))).body['trafficAllocation'], live);
    const addition = await submit({ ...fields, name: 'wishlist-sharing' }, 'CREATE');
    assert.equal(addition.body['split']?.['trafficAllocation'], 100);
  });

  it('refuses a wrong traffic allocation of any client', async () => {
    for (const trafficAllocation of [null, 101, -1, 0.5, '50']) {
      assertError(await submit(definition('gift-cards', { trafficAllocation }), 'UPDATE'), 400, /trafficAllocation/);
    }
  });

  it('wants no rollout status of a Postman collection that archives with the name alone', async () => {
    const request = await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus: undefined });
    assert.deepEqual([request.status, request.body['rolloutStatus']], [200, null], request.text);
    for (const rolloutStatus of [{ id: '' }, '', null]) {
      const update = await submit(definition('checkout-redesign'), 'UPDATE', { rolloutStatus });
      assert.deepEqual([update.status, update.body['rolloutStatus']], [200, null], update.text);
      await raw.call('PUT', `/changeRequests/${String(update.body['id'])}`, { status: 'WITHDRAWN', comment: 'C' });
    }
    assertError(await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: { id: 'none' } }), 400, /rolloutStatus/);
  });

  it('takes rules of a Go client that are null or left out as none', async () => {
    for (const [name, rules] of [
      ['gift-cards', null],
      ['checkout-redesign', undefined],
    ] as const) {
      const request = await submit(definition(name, { rules }), 'UPDATE');
      assert.deepEqual(request.body['split']?.['rules'], [], request.text);
    }
    assertError(await submit(definition('new-search', { defaultRule: null }), 'UPDATE'), 400, /defaultRule/);
  });
});

for (const [vocabulary, endpoints] of STRICT) {
  describe(`sandbox, the same where the document's strictness stays: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { submit } = useWorld(vocabulary, endpoints);

    it('refuses a definition without its traffic allocation or rules', async () => {
      for (const field of ['trafficAllocation', 'rules']) {
        for (const operation of ['UPDATE', 'CREATE']) {
          const name = operation === 'UPDATE' ? 'gift-cards' : 'wishlist-sharing';
          assertError(await submit(without(definition(name), field), operation), 400, new RegExp(field));
          assertError(await submit(definition(name, { [field]: null }), operation), 400, new RegExp(field));
        }
      }
    });

    it('refuses an operation but KILL without a rollout status, and counts an empty one as none', async () => {
      for (const rolloutStatus of [undefined, null, '', { id: '' }, { id: null }, {}]) {
        assertError(await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus }), 400, /rolloutStatus/);
      }
      assert.equal((await submit({ name: 'gift-cards' }, 'KILL', { rolloutStatus: { id: '' } })).status, 200);
      assert.equal((await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: '' })).status, 200);
    });
  });
}

for (const [vocabulary, endpoints] of [...STRICT, ['split', 'all']] as const) {
  describe(`sandbox, definitions of live clients: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { raw, at, submit, approve } = useWorld(vocabulary, endpoints);

    it('does not keep the empty baseline treatment of a typed client', async () => {
      const request = await submit(definition('gift-cards', { baselineTreatment: '' }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await approve(request);
      assert.ok(!('baselineTreatment' in (await raw.get(at('gift-cards', 'production'))).body));
      assertError(await submit(definition('gift-cards', { baselineTreatment: 'other' }), 'UPDATE'), 400, /baselineTreatment/);
    });

    it('answers a combiner and descriptions to a client that sends none and reads them all', async () => {
      const matchers = [{ type: 'IN_SEGMENT', string: 'vip-accounts' }];
      const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, other: 1 } }];
      const treatments = [
        { name: 'on', configurations: '{}' },
        { name: 'off', description: 'kept' },
      ];
      const request = await submit(definition('gift-cards', { rules, treatments }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await approve(request);
      const { body } = await raw.get(at('gift-cards', 'production'));
      for (const shown of [request.body[vocabulary], body]) {
        assert.deepEqual(shown?.['rules']?.[0]?.['condition'], { matchers, other: 1, combiner: 'AND' });
        assert.deepEqual(shown?.['treatments'], [
          { name: 'on', configurations: '{}', description: '' },
          { name: 'off', description: 'kept' },
        ]);
      }
    });

    it('has a description of every treatment in the sample, for a typed client', async () => {
      for (const name of ['dark-mode', 'checkout-redesign', 'price-experiment', 'free-shipping-banner']) {
        const treatments = (await raw.get(at(name, 'staging'))).body['treatments'] as unknown as { description: unknown }[];
        for (const { description } of treatments) assert.equal(typeof description, 'string', name);
      }
    });
  });
}
