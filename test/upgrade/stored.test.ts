/**
 * What version 0.1.0 has stored is read by the present one: nobody loses work by an update. `stored-0.1.0.json` was written by
 * the code of that version (the lists of keys in the sandbox's world were cut to three each) and is never changed: a
 * newer form gets a file of its own.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../src/api/client.ts';
import { createDraftStore } from '../../src/operations/definitionDrafts/draftStore.ts';
import { createKeyJournal } from '../../src/operations/keyWork/keyJournal.ts';
import { isUnfinished } from '../../src/operations/keyWork/keyWork.ts';
import { resumeCheck } from '../../src/operations/keyWork/resumeCheck.ts';
import { createLearnt } from '../../src/operations/learnt.ts';
import { readAllKeys } from '../../src/operations/readAllKeys.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { Memento, windows } from '../editor/fakeContext.ts';
import '../editor/fakeVscode.ts';
import { newKeys } from '../operations/keyWork/work.ts';

const { createConnectionStore } = await import('../../src/editor/connection/store.ts');
const { createDrafts } = await import('../../src/editor/requestDrafts.ts');

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
    const store = createConnectionStore(all.open(workspaceState));
    const [shop, ...others] = store.all();
    assert.deepEqual(others, []);
    assert.deepEqual(store.inUse(), shop);
    assert.deepEqual(
      [shop?.name, shop?.baseUrl, shop?.word, shop?.keyNames, shop?.keyInUse, shop?.isReadOnly, shop?.email],
      ['Shop', `${ORIGIN}/tenant`, 'split', ['submitter-key', 'release-key'], 'release-key', true, 'dana@example.com'],
    );
    assert.equal(await store.readKey(shop!, 'release-key'), 'an-example-of-an-api-key');
  });

  it('has what was learnt, and the change request that was begun', () => {
    const learnt = createLearnt(all.globalState);
    assert.equal(learnt.isGated(ORIGIN, 'e1'), true);
    assert.deepEqual(learnt.environmentOf(ORIGIN, 'r1'), { id: 'e1', name: 'production', isProduction: true });
    const [draft] = createDrafts(workspaceState).all(ORIGIN);
    assert.deepEqual([draft?.object.name, draft?.typed.title, draft?.typed.comment], ['checkout', 'Stop it', 'It fails']);
  });

  it('has an upload that goes on where it was left, and what can be undone', async () => {
    const journal = createKeyJournal(path.join(folder, 'keyWork'));
    const works = await journal.list();
    assert.deepEqual(works.map(({ kind, state }) => `${kind} ${state}`).toSorted(), [
      'removal done',
      'upload cancelled',
      'upload done',
    ]);
    const [left, ...more] = works.filter(isUnfinished);
    assert.deepEqual(more, []);
    assert.deepEqual(await resumeCheck(left!, newKeys(25_000)), { ok: true, rest: 15_000 });
    assert.deepEqual(readdirSync(path.join(folder, 'keyWork')).toSorted(), namesIn('keyWork'), 'a file was put aside');
  });

  it('has the drafts of definitions, in both forms, and takes a change to one', async () => {
    const store = createDraftStore(path.join(folder, 'definitions'));
    const drafts = await store.list();
    assert.deepEqual(
      new Map(drafts.map(({ place, text, message }) => [place.flagName, { text, message }])),
      new Map([
        ['checkout-json', { text: '{ "name": "checkout-json" } // mine\n', message: 'A title\n\nand why' }],
        ['checkout-yaml', { text: 'name: checkout-yaml # mine\n', message: 'A title\n\nand why' }],
      ]),
    );
    const [draft] = drafts;
    const saved = await store.save({ ...draft!, text: 'other' }, draft!.text);
    assert.ok(saved.ok && saved.draft.stamp > draft!.stamp);
    assert.deepEqual(readdirSync(path.join(folder, 'definitions')).toSorted(), namesIn('definitions'), 'a file was put aside');
  });

  it('has the world of the sandbox, with what was done in it', async () => {
    const sandbox = await startSandbox({ state: { file: path.join(folder, 'sandbox-state.jsonl') } });
    const client = createClient({
      baseUrl: sandbox.baseUrl,
      vocabulary: { flag: sandbox.vocabulary },
      apiKey: sandbox.keys[0]!.key,
    });
    try {
      const at = sandbox.environments.find(({ name, workspace }) => name === 'development' && workspace.name === 'Storefront');
      const { keys } = await readAllKeys(client, at!.id, 'beta-accounts');
      assert.ok(keys.includes('kept-1') && keys.includes('kept-2'), keys.join());
    } finally {
      await client.close();
      await sandbox.close();
    }
  });
});

/** The files that were there, in one folder. */
const namesIn = (folder: string): readonly string[] =>
  Object.keys(stored.files)
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => path.basename(name))
    .toSorted();
