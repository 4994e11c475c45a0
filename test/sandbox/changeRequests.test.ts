/** Tests change requests of keys and of flags: accepted and refused ones, their lists, and who makes which decision. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, countOf, definition, listOf, newKeys, useSandbox, type Answer, type Json } from './raw.ts';

describe('sandbox: a change request of keys', () => {
  const raw = useSandbox();
  const { submit, addKeys, decide, keysIn } = raw;

  it('is answered with every documented field, can’t be approved by its submitter, and is published by an approver', async () => {
    const request = await addKeys('production', ['a', 'b', 'a'], { flag: null });
    const { id, approvers, comments, rolloutStatusTimestamp, ...body } = request.body;
    assert.ok((approvers as unknown as string[]).includes('release-key'));
    assert.deepEqual([typeof id, typeof comments?.[0]?.['timestamp'], rolloutStatusTimestamp], ['string', 'number', null]);
    assert.deepEqual(body, {
      flag: null,
      segment: { name: 'beta-accounts', keys: ['a', 'b'] },
      status: 'REQUESTED',
      title: 'T',
      comment: null,
      workspace: { id: raw.workspace(), type: 'workspace' },
      operationType: 'CREATE',
      rolloutStatus: null,
    });
    assert.deepEqual(await raw.reread(request), request.body);
    assert.deepEqual(id, (await keysIn('production'))['openChangeRequestId']);
    assertError(await decide(request, 'APPROVED', 'submitter-key'), 403, /submitter/);
    const published = (await decide(request, 'APPROVED', 'release-key', 'Checked')).body;
    const history = listOf(published['comments']).map(({ comment, user, role }) => [comment, user, role].join());
    assert.deepEqual(history, ['Please,submitter-key,SUBMITTER', 'Checked,release-key,APPROVER']);
    const after = await keysIn('production');
    assert.deepEqual([published['status'], after['count'], after['openChangeRequestId']], ['PUBLISHED', 10, null]);
    assertError(await raw.get('/changeRequests/none'), 404);
    assertError(await raw.call('PUT', '/changeRequests/none', { status: 'APPROVED', comment: 'c' }), 404);
  });

  it('removes keys by ARCHIVE, and has no comments if none was sent', async () => {
    const others = { operationType: 'ARCHIVE', comment: undefined };
    const request = await addKeys('production', ['acct-00041', 'not-there'], others);
    assert.deepEqual(request.body['comments'], []);
    await raw.approve(request);
    assert.equal((await keysIn('production'))['count'], 7);
  });

  it('has the chosen e-mail addresses if submitters choose, and no API key approves there', async () => {
    assertError(await addKeys('staging', ['a'], { approvers: ['release-key'] }), 400, /e-mail/);
    const request = await addKeys('staging', ['a'], { approvers: ['tom.okafor@example.com'] });
    assert.deepEqual(request.body['approvers'], ['tom.okafor@example.com']);
    assertError(await raw.approve(request), 403);
    assert.equal((await decide(request, 'WITHDRAWN', 'release-key')).body['status'], 'WITHDRAWN', 'it is no approver there');
  });

  it('is refused if it is invalid or change control is not in effect, and nothing of it is stored', async () => {
    const before = (await raw.get('/changeRequests?limit=100')).body['count'];
    const good = { segment: { name: 'beta-accounts', keys: ['a'] }, operationType: 'CREATE', title: 'T', approvers: [] };
    for (const others of [
      { title: '' },
      { approvers: undefined },
      // The environment restricts who can approve.
      { approvers: ['somebody@example.com'] },
      { operationType: 'UPDATE' },
      { operationType: undefined },
      { segment: undefined },
      { segment: { name: 'beta-accounts', keys: [] } },
      { segment: { keys: ['a'] } },
      { flag: { name: 'checkout-redesign' } },
    ])
      assertError(await submit('production', { ...good, ...others }), 400);
    for (const name of ['none', 'wholesale-buyers'])
      assertError(await submit('production', { ...good, segment: { name, keys: ['a'] } }), 404);
    assertError(await raw.call('POST', `/changeRequests/ws/${raw.workspace()}/environments/none`, good), 404);
    assertError(await addKeys('development', ['a']), 400, /not enabled/);
    assert.equal((await raw.get('/changeRequests?limit=100')).body['count'], before);
  });

  it('has at most 10,000 keys', async () => {
    assertError(await addKeys('production', newKeys(10_001)), 400, /10000/);
    assert.equal((await addKeys('production', newKeys(10_000))).status, 200);
    assertError(await addKeys('production', ['a']), 409, /open/);
  });
});

describe('sandbox: a change request of a flag', () => {
  const raw = useSandbox();
  const { forFlag, approve } = raw;
  const live = (flag: string) => raw.get(raw.definitionPath(flag, 'production'));

  it('kills it and restores it to what it was', async () => {
    const before = (await live('checkout-redesign')).body;
    const kill = await forFlag('production', 'checkout-redesign', 'KILL', { rolloutStatus: undefined });
    const { id, segment, flag } = kill.body;
    assert.deepEqual([segment, flag?.['killed'], flag?.['openChangeRequestId']], [null, true, id]);
    const waiting = (await live('checkout-redesign')).body;
    assert.deepEqual([waiting['openChangeRequestId'], waiting['killed']], [id, false]);
    assert.equal((await approve(kill)).body['flag']?.['openChangeRequestId'], null);
    assert.equal((await live('checkout-redesign')).body['killed'], true);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL'), 400, /killed/);
    await approve(await forFlag('production', 'checkout-redesign', 'RESTORE'));
    const after = (await live('checkout-redesign')).body;
    assert.deepEqual({ ...after, lastUpdateTime: 0 }, { ...before, lastUpdateTime: 0 });
    assertError(await forFlag('production', 'checkout-redesign', 'RESTORE'), 400, /not killed/);
  });

  it('updates its definition, and the rollout status with it', async () => {
    const rolloutStatus = await raw.rolloutStatus();
    const flag = definition('gift-cards', { trafficAllocation: 40, unheardOf: [1] });
    const request = await forFlag('production', flag, 'UPDATE', { rolloutStatus });
    assert.equal(request.status, 200, request.text);
    const asked = request.body['flag'];
    assert.deepEqual([asked?.['trafficAllocation'], asked?.['environment']?.['name']], [40, 'production']);
    assert.deepEqual(Object.keys(request.body['rolloutStatus'] ?? {}), ['id', 'type', 'name']);
    assert.equal(typeof request.body['rolloutStatusTimestamp'], 'number');
    assert.equal((await live('gift-cards')).body['trafficAllocation'], 100);
    await approve(request);
    const { body } = await live('gift-cards');
    assert.deepEqual([body['trafficAllocation'], body['unheardOf'], body['openChangeRequestId']], [40, [1], null]);
    assert.equal((await raw.get(`${raw.flagsPath()}/gift-cards`)).body['rolloutStatus']?.['id'], rolloutStatus.id);
  });

  it('adds and removes its definition', async () => {
    const flag = definition('wishlist-sharing');
    const request = await forFlag('production', flag, 'CREATE');
    assertError(await forFlag('production', flag, 'CREATE'), 409);
    assertError(await live('wishlist-sharing'), 404);
    await approve(request);
    assert.equal((await live('wishlist-sharing')).body['defaultTreatment'], 'off');
    assertError(await forFlag('production', flag, 'CREATE'), 409);
    const removal = await approve(await forFlag('production', 'wishlist-sharing', 'ARCHIVE'));
    assert.equal(removal.body['status'], 'PUBLISHED');
    assertError(await live('wishlist-sharing'), 404);
  });

  it('is refused if it is invalid', async () => {
    const flag = definition('checkout-redesign');
    for (const [environment, name, operation] of [
      ['pre-production', 'legacy-cart', 'RESTORE'],
      ['production', 'checkout-redesign', 'UPDATE'],
      ['production', 'checkout-redesign', 'ARCHIVE'],
    ] as const)
      assertError(await forFlag(environment, { ...flag, name }, operation, { rolloutStatus: undefined }), 400, /rolloutStatus/);
    assertError(await forFlag('production', flag, 'UPDATE', { rolloutStatus: { id: 'none' } }), 400);
    assertError(await forFlag('production', 'checkout-redesign', 'UPDATE'), 400, /treatments/);
    for (const field of ['treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule'])
      assertError(await forFlag('production', { ...flag, [field]: undefined }, 'UPDATE'), 400);
    assertError(await forFlag('production', 'checkout-redesign', 'EXPLODE'), 400, /operationType/);
    assertError(await forFlag('production', 'none', 'KILL'), 404);
    assertError(await forFlag('production', definition('dark-mode'), 'UPDATE'), 404);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL', { approvers: ['a@example.com'] }), 400);
    assert.equal((await live('checkout-redesign')).body['openChangeRequestId'], null);
  });
});

describe('sandbox: the lists of change requests', () => {
  const raw = useSandbox();

  it('lists open requests by default, others by their status', async () => {
    const open = (await raw.get('/changeRequests')).body;
    assert.deepEqual(Object.keys(open).toSorted(), ['count', 'data', 'limit', 'nextMarker', 'previousMarker']);
    assert.ok(listOf(open['data']).every((item) => String(item['status']) === 'REQUESTED'));
    const { count, limit, nextMarker, previousMarker } = open;
    assert.deepEqual([count, limit, nextMarker, previousMarker], [countOf(open['data']), 20, null, null]);
    for (const status of ['PUBLISHED', 'WITHDRAWN']) {
      assert.equal((await raw.get(`/changeRequests?status=${status}`)).body['data']?.[0]?.['status'], status);
    }
    for (const status of ['APPROVED', 'REJECTED', 'SCHEDULED', 'SCHEDULE_REQUESTED']) {
      const { body } = await raw.get(`/changeRequests?status=${status}`);
      assert.deepEqual([body['data'], body['count'], body['nextMarker']], [[], 0, null]);
    }
    assertError(await raw.get('/changeRequests?status=LOST'), 400);
    const one = (await raw.get(`/changeRequests?environmentId=${raw.environment('staging')}`)).body;
    assert.equal(one['count'], 1);
    assert.equal(one['data']?.[0]?.['flag']?.['environment']?.['name'], 'staging');
  });

  it('pages by markers both ways, under either name', async () => {
    const ids = (answer: Answer) => listOf(answer.body['data']).map((item) => String(item['id']));
    const all = ids(await raw.get('/changeRequests?limit=100'));
    const first = await raw.get('/changeRequests?limit=3');
    const next = encodeURIComponent(String(first.body['nextMarker']));
    const second = await raw.get(`/changeRequests?limit=3&nextMarker=${next}&after=${next}`);
    assert.deepEqual([...ids(first), ...ids(second)], all.slice(0, 6));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&after=${next}`)), ids(second));
    const back = encodeURIComponent(String(second.body['previousMarker']));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&previousMarker=${back}`)), ids(first));
    assert.deepEqual(ids(await raw.get(`/changeRequests?limit=3&before=${back}`)), ids(first));
    assert.equal(first.body['previousMarker'], null);
    assertError(await raw.get('/changeRequests?nextMarker=junk'), 400);
    assertError(await raw.get(`/changeRequests?nextMarker=${next}&previousMarker=${back}`), 400);
    assertError(await raw.get('/changeRequests?limit=101'), 400);
  });

  it('keeps a marker valid while requests are added and decided', async () => {
    const first = await raw.get('/changeRequests?limit=2');
    const edge = first.body['data']?.[1];
    await raw.decide({ ...first, body: edge as Json }, 'WITHDRAWN', 'submitter-key');
    const second = await raw.get(`/changeRequests?limit=2&nextMarker=${String(first.body['nextMarker'])}`);
    assert.equal(second.status, 200);
    assert.ok(!listOf(second.body['data']).some((item) => String(item['id']) === String(edge?.['id'])));
  });
});

for (const [vocabulary, refusal] of [
  ['flag', 403],
  ['split', 401],
] as const)
  describe(`sandbox with the word ${vocabulary}: a decision`, () => {
    const raw = useSandbox({ vocabulary });
    const { addKeys, decide } = raw;

    it(`by an API key that may not decide is refused with ${refusal}, and the key is still accepted`, async () => {
      const request = await addKeys('production', ['a'], {}, 'release-key');
      assertError(await raw.approve(request), refusal, /submitter/);
      for (const status of ['APPROVED', 'REJECTED'])
        assertError(await decide(request, status, 'submitter-key'), refusal, /not an approver/);
      assert.equal((await raw.get('/workspaces?limit=1')).status, 200);
      assert.equal((await raw.reread(request))['status'], 'REQUESTED');
    });
  });

describe('sandbox: a decision', () => {
  const raw = useSandbox();
  const { addKeys, forFlag, decide } = raw;
  const assertUnchanged = async () => {
    const keys = await raw.keysIn('production');
    assert.deepEqual([keys['count'], keys['openChangeRequestId']], [8, null]);
  };

  it('to withdraw is made by the submitter, or by any API key that is not an approver', async () => {
    const first = await addKeys('production', ['a']);
    for (const as of ['release-key', 'read-only-key'] as const) assertError(await decide(first, 'WITHDRAWN', as), 403);
    const withdrawn = await decide(first, 'WITHDRAWN', 'submitter-key', 'Not now');
    assert.equal(withdrawn.body['status'], 'WITHDRAWN');
    assert.equal(withdrawn.body['comments']?.[1]?.['comment'], 'Not now');
    await assertUnchanged();
    for (const as of ['submitter-key', 'release-key'] as const) {
      const other = await addKeys('production', ['a'], {}, 'release-key');
      assert.equal((await decide(other, 'WITHDRAWN', as)).body['status'], 'WITHDRAWN', as);
    }
  });

  it('to reject is made by an approver in these words, applies nothing, and is final', async () => {
    const request = await addKeys('production', ['a']);
    assertError(await decide(request, 'REJECTED', 'submitter-key'), 403);
    for (const status of ['PUBLISHED', 'REQUESTED', 'approved', ''])
      assertError(await decide(request, status, 'release-key'), 400, /status/);
    assert.equal((await decide(request, 'REJECTED', 'release-key')).body['status'], 'REJECTED');
    await assertUnchanged();
    for (const next of ['APPROVED', 'WITHDRAWN', 'REJECTED']) assertError(await decide(request, next, 'release-key'), 409);
    const listed = (await raw.get('/changeRequests?status=REJECTED')).body;
    assert.equal(listed['data']?.[0]?.['id'], request.body['id']);
  });

  it('does not publish a change that has become impossible, and leaves the request open', async () => {
    await raw.call('POST', `/segments/ws/${raw.workspace()}/trafficTypes/account`, { name: 'passing', description: '' });
    const matchers = [{ type: 'IN_SEGMENT', string: 'passing' }];
    const rules = [{ buckets: [{ treatment: 'on', size: 100 }], condition: { combiner: 'AND', matchers } }];
    const request = await forFlag('production', definition('gift-cards', { rules }), 'UPDATE');
    assert.equal((await raw.call('DELETE', `/segments/ws/${raw.workspace()}/passing`)).text, 'true');
    assertError(await raw.approve(request), 400, /passing/);
    const after = await raw.reread(request);
    assert.deepEqual([after['status'], countOf(after['comments'])], ['REQUESTED', 1]);
  });
});
