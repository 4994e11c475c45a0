/**
 * Tests how a service expects its API keys: found out when a connection is added, stored, and used from then on. Runs over
 * HTTP, with both words for a flag.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log } from '../fakeContext.ts';
import { withReplies, type Reply } from '../person.ts';
import { testServices } from '../services.ts';
import { serve, type TestServer } from './server.ts';
import { openStore, shopAt } from './stores.ts';

const { addApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { addConnection } = await import('../../../src/editor/connection/addConnection.ts');
const { asCurl } = await import('../../../src/editor/changes/exactCall.ts');
const { createRoot } = await import('../explorer/treeRoot.ts');
const { workspaceOptions } = await import('../../../src/editor/ask/placeOptions.ts');
const { createConnections } = await import('../../../src/editor/connection/connections.ts');

const word = 'split';

describe('a service that accepts only x-api-key', () => {
  let sandbox: Sandbox;
  let gateway: TestServer;
  const sent = new Set<string>();
  before(async () => {
    sandbox = await startSandbox({ vocabulary: word });
    gateway = await serve((request, response) => {
      const headers: http.IncomingHttpHeaders = { ...request.headers, host: new URL(sandbox.baseUrl).host };
      for (const name of ['authorization', 'x-api-key']) if (headers[name] !== undefined) sent.add(name);
      delete headers.authorization;
      const { method = 'GET', url = '' } = request;
      const onward = http.request(new URL(url, sandbox.baseUrl), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
  });
  beforeEach(() => sent.clear());
  after(async () => {
    gateway.close();
    await sandbox.close();
  });

  function open() {
    const { store, connections, memory } = openStore();
    const connect = () => createConnections({ store, memory, log, startSandbox: async () => assert.fail() });
    const add = () => withReplies([gateway.baseUrl, sandbox.keys[0]!.key], () => addConnection(store, { text: '' }));
    const addKey = (index: number, ...next: readonly Reply[]) =>
      withReplies([sandbox.keys[index]!.key, { keep: true }, ...next], () =>
        addApiKey(testServices({ connections, memory }), store),
      );
    return { store, connections, connect, add, addKey };
  }

  it('gets it after Bearer was refused; this is stored, and used for further API keys and after a reload', async () => {
    const { store, connections, connect, add, addKey } = open();
    assert.match((await add()).join(), /^Connected to /);
    assert.deepEqual([store.inUse()?.authentication, store.inUse()?.word], ['x-api-key', word]);
    assert.deepEqual([...sent], ['authorization', 'x-api-key']);
    sent.clear();
    await addKey(1, 'Use “API key (2)”');
    assert.deepEqual([[...sent], store.inUse()?.keyNames.length], [['x-api-key'], 2]);
    connections.dispose();
    const reloaded = connect();
    const connected = (await reloaded.inUse()) ?? assert.fail();
    const { client } = connected;
    const [workspace] = (await client.listWorkspaces({ offset: 0, limit: 1 })).objects;
    const [development] = await client.listEnvironments(workspace!.id);
    await client.uploadKeys(development!.id, 'beta-accounts', ['new']);
    assert.deepEqual([...sent], ['x-api-key']);
    const kill = { operationType: 'KILL', flag: { name: 'f' }, title: 't', approvers: [] } as const;
    assert.match(asCurl(client.describeSubmission('w', 'e', kill)), /-H "x-api-key: \$FLAG_ADMIN_API_KEY"/);
    const [node] = await createRoot(connected).nodes();
    const [option] = await workspaceOptions(connected);
    const ownerAndProject = 'acme / storefront';
    assert.deepEqual([node?.toTreeItem().description, option?.description], [ownerAndProject, ownerAndProject]);
    reloaded.dispose();
  });

  it('gets the first API key of an imported connection in it, too', async () => {
    const { store, connections, addKey } = open();
    await store.save({ ...shopAt(gateway.baseUrl), word });
    await store.use('c1');
    await addKey(0);
    assert.equal(store.inUse()?.authentication, 'x-api-key');
    assert.ok(await (await connections.inUse())?.client.listWorkspaces({ offset: 0, limit: 1 }));
    connections.dispose();
  });
});
