/** Drafts and work on keys outlast a loss of power and a disk that is full, and other users of the machine can't read them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it, mock, type TestContext } from 'node:test';
import { draftId, type DraftPlace } from '../../src/operations/definitions/drafts/draft.ts';
import { createDraftStore, type DraftContent } from '../../src/operations/definitions/drafts/draftStore.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import { startOne, uploadOf } from './keys/changes.ts';

const place: DraftPlace = {
  connectionId: 'c1',
  workspace: { id: 'w1', name: 'Storefront' },
  environment: { id: 'e1', name: 'production' },
  flagName: 'checkout',
};
const draft = (text: string): DraftContent => ({ place, text, base: undefined, message: '' });

/** Something that is kept in a folder: each `save` writes another text to the same file. */
interface Kept {
  save(text: string): Promise<unknown>;
  read(): Promise<string | undefined>;
}

async function drafts(folder: string): Promise<Kept> {
  const store = createDraftStore(folder);
  return {
    save: (text) => store.change(place, () => draft(text)),
    read: async () => (await store.read(place))?.text,
  };
}

async function changes(folder: string): Promise<Kept> {
  const journal = createJournal(folder);
  const { change } = await startOne({ batches: uploadOf(['a']) });
  return {
    save: (comment) => journal.save({ ...change, comment }),
    read: async () => (await journal.read(change.id))?.comment,
  };
}

const kinds: readonly (readonly [what: string, open: (folder: string) => Promise<Kept>])[] = [
  ['a draft', drafts],
  ['a work', changes],
];

function newFolder(t: TestContext): string {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-kept-'));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  return path.join(parent, 'storage', 'kept');
}

/** Calls this instead of what puts a file on the disk. */
async function onFlush(t: TestContext, folder: string, flush: (sync: () => Promise<void>) => Promise<void>): Promise<void> {
  const handle = await open(path.dirname(path.dirname(folder)));
  const handles = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
  await handle.close();
  const sync = handles.sync;
  const { mock: flushes } = mock.method(handles, 'sync', function flushed(this: typeof handle) {
    return flush(() => sync.call(this));
  });
  t.after(() => flushes.restore());
}

const textsIn = (folder: string, end: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

for (const [what, openKept] of kinds) {
  describe(what, () => {
    it('is on the disk before it takes the place of the one before', async (t) => {
      const folder = newFolder(t);
      const kept = await openKept(folder);
      await kept.save('first');
      const flushed: string[] = [];
      await onFlush(t, folder, async (sync) => {
        const [inPlace] = textsIn(folder, '.json');
        if (inPlace?.includes('"first"')) flushed.push(...textsIn(folder, '.tmp'));
        await sync();
      });
      await kept.save('second');
      const [now] = textsIn(folder, '.json');
      assert.ok(now !== undefined && now.includes('"second"'));
      assert.ok(flushed.includes(now));
    });

    it('stays as it was if the disk has no room, and leaves nothing behind', async (t) => {
      const folder = newFolder(t);
      const kept = await openKept(folder);
      await kept.save('first');
      await onFlush(t, folder, async () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      });
      await assert.rejects(kept.save('second'), { code: 'ENOSPC' });
      assert.equal(await kept.read(), 'first');
      assert.equal(readdirSync(folder).length, 1, readdirSync(folder).join());
    });

    it('is for its user alone', { skip: process.platform === 'win32' }, async (t) => {
      const folder = newFolder(t);
      const umask = process.umask(0o022);
      t.after(() => process.umask(umask));
      const kept = await openKept(folder);
      for (const text of ['first', 'second']) {
        await kept.save(text);
        const files = readdirSync(folder).map((name) => path.join(folder, name));
        assert.equal(files.length, 1);
        for (const file of files) assert.equal(statSync(file).mode & 0o777, 0o600, file);
      }
      assert.equal(statSync(folder).mode & 0o777, 0o700);
    });
  });
}

it(
  'a draft stays as it was where a write ends half way, and the save says so',
  { skip: process.platform === 'win32' },
  async (t) => {
    const folder = newFolder(t);
    const store = createDraftStore(folder);
    const first = await store.change(place, () => draft('first'));
    const module = new URL('../../src/operations/definitions/drafts/draftStore.ts', import.meta.url).href;
    const program = `
    import { createDraftStore } from ${JSON.stringify(module)};
    const store = createDraftStore(${JSON.stringify(folder)});
    const place = ${JSON.stringify(place)};
    const writing = store.change(place, (now) => ({ ...now, text: 'x'.repeat(100_000) }));
    const outcome = await writing.then(JSON.stringify, (error) => error.code);
    console.log(outcome, (await store.read(place))?.text);`;
    // The most that a file of this process may have is less than the draft.
    const node = [process.execPath, '--input-type=module-typescript', '-e', program];
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node], { encoding: 'utf8' });
    assert.equal(stdout, 'EFBIG first\n');
    assert.deepEqual(await store.list(), [first]);
    assert.deepEqual(readdirSync(folder), [`${draftId(place)}.draft.json`]);
  },
);
