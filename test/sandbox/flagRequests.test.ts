/** Tests change requests of flags: each operation, and refused ones. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { assertError, definition } from './raw.ts';
import { useRequests } from './requests.ts';

describe('sandbox: change requests', () => {
  const { raw, forFlag, decide, live } = useRequests();

  it('kills a flag and restores it to what it was', async () => {
    const before = (await live('production', 'checkout-redesign')).body;
    const kill = await forFlag('production', 'checkout-redesign', 'KILL', { rolloutStatus: undefined });
    assert.deepEqual([kill.body['flag']?.['killed'], kill.body['flag']?.['openChangeRequestId']], [true, kill.body['id']]);
    assert.equal(kill.body['segment'], null);
    assert.equal((await live('production', 'checkout-redesign')).body['openChangeRequestId'], kill.body['id']);
    assert.equal((await live('production', 'checkout-redesign')).body['killed'], false);
    assert.equal((await decide(kill, 'APPROVED', 'release-key')).body['flag']?.['openChangeRequestId'], null);
    assert.equal((await live('production', 'checkout-redesign')).body['killed'], true);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL'), 400, /killed/);
    await decide(await forFlag('production', 'checkout-redesign', 'RESTORE'), 'APPROVED', 'release-key');
    const after = (await live('production', 'checkout-redesign')).body;
    assert.deepEqual({ ...after, lastUpdateTime: 0 }, { ...before, lastUpdateTime: 0 });
    assertError(await forFlag('production', 'checkout-redesign', 'RESTORE'), 400, /not killed/);
  });

  it('updates a definition, and the rollout status with it', async () => {
    const rolloutStatus = await raw.rolloutStatus();
    const flag = definition('gift-cards', { trafficAllocation: 40, unheardOf: [1] });
    const request = await forFlag('production', 'gift-cards', 'UPDATE', { flag, rolloutStatus });
    assert.equal(request.status, 200, request.text);
    assert.equal(request.body['flag']?.['trafficAllocation'], 40);
    assert.equal(request.body['flag']?.['environment']?.['name'], 'production');
    assert.deepEqual(Object.keys(request.body['rolloutStatus'] ?? {}), ['id', 'type', 'name']);
    assert.equal(typeof request.body['rolloutStatusTimestamp'], 'number');
    assert.equal((await live('production', 'gift-cards')).body['trafficAllocation'], 100);
    await decide(request, 'APPROVED', 'release-key');
    const { body } = await live('production', 'gift-cards');
    assert.deepEqual([body['trafficAllocation'], body['unheardOf'], body['openChangeRequestId']], [40, [1], null]);
    const held = (await raw.get(`/flags/ws/${raw.workspace()}/gift-cards`)).body;
    assert.equal(held['rolloutStatus']?.['id'], rolloutStatus.id);
  });

  it('adds and removes a definition', async () => {
    const flag = definition('wishlist-sharing');
    const request = await forFlag('production', 'wishlist-sharing', 'CREATE', { flag });
    assertError(await forFlag('production', 'wishlist-sharing', 'CREATE', { flag }), 409);
    assertError(await live('production', 'wishlist-sharing'), 404);
    await decide(request, 'APPROVED', 'release-key');
    assert.equal((await live('production', 'wishlist-sharing')).body['defaultTreatment'], 'off');
    assertError(await forFlag('production', 'wishlist-sharing', 'CREATE', { flag }), 409);
    const removal = await forFlag('production', 'wishlist-sharing', 'ARCHIVE');
    assert.equal((await decide(removal, 'APPROVED', 'release-key')).body['status'], 'PUBLISHED');
    assertError(await live('production', 'wishlist-sharing'), 404);
  });

  it('refuses invalid flag payloads', async () => {
    const flag = definition('checkout-redesign');
    for (const operation of ['RESTORE', 'UPDATE', 'ARCHIVE']) {
      const others = { flag, rolloutStatus: undefined };
      const name = operation === 'RESTORE' ? 'legacy-cart' : 'checkout-redesign';
      const environment = operation === 'RESTORE' ? 'pre-production' : 'production';
      const asked = await forFlag(environment, name, operation, { ...others, flag: { ...flag, name } });
      assertError(asked, 400, /rolloutStatus/);
    }
    assertError(await forFlag('production', 'checkout-redesign', 'UPDATE', { flag, rolloutStatus: { id: 'none' } }), 400);
    assertError(await forFlag('production', 'checkout-redesign', 'UPDATE'), 400, /treatments/);
    for (const field of ['treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule']) {
      assertError(await forFlag('production', 'checkout-redesign', 'UPDATE', { flag: { ...flag, [field]: undefined } }), 400);
    }
    assertError(await forFlag('production', 'checkout-redesign', 'EXPLODE'), 400, /operationType/);
    assertError(await forFlag('production', 'none', 'KILL'), 404);
    assertError(await forFlag('production', 'dark-mode', 'UPDATE', { flag: definition('dark-mode') }), 404);
    assertError(await forFlag('production', 'checkout-redesign', 'KILL', { approvers: ['a@example.com'] }), 400);
    assert.equal((await live('production', 'checkout-redesign')).body['openChangeRequestId'], null);
  });
});
