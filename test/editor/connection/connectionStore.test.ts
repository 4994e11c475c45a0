import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import '../fakeVscode.ts';
import { HandedBack, Memento, storageOf, windows } from '../fakeContext.ts';

const { createConnectionStore, withoutKey } = await import('../../../src/editor/connection/connectionStore.ts');
const { createMemory } = await import('../../../src/operations/learned/memory.ts');

const API_KEY = 'canary-key-1';

const connection = {
  id: 'c1',
  name: 'Production',
  kind: 'service' as const,
  baseUrl: 'https://admin.example.com/fme',
  word: 'flag',
  keyNames: ['submitter-key', 'release-key'],
  keyInUse: 'submitter-key',
};

describe('the connection store', () => {
  it('gives an API key only for the origin it was entered for', async () => {
    const store = createConnectionStore(...storageOf(windows().open()));
    await store.writeKey(connection, 'submitter-key', API_KEY);
    assert.equal(await store.readKey(connection, 'submitter-key'), API_KEY);
    assert.equal(await store.readKey({ ...connection, baseUrl: 'https://admin.example.com/other' }, 'submitter-key'), API_KEY);
    for (const baseUrl of [
      'https://admin.example.com:444',
      'https://admin.example.com.',
      'https://evil.example.com',
      'http://admin.example.com',
    ]) {
      assert.equal(await store.readKey({ ...connection, baseUrl }, 'submitter-key'), undefined, baseUrl);
    }
  });

  it('stores API keys only in SecretStorage', async () => {
    const { open, globalState } = windows();
    const workspaceState = new Memento();
    const store = createConnectionStore(...storageOf(open(workspaceState)));
    await store.writeKey(connection, 'submitter-key', API_KEY);
    await store.save(connection);
    await store.use('c1');
    const kept = JSON.stringify([...globalState.values, ...workspaceState.values]);
    assert.ok(!kept.includes(API_KEY));
    assert.match(kept, /admin\.example\.com/);
  });

  it('remembers the connection in use for each workspace folder, and offers the last one elsewhere', async () => {
    const { open } = windows();
    const here = createConnectionStore(...storageOf(open()));
    const there = createConnectionStore(...storageOf(open()));
    await here.save(connection);
    await here.save({ ...connection, id: 'c2', name: 'Staging' });
    await here.use('c1');
    assert.equal(there.inUse()?.id, 'c1');
    await there.use('c2');
    assert.equal(here.inUse()?.id, 'c1');
  });

  it('ignores a damaged secret', async () => {
    const { open, secrets } = windows();
    const store = createConnectionStore(...storageOf(open()));
    await store.writeKey(connection, 'submitter-key', API_KEY);
    for (const name of secrets.keys()) secrets.set(name, '{"origin":');
    assert.equal(await store.readKey(connection, 'submitter-key'), undefined);
  });

  it('stops listening when it is disposed of', () => {
    const { open, listeners } = windows();
    const store = createConnectionStore(...storageOf(open()));
    assert.equal(listeners.size, 1);
    store.dispose();
    assert.equal(listeners.size, 0);
  });
});

describe('a change of a connection', () => {
  it('applies to the current state of the connection, and not to a removed one', async () => {
    const { open } = windows();
    const here = createConnectionStore(...storageOf(open()));
    const there = createConnectionStore(...storageOf(open()));
    await here.save({ ...connection, keyNames: ['a', 'b'], keyInUse: 'a' });
    await there.change(connection.id, () => ({ isReadOnly: true }));
    assert.equal(await here.change(connection.id, (now) => withoutKey(now, 'a')), true);
    const now = here.find(connection.id);
    assert.deepEqual([now?.isReadOnly, now?.keyNames, now?.keyInUse], [true, ['b'], 'b']);
    await there.remove(connection.id);
    assert.equal(await here.change(connection.id, () => ({ name: 'back again' })), false);
    assert.deepEqual(here.all(), []);
  });

  it('keeps the connection in use after the pinned one was removed', async () => {
    const { open } = windows();
    const [here, there] = [createConnectionStore(...storageOf(open())), createConnectionStore(...storageOf(open()))];
    const [first, second, third] = ['c1', 'c2', 'c3'].map((id) => ({ ...connection, id }));
    for (const one of [first, second, third]) await here.save(one!);
    await here.use('c1');
    await there.use('c2');
    await here.remove('c1');
    await here.pin();
    await there.use('c3');
    assert.equal(here.inUse()?.id, 'c2');
  });

  it('does not bring back a removed key if something else is written at that moment, in an editor that returns its state after each write', async () => {
    const context = windows().open();
    const globalState = createMemory(new HandedBack());
    const { secrets } = context;
    const slow = { ...secrets, delete: async (key: string) => turn().then(() => secrets.delete(key)) };
    const store = createConnectionStore({ secrets: slow }, globalState, context.workspaceState);
    await store.save(connection);
    const other = globalState.update('learned.other', 1);
    await turn();
    await store.change('c1', (now) => withoutKey(now, 'release-key'));
    await other;
    assert.deepEqual(store.find('c1')?.keyNames, ['submitter-key']);
    assert.equal(globalState.get('learned.other'), 1);
  });
});
