/**
 * Of what version 0.1.0 has stored, connections and API keys are read by the present one; uploads, removals and drafts are moved aside,
 * for they might be sent otherwise than they were meant. `stored-0.1.0.json` was written by the code of that version.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createDraftStore } from '../../src/operations/definitions/drafts/draftStore.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import { Memento, storageOf, windows } from '../editor/fakeContext.ts';
import '../editor/fakeVscode.ts';

const { createConnectionStore } = await import('../../src/editor/connection/connectionStore.ts');

interface Stored {
  readonly files: Readonly<Record<string, string>>;
  readonly globalState: Readonly<Record<string, unknown>>;
  readonly workspaceState: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}
const stored = JSON.parse(readFileSync(new URL('stored-0.1.0.json', import.meta.url), 'utf8')) as Stored;
const ORIGIN = 'https://flags.example.com';

describe('what 0.1.0 has stored', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-stored-'));
  const all = windows();
  const told: unknown[] = [];
  const tell = (...said: readonly unknown[]): void => void told.push(said);
  const workspaceState = new Memento();
  before(async () => {
    for (const [name, text] of Object.entries(stored.files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    for (const [key, value] of Object.entries(stored.globalState)) await all.globalState.update(key, value);
    for (const [key, value] of Object.entries(stored.workspaceState)) await workspaceState.update(key, value);
    const { secrets } = all.open(workspaceState);
    for (const [key, value] of Object.entries(stored.secrets)) await secrets.store(key, value);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the connections, which one is in use, and their API keys', async () => {
    const store = createConnectionStore(...storageOf(all.open(workspaceState)));
    const [shop, ...others] = store.all();
    assert.deepEqual(others, []);
    assert.deepEqual(store.inUse(), shop);
    assert.deepEqual(
      [shop?.name, shop?.baseUrl, shop?.word, shop?.keyNames, shop?.keyInUse, shop?.isReadOnly, shop?.email],
      ['Shop', `${ORIGIN}/tenant`, 'split', ['submitter-key', 'release-key'], 'release-key', true, 'dana@example.com'],
    );
    assert.equal(await store.readKey(shop!, 'release-key'), 'an-example-of-an-api-key');
  });

  it('has drafts that are moved aside whole, and none that could be gone on with', async () => {
    const list = createDraftStore(path.join(folder, 'definitions'), tell).list;
    const files = Object.entries(stored.files).filter(([file]) => file.startsWith('definitions/'));
    const aside = path.join(folder, 'definitions', 'unreadable');
    told.length = 0;
    assert.deepEqual([await list(), await list()], [[], []]);
    assert.deepEqual(told, [[aside]]);
    assert.deepEqual(readdirSync(path.join(folder, 'definitions')), ['unreadable']);
    for (const [file, text] of files) assert.equal(readFileSync(path.join(aside, path.basename(file)), 'utf8'), text);
  });

  it('has uploads and removals that are left where they are, and none that could be gone on with', async () => {
    assert.deepEqual(await createJournal(path.join(folder, 'keyWork')).list(), []);
    for (const [file, text] of Object.entries(stored.files).filter(([one]) => one.startsWith('keyWork/'))) {
      assert.equal(readFileSync(path.join(folder, file), 'utf8'), text);
    }
  });
});
