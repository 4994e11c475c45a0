/** Tests two windows with one SecretStorage: changes of connections and API keys in one apply in the other at once. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { windows } from '../fakeContext.ts';
import { accounts } from '../fakeVscode.ts';
import { openStore, shopAt } from './stores.ts';

const { registerAccounts } = await import('../../../src/editor/connection/accounts.ts');
const { isMissingApiKey } = await import('../../../src/editor/words/connectionErrors.ts');

describe('two windows that share one SecretStorage', () => {
  let first: Sandbox;
  let second: Sandbox;
  before(async () => {
    [first, second] = await Promise.all([startSandbox(), startSandbox()]);
  });
  after(() => Promise.all([first.close(), second.close()]));

  function openWindow(shared: ReturnType<typeof windows>) {
    const { store, connections } = openStore(shared);
    registerAccounts(store);
    const provider = accounts.at(-1)!;
    const removed: (string | undefined)[] = [];
    provider.onDidChangeSessions((event) => removed.push(...(event.removed ?? []).map(({ id }) => id)));
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    const sessions = async () => (await provider.getSessions(undefined, {})).map(({ account }) => account.label);
    const use = async () => (await connections.inUse()) ?? assert.fail('a connection is in use');
    return { store, connections, sessions, use, changes: () => changes, removed };
  }

  /** Both windows use a connection with two API keys. The second window has already made calls with it. */
  async function openBoth() {
    const shared = windows();
    const [here, there] = [openWindow(shared), openWindow(shared)];
    const [submitter, release] = first.keys as [Sandbox['keys'][number], Sandbox['keys'][number]];
    const connection = shopAt(first.baseUrl, submitter.name, release.name);
    for (const { name, key } of [submitter, release]) await here.store.writeKey(connection, name, key);
    await here.store.save(connection);
    await here.store.use('c1');
    const held = await there.use();
    assert.equal(await count(held), 2);
    return { here, there, held, before: there.store.find('c1')!, changesBefore: there.changes(), submitter, release };
  }
  type Used = Awaited<ReturnType<ReturnType<typeof openWindow>['use']>>;
  const count = async ({ client }: Used): Promise<number> => (await client.listWorkspaces({ offset: 0, limit: 5 })).totalCount;
  const isClosed = (used: Used): Promise<void> => assert.rejects(count(used), { kind: 'network', message: /closed/ });

  it('a replaced API key: the other window continues with the new one, and only running calls end with the old one', async () => {
    const { here, there, held, before, changesBefore, submitter } = await openBoth();
    await here.store.writeKey(before, submitter.name, 'another-api-key');
    assert.ok(there.changes() > changesBefore);
    const now = await there.use();
    assert.notEqual(now.client, held.client);
    await assert.rejects(count(now), { status: 401 });
    assert.equal(await count(held), 2);
  });

  it('a removed API key or connection: its sessions are removed, and its client is closed', async () => {
    const { here, there, held, before, submitter, release } = await openBoth();
    assert.deepEqual(await there.sessions(), [`${submitter.name} at Shop`, `${release.name} at Shop`]);
    await here.store.forgetKey(before, submitter.name);
    await here.store.save({ ...before, keyNames: [release.name], keyInUse: release.name });
    assert.deepEqual(await there.sessions(), [`${release.name} at Shop`]);
    assert.deepEqual(there.removed, [`c1/${submitter.name}`]);
    const other = await there.use();
    assert.equal(other.keyName, release.name);
    await isClosed(held);
    await here.store.remove('c1');
    assert.deepEqual([await there.connections.inUse(), await there.sessions(), there.removed.length], [undefined, [], 2]);
    await isClosed(other);
  });

  it('a connection that is renamed and made read-only; a changed base URL: no API key until it is entered again, in either window', async () => {
    const { here, there, held, before, submitter } = await openBoth();
    assert.equal(held.isReadOnly, false);
    await here.store.save({ ...before, name: 'The shop', isReadOnly: true });
    assert.deepEqual([held.isReadOnly, (await there.use()).connectionName], [true, 'The shop']);
    const moved = { ...before, baseUrl: second.baseUrl };
    await here.store.save(moved);
    for (const { connections } of [here, there]) await assert.rejects(connections.inUse(), isMissingApiKey);
    await isClosed(held);
    const again = second.keys.find(({ name }) => name === submitter.name);
    await there.store.writeKey(moved, submitter.name, again!.key);
    for (const { use } of [here, there]) assert.equal(await count(await use()), 2);
  });

  it('an API key kept for the session of one window is not there in the other', async () => {
    const { here, there, before, submitter } = await openBoth();
    await here.store.forgetKey(before, submitter.name);
    await here.store.writeKey(before, submitter.name, submitter.key, { isForSession: true });
    assert.equal(await count(await here.use()), 2);
    await assert.rejects(there.connections.inUse(), isMissingApiKey);
    // The other window stores a newer value, which applies to both.
    await there.store.writeKey(before, submitter.name, 'another-api-key');
    assert.equal(await here.store.readKey(before, submitter.name), 'another-api-key');
  });
});
