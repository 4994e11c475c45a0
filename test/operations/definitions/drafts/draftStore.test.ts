/** Tests drafts of definitions on a real disk: complete, and never overwritten without a question. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { draftId, type DefinitionDraft, type DraftPlace } from '../../../../src/operations/definitions/drafts/draft.ts';
import {
  createDraftStore,
  type DraftContent,
  type DraftStore,
} from '../../../../src/operations/definitions/drafts/draftStore.ts';
import { takeLock } from '../../../../src/storage/lock.ts';

const place = (flagName = 'checkout'): DraftPlace => ({
  connectionId: 'c1',
  workspace: { id: 'w1', name: 'Storefront' },
  environment: { id: 'e1', name: 'production' },
  flagName,
});
const content = (text: string, at = place()): DraftContent => ({
  place: at,
  text,
  base: { name: at.flagName, treatments: [], rules: [], defaultRule: [] },
  message: 'A title\n\nand why',
});
const write = async (store: DraftStore, text: string, at = place()): Promise<DefinitionDraft> =>
  (await store.change(at, (now) => ({ ...(now ?? content(text, at)), text })))!;
const FILE = `${draftId(place())}.draft.json`;

describe('the drafts of definitions', () => {
  let folder = '';
  let store: DraftStore;
  beforeEach(() => {
    folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'drafts-')), 'of', 'definitions');
    store = createDraftStore(folder);
  });
  afterEach(() => fs.rmSync(path.join(folder, '..', '..'), { recursive: true, force: true }));
  const files = (): readonly string[] => fs.readdirSync(folder).toSorted();

  it('are read as written, also by a different window', async () => {
    assert.deepEqual([await store.list(), await store.read(place())], [[], undefined]);
    const written = await write(store, 'a: 1');
    const { savedAt, ...rest } = written;
    assert.deepEqual(rest, content('a: 1'));
    const renamed = { ...place('other'), connectionName: 'Shop' } as DraftPlace;
    await store.change(place('other'), () => ({ ...content('a: 2', renamed), base: undefined }));
    const other = await store.read(place('other'));
    assert.deepEqual([other?.place, other?.base], [place('other'), undefined], 'the name of a connection may change');
    await store.change(place('other'), () => undefined);
    assert.ok(Math.abs(savedAt - Date.now()) < 60_000);
    assert.deepEqual(await createDraftStore(folder).read(place()), written);
    assert.deepEqual(await createDraftStore(folder).list(), [written]);
    if (process.platform !== 'win32') assert.equal(fs.statSync(folder).mode & 0o777, 0o700, 'only for its user');
  });

  it('get a later time with each new text, whatever the clock says, and keep it with the same text', async () => {
    const times: number[] = [];
    for (const text of ['a', 'b', 'b', 'a']) times.push((await write(store, text)).savedAt);
    const [a, b, same, again] = times as [number, number, number, number];
    assert.ok(a < b && b === same && same < again, times.join());
    const ahead = { ...content('ahead'), savedAt: again + 1e9 };
    fs.writeFileSync(path.join(folder, FILE), JSON.stringify({ version: 3, ...ahead }));
    assert.equal((await write(store, 'next')).savedAt, ahead.savedAt + 1);
  });

  it('are passed to each change in their current state, and stay if it does not change them', async () => {
    const other = createDraftStore(folder);
    await write(store, 'first');
    await write(other, 'other');
    // It is based on the first one, and has the same length.
    const after = await store.change(place(), (now) => (now?.text === 'first' ? { ...now, text: 'third' } : now));
    assert.equal(after?.text, 'other');
    assert.equal((await other.read(place()))?.text, 'other');
  });

  it('are created by one of two windows that write at once, and reported as existing to the other', async () => {
    const stores = [1, 2, 3, 4].map(() => createDraftStore(folder));
    const seen: (string | undefined)[] = [];
    const writing = stores.map((one, index) =>
      one.change(place(), (now) => {
        seen.push(now?.text);
        return now ?? content(`text ${index}`);
      }),
    );
    const texts = new Set((await Promise.all(writing)).map((draft) => draft?.text));
    assert.deepEqual([texts.size, seen.filter((text) => text === undefined).length], [1, 1]);
  });

  it('are removed with all their files if a change returns none', async () => {
    await write(store, 'first');
    assert.equal(await store.change(place(), () => undefined), undefined);
    assert.equal(await store.change(place(), (now) => now && { ...now, message: 'of one that is gone' }), undefined);
    assert.equal(await createDraftStore(folder).read(place()), undefined);
    assert.deepEqual(files(), []);
  });

  it('distinguish flags with similar and hostile names', async () => {
    for (const at of [place('a'), place('../../a'), place('A')]) await write(store, 'x', at);
    assert.equal((await store.list()).length, 3);
    for (const name of files()) assert.match(name, /^[0-9a-f]{32}\.draft\.json$/);
  });

  it('move a file aside that is damaged or whose name does not match its place, and do not touch other files', async () => {
    await write(store, 'text');
    const file = path.join(folder, FILE);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').slice(0, -9));
    fs.writeFileSync(path.join(folder, 'of-a-later-version.draft2'), '{}');
    assert.equal(await store.read(place()), undefined);
    assert.deepEqual(files(), ['of-a-later-version.draft2', 'unreadable']);
    await write(store, 'text');
    fs.renameSync(file, path.join(folder, `${draftId(place('other'))}.draft.json`));
    assert.deepEqual(await store.list(), []);
    assert.equal(fs.readdirSync(path.join(folder, 'unreadable')).length, 2);
  });

  it('move files of a different version aside, report their folder once, and do not overwrite them', async () => {
    const told: unknown[] = [];
    const telling = createDraftStore(folder, (...said) => told.push(said));
    await write(telling, 'text');
    const { version: _, ...unversioned } = JSON.parse(fs.readFileSync(path.join(folder, FILE), 'utf8')) as Record<
      string,
      unknown
    >;
    const others = path.join(folder, 'unreadable');
    fs.writeFileSync(path.join(folder, FILE), JSON.stringify(unversioned));
    assert.deepEqual(await telling.list(), []);
    assert.deepEqual(await telling.list(), []);
    assert.deepEqual(told, [[others]]);
    assert.equal(fs.readFileSync(path.join(others, FILE), 'utf8'), JSON.stringify(unversioned));
    fs.writeFileSync(path.join(folder, FILE), JSON.stringify({ ...unversioned, version: 4 }));
    await telling.change(place(), (now) => now ?? content('mine'));
    assert.deepEqual(fs.readdirSync(others).toSorted(), [FILE, `${FILE}-2`]);
    assert.equal((await telling.read(place()))?.text, 'mine');
  });

  it('do not move a damaged file that a different window has rewritten since', async () => {
    const written = await write(store, 'text');
    const file = path.join(folder, FILE);
    const whole = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, whole.slice(0, -9));
    const writing = await takeLock(`${file}.lock`);
    const reading = [store.read(place()), store.list()] as const;
    await setTimeout(100);
    fs.writeFileSync(file, whole);
    await writing!.release();
    assert.deepEqual(await Promise.all(reading), [written, [written]]);
    assert.deepEqual(files(), [FILE]);
  });

  it('remove the temporary file of a killed process, but not that of a process that is writing', async () => {
    const written = await write(store, 'text');
    const [left, now] = ['left', 'now'].map((name) => path.join(folder, `${FILE}.${name}.tmp`));
    for (const file of [left!, now!]) fs.writeFileSync(file, '{"text": "half of');
    const hourAgo = Date.now() / 1000 - 3600;
    fs.utimesSync(left!, hourAgo, hourAgo);
    assert.deepEqual(await store.list(), [written]);
    assert.deepEqual(files(), [FILE, path.basename(now!)]);
  });

  it('notify a different window of a change', async () => {
    const told = Promise.withResolvers<void>();
    const end = createDraftStore(folder).watch(() => told.resolve());
    // The watch starts with a delay, so it writes until an event arrives.
    let writes = 0;
    const timer = setInterval(() => void write(store, String((writes += 1))).catch(() => undefined), 50);
    await told.promise;
    clearInterval(timer);
    end();
  });
});
