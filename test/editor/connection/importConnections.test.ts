/** Import Connections…: what the file holds is shown before it is taken, and an API key is asked for once. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { storageOf, windows } from '../fakeContext.ts';
import { chooseNext, executed, openNext, pressNext, shown } from '../fakeVscode.ts';

const { connectionFile } = await import('../../../src/editor/connection/shareConnections.ts');
const { importConnections } = await import('../../../src/editor/connection/shareConnections.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');

const shop = { name: 'Shop', baseUrl: 'https://shop.example/fme', word: 'split', isReadOnly: false };
const lab = { name: 'Lab', baseUrl: 'https://lab.example', word: 'flag', isReadOnly: true };

const fileOf = (...connections: readonly (typeof shop)[]): string =>
  connectionFile(
    connections.map((one, index) => ({
      ...one,
      id: `x${index}`,
      kind: 'service',
      keyNames: ['their-key'],
      keyInUse: 'their-key',
    })),
  );

describe('importing connections', () => {
  beforeEach(() => {
    shown.length = 0;
    executed.length = 0;
  });

  it('shows the address and the word of each, and takes nothing from a user who cancels', async () => {
    const store = createConnectionStore(...storageOf(windows().open()));
    openNext(fileOf(shop, lab));
    await importConnections(store);
    assert.equal(shown[0]?.message, 'Import from connections.json?');
    const lines = shown[0]?.detail?.split('\n') ?? [];
    assert.equal(lines[0], 'Shop: https://shop.example/fme, flags are called “split”');
    assert.equal(lines[1], 'Lab: https://lab.example, flags are called “flag”, read-only');
    assert.match(lines.at(-1) ?? '', /only if you trust where the file comes from/);
    assert.deepEqual([store.all(), executed], [[], []]);
  });

  it('takes one that stands in the file twice as one', async () => {
    openNext(fileOf(shop, { ...shop, name: 'Shop again' }));
    await importConnections(createConnectionStore(...storageOf(windows().open())));
    assert.equal(shown[0]?.message, 'Import from connections.json?');
    assert.match(shown[0]?.detail ?? '', /^Shop: /);
  });

  it('asks once for the API key of one, which has none yet', async () => {
    const store = createConnectionStore(...storageOf(windows().open()));
    openNext(fileOf(shop));
    pressNext('Import');
    await importConnections(store);
    assert.deepEqual(
      store.all().map(({ name, baseUrl, word, keyNames, keyInUse }) => ({ name, baseUrl, word, keyNames, keyInUse })),
      [{ name: shop.name, baseUrl: shop.baseUrl, word: shop.word, keyNames: [], keyInUse: '' }],
    );
    assert.equal(store.inUse()?.name, 'Shop');
    assert.deepEqual(executed, [['flagAdmin.apiKey.add']]);
  });

  it('asks which one of several to use now, and for its API key only', async () => {
    const store = createConnectionStore(...storageOf(windows().open()));
    openNext(fileOf(shop, lab));
    pressNext('Import');
    chooseNext('Lab');
    await importConnections(store);
    assert.equal(store.inUse()?.name, 'Lab');
    assert.equal(store.inUse()?.isReadOnly, true);
    assert.deepEqual(executed, [['flagAdmin.apiKey.add']]);
  });

  it('changes nothing about one that is here already', async () => {
    const store = createConnectionStore(...storageOf(windows().open()));
    await store.save({ ...shop, id: 'c1', kind: 'service', name: 'My shop', keyNames: ['k'], keyInUse: 'k' });
    openNext(fileOf(shop));
    await importConnections(store);
    assert.match(shown[0]?.message ?? '', /Everything in connections\.json is here already/);
    assert.equal(store.all().length, 1);
    assert.deepEqual(executed, []);
  });
});
