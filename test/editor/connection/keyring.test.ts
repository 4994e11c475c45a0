/** Tests a locked or broken system keyring: it is explained, and the API key can be used for this session. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { windows } from '../fakeContext.ts';
import { pressNext } from '../fakeVscode.ts';
import { openStore, shopAt } from './stores.ts';

const { isSecretStorageFailed } = await import('../../../src/editor/words/connectionErrors.ts');
const { storeApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

const FOR_SESSION = 'Use for This Session Only';
describe('a keyring that fails', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  function open() {
    const shared = windows();
    const { name: keyName, key: apiKey } = sandbox.keys[0]!;
    const connection = shopAt(sandbox.baseUrl, keyName);
    const window = openStore(shared);
    const save = async (): Promise<void> => {
      await window.store.writeKey(connection, keyName, apiKey);
      await window.store.save(connection);
      await window.store.use('c1');
    };
    return { shared, connection, keyName, apiKey, save, ...window };
  }

  it('to read is explained, with the next step', async () => {
    const { broken, keyName, save, connections } = open();
    await save();
    broken.add('get');
    const error: unknown = await connections.inUse().catch((thrown: unknown) => thrown);
    assert.ok(isSecretStorageFailed(error));
    const { sentence, steps, action } = describeFailure(error);
    assert.match(sentence, /secret storage can’t be used: The keyring is locked\. Unlock.*for this session only/);
    assert.equal(action?.title, 'Enter API Key…');
    assert.ok(steps.some(({ label }) => label === 'Enter API Key…'));
    broken.clear();
    assert.equal((await connections.inUse())?.keyName, keyName);
  });

  it('leaves “for this session only”: the API key works here, is not written, and is unknown in the next window', async () => {
    const { shared, broken, connection, keyName, apiKey, store, connections } = open();
    const there = openStore(shared);
    for (const work of ['get', 'store', 'delete'] as const) broken.add(work);
    pressNext(FOR_SESSION);
    assert.equal(await storeApiKey(store, connection, keyName, apiKey), true);
    await store.save(connection);
    await store.use('c1');
    const { client } = (await connections.inUse()) ?? assert.fail();
    assert.equal((await client.listWorkspaces({ offset: 0, limit: 5 })).totalCount, 2);
    assert.ok(!JSON.stringify([...shared.secrets, ...shared.globalState.values]).includes(apiKey));

    await assert.rejects(there.connections.inUse(), isSecretStorageFailed);
    broken.clear();
    assert.equal(await openStore(shared).store.readKey(connection, keyName), undefined);
  });

  it('to delete an API key is reported, and the connection can still be removed', async () => {
    const { broken, keyNames, save, store } = open();
    await save();
    broken.add('delete');
    await assert.rejects(store.remove('c1'), isSecretStorageFailed);
    assert.equal(store.all().length, 1);
    broken.clear();
    await store.remove('c1');
    assert.deepEqual(keyNames(), []);
  });
});
