/**
 * Tests what other extensions can learn about API keys from the Accounts menu: their names, and a session that gives no access.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storageOf, windows } from '../fakeContext.ts';
import { accounts } from '../fakeVscode.ts';

const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');
const { registerAccounts } = await import('../../../src/editor/connection/accounts.ts');

const SECRET = 'flag-admin.secret/of+k';
const shop = {
  id: 'c1',
  name: 'Shop',
  kind: 'service' as const,
  baseUrl: 'https://admin.example.com',
  word: 'flag',
  keyNames: ['k'],
  keyInUse: 'k',
};

async function open() {
  const { keyNames, open: openWindow } = windows();
  const store = createConnectionStore(...storageOf(openWindow()));
  await store.writeKey(shop, 'k', SECRET);
  await store.save(shop);
  const registered = registerAccounts(store);
  return { provider: accounts.at(-1)!, keyNames, registered };
}

describe('an account', () => {
  it('returns a session whose token is neither an API key nor derived from one', async () => {
    const { provider, registered } = await open();
    const sessions = await provider.getSessions(undefined, {});
    assert.deepEqual(
      sessions.map(({ account, scopes }) => [account.label, scopes]),
      [['k at Shop', []]],
    );
    assert.match(sessions[0]!.accessToken, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    assert.ok(!JSON.stringify(sessions).includes(SECRET));
    const again = await open();
    assert.notEqual((await again.provider.getSessions(undefined, {}))[0]!.accessToken, sessions[0]!.accessToken);
    for (const one of [registered, again.registered]) one.dispose();
  });

  it('has no session with a scope', async () => {
    const { provider, registered } = await open();
    assert.deepEqual(await provider.getSessions(['admin'], {}), []);
    registered.dispose();
  });

  it('loses its API key when the user signs out', async () => {
    const { provider, keyNames, registered } = await open();
    assert.deepEqual(keyNames(), ['apiKey/c1/k']);
    await provider.removeSession('c1/k');
    assert.deepEqual([keyNames(), await provider.getSessions(undefined, {})], [[], []]);
    registered.dispose();
  });
});
