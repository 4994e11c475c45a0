/** Tests Add, Use, and Remove API Key…: the API key is tried over HTTP, and stored for the address that it was entered for. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { hasAbility, rememberAbility, type ApiKeyRef } from '../../../src/operations/learned/keyRecords.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { pressNext } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { testServices } from '../services.ts';
import { openStore, shopAt } from './stores.ts';

const { addApiKey, removeApiKey, useApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { editConnection } = await import('../../../src/editor/connection/editConnection.ts');
const { connectionFile } = await import('../../../src/editor/connection/shareConnections.ts');

let sandbox: Sandbox;
let opened: ReturnType<typeof openStore>['connections'] | undefined;
before(async () => (sandbox = await startSandbox()));
afterEach(() => opened?.dispose());
after(() => sandbox.close());

const secretOf = (index: number): string => sandbox.keys[index]!.key;
const ownSandbox = () => ({ ...sandbox, keys: sandbox.keys.slice(0, 2).map(({ name, key }) => ({ name, key })) });

/** A window that uses a connection with these API keys, which are those of the sandbox in its order. */
async function open(...keyNames: readonly string[]) {
  const window = openStore(undefined, async () => ownSandbox());
  const { store, connections, memory } = window;
  opened = connections;
  await store.save({ ...shopAt(sandbox.baseUrl, ...keyNames), word: sandbox.vocabulary });
  for (const [index, name] of keyNames.entries()) await store.writeKey(store.find('c1')!, name, secretOf(index));
  await store.use('c1');
  const services = testServices({ connections, memory });
  const add = (apiKey: string, ...next: readonly Reply[]) => withReplies([apiKey, ...next], () => addApiKey(services, store));
  const remove = (...replies: readonly Reply[]) => withReplies(replies, () => removeApiKey(store));
  return { ...window, services, add, remove, shop: () => store.find('c1')! };
}

describe('Add API Key…', () => {
  it('asks for the API key, a name, and whether to use it', async () => {
    const { store, add, shop } = await open();
    // The first API key is used without a question, because the connection has no other one.
    assert.deepEqual(await add(secretOf(0), { keep: true }), ['The API key “API key” is in use for Shop.']);
    assert.equal(await store.readKey(shop(), 'API key'), secretOf(0));
    await add(secretOf(1), undefined);
    assert.deepEqual(shop().keyNames, ['API key']);
    for (const name of ['', ' API key ']) await assert.rejects(add(secretOf(1), name), /was not taken/);
    const told = await add(secretOf(1), 'release-key', 'Go on with “API key”');
    assert.deepEqual(told, ['The API key “release-key” is stored. “API key” is still in use for Shop.']);
    assert.deepEqual([shop().keyNames, shop().keyInUse], [['API key', 'release-key'], 'API key']);
    assert.deepEqual(await add(secretOf(2), 'third', 'Use “third”'), ['The API key “third” is in use for Shop.']);
  });

  it('refuses a name that contains the API key or looks like an API key', async () => {
    const { add, shop } = await open();
    for (const name of [secretOf(0), `key ${secretOf(0)}`, '5f1dd3c2a87b4e0995c1d6e2b7a3f480', 'n3hq8vkd2m7wz5xj9trb4cfa6p'])
      await assert.rejects(add(secretOf(0), name), /was not taken/);
    await add(secretOf(0), 'release-key-of-production-24');
    assert.deepEqual(shop().keyNames, ['release-key-of-production-24']);
  });

  it('replaces a refused API key, and forgets its refusals', async () => {
    const { store, connections, memory, add, shop } = await open();
    await store.change('c1', () => ({ keyNames: ['other', 'k'], keyInUse: 'k' }));
    await store.writeKey(shop(), 'k', 'revoked-by-now');
    const { client } = (await connections.inUse()) ?? assert.fail();
    await assert.rejects(client.listWorkspaces({ offset: 0, limit: 1 }), { status: 401 });
    const refOf = (keyName: string): ApiKeyRef => ({ connectionId: 'c1', origin: new URL(sandbox.baseUrl).origin, keyName });
    for (const name of ['k', 'other']) await rememberAbility(memory, refOf(name), 'change', 'e1', false);
    await add(secretOf(0));
    assert.match(questions[0]?.text ?? '', /“k”.*replaces/);
    assert.equal(await store.readKey(shop(), 'k'), secretOf(0));
    assert.deepEqual(shop().keyNames, ['other', 'k']);
    // Refusals of the old API key don't apply to the new one.
    const able = ['k', 'other'].map((name) => hasAbility(memory, refOf(name), 'change', 'e1'));
    assert.deepEqual(able, [undefined, false]);
  });

  it('uses the API key that is already stored, under its label', async () => {
    const { store, keyNames, add, shop } = await open('first', 'second');
    await store.change('c1', () => ({ keyInUse: 'second' }));
    await add(secretOf(0));
    assert.deepEqual([shop().keyInUse, keyNames().length], ['first', 2]);
  });

  it('stores nothing if a different window moves or removes the connection meanwhile', async () => {
    const { store, services, keyNames } = await open();
    for (const act of [() => store.change('c1', () => ({ baseUrl: 'https://elsewhere.example' })), () => store.remove('c1')]) {
      const told = await withReplies([secretOf(0), { keep: true }], async () => {
        const adding = addApiKey(services, store);
        await act();
        await adding;
      });
      assert.match(told.join(), /^The connection “Shop” was removed or given a different address in the meantime/);
      assert.deepEqual(keyNames(), []);
      await store.change('c1', () => ({ baseUrl: sandbox.baseUrl }));
    }
  });
});

describe('while the keyring asks for its password, a different window', () => {
  it('moves or removes the connection of a new API key: nothing stays in the keyring', async () => {
    const { store, add, keyring, keyNames } = await open();
    for (const act of [() => store.change('c1', () => ({ baseUrl: 'https://elsewhere.example' })), () => store.remove('c1')]) {
      keyring.wait = act;
      const told = await add(secretOf(0), { keep: true });
      assert.match(told.join(), /^The connection “Shop” was removed or given a different address in the meantime/);
      assert.deepEqual(keyNames(), []);
      await store.change('c1', () => ({ baseUrl: sandbox.baseUrl }));
    }
  });

  it('removes the API key that gets a new label: nothing stays in the keyring', async () => {
    const { store, memory, keyring, keyNames, shop } = await open('k');
    keyring.wait = async () => {
      await store.forgetKey(shop(), 'k');
      await store.change('c1', () => ({ keyNames: [], keyInUse: '' }));
    };
    const told = await withReplies(['Label of the API key “k”', 'new'], () => editConnection(store, memory));
    assert.deepEqual([told, keyNames()], [['The API key “k” was removed in the meantime.'], []]);
  });
});

describe('Remove API Key…', () => {
  it('removes one of several API keys, and uses a different one', async () => {
    const { keyNames, remove, shop } = await open('k', 'l');
    pressNext('Remove');
    assert.deepEqual(await remove('k'), ['Remove the API key “k”?', 'The API key “k” was removed.']);
    assert.deepEqual([shop().keyNames, shop().keyInUse, keyNames()], [['l'], 'l', ['apiKey/c1/l']]);
  });

  it('is refused if there is no API key or no connection, and for the sandbox’s own keys, which would be added again', async () => {
    const { connections, store, remove } = await open();
    assert.deepEqual(await remove(), ['There is no API key to remove.']);
    await store.remove('c1');
    assert.deepEqual(await remove(), ['There is no API key to remove.']);
    await connections.useSandbox(ownSandbox());
    pressNext('Remove');
    assert.match((await remove()).join(), /^The sandbox’s API keys are fixed\./);
    assert.equal((await connections.inUse())?.keyName, sandbox.keys[0]!.name);
  });
});

describe('the identity of an API key at the service', () => {
  it('is shown beside its label once it is known, also if that changes, is in no file of connections, and is forgotten with the API key', async () => {
    const window = await open('mine', 'for releases');
    const { store, connections, memory, services, remove, shop } = window;
    await sandbox.reset();
    const { client } = (await connections.inUse()) ?? assert.fail();
    const { id, workspace } = sandbox.environments.find(({ name }) => name === 'production')!;
    const segment = { name: 'beta-accounts', keys: ['one-more'] };
    const common = { operationType: 'CREATE', title: 'One more', comment: 'please', approvers: [] } as const;
    await client.submitChangeRequest(workspace.id, id, { ...common, segment });
    const known = async (): Promise<readonly string[]> => {
      await withReplies([undefined], () => useApiKey(services, store, undefined));
      return questions[0]!.options;
    };
    const [mine, other, ...others] = await known();
    assert.match(mine ?? '', /^mine: known to the service as “submitter-key” · Has submitted in /);
    assert.equal(other, 'for releases: It is not known yet what this API key is allowed to change.');
    assert.ok(others.includes('Add Connection…'));
    await withReplies(['Label of the API key “mine”', 'daily'], () => editConnection(store, memory));
    assert.match((await known())[0] ?? '', /^daily: known to the service as “submitter-key”/);
    await store.save({ ...shop(), id: 'c2', name: 'Lab' });
    assert.ok((await known()).includes('Switch Connection…'));
    const remembered = (): string => JSON.stringify([...memory.values]);
    assert.match(remembered(), /submitter-key/);
    assert.doesNotMatch(connectionFile(store.all()), /submitter-key/);
    await store.remove('c2');
    pressNext('Remove');
    await remove('daily');
    assert.doesNotMatch(remembered(), /submitter-key|"daily"/);
  });
});
