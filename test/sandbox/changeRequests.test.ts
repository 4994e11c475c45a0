/** Tests change requests of keys and of flags: accepted and refused ones, and the life of one. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, definition, listOf, newKeys, useSandbox } from './raw.ts';

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
