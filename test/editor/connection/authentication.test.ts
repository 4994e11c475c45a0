/**
 * Tests how a service expects its API keys: found out when a connection is added, stored, and used from then on; over HTTP, with
 * both words.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { log } from '../fakeContext.ts';
import { withReplies, type Reply } from '../person.ts';
import { testServices } from '../services.ts';
import { openStore, shopAt } from './stores.ts';

const { addApiKey } = await import('../../../src/editor/connection/apiKeys.ts');
const { addConnection, wordByHost } = await import('../../../src/editor/connection/addConnection.ts');
const { asCurl } = await import('../../../src/editor/changes/exactCall.ts');
const { createRoot } = await import('../explorer/treeRoot.ts');
const { workspaceOptions } = await import('../../../src/editor/ask/placeOptions.ts');
const { createConnections } = await import('../../../src/editor/connection/connections.ts');

const word = 'split';

describe('a service that accepts only one header', () => {
  let sandbox: Sandbox;
  let gateway: http.Server;
  /** The only accepted header with an API key. */
  let takes: 'authorization' | 'x-api-key';
  let sent: (readonly string[])[] = [];
  before(async () => {
    sandbox = await startSandbox({ vocabulary: word });
    gateway = http.createServer((request, response) => {
      const headers: http.IncomingHttpHeaders = { ...request.headers, host: new URL(sandbox.baseUrl).host };
      const carrying = ['authorization', 'x-api-key'].filter((name) => headers[name] !== undefined);
      sent.push(carrying);
      for (const name of carrying) if (name !== takes) delete headers[name];
      const { method = 'GET', url = '' } = request;
      const onward = http.request(new URL(url, sandbox.baseUrl), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    takes = 'x-api-key';
    sent = [];
  });
  after(async () => {
    gateway.closeAllConnections();
    gateway.close();
    await sandbox.close();
  });
  const address = (): string => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const ways = (): readonly string[] => [...new Set(sent.flat())];

  function open() {
    const { store, connections, memory } = openStore();
    const connect = () => createConnections({ store, memory, log, startSandbox: async () => assert.fail() });
    const add = (apiKey: string) => withReplies([address(), apiKey], () => addConnection(store, { text: '' }));
    const addKey = (apiKey: string, ...next: readonly Reply[]) =>
      withReplies([apiKey, { keep: true }, ...next], () => addApiKey(testServices({ connections, memory }), store));
    return { store, connections, connect, add, addKey };
  }

  it('accepts only x-api-key: this is found after Bearer, stored, and used after a reload', async () => {
    const { store, connections, connect, add } = open();
    assert.match((await add(sandbox.keys[0]!.key)).join(), /^Connected to /);
    assert.deepEqual([store.inUse()?.authentication, store.inUse()?.word], ['x-api-key', word]);
    assert.deepEqual(ways(), ['authorization', 'x-api-key']);
    connections.dispose();
    sent = [];
    const reloaded = connect();
    const { client } = (await reloaded.inUse()) ?? assert.fail();
    const [workspace] = (await client.listWorkspaces({ offset: 0, limit: 1 })).objects;
    const [development] = await client.listEnvironments(workspace!.id);
    await client.uploadKeys(development!.id, 'beta-accounts', ['new']);
    assert.deepEqual(ways(), ['x-api-key']);
    const kill = { operationType: 'KILL', flag: { name: 'f' }, title: 't', approvers: [] } as const;
    assert.match(asCurl(client.describeSubmission('w', 'e', kill)), /-H "x-api-key: \$FLAG_ADMIN_API_KEY"/);
    reloaded.dispose();
  });

  it('has the owner and project of a workspace in its row and in choices, if it says them', async () => {
    const { connections, add } = open();
    await add(sandbox.keys[0]!.key);
    const connected = (await connections.inUse()) ?? assert.fail();
    const [node] = await createRoot(connected).nodes();
    const [option] = await workspaceOptions(connected);
    const says = 'acme / storefront';
    assert.deepEqual([node?.toTreeItem().description ?? '', option?.description], [says, says]);
    connections.dispose();
  });

  it('accepts keys of both kinds in its header; a further key is tried only with that header', async () => {
    const { store, connections, add, addKey } = open();
    await add(sandbox.keys[0]!.key);
    sent = [];
    await addKey(sandbox.keys[1]!.key, 'Use “API key (2)”');
    assert.deepEqual([ways(), store.inUse()?.keyNames.length], [['x-api-key'], 2]);
    connections.dispose();
  });

  it('gets the first API key of an imported connection in the header that it accepts', async () => {
    const { store, connections, addKey } = open();
    await store.save({ ...shopAt(address()), word });
    await store.use('c1');
    await addKey(sandbox.keys[0]!.key);
    assert.equal(store.inUse()?.authentication, 'x-api-key');
    assert.ok(await (await connections.inUse())?.client.listWorkspaces({ offset: 0, limit: 1 }));
    connections.dispose();
  });
});

it('for hosts of the live service, the word is split if their answers prove no word', () => {
  const words = ['https://api.split.io', 'https://app.harness.io/fme', 'https://eu.harness.io', 'https://harness.io.example.com'];
  assert.deepEqual(words.map(wordByHost), ['split', 'split', 'split', undefined]);
});
