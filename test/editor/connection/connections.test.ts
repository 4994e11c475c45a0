/** Tests the connection in use with the sandbox: it has one client, which stays while calls are running. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Connected, RunningSandbox } from '../../../src/editor/window/connected.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { windows } from '../fakeContext.ts';
import { executed } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { openStore, shopAt } from './stores.ts';

const { SANDBOX_ID } = await import('../../../src/editor/connection/connectionStore.ts');

const asRunning = ({ baseUrl, vocabulary, keys }: Sandbox): RunningSandbox => ({
  baseUrl,
  vocabulary,
  keys: keys.slice(0, 2).map(({ name, key }) => ({ name, key })),
});
const workspacesOf = async (connected: Connected | undefined): Promise<number | undefined> =>
  (await connected?.client.listWorkspaces({ offset: 0, limit: 10 }))?.totalCount;

describe('the connection in use', () => {
  let first: Sandbox;
  let second: Sandbox;
  const opened: ReturnType<typeof openStore>[] = [];
  before(async () => {
    [first, second] = await Promise.all([startSandbox(), startSandbox()]);
  });
  afterEach(() => opened.splice(0).forEach(({ connections }) => connections.dispose()));
  after(() => Promise.all([first.close(), second.close()]));

  const open = (running = () => first, shared = windows()) => {
    const window = openStore(shared, async () => asRunning(running()));
    opened.push(window);
    return window;
  };

  it('is asked for if there is none: a new one, or one of the others after the one in use was removed', async () => {
    const { connections, store } = open();
    executed.length = 0;
    const [none] = await answering(['Try the Sandbox'], () => connections.orAsk());
    assert.deepEqual(executed, [['flagAdmin.sandbox.start']]);
    for (const id of ['c1', 'c2']) await store.save({ ...shopAt(first.baseUrl), id });
    await store.use('c1');
    await store.remove('c1');
    const [others] = await answering([undefined], () => connections.orAsk());
    const titles = ['There is no connection yet.', 'No connection is in use. Choose one to continue'];
    assert.deepEqual([none?.title, others?.title], titles);
    assert.equal(store.inUse(), undefined);
  });

  it('has the same client until something changes, a new client for a different API key, and none once it is removed', async () => {
    const { connections, store } = open();
    await connections.useSandbox(asRunning(first));
    const submitter = await connections.inUse();
    assert.equal((await connections.inUse())?.client, submitter?.client);
    await connections.useKey('release-key');
    const approver = await connections.inUse();
    assert.equal(approver?.keyName, 'release-key');
    assert.notEqual(approver?.client, submitter?.client);
    // Work that began with the other API key continues with it.
    assert.equal(await workspacesOf(submitter), 2);
    await connections.useKey('nobody');
    assert.equal((await connections.inUse())?.keyName, 'release-key', 'no API key is stored under that name');
    await store.remove(SANDBOX_ID);
    assert.equal(await connections.inUse(), undefined);
    await assert.rejects(workspacesOf(approver), { kind: 'network' });
  });

  it('is the same sandbox connection at another port, with the same name of API key in use', async () => {
    let running = first;
    const { connections, store } = open(() => running);
    await connections.useSandbox(asRunning(first));
    await connections.useKey('release-key');
    running = second;
    const connected = (await connections.inUse()) ?? assert.fail();
    assert.deepEqual([connected.connectionId, connected.keyName], [SANDBOX_ID, 'release-key']);
    assert.equal(connected.client.origin, new URL(second.baseUrl).origin);
    // Facts about its API keys apply after each restart.
    assert.equal(connected.origin, 'http://127.0.0.1');
    assert.equal(await workspacesOf(connected), 2);
    assert.equal(store.all().length, 1);
  });

  it('leads each of two windows that share secrets to its own sandbox', async () => {
    const shared = windows();
    const [here, there] = [open(() => first, shared), open(() => second, shared)];
    await here.connections.useSandbox(asRunning(first));
    await there.connections.useSandbox(asRunning(second));
    let changes = 0;
    for (const { connections } of [here, there]) connections.onDidChange(() => (changes += 1));
    for (const { connections } of [here, there, here, there]) assert.equal(await workspacesOf(await connections.inUse()), 2);
    assert.ok(changes <= 4, `${changes} changes`);
  });
});
