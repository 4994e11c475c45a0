/**
 * Tests an API key that the service refuses (401): it is reported once, and not used again until it is replaced or the user tries
 * again.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { windows } from '../fakeContext.ts';
import { views } from '../fakeVscode.ts';
import { testServices } from '../services.ts';
import { EMPTY_PAGE, serve, type TestServer } from './server.ts';
import { openStore, shopAt } from './stores.ts';

const { isMissingApiKey, isRefusedApiKey } = await import('../../../src/editor/words/connectionErrors.ts');
const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

describe('an API key that is refused', () => {
  let service: TestServer;
  let received = 0;
  let opened: Awaited<ReturnType<typeof openStore>>['connections'] | undefined;
  before(async () => {
    service = await serve(({ headers }, response) => {
      received += 1;
      response.statusCode = headers.authorization === 'Bearer good-api-key' ? 200 : 401;
      response.end(EMPTY_PAGE);
    });
  });
  after(() => {
    opened?.dispose();
    service.close();
  });
  beforeEach(() => {
    opened?.dispose();
    received = 0;
  });

  async function open(...keyNames: readonly string[]) {
    const { store, connections } = openStore();
    opened = connections;
    const connection = shopAt(service.baseUrl, ...keyNames);
    for (const name of keyNames) await store.writeKey(connection, name, name === 'good' ? 'good-api-key' : 'bad-api-key');
    await store.save(connection);
    await store.use('c1');
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    const client = async () => ((await connections.inUse()) ?? assert.fail()).client;
    const failure = (): Promise<unknown> => connections.inUse().catch((thrown: unknown) => thrown);
    return { connections, client, failure, changes: () => changes };
  }
  const ONE = { offset: 0, limit: 1 };

  it('is reported as refused once, even if several calls were in flight; then nothing is sent, even through an existing client', async () => {
    const { client, failure, changes } = await open('k');
    const first = await client();
    await Promise.all([0, 1].map(() => assert.rejects(first.listWorkspaces(ONE), { status: 401 })));
    await assert.rejects(first.listWorkspaces(ONE), isRefusedApiKey);
    for (let time = 0; time < 2; time += 1) {
      const error = await failure();
      assert.ok(isRefusedApiKey(error));
      assert.match(describeFailure(error).sentence, /does not accept the API key “k” of the connection “Shop” \(401\)/);
      assert.equal(describeFailure(error).steps.length, 1);
    }
    assert.deepEqual([received, changes()], [2, 1]);
  });

  it('is used once by the view, which is redrawn after the refusal', async () => {
    const { connections } = await open('k');
    const memory = windows().open().globalState;
    const services = testServices({ connections, memory, workspaceMemory: memory });
    const explorer = registerExplorer(services);
    // Before the one of the change requests.
    const view = views.at(-2)!;
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
    assert.deepEqual([received, times], [1, 2]);
    assert.match(JSON.stringify(await drawn), /does not accept the API key “k”/);
    services.events.fire({ kind: 'sandbox' });
    await drawn;
    assert.equal(received, 2);
    explorer.dispose();
  });

  it('is missing and not refused if a connection has none yet, as after an import', async () => {
    const error = await (await open()).failure();
    assert.ok(isMissingApiKey(error));
    assert.equal(describeFailure(error).sentence, 'The connection “Shop” has no API key yet: enter one.');
    assert.equal(received, 0);
  });
});
