/** Add API Key…, answered by hand: the API key is tried over HTTP and kept for the address it was entered for. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAble, rememberAble, type KeyRef } from '../../../src/operations/learned/keyRecords.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log, storageOf, windows } from '../fakeContext.ts';
import { questions, withReplies } from '../person.ts';
import { testServices } from '../services.ts';

const { addApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');

describe('Add API Key…', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  async function open() {
    const { secrets, keyNames, open: openWindow } = windows();
    const context = openWindow();
    const store = createConnectionStore(...storageOf(context));
    const startOwn = (): never => assert.fail('no sandbox is in use');
    const connections = createConnections({ store, memory: context.globalState, log, startSandbox: startOwn });
    const { baseUrl, vocabulary: word } = sandbox;
    await store.save({ id: 'c1', name: 'Shop', kind: 'service', baseUrl, word, keyNames: [], keyInUse: '' });
    await store.use('c1');
    return { store, connections, secrets, keyNames, memory: context.globalState };
  }

  it('asks for the API key only, gives it a label, and uses it', async () => {
    const { store, connections, memory } = await open();
    const told = await withReplies([sandbox.keys[0]!.key], () => addApiKey(testServices({ connections, memory }), store));
    assert.deepEqual(told, ['The API key “API key” is in use for Shop.']);
    assert.equal(await store.readKey(store.find('c1')!, 'API key'), sandbox.keys[0]!.key);
    const next = await withReplies([sandbox.keys[1]!.key], () => addApiKey(testServices({ connections, memory }), store));
    assert.deepEqual(next, ['The API key “API key (2)” is in use for Shop.']);
    assert.deepEqual(store.find('c1')?.keyNames, ['API key', 'API key (2)']);
    connections.dispose();
  });

  it('puts one in the place of another that the service refuses, and forgets what that one was refused', async () => {
    const { store, connections, memory } = await open();
    const refused = { keyNames: ['other', 'k'], keyInUse: 'k' };
    await store.change('c1', () => refused);
    await store.writeKey(store.find('c1')!, 'k', 'revoked-by-now');
    const { client } = (await connections.inUse()) ?? assert.fail();
    await assert.rejects(client.listWorkspaces({ offset: 0, limit: 1 }), { status: 401 });
    const [before, other] = ['k', 'other'].map((keyName) => ({
      connectionId: 'c1',
      origin: new URL(sandbox.baseUrl).origin,
      keyName,
    })) as [KeyRef, KeyRef];
    for (const key of [before, other]) await rememberAble(memory, key, 'change', 'e1', false);
    const told = await withReplies([sandbox.keys[0]!.key], () => addApiKey(testServices({ connections, memory }), store));
    assert.match(questions[0]?.text ?? '', /“k”.*replaces/);
    assert.deepEqual(told, ['The API key “k” is in use for Shop.']);
    assert.equal(await store.readKey(store.find('c1')!, 'k'), sandbox.keys[0]!.key);
    assert.deepEqual(store.find('c1')?.keyNames, refused.keyNames);
    // What the one that had this name before was refused says nothing of this one.
    assert.equal(isAble(memory, before, 'change', 'e1'), undefined);
    assert.equal(isAble(memory, other, 'change', 'e1'), false);
    connections.dispose();
  });

  it('uses the one that is stored already under its label', async () => {
    const { store, connections, keyNames, memory } = await open();
    await store.change('c1', () => ({ keyNames: ['first', 'second'], keyInUse: 'second' }));
    for (const [index, name] of ['first', 'second'].entries())
      await store.writeKey(store.find('c1')!, name, sandbox.keys[index]!.key);
    const told = await withReplies([sandbox.keys[0]!.key], () => addApiKey(testServices({ connections, memory }), store));
    assert.deepEqual(told, ['The API key “first” is in use for Shop.']);
    assert.equal(keyNames().length, 2);
    connections.dispose();
  });

  for (const [what, otherWindow] of [
    ['given another address', 'moves'],
    ['removed', 'removes'],
  ] as const) {
    it(`keeps none for a connection that another window has ${what} meanwhile`, async () => {
      const { store, connections, keyNames, memory } = await open();
      const told = await withReplies([sandbox.keys[0]!.key], async () => {
        const adding = addApiKey(testServices({ connections, memory }), store);
        if (otherWindow === 'moves') await store.change('c1', () => ({ baseUrl: 'https://elsewhere.example' }));
        else await store.remove('c1');
        await adding;
      });
      assert.deepEqual(told, ['“Shop” was removed or given a different address in the meantime, so the API key was not stored.']);
      assert.deepEqual(keyNames(), []);
      connections.dispose();
    });
  }
});
