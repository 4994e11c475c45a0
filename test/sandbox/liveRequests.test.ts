/** Tests change requests as on the live service, in the form in which its public clients send them. */
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { assertError, countOf, definition, useSandbox, withoutFields, type Fields } from './raw.ts';

/** A word and a set of endpoints with which the sandbox is as strict as the document. */
const STRICT = [
  ['flag', 'all'],
  ['split', 'documented'],
] as const;

const SOON = 2_000;
const tomorrow = () => Date.now() + 86_400_000;
const said = { operationType: 'UPDATE', title: 'T', comment: 'C', approvers: [] };

function useWorld(vocabulary: string, endpoints: 'all' | 'documented' = 'all') {
  const raw = useSandbox({ vocabulary, endpoints });
  const submit = (flag: Fields, operation: string, others?: Fields) => raw.forFlag('production', flag, operation, others);
  const live = async (flag: string) => (await raw.get(raw.definitionPath(flag, 'production'))).body;
  return { raw, submit, live };
}

describe('sandbox, change requests of live clients', () => {
  const { raw, submit, live } = useWorld('split');

  const listed = async (status: string) => countOf((await raw.get(`/changeRequests?status=${status}`)).body['data']);

  it('answers 423 for a locked object, and names the request only in the details', async () => {
    for (const send of [() => raw.forFlag('production', 'gift-cards', 'KILL'), () => raw.addKeys('production', ['a'])]) {
      const first = await send();
      assert.equal(first.status, 200, first.text);
      const { status, body } = await send();
      assert.deepEqual([status, body['code'], body['message']], [423, 423, 'Something was wrong']);
      const details = `A pending change request with id:${String(first.body['id'])} for this object already exists`;
      assert.equal(body['details'], details);
    }
  });

  it('lists a scheduled request separately, locks its object, and publishes it when it is approved and its time has come', async () => {
    const before = await listed('REQUESTED');
    const scheduledFor = Date.now() + SOON;
    const request = await raw.addKeys('production', ['later'], { scheduledFor, scheduledForTimezone: 'Europe/Berlin' });
    const { id, status, scheduledFor: time, scheduledForTimezone } = request.body;
    assert.deepEqual([status, time, scheduledForTimezone], ['SCHEDULE_REQUESTED', scheduledFor, 'Europe/Berlin']);
    assert.deepEqual([await listed('REQUESTED'), await listed('SCHEDULE_REQUESTED')], [before, 1]);
    assert.equal((await raw.addKeys('production', ['other'])).status, 423);
    assert.equal((await raw.approve(request)).body['status'], 'SCHEDULED');
    const waiting = await raw.keysIn('production');
    assert.equal(waiting['openChangeRequestId'], id);
    assert.equal((await raw.approve(request)).status, 409);
    await sleep(scheduledFor - Date.now() + 20);
    assert.equal((await raw.reread(request))['status'], 'PUBLISHED');
    const after = await raw.keysIn('production');
    assert.deepEqual([Number(after['count']), after['openChangeRequestId']], [Number(waiting['count']) + 1, null]);
  });

  it('allows withdrawing a scheduled request, before its approval and after', async () => {
    for (const isApproved of [false, true]) {
      const request = await raw.addKeys('production', ['a'], { scheduledFor: tomorrow() });
      assert.equal(request.body['scheduledForTimezone'], 'UTC');
      if (isApproved) await raw.approve(request);
      assert.equal((await raw.decide(request, 'WITHDRAWN', 'submitter-key')).body['status'], 'WITHDRAWN');
    }
    assert.equal((await raw.addKeys('production', ['a'])).status, 200);
  });

  it('refuses a time that has passed, and invalid times and zones', async () => {
    const zone = { scheduledFor: tomorrow(), scheduledForTimezone: 'Mars/Base' };
    for (const wrong of [{ scheduledFor: Date.now() - 1 }, { scheduledFor: 'soon' }, zone])
      assertError(await raw.addKeys('production', ['a'], wrong), 400, /scheduledFor/);
  });

  it('accepts requests about other kinds of segments, in a field of that name, and changes nothing when they are published', async () => {
    for (const kind of ['ruleBasedSegment', 'largeSegment']) {
      const asked = { name: `some-${kind}`, rules: [{ any: 1 }] };
      const request = await raw.submit('production', { [kind]: asked, ...said });
      const { status, split, segment, [kind]: kept } = await raw.reread(request);
      assert.deepEqual([status, split, segment, kept], ['REQUESTED', null, null, asked], request.text);
      assert.equal((await raw.approve(request)).body['status'], 'PUBLISHED');
      const both = { [kind]: asked, segment: { name: 'beta-accounts', keys: ['a'] }, ...said, operationType: 'CREATE' };
      assertError(await raw.submit('production', both), 400);
    }
  });

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

    it('have no title or empty baseline, but a combiner and descriptions if the client uses the same word', async () => {
      const matchers = [{ type: 'IN_SEGMENT', string: 'vip-accounts' }];
      const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { matchers, other: 1 } }];
      const on = { name: 'on', configurations: '{}' };
      const off = { name: 'off', description: 'kept' };
      const others = { title: 'T', comment: 5, flagSets: ['a'], baselineTreatment: '' };
      const request = await submit(definition('gift-cards', { rules, treatments: [on, off], ...others }), 'UPDATE');
      assert.equal(request.status, 200, request.text);
      const decided = await raw.approve(request);
      assert.equal(decided.body[vocabulary]?.['openChangeRequestId'], null);
      const isFilled = vocabulary === 'split' && endpoints === 'all';
      for (const shown of [request.body[vocabulary], decided.body[vocabulary], await live('gift-cards')]) {
        const kept = Object.keys(others).filter((field) => field in (shown ?? {}));
        assert.deepEqual(kept, endpoints === 'documented' ? [] : ['flagSets']);
        assert.deepEqual(shown?.['rules']?.[0]?.['condition'], { matchers, other: 1, ...(isFilled && { combiner: 'AND' }) });
        assert.deepEqual(shown?.['treatments'], [{ ...on, ...(isFilled && { description: '' }) }, off]);
      }
      assertError(await submit(definition('gift-cards', { baselineTreatment: 'other' }), 'UPDATE'), 400, /baselineTreatment/);
    });
  });

describe('sandbox with the word flag', () => {
  const raw = useSandbox();

  it('answers 409, ignores a time, has no other kinds of segments, and returns all keys at once', async () => {
    const request = await raw.addKeys('production', ['a'], { scheduledFor: tomorrow() });
    assert.deepEqual([request.body['status'], request.body['scheduledFor']], ['REQUESTED', undefined]);
    assertError(await raw.addKeys('production', ['b']), 409, new RegExp(String(request.body['id'])));
    assertError(await raw.submit('production', { ruleBasedSegment: { name: 'a' }, ...said }), 400);
    assert.equal((await raw.get(`${raw.segmentPath('production', 'eu-accounts')}/keys?limit=100000`)).status, 200);
    assert.ok(!('projectIdentifier' in ((await raw.get('/workspaces')).body['objects']?.[0] ?? {})));
  });
});
