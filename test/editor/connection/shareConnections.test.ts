/** Tests Export and Import Connections…: the content of the file, what an import refuses, and what it asks. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { chooseNext, executed, openNext, pressNext, shown } from '../fakeVscode.ts';
import { openStore, shopAt } from './stores.ts';

const { connectionFile, importConnections, readConnectionFile } =
  await import('../../../src/editor/connection/shareConnections.ts');

const shop = { name: 'Shop', baseUrl: 'https://shop.example/fme', word: 'split', isReadOnly: false };
const lab = { name: 'Lab', baseUrl: 'https://lab.example', word: 'flag', isReadOnly: true };

describe('the file of connections', () => {
  const file = (...connections: readonly unknown[]): string => JSON.stringify({ flagAdminConnections: 1, connections });
  const entry = { name: 'A', baseUrl: 'https://a.example.com', word: 'flag' };

  it('describes services, and contains nothing about a person or an API key', () => {
    const service = { ...shopAt(shop.baseUrl, 'release-key'), ...shop, email: 'maria@example.com', isReadOnly: true };
    const text = connectionFile([service, { ...service, id: 'sandbox', kind: 'sandbox', name: 'Sandbox' }]);
    assert.ok(!/release-key|maria|c1|Sandbox/.test(text), text);
    assert.deepEqual(readConnectionFile(text), { ok: true, connections: [{ ...shop, isReadOnly: true }] });
  });

  it('is refused if it is not a file of connections, or is too large', () => {
    const tooMany = file(...Array.from({ length: 51 }, () => entry));
    const others = ['', '{', '[]', 'null', '"x"', '{"connections":[]}', '{"flagAdminConnections":2,"connections":[]}'];
    for (const text of [...others, ' '.repeat(300_000), tooMany])
      assert.deepEqual(readConnectionFile(text), { ok: false, refusal: { code: 'notOurs' } }, text.slice(0, 60));
  });

  it('is refused as a whole for one wrong entry, which is named', () => {
    const badField = (field: string) => ({ code: 'badField', number: 2, field });
    const badBaseUrl = (refusal: string) => ({ code: 'badBaseUrl', number: 2, refusal });
    for (const [wrong, refusal] of [
      ...[' ', 'a\nhttps://evil.example', 'a\u202Egpj', 5, '$(lock) Prod'].map((name) => [{ name }, badField('name')] as const),
      [{ isReadOnly: 'true' }, badField('isReadOnly')],
      [{ word: '../flag' }, badField('word')],
      [{ baseUrl: 'http://a.example.com' }, badBaseUrl('notHttps')],
      [{ baseUrl: 'https://u:p@a.example.com' }, badBaseUrl('credentials')],
      [{ baseUrl: undefined }, badBaseUrl('notAUrl')],
    ] as const)
      assert.deepEqual(readConnectionFile(file(entry, { ...entry, ...wrong })), { ok: false, refusal }, JSON.stringify(wrong));
    assert.equal(readConnectionFile(file(null)).ok, false);
  });

  it('provides no API key and no other field of an entry', () => {
    const read = readConnectionFile(file({ ...entry, apiKey: 'x', keyNames: ['k'], __proto__: { isReadOnly: true } }));
    assert.deepEqual(read, { ok: true, connections: [{ ...entry, isReadOnly: false }] });
  });
});

describe('importing connections', () => {
  beforeEach(() => {
    shown.length = 0;
    executed.length = 0;
  });
  /** Imports a file with these connections. Each contains an API key of the file's author. */
  async function importing(connections: readonly (typeof shop)[], { store } = openStore()) {
    openNext(connectionFile(connections.map((one, index) => ({ ...shopAt('', 'their-key'), ...one, id: `x${index}` }))));
    await importConnections(store);
    return store;
  }

  it('shows the address and the word of each once, and imports nothing if the user cancels', async () => {
    const store = await importing([shop, lab, { ...shop, name: 'Shop again' }]);
    assert.equal(shown[0]?.message, 'Import from connections.json?');
    const lines = shown[0]?.detail?.split('\n') ?? [];
    assert.equal(lines[0], 'Shop: https://shop.example/fme, word for a flag: “split”');
    assert.equal(lines[1], 'Lab: https://lab.example, word for a flag: “flag”, read-only');
    assert.doesNotMatch(lines.join(), /Shop again/);
    assert.match(lines.at(-1) ?? '', /only if you trust where the file comes from/);
    assert.deepEqual([store.all(), executed], [[], []]);
  });

  it('ignores API keys in the file, and asks for each once', async () => {
    pressNext('Import');
    const store = await importing([shop]);
    const [{ name, baseUrl, word, keyNames, keyInUse } = assert.fail()] = store.all();
    assert.deepEqual([name, baseUrl, word, keyNames, keyInUse], ['Shop', shop.baseUrl, 'split', [], '']);
    assert.equal(store.inUse()?.name, 'Shop');
    assert.deepEqual(executed, [['flagAdmin.apiKey.add']]);
  });

  it('asks which one of several to use now, and for its API key only', async () => {
    pressNext('Import');
    chooseNext('Lab');
    const { name, isReadOnly } = (await importing([shop, lab])).inUse()!;
    assert.deepEqual([name, isReadOnly, executed], ['Lab', true, [['flagAdmin.apiKey.add']]]);
  });

  it('does not change a connection that already exists', async () => {
    const opened = openStore();
    await opened.store.save({ ...shopAt(shop.baseUrl, 'k'), name: 'My shop', word: shop.word });
    await importing([shop], opened);
    assert.match(shown[0]?.message ?? '', /All connections in connections\.json already exist in this editor/);
    assert.deepEqual([opened.store.all().length, executed], [1, []]);
  });
});
