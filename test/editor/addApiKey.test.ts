/** Add API Key…, answered by hand: the API key is tried over HTTP and kept for the address it was entered for. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyAbilities, type KeyRef } from '../../src/operations/keyAbilities.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { log, windows } from './fakeContext.ts';
import { withReplies } from './person.ts';

const { addApiKey } = await import('../../src/editor/connection/addApiKey.ts');
const { createConnections } = await import('../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../src/editor/connection/store.ts');

describe('Add API Key…', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  async function open() {
    const { secrets, keyNames, open: openWindow } = windows();
    const context = openWindow();
    const store = createConnectionStore(context);
    const startOwn = (): never => assert.fail('no sandbox is in use');
    const connections = createConnections({ store, memory: context.globalState, log, startSandbox: startOwn });
    const { baseUrl, vocabulary: word } = sandbox;
    await store.save({ id: 'c1', name: 'Shop', kind: 'service', baseUrl, word, keyNames: [], keyInUse: '' });
    await store.use('c1');
    return { store, connections, secrets, keyNames, memory: context.globalState };
  }

  it('keeps one that the service accepts, and uses it', async () => {
    const { store, connections, memory } = await open();
    const abilities = createKeyAbilities(memory);
    const [before, other] = ['k', 'other'].map((keyName) => ({
      connectionId: 'c1',
      origin: new URL(sandbox.baseUrl).origin,
      keyName,
    })) as [KeyRef, KeyRef];
    for (const key of [before, other]) abilities.remember(key, 'change', 'e1', false);
    const told = await withReplies(['k', sandbox.keys[0]!.key], () => addApiKey(store, connections, memory));
    assert.deepEqual(told, ['The API key “k” is in use for Shop.']);
    assert.equal(await store.readKey(store.find('c1')!, 'k'), sandbox.keys[0]!.key);
    // What the one that had this name before was refused says nothing of this one.
    assert.equal(abilities.isAble(before, 'change', 'e1'), undefined);
    assert.equal(abilities.isAble(other, 'change', 'e1'), false);
    connections.dispose();
  });

  for (const [what, otherWindow] of [
    ['given another address', 'moves'],
    ['removed', 'removes'],
  ] as const) {
    it(`keeps none for a connection that another window has ${what} meanwhile`, async () => {
      const { store, connections, keyNames, memory } = await open();
      const told = await withReplies(['k', sandbox.keys[0]!.key], async () => {
        const adding = addApiKey(store, connections, memory);
        if (otherWindow === 'moves') await store.change('c1', () => ({ baseUrl: 'https://elsewhere.example' }));
        else await store.remove('c1');
        await adding;
      });
      assert.deepEqual(told, ['“Shop” was removed or given another address meanwhile, so the API key was not kept.']);
      assert.deepEqual(keyNames(), []);
      connections.dispose();
    });
  }
});
