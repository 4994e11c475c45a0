/** Tests the connection in use with the sandbox: it has one client, which stays while calls are running. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningSandbox } from '../../../src/editor/window/connected.ts';
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

describe('the connection in use', () => {
  let first: Sandbox;
  let second: Sandbox;
  before(async () => {
    [first, second] = await Promise.all([startSandbox(), startSandbox()]);
  });
  after(() => Promise.all([first.close(), second.close()]));

  const open = (running: () => Sandbox, shared = windows()) => openStore(shared, async () => asRunning(running()));

  it('is asked for if there is none: a new one, or one of the others after the one in use was removed', async () => {
    const { connections, store } = open(() => first);
    executed.length = 0;
    const asked = [...(await answering(['Try the Sandbox'], () => connections.orAsk()))];
    assert.deepEqual(executed, [['flagAdmin.sandbox.start']]);
    for (const id of ['c1', 'c2']) await store.save({ ...shopAt(first.baseUrl), id });
    await store.use('c1');
    await store.remove('c1');
    asked.push(...(await answering([undefined], () => connections.orAsk())));
    const titles = ['There is no connection yet.', 'No connection is in use. Choose one to continue'];
    assert.deepEqual(
      asked.map(({ title }) => title),
      titles,
    );
    assert.equal(store.inUse(), undefined);
  });

  it('has the same client until something changes, and a new client for a different API key', async () => {
    const { connections } = open(() => first);
    await connections.useSandbox(asRunning(first));
    const submitter = await connections.inUse();
    assert.equal((await connections.inUse())?.client, submitter?.client);
    await connections.useKey('release-key');
    const approver = await connections.inUse();
    assert.equal(approver?.keyName, 'release-key');
    assert.notEqual(approver?.client, submitter?.client);
    // Work that began with the other API key continues with it.
    assert.equal((await submitter?.client.listWorkspaces({ offset: 0, limit: 1 }))?.objects.length, 1);
    connections.dispose();
  });

  it('ignores a name that no API key is stored under', async () => {
    const { connections } = open(() => first);
    await connections.useSandbox(asRunning(first));
    await connections.useKey('nobody');
    assert.equal((await connections.inUse())?.keyName, 'submitter-key');
    connections.dispose();
  });

  it('is the same sandbox connection at another port, with the same name of API key in use', async () => {
    let running = first;
    const { connections, store } = open(() => running);
    await connections.useSandbox(asRunning(first));
    await connections.useKey('release-key');
    running = second;
    const connected = await connections.inUse();
    assert.equal(connected?.connectionId, SANDBOX_ID);
    assert.equal(connected?.keyName, 'release-key');
    assert.equal(connected?.client.origin, new URL(second.baseUrl).origin);
    // Facts about its API keys apply after each restart.
    assert.equal(connected?.origin, 'http://127.0.0.1');
    assert.equal((await connected?.client.listWorkspaces({ offset: 0, limit: 10 }))?.totalCount, 2);
    assert.equal(store.all().length, 1);
    connections.dispose();
  });

  it('becomes stable with two windows that share secrets and have their own sandboxes', async () => {
    const shared = windows();
    const here = open(() => first, shared);
    const there = open(() => second, shared);
    await here.connections.useSandbox(asRunning(first));
    await there.connections.useSandbox(asRunning(second));
    let changes = 0;
    here.connections.onDidChange(() => (changes += 1));
    there.connections.onDidChange(() => (changes += 1));
    for (const { connections } of [here, there, here, there]) {
      const connected = await connections.inUse();
      assert.equal((await connected?.client.listWorkspaces({ offset: 0, limit: 10 }))?.totalCount, 2);
    }
    assert.ok(changes <= 4, `${changes} changes`);
    here.connections.dispose();
    there.connections.dispose();
  });

  it('ends with its connection: its client can no longer be used', async () => {
    const { connections, store } = open(() => first);
    await connections.useSandbox(asRunning(first));
    const connected = await connections.inUse();
    await store.remove(SANDBOX_ID);
    assert.equal(await connections.inUse(), undefined);
    await assert.rejects(connected?.client.listWorkspaces({ offset: 0, limit: 1 }) ?? assert.fail(), { kind: 'network' });
  });
});
