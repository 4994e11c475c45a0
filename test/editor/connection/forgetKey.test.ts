/** An API key that goes, in an editor that hands back its state a little after each write. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { abilitiesOf, rememberAble } from '../../../src/operations/learned/keyRecords.ts';
import { HandedBack, windows } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { createMemory } = await import('../../../src/operations/learned/memory.ts');
const { createConnectionStore, withoutKey } = await import('../../../src/editor/connection/connectionStore.ts');

const baseUrl = 'https://admin.example.com';
const names = { keyNames: ['daily', 'release'], keyInUse: 'release' };
const connection = { id: 'c', name: 'Shop', kind: 'service' as const, baseUrl, word: 'flag' as const, ...names };

async function opened() {
  const context = windows().open();
  const globalState = createMemory(new HandedBack());
  const { secrets } = context;
  const slow = { ...secrets, delete: async (key: string) => turn().then(() => secrets.delete(key)) };
  const store = createConnectionStore({ secrets: slow }, globalState, context.workspaceState);
  await store.save(connection);
  return { globalState, store };
}

it('leaves the connection without it, whatever was known of it', async () => {
  const { globalState, store } = await opened();
  const key = { connectionId: 'c', origin: baseUrl, keyName: 'release' };
  void rememberAble(globalState, key, 'approve', 'e1', true);
  await turn();
  await turn();
  await store.forgetKey(connection, 'release');
  await store.change('c', (now) => withoutKey(now, 'release'));
  assert.deepEqual([store.find('c')?.keyNames, store.find('c')?.keyInUse], [['daily'], 'daily']);
  assert.deepEqual(abilitiesOf(globalState, key), []);
});

it('leaves it even if something else is written just then', async () => {
  const { globalState, store } = await opened();
  const other = globalState.update('learned.other', 1);
  await turn();
  await store.change('c', (now) => withoutKey(now, 'release'));
  await other;
  assert.deepEqual(store.find('c')?.keyNames, ['daily']);
  assert.equal(globalState.get('learned.other'), 1);
});
