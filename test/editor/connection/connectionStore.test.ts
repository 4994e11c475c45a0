import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import '../fakeVscode.ts';
import { DelayedMemento, Memento, storageOf, windows } from '../fakeContext.ts';
import { openStore } from './stores.ts';

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
/** The stores of two windows of a user. */
function openBoth() {
  const shared = windows();
  return { here: openStore(shared).store, there: openStore(shared).store };
}

describe('the connection store', () => {
  it('stores API keys only in SecretStorage, ignores a damaged secret, and stops listening when it is disposed of', async () => {
    const { open, globalState, secrets, listeners } = windows();
    const workspaceState = new Memento();
    const store = createConnectionStore(...storageOf(open(workspaceState)));
    await store.writeKey(connection, 'submitter-key', API_KEY);
    await store.save(connection);
    await store.use('c1');
    const kept = JSON.stringify([...globalState.values, ...workspaceState.values]);
    assert.ok(!kept.includes(API_KEY));
    assert.match(kept, /admin\.example\.com/);
    for (const name of secrets.keys()) secrets.set(name, '{"origin":');
    assert.equal(await store.readKey(connection, 'submitter-key'), undefined);
    assert.equal(listeners.size, 1);
    store.dispose();
    assert.equal(listeners.size, 0);
  });

  it('remembers the connection in use for each workspace folder, and offers the last one elsewhere', async () => {
    const { here, there } = openBoth();
    for (const id of ['c1', 'c2', 'c3']) await here.save({ ...connection, id });
    await here.use('c1');
    assert.equal(there.inUse()?.id, 'c1');
    await there.use('c2');
    assert.equal(here.inUse()?.id, 'c1');
    // Once the pinned one was removed, the one in use becomes the pinned one.
    await here.remove('c1');
    await here.pin();
    await there.use('c3');
    assert.equal(here.inUse()?.id, 'c2');
  });
});

describe('a change of a connection', () => {
  it('applies to the current state of the connection, and not to a removed one', async () => {
    const { here, there } = openBoth();
    await here.save({ ...connection, keyNames: ['a', 'b'], keyInUse: 'a' });
    await there.change('c1', () => ({ isReadOnly: true }));
    assert.equal(await here.change('c1', (now) => withoutKey(now, 'a')), true);
    const now = here.find('c1');
    assert.deepEqual([now?.isReadOnly, now?.keyNames, now?.keyInUse], [true, ['b'], 'b']);
    await there.remove('c1');
    assert.equal(await here.change('c1', () => ({ name: 'back again' })), false);
    assert.deepEqual(here.all(), []);
  });

  it('does not bring back a removed key if something else is written at that moment, in an editor that returns its state after each write', async () => {
    const { secrets, workspaceState } = windows().open();
    const globalState = createMemory(new DelayedMemento());
    const slow = { ...secrets, delete: async (key: string) => turn().then(() => secrets.delete(key)) };
    const store = createConnectionStore({ secrets: slow }, globalState, workspaceState);
    await store.save(connection);
    const other = globalState.update('learned.other', 1);
    await turn();
    await store.change('c1', (now) => withoutKey(now, 'release-key'));
    await other;
    assert.deepEqual(store.find('c1')?.keyNames, ['submitter-key']);
    assert.equal(globalState.get('learned.other'), 1);
  });
});
