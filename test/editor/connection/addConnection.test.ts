/** Tests Add Connection… and the labels of API keys, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasAbility, rememberAbility } from '../../../src/operations/learned/keyRecords.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies, type Reply } from '../person.ts';
import { EMPTY_PAGE, serve, type TestServer } from './server.ts';
import { openStore, shopAt } from './stores.ts';

const { addConnection, wordByHost } = await import('../../../src/editor/connection/addConnection.ts');
const { editConnection } = await import('../../../src/editor/connection/editConnection.ts');

function open() {
  const opened = openStore();
  const { store } = opened;
  const add = (...replies: readonly Reply[]) => withReplies(replies, () => addConnection(store, { text: '' }));
  return { ...opened, add };
}

describe('Add Connection…', () => {
  it('asks only for the address and the API key, for a service that says split and has only the documented endpoints', async () => {
    const sandbox = await startSandbox({ vocabulary: 'split', endpoints: 'documented' });
    const { store, keyNames, add } = open();
    const { host } = new URL(sandbox.baseUrl);
    assert.deepEqual(await add(host, sandbox.keys[2]!.key), [`Connected to ${host}.`]);
    const added = store.inUse() ?? assert.fail();
    assert.deepEqual({ ...added, id: '' }, { ...shopAt(sandbox.baseUrl, 'API key'), id: '', name: host, word: 'split' });
    assert.equal(await store.readKey(added, 'API key'), sandbox.keys[2]!.key);
    assert.equal(keyNames().length, 1);
    assert.deepEqual(shown.at(-1)?.buttons, ['Add Another API Key…', 'Change Names…']);
    await add(sandbox.baseUrl, sandbox.keys[0]!.key);
    assert.equal(store.inUse()?.name, `${host} (2)`);
    await sandbox.close();
  });

  describe('for a service that does not prove its word for a flag', () => {
    let server: TestServer;
    const seen: (string | undefined)[] = [];
    before(async () => {
      server = await serve(({ url = '', headers: { authorization } }, response) => {
        seen.push(authorization);
        const isPage = url.includes('/workspaces') && authorization !== undefined;
        const status = authorization === undefined ? 401 : isPage ? 200 : 404;
        response.writeHead(status).end(isPage ? EMPTY_PAGE : '');
      });
    });
    after(() => server.close());

    it('asks for the word last', async () => {
      const { store, add } = open();
      await add(server.baseUrl, 'pat.of-maria', 'split');
      assert.deepEqual([store.inUse()?.word, store.inUse()?.keyInUse], ['split', 'personal API key']);
      assert.equal(questions.length, 3);
      assert.match(questions[2]?.text ?? '', /^What does this service call a feature flag/);
      // The address was tried first, without the API key.
      assert.deepEqual([...new Set(seen)], [undefined, 'Bearer pat.of-maria']);
    });

    it('stores nothing if the user cancels a question', async () => {
      for (const answered of [[], [server.baseUrl], [server.baseUrl, 'some-api-key']]) {
        const { store, secrets, add } = open();
        assert.deepEqual(await add(...answered, undefined), []);
        assert.deepEqual([store.all(), secrets.size], [[], 0]);
      }
    });
  });

  it('stores nothing if the keyring can’t store the API key and the user does not want it for this session only', async () => {
    const sandbox = await startSandbox();
    const { store, broken, add } = open();
    broken.add('store');
    const asked = ['The editor’s secret storage can’t keep the API key “API key”.'];
    assert.deepEqual(await add(sandbox.baseUrl, sandbox.keys[0]!.key), asked);
    assert.deepEqual(shown.at(-1)?.buttons, ['Use for This Session Only']);
    assert.deepEqual(store.all(), []);
    await sandbox.close();
  });

  it('takes the word split for hosts of the live service whose answers prove no word', () => {
    const hosts = ['api.split.io', 'app.harness.io/fme', 'eu.harness.io', 'harness.io.example.com'];
    assert.deepEqual(hosts.map((host) => wordByHost(`https://${host}`)), ['split', 'split', 'split', undefined]); // prettier-ignore
  });
});

describe('the label of an API key', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());
  const LABEL = 'Label of the API key “API key”';

  async function withKeys() {
    const opened = open();
    const { store, memory } = opened;
    const keyNames = ['API key', 'other'];
    await store.save(shopAt(sandbox.baseUrl, ...keyNames));
    for (const [index, name] of keyNames.entries()) await store.writeKey(store.find('c1')!, name, sandbox.keys[index]!.key);
    await store.use('c1');
    const label = (text: string) => withReplies([LABEL, text], () => editConnection(store, memory));
    return { ...opened, label };
  }

  it('is changed in Edit Connection…; running calls with the API key continue', async () => {
    const { store, connections, memory, keyNames, label } = await withKeys();
    const { client } = (await connections.inUse()) ?? assert.fail();
    const ref = { connectionId: 'c1', origin: new URL(sandbox.baseUrl).origin, keyName: 'API key' };
    await rememberAbility(memory, ref, 'change', 'e1', false);
    assert.deepEqual(await label('submitter-key'), [`The connection “Shop” was changed. ${LABEL}: submitter-key`]);
    const now = store.find('c1')!;
    assert.deepEqual([now.keyNames, now.keyInUse], [['submitter-key', 'other'], 'submitter-key']);
    assert.equal(await store.readKey(now, 'submitter-key'), sandbox.keys[0]!.key);
    assert.deepEqual(keyNames().toSorted(), ['apiKey/c1/other', 'apiKey/c1/submitter-key']);
    assert.equal(hasAbility(memory, ref, 'change', 'e1'), undefined);
    assert.equal(hasAbility(memory, { ...ref, keyName: 'submitter-key' }, 'change', 'e1'), false);
    assert.equal((await connections.inUse())?.keyName, 'submitter-key');
    assert.equal((await client.listWorkspaces({ offset: 0, limit: 1 })).objects.length, 1);
    connections.dispose();
  });

  it('is refused if it is empty, too long, like an API key, or taken, perhaps meanwhile, and stays if the keyring refuses it', async () => {
    const { store, keyNames, broken, label } = await withKeys();
    for (const text of ['other', ' ', 'q7Zb0tNsWPDrzT9q6B5Hs6pneX', 'x'.repeat(101)])
      await assert.rejects(label(text), /was not taken/);
    broken.add('store');
    await label('submitter-key');
    assert.deepEqual([store.find('c1')?.keyNames, keyNames().length], [['API key', 'other'], 2]);
    broken.clear();
    const editing = label('third');
    await store.change('c1', ({ keyNames }) => ({ keyNames: [...keyNames, 'third'] }));
    await assert.rejects(editing, /is taken already/);
    assert.deepEqual(store.find('c1')?.keyNames, ['API key', 'other', 'third']);
  });
});
