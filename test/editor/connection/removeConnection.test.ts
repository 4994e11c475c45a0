/** Tests Remove Connection…: what it says about drafts that stay. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openWindow } from '../definitions/window.ts';
import { log, storageOf, windows } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { draftsOf, testServices } from '../services.ts';

const { createConnections } = await import('../../../src/editor/connection/connections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');
const { removeConnection } = await import('../../../src/editor/connection/chooseConnection.ts');

describe('Remove Connection…', () => {
  /** The details of the question. */
  async function asked(definitionDrafts: object): Promise<string> {
    const context = windows().open();
    const store = createConnectionStore(...storageOf(context));
    const startSandbox = async (): Promise<never> => assert.fail();
    const connections = createConnections({ store, memory: context.globalState, log, startSandbox });
    const baseUrl = 'https://shop.example';
    await store.save({ id: 'c1', name: 'Shop', kind: 'service', baseUrl, word: 'flag', keyNames: ['k'], keyInUse: 'k' } as never);
    pressNext('Remove');
    await answering(['Shop'], () => removeConnection(testServices({ memory: context.globalState, definitionDrafts }), store));
    assert.equal(store.all().length, 0);
    connections.dispose();
    return shown.find(({ message }) => message === 'Remove the connection “Shop”?')?.detail ?? '';
  }

  it('says how many drafts of definitions stay, and what can be done with them', async () => {
    const window = await openWindow();
    for (const environment of ['production', 'development']) {
      const uri = window.uri('checkout-redesign', environment);
      await window.write(uri, `# mine\n${await window.read(uri)}`);
    }
    assert.match(
      await asked(window.deps.definitionDrafts),
      /\n\nDrafts of flag definitions that stay here: 2\. They can be opened from Source Control, and exported as files\.$/,
    );
  });

  it('does not mention drafts if no draft exists or they can’t be read', async () => {
    shown.length = 0;
    assert.match(await asked(draftsOf({ all: () => [] }) as object), /Nothing changes in the service\.$/);
    shown.length = 0;
    assert.match(await asked({ open: () => Promise.reject(new Error('no disk')) }), /Nothing changes in the service\.$/);
  });
});
