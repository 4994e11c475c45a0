/** Tests change requests in the form in which public clients send them to the live service. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, definition, useSandbox, withoutFields, type Fields } from './raw.ts';

/** A word and a set of endpoints with which the sandbox is as strict as the document. */
const STRICT = [
  ['flag', 'all'],
  ['split', 'documented'],
] as const;

function useWorld(vocabulary: string, endpoints: 'all' | 'documented' = 'all') {
  const raw = useSandbox({ vocabulary, endpoints });
  const submit = (flag: Fields, operation: string, others?: Fields) => raw.forFlag('production', flag, operation, others);
  const live = async (flag: string) => (await raw.get(raw.definitionPath(flag, 'production'))).body;
  return { raw, submit, live };
}

describe('sandbox, change requests of live clients', () => {
  const { raw, submit, live } = useWorld('split');

  it('keeps the traffic allocation for a Python client without that field', async () => {
    const fields = withoutFields(definition('checkout-redesign'), 'trafficAllocation');
    const before = (await live('price-experiment'))['trafficAllocation'];
    assert.notEqual(before, 100);
    const update = await submit({ ...fields, name: 'price-experiment' }, 'UPDATE');
    assert.equal(update.body['split']?.['trafficAllocation'], before);
    await raw.approve(update);
    assert.equal((await live('price-experiment'))['trafficAllocation'], before);
    const addition = await submit({ ...fields, name: 'wishlist-sharing' }, 'CREATE');
    assert.equal(addition.body['split']?.['trafficAllocation'], 100);
  });

  it('requires no rollout status from a Postman collection that archives a flag with only its name', async () => {
    const request = await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus: undefined });
    assert.deepEqual([request.status, request.body['rolloutStatus']], [200, null], request.text);
    for (const rolloutStatus of [{ id: '' }, '', null]) {
      const update = await submit(definition('checkout-redesign'), 'UPDATE', { rolloutStatus });
      assert.deepEqual([update.status, update.body['rolloutStatus']], [200, null], update.text);
      await raw.decide(update, 'WITHDRAWN', 'submitter-key');
    }
    assertError(await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: { id: 'none' } }), 400, /rolloutStatus/);
  });

  it('treats rules that are null or missing as an empty list, for a Go client', async () => {
    for (const [name, rules] of [
      ['gift-cards', null],
      ['checkout-redesign', undefined],
    ] as const)
      assert.deepEqual((await submit(definition(name, { rules }), 'UPDATE')).body['split']?.['rules'], []);
    assertError(await submit(definition('new-search', { defaultRule: null }), 'UPDATE'), 400, /defaultRule/);
  });
});

for (const [vocabulary, endpoints] of STRICT)
  describe(`sandbox, change requests in the documented mode: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { submit } = useWorld(vocabulary, endpoints);

    it('refuses a definition without its traffic allocation or rules', async () => {
      for (const field of ['trafficAllocation', 'rules'])
        for (const [operation, name] of [
          ['UPDATE', 'gift-cards'],
          ['CREATE', 'wishlist-sharing'],
        ] as const)
          for (const flag of [withoutFields(definition(name), field), definition(name, { [field]: null })])
            assertError(await submit(flag, operation), 400, new RegExp(field));
    });

    it('refuses each operation except KILL without a rollout status, and treats an empty one as missing', async () => {
      for (const rolloutStatus of [undefined, null, '', { id: '' }, { id: null }, {}])
        assertError(await submit({ name: 'gift-cards' }, 'ARCHIVE', { rolloutStatus }), 400, /rolloutStatus/);
      assert.equal((await submit({ name: 'gift-cards' }, 'KILL', { rolloutStatus: { id: '' } })).status, 200);
      assert.equal((await submit({ name: 'checkout-redesign' }, 'KILL', { rolloutStatus: '' })).status, 200);
    });
  });

for (const [vocabulary, endpoints] of [...STRICT, ['split', 'all']] as const)
  describe(`sandbox, definitions of live clients: word ${vocabulary}, endpoints ${endpoints}`, () => {
    const { raw, submit, live } = useWorld(vocabulary, endpoints);

    it('does not keep the empty baseline treatment of a typed client', async () => {
      const request = await submit(definition('gift-cards', { baselineTreatment: '' }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await raw.approve(request);
      assert.ok(!('baselineTreatment' in (await live('gift-cards'))));
      assertError(await submit(definition('gift-cards', { baselineTreatment: 'other' }), 'UPDATE'), 400, /baselineTreatment/);
    });

    it('keeps no title or comment that a script left in the definition', async () => {
      const request = await submit(definition('gift-cards', { title: 'T', comment: 5, flagSets: ['a'] }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      const decided = await raw.approve(request);
      assert.equal(decided.body[vocabulary]?.['openChangeRequestId'], null);
      for (const shown of [request.body[vocabulary], decided.body[vocabulary], await live('gift-cards')]) {
        const kept = Object.keys(shown ?? {}).filter((field) => ['title', 'comment', 'flagSets'].includes(field));
        assert.deepEqual(kept, endpoints === 'documented' ? [] : ['flagSets']);
      }
    });

    it('returns a combiner and descriptions to a client that sends none but expects them, if it uses the same word', async () => {
      const matchers = [{ type: 'IN_SEGMENT', string: 'vip-accounts' }];
      const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, other: 1 } }];
      const on = { name: 'on', configurations: '{}' };
      const off = { name: 'off', description: 'kept' };
      const request = await submit(definition('gift-cards', { rules, treatments: [on, off] }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      await raw.approve(request);
      const isFilled = vocabulary === 'split' && endpoints === 'all';
      for (const shown of [request.body[vocabulary], await live('gift-cards')]) {
        assert.deepEqual(shown?.['rules']?.[0]?.['condition'], { matchers, other: 1, ...(isFilled && { combiner: 'AND' }) });
        assert.deepEqual(shown?.['treatments'], [{ ...on, ...(isFilled && { description: '' }) }, off]);
      }
    });
  });
