/**
 * Tests what other extensions can learn about API keys from the Accounts menu: their names, and a session that gives no access.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts } from '../fakeVscode.ts';
import { openStore, shopAt } from './stores.ts';

const { registerAccounts } = await import('../../../src/editor/connection/accounts.ts');

const SECRET = 'flag-admin.secret/of+k';

async function open() {
  const { keyNames, store } = openStore();
  const shop = shopAt('https://admin.example.com', 'k');
  await store.writeKey(shop, 'k', SECRET);
  await store.save(shop);
  registerAccounts(store);
  const provider = accounts.at(-1)!;
  return {
    provider,
    keyNames,
    sessions: (...scopes: string[]) => provider.getSessions(scopes.length > 0 ? scopes : undefined, {}),
  };
}

describe('an account', () => {
  it('returns a session whose token is neither an API key nor derived from one', async () => {
    const [session, ...others] = await (await open()).sessions();
    const { account, scopes, accessToken } = session!;
    assert.deepEqual([account.label, scopes, others], ['k at Shop', [], []]);
    assert.match(accessToken, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    assert.ok(!JSON.stringify(session).includes(SECRET));
    const [again] = await (await open()).sessions();
    assert.notEqual(again!.accessToken, accessToken);
  });

  it('has no session with a scope, and loses its API key when the user signs out', async () => {
    const { provider, keyNames, sessions } = await open();
    assert.deepEqual(await sessions('admin'), []);
    assert.deepEqual(keyNames(), ['apiKey/c1/k']);
    await provider.removeSession('c1/k');
    assert.deepEqual([keyNames(), await sessions()], [[], []]);
  });
});
