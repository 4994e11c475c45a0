/** Remove API Key…, answered by hand: what is said to be removed stays away, and nothing else is said. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningSandbox } from '../../../src/editor/window/connected.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log, storageOf, windows } from '../fakeContext.ts';
import { pressNext } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';

const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');
const { removeApiKey } = await import('../../../src/editor/connection/apiKeys.ts');

describe('Remove API Key…', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  const open = () => {
    const { keyNames, open: openWindow } = windows();
    const context = openWindow();
    const store = createConnectionStore(...storageOf(context));
    const running: RunningSandbox = {
      baseUrl: sandbox.baseUrl,
      vocabulary: sandbox.vocabulary,
      keys: sandbox.keys.slice(0, 2).map(({ name, key }) => ({ name, key })),
    };
    const connections = createConnections({ store, memory: context.globalState, log, startSandbox: async () => running });
    return { store, connections, running, keyNames };
  };
  const shop = (...keyNames: string[]) => ({
    id: 'c1',
    name: 'Shop',
    kind: 'service' as const,
    baseUrl: sandbox.baseUrl,
    word: sandbox.vocabulary,
    keyNames,
    keyInUse: keyNames[0] ?? '',
  });

  it('forgets one of several, and uses another', async () => {
    const { store, connections, keyNames } = open();
    const connection = shop('k', 'l');
    for (const name of connection.keyNames) await store.writeKey(connection, name, `secret of ${name}`);
    await store.save(connection);
    await store.use('c1');
    pressNext('Remove');
    const told = await withReplies(['k'], () => removeApiKey(store));
    assert.deepEqual(told, ['Remove the API key “k”?', 'The API key “k” was removed.']);
    assert.deepEqual([store.inUse()?.keyNames, store.inUse()?.keyInUse, keyNames()], [['l'], 'l', ['apiKey/c1/l']]);
    connections.dispose();
  });

  it('removes none of the sandbox’s own, which would be back with the next call', async () => {
    const { store, connections, running } = open();
    await connections.useSandbox(running);
    pressNext('Remove');
    const told = await withReplies([], () => removeApiKey(store));
    assert.match(told.join(), /^The sandbox brings its own API keys\./);
    assert.equal((await connections.inUse())?.keyName, running.keys[0]!.name);
    connections.dispose();
  });

  it('says that there is no API key if none was entered yet or there is no connection', async () => {
    const { store, connections } = open();
    assert.deepEqual(await withReplies([], () => removeApiKey(store)), ['There is no API key to remove.']);
    await store.save(shop());
    await store.use('c1');
    assert.deepEqual(await withReplies([], () => removeApiKey(store)), ['There is no API key to remove.']);
    connections.dispose();
  });
});
