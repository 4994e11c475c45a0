/**
 * Tests an API key that the service refuses (401): it is reported once, and not used again until it is replaced or the user tries
 * again.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { windows } from '../fakeContext.ts';
import { views } from '../fakeVscode.ts';
import { testServices } from '../services.ts';
import { openStore, shopAt } from './stores.ts';

const { isMissingApiKey, isRefusedApiKey } = await import('../../../src/editor/words/connectionErrors.ts');
const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

const GOOD = 'Bearer good-api-key';
describe('an API key that is refused', () => {
  let service: Server;
  let received = 0;
  before(async () => {
    service = createServer(({ headers }, response) => {
      received += 1;
      response.statusCode = headers.authorization === GOOD ? 200 : 401;
      response.end(JSON.stringify({ objects: [], offset: 0, limit: 20, totalCount: 0 }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => (received = 0));

  async function open(keyNames = ['k'], apiKey = 'bad-api-key') {
    const { store, connections } = openStore();
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const connection = shopAt(baseUrl, ...keyNames);
    for (const keyName of keyNames) await store.writeKey(connection, keyName, keyName === 'good' ? 'good-api-key' : apiKey);
    await store.save(connection);
    await store.use('c1');
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    const call = async (): Promise<unknown> => (await connections.inUse())?.client.listWorkspaces({ offset: 0, limit: 1 });
    return { store, connections, connection, call, changes: () => changes };
  }

  it('is tried once; then it is reported as refused, and nothing is sent', async () => {
    const { connections, call, changes } = await open();
    await assert.rejects(call(), { status: 401 });
    assert.deepEqual({ received, changes: changes() }, { received: 1, changes: 1 });
    for (let time = 0; time < 3; time += 1) {
      const error: unknown = await connections.inUse().catch((thrown: unknown) => thrown);
      assert.ok(isRefusedApiKey(error));
      assert.match(describeFailure(error).sentence, /Shop does not accept the API key “k” \(401\)/);
      assert.equal(describeFailure(error).steps.length, 1);
    }
    assert.deepEqual({ received, changes: changes() }, { received: 1, changes: 1 });
    connections.dispose();
  });

  it('is reported once, even if several calls were in flight', async () => {
    const { connections, changes } = await open();
    const { client } = (await connections.inUse()) ?? assert.fail();
    await Promise.allSettled([0, 1, 2].map(() => client.listWorkspaces({ offset: 0, limit: 1 })));
    assert.deepEqual({ received, changes: changes() }, { received: 3, changes: 1 });
    connections.dispose();
  });

  it('sends nothing else, even through an existing client', async () => {
    const { connections } = await open();
    const { client } = (await connections.inUse()) ?? assert.fail();
    const list = () => client.listWorkspaces({ offset: 0, limit: 1 });
    await assert.rejects(list(), { status: 401 });
    await assert.rejects(list(), isRefusedApiKey);
    assert.equal(received, 1);
    connections.dispose();
  });

  it('is used once by the view, which is redrawn after the refusal', async () => {
    const { connections } = await open();
    const memory = windows().open().globalState;
    const services = testServices({ connections, memory, workspaceMemory: memory });
    const explorer = registerExplorer(services);
    // Before the one of the change requests.
    const view = views.at(-2);
    assert.ok(view);
    let drawn: Promise<unknown> = Promise.resolve();
    let times = 0;
    const draw = (): void => {
      times += 1;
      if (times > 10) return;
      drawn = Promise.resolve(view.getChildren()).then((nodes) => nodes?.map((node) => view.getTreeItem(node)));
    };
    view.onDidChangeTreeData?.(draw);
    draw();
    for (let seen = 0; seen < times;) {
      seen = times;
      await drawn;
    }
    assert.deepEqual({ received, times }, { received: 1, times: 2 });
    assert.match(JSON.stringify(await drawn), /does not accept the API key “k”/);
    services.events.fire({ kind: 'sandbox' });
    await drawn;
    assert.equal(received, 2);
    explorer.dispose();
    connections.dispose();
  });

  it('does not affect the other API keys of the connection', async () => {
    const { connections, call } = await open(['k', 'good']);
    await assert.rejects(call(), { status: 401 });
    assert.ok(await connections.withKey('good'));
    await connections.useKey('good');
    await call();
    connections.dispose();
  });

  it('is missing and not refused if a connection has none yet, as after an import', async () => {
    const { connections } = await open([]);
    const error: unknown = await connections.inUse().catch((thrown: unknown) => thrown);
    assert.ok(isMissingApiKey(error));
    assert.equal(describeFailure(error).sentence, 'Shop has no API key yet: enter one.');
    assert.equal(received, 0);
    connections.dispose();
  });
});
