/** Tests Add, Use, and Remove API Key…: the API key is tried over HTTP, and stored for the address that it was entered for. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAble, rememberAble, type KeyRef } from '../../../src/operations/learned/keyRecords.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { pressNext } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { testServices } from '../services.ts';
import { openStore, shopAt } from './stores.ts';

const { addApiKey, removeApiKey, useApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { editConnection } = await import('../../../src/editor/connection/editConnection.ts');
const { connectionFile } = await import('../../../src/editor/connection/shareConnections.ts');

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.close());

const secretOf = (index: number): string => sandbox.keys[index]!.key;
const ownSandbox = () => ({ ...sandbox, keys: sandbox.keys.slice(0, 2).map(({ name, key }) => ({ name, key })) });

/** A window that uses a connection with these API keys, which are those of the sandbox in its order. */
async function open(...keyNames: readonly string[]) {
  const opened = openStore(undefined, async () => ownSandbox());
  const { store, connections, memory } = opened;
  await store.save({ ...shopAt(sandbox.baseUrl, ...keyNames), word: sandbox.vocabulary });
  for (const [index, name] of keyNames.entries()) await store.writeKey(store.find('c1')!, name, secretOf(index));
  await store.use('c1');
  const services = testServices({ connections, memory });
  const add = (apiKey: string, ...next: readonly Reply[]) => withReplies([apiKey, ...next], () => addApiKey(services, store));
  return { ...opened, services, add };
}

describe('Add API Key…', () => {
  it('asks for the API key, a name, and whether to use it', async () => {
    const { store, connections, add } = await open();
    // The first API key is used without a question, because the connection has no other one.
    assert.deepEqual(await add(secretOf(0), { keep: true }), ['The API key “API key” is in use for Shop.']);
    assert.equal(await store.readKey(store.find('c1')!, 'API key'), secretOf(0));
    await add(secretOf(1), undefined);
    assert.deepEqual(store.find('c1')?.keyNames, ['API key']);
    for (const name of ['', ' API key ']) await assert.rejects(add(secretOf(1), name), /was not taken/);
    const told = await add(secretOf(1), 'release-key', 'Go on with “API key”');
    assert.deepEqual(told, ['The API key “release-key” is stored. “API key” is still in use for Shop.']);
    const { keyNames, keyInUse } = store.find('c1')!;
    assert.deepEqual([keyNames, keyInUse], [['API key', 'release-key'], 'API key']);
    assert.deepEqual(await add(secretOf(2), 'third', 'Use “third”'), ['The API key “third” is in use for Shop.']);
    connections.dispose();
  });

  it('replaces a refused API key, and forgets its refusals', async () => {
    const { store, connections, memory, add } = await open();
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
    await add(secretOf(0));
    assert.match(questions[0]?.text ?? '', /“k”.*replaces/);
    assert.equal(await store.readKey(store.find('c1')!, 'k'), secretOf(0));
    assert.deepEqual(store.find('c1')?.keyNames, refused.keyNames);
    // Refusals of the old API key don't apply to the new one.
    assert.equal(isAble(memory, before, 'change', 'e1'), undefined);
    assert.equal(isAble(memory, other, 'change', 'e1'), false);
    connections.dispose();
  });

  it('uses the API key that is already stored, under its label', async () => {
    const { store, connections, keyNames, add } = await open('first', 'second');
    await store.change('c1', () => ({ keyInUse: 'second' }));
    await add(secretOf(0));
    assert.equal(store.find('c1')?.keyInUse, 'first');
    assert.equal(keyNames().length, 2);
    connections.dispose();
  });

  for (const what of ['moves', 'removes'] as const)
    it(`stores nothing if a different window ${what} the connection meanwhile`, async () => {
      const { store, services, connections, keyNames } = await open();
      const told = await withReplies([secretOf(0), { keep: true }], async () => {
        const adding = addApiKey(services, store);
        if (what === 'moves') await store.change('c1', () => ({ baseUrl: 'https://elsewhere.example' }));
        else await store.remove('c1');
        await adding;
      });
      assert.match(told.join(), /^“Shop” was removed or given a different address in the meantime/);
      assert.deepEqual(keyNames(), []);
      connections.dispose();
    });
});

describe('Remove API Key…', () => {
  it('removes one of several API keys, and uses a different one', async () => {
    const { store, connections, keyNames } = await open('k', 'l');
    pressNext('Remove');
    const told = await withReplies(['k'], () => removeApiKey(store));
    assert.deepEqual(told, ['Remove the API key “k”?', 'The API key “k” was removed.']);
    assert.deepEqual([store.inUse()?.keyNames, store.inUse()?.keyInUse, keyNames()], [['l'], 'l', ['apiKey/c1/l']]);
    connections.dispose();
  });

  it('does not remove the sandbox’s own keys, which would be added again', async () => {
    const { store, connections } = await open();
    await connections.useSandbox(ownSandbox());
    pressNext('Remove');
    assert.match((await withReplies([], () => removeApiKey(store))).join(), /^The sandbox brings its own API keys\./);
    assert.equal((await connections.inUse())?.keyName, sandbox.keys[0]!.name);
    connections.dispose();
  });

  it('says that there is no API key if none was entered or there is no connection', async () => {
    const { store, connections } = await open();
    const told = ['There is no API key to remove.'];
    assert.deepEqual(await withReplies([], () => removeApiKey(store)), told);
    await store.remove('c1');
    assert.deepEqual(await withReplies([], () => removeApiKey(store)), told);
    connections.dispose();
  });
});

describe('the identity of an API key at the service', () => {
  /** The user has renamed both API keys, and the first one has submitted a request. */
  async function afterSubmission() {
    const opened = await open('mine', 'for releases');
    await sandbox.reset();
    const { client } = (await opened.connections.inUse()) ?? assert.fail();
    const { id, workspace } = sandbox.environments.find(({ name }) => name === 'production')!;
    const segment = { name: 'beta-accounts', keys: ['one-more'] };
    const common = { operationType: 'CREATE', title: 'One more', comment: 'please', approvers: [] } as const;
    await client.submitChangeRequest(workspace.id, id, { ...common, segment });
    const known = async (): Promise<readonly string[]> => {
      await withReplies([undefined], () => useApiKey(opened.services, opened.store, undefined));
      return questions[0]!.options;
    };
    return { ...opened, known };
  }
  const remembered = (memory: { readonly keys: () => readonly string[]; get(key: string): unknown }): string =>
    JSON.stringify(memory.keys().map((key) => memory.get(key)));

  it('is shown beside its label once it is known, with a link to other connections', async () => {
    const { store, connections, known } = await afterSubmission();
    const [mine, other, ...others] = await known();
    assert.match(mine ?? '', /^mine: known to the service as “submitter-key” · Submitted in /);
    assert.equal(other, 'for releases: Nothing is known yet of what it may change.');
    assert.ok(others.includes('Add Connection…'));
    await store.save({ ...store.find('c1')!, id: 'c2', name: 'Lab' });
    assert.ok((await known()).includes('Switch Connection…'));
    connections.dispose();
  });

  it('is still known if the label changes', async () => {
    const { store, connections, memory, known } = await afterSubmission();
    await withReplies(['Label of the API key “mine”', 'daily'], () => editConnection(store, memory));
    assert.match((await known())[0] ?? '', /^daily: known to the service as “submitter-key”/);
    connections.dispose();
  });

  it('is in no file of connections, and forgotten with the API key', async () => {
    const { store, connections, memory } = await afterSubmission();
    assert.match(remembered(memory), /submitter-key/);
    assert.doesNotMatch(connectionFile(store.all()), /submitter-key/);
    pressNext('Remove');
    await withReplies(['mine'], () => removeApiKey(store));
    assert.doesNotMatch(remembered(memory), /submitter-key|"mine"/);
    connections.dispose();
  });
});
