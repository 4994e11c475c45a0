/** Tests Remove Connection…: what it says about drafts that stay. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openWindow } from '../definitions/window.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { draftsOf, testServices } from '../services.ts';
import { openStore, shopAt } from './stores.ts';

const { removeConnection } = await import('../../../src/editor/connection/chooseConnection.ts');

/** The details of the question. */
async function asked(definitionDrafts: unknown): Promise<string> {
  const { store, connections, memory } = openStore();
  await store.save(shopAt('https://shop.example', 'k'));
  pressNext('Remove');
  await answering(['Shop'], () => removeConnection(testServices({ memory, definitionDrafts }), store));
  assert.equal(store.all().length, 0);
  connections.dispose();
  return shown.findLast(({ message }) => message === 'Remove the connection “Shop”?')?.detail ?? '';
}

it('Remove Connection… says how many drafts of definitions stay, and what can be done with them, if they can be read', async () => {
  const window = await openWindow();
  for (const environment of ['production', 'development']) {
    const uri = window.uri('checkout-redesign', environment);
    await window.write(uri, `# mine\n${await window.read(uri)}`);
  }
  const stay =
    /\n\nDrafts of flag definitions that are kept in this editor: 2\. You can open them from Source Control, and export them as files\.$/;
  assert.match(await asked(window.deps.definitionDrafts), stay);
  assert.match(await asked(draftsOf({ all: () => [] })), /Nothing changes in the service\.$/);
  assert.match(await asked({ open: () => Promise.reject(new Error('no disk')) }), /Nothing changes in the service\.$/);
});
