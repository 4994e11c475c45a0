/** Tests that the API key for an action is one of its own connection, also if the user switches during the question. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { rememberAbility } from '../../../src/operations/learned/keyRecords.ts';
import { openStore, shopAt } from '../connection/stores.ts';
import { withReplies } from '../person.ts';

const { apiKeyForAction } = await import('../../../src/editor/ask/apiKeyForAction.ts');

const { connections, store, memory } = openStore();
after(() => connections.dispose());

it('the API key for an action is one of its connection, although a different connection came into use during the question', async () => {
  const here = shopAt('https://here.example.com', 'main', 'second');
  const there = { ...shopAt('https://there.example.com', 'main', 'second'), id: 'c2', name: 'Other' };
  for (const one of [here, there]) {
    await store.save(one);
    for (const name of one.keyNames) await store.writeKey(one, name, `${one.id}-${name}`);
  }
  const environment = { id: 'e1', name: 'production' };
  for (const [label, inUse] of [
    ['Use “second” this once', 'main'],
    ['Use “second” from now on', 'second'],
  ] as const) {
    await store.use(here.id);
    const connected = (await connections.inUse()) ?? assert.fail();
    await rememberAbility(memory, connected, 'change', 'e1', false);
    let able: typeof connected | undefined;
    await withReplies([{ pick: label, after: () => store.use(there.id) }], async () => {
      able = await apiKeyForAction({ connections, memory, connected, ability: 'change', environment, title: 'Upload 3 Keys' });
    });
    assert.deepEqual([able?.connectionId, able?.origin, able?.keyName], ['c1', 'https://here.example.com', 'second']);
    assert.deepEqual([store.find('c1')?.keyInUse, store.find('c2')?.keyInUse], [inUse, 'main']);
  }
});
