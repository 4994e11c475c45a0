/** Who an API key is at the service: learnt, shown in Use API Key…, moved with its label, forgotten with it, never exported. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log, storageOf, windows } from '../fakeContext.ts';
import { pressNext } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { testServices } from '../services.ts';

const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');
const { connectionFile } = await import('../../../src/editor/connection/shareConnections.ts');
const { editConnection } = await import('../../../src/editor/connection/editConnection.ts');
const { removeApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { useApiKey } = await import('../../../src/editor/connection/apiKeys.ts');

describe('who an API key is at the service', () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  /** A connection with two API keys that the user has called otherwise, and a request that the first has submitted. */
  async function afterSubmission() {
    const context = windows().open();
    const memory = context.globalState;
    const store = createConnectionStore(...storageOf(context));
    const startSandboxHere = async () => assert.fail('no sandbox of the editor is needed');
    const connections = createConnections({ store, memory, log, startSandbox: startSandboxHere });
    const connection = {
      id: 'c1',
      name: 'Shop',
      kind: 'service' as const,
      baseUrl: sandbox.baseUrl,
      word: sandbox.vocabulary,
      keyNames: ['mine', 'for releases'],
      keyInUse: 'mine',
    };
    await store.writeKey(connection, 'mine', sandbox.keys[0]!.key);
    await store.writeKey(connection, 'for releases', sandbox.keys[1]!.key);
    await store.save(connection);
    await store.use('c1');
    await sandbox.reset();
    const connected = (await connections.inUse()) ?? assert.fail();
    const { id, workspace } = sandbox.environments.find(({ name }) => name === 'production')!;
    const segment = { name: 'beta-accounts', keys: ['one-more'] };
    const common = { operationType: 'CREATE', title: 'One more', comment: 'please', approvers: [] } as const;
    await connected.client.submitChangeRequest(workspace.id, id, { ...common, segment });
    const services = testServices({ connections, memory });
    const known = async (): Promise<readonly string[]> => {
      await withReplies([undefined], () => useApiKey(services, store, undefined));
      return questions[0]!.options.slice(0, store.find('c1')!.keyNames.length);
    };
    return { store, connections, memory, known };
  }
  const remembered = (memory: { readonly keys: () => readonly string[]; get(key: string): unknown }): string =>
    JSON.stringify(memory.keys().map((key) => memory.get(key)));

  it('is shown beside its label, once the service has said it', async () => {
    const { connections, known } = await afterSubmission();
    const [mine, other] = await known();
    assert.match(mine ?? '', /^mine: known to the service as “submitter-key” · Submitted in /);
    assert.equal(other, 'for releases: Nothing is known yet of what it may change.');
    connections.dispose();
  });

  it('is chosen beside another connection', async () => {
    const { store, connections, known } = await afterSubmission();
    await known();
    assert.ok(questions[0]?.options.includes('Add Connection…'));
    await store.save({ ...store.find('c1')!, id: 'c2', name: 'Lab' });
    await known();
    assert.ok(questions[0]?.options.includes('Switch Connection…'));
    connections.dispose();
  });

  it('stays known under another label', async () => {
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
