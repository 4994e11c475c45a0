/** Tests that the journal stores changes in complete files, and handles unexpected files in its folder. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { undoOf } from '../../../src/operations/keys/undo.ts';
import { add, inStates, newKeys, openJournal, remove, startOne, uploadOf } from './changes.ts';

const done = (change: KeyChange): KeyChange => ({ ...inStates(change, 'sent'), state: 'done' });

/** A lock of a process that has ended. */
const DEAD = JSON.stringify({ pid: 1 << 22, port: 9 });

describe('the journal', () => {
  it('creates its folder if needed, and returns what was stored, which contains no key', async (t) => {
    const journal = openJournal(t);
    assert.deepEqual(await journal.list(), []);
    const { change: started } = await startOne({ batches: uploadOf(newKeys(25_000, 'very-secret')), comment: 'why' });
    const change = { ...started, before: { count: 40, contained: Buffer.alloc(3125, 0xff).toString('base64') } };
    await journal.save(change);
    const text = readFileSync(path.join(journal.folder, `${change.id}.json`), 'utf8');
    assert.ok(!text.includes('very-secret') && text.length < 10_000);
    assert.deepEqual(await journal.read(change.id), change);
    assert.deepEqual(await journal.list(), [change]);
    assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
    if (process.platform !== 'win32') assert.equal(statSync(journal.folder).mode & 0o777, 0o700, 'only for its user');
    const lock = await journal.lock(change.id);
    assert.deepEqual(await journal.list(), [change], 'once, also while it is locked');
    await lock?.release();
    await journal.remove(change.id);
    assert.equal(await journal.read(change.id), undefined);
  });

  it('numbers the changes in order, whatever their texts contain', async (t) => {
    const journal = openJournal(t);
    assert.equal(await journal.nextOrder(), 1);
    const { change } = await startOne({ batches: uploadOf(['a']), comment: '"order":99' });
    await journal.save(change);
    assert.equal(await journal.nextOrder(), 1);
    await journal.save({ ...change, order: 7 });
    assert.equal(await journal.nextOrder(), 8);
  });

  it('ignores files that are damaged or written by a different version, and does not change them', async (t) => {
    const journal = openJournal(t);
    const { change } = await startOne({ batches: uploadOf(['a']) });
    await journal.save(change);
    const written = readFileSync(path.join(journal.folder, `${change.id}.json`), 'utf8');
    const damaged = 'aaaaaaaaaaaa-bbbbbbbbbbbb';
    await journal.save({ ...change, id: damaged });
    const whole = readFileSync(path.join(journal.folder, `${damaged}.json`), 'utf8');
    const wrong = [
      '',
      '{',
      'null',
      '[]',
      JSON.stringify(change),
      written,
      written.replaceAll(change.id, damaged),
      written.replace('"keyCount":1', '"keyCount":2'),
      JSON.stringify({ ...(JSON.parse(whole) as object), version: 2 }),
    ];
    for (const text of wrong) {
      const file = path.join(journal.folder, `${damaged}.json`);
      writeFileSync(file, text);
      assert.equal(await journal.read(damaged), undefined, text.slice(0, 50));
      assert.deepEqual(await journal.list(), [change]);
      assert.equal(readFileSync(file, 'utf8'), text);
    }
  });

  it('keeps the earlier state and reports it if the disk is full', { skip: process.platform === 'win32' }, async (t) => {
    const journal = openJournal(t);
    const { change } = await startOne({ batches: uploadOf(['a']) });
    await journal.save(change);
    const module = new URL('../../../src/operations/keys/journal.ts', import.meta.url).href;
    const program = `
      import { createJournal } from '${module}';
      const journal = createJournal(${JSON.stringify(journal.folder)});
      const change = await journal.read('${change.id}');
      await journal.save({ ...change, comment: 'x'.repeat(20_000) }).catch(({ code }) => console.log(code));`;
    // The size limit for files of the process is smaller than a journal, so its writes are incomplete.
    const node = [process.execPath, '--input-type=module-typescript', '-e', program];
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node]);
    assert.equal(stdout.trim(), 'EFBIG');
    assert.deepEqual(await journal.read(change.id), change);
    assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
  });

  it('does not accept a path as an ID', async (t) => {
    const journal = openJournal(t);
    for (const id of ['../../x', 'a/b', '', 'aaaaaaaaaaaa-bbbbbbbbbbbb/..', '../aaaaaaaaaaaa-bbbbbbbbbbbb']) {
      assert.equal(await journal.read(id), undefined);
      await assert.rejects(journal.remove(id), TypeError);
      await assert.rejects(journal.lock(id), TypeError);
    }
  });

  it('removes the oldest finished changes, and none that is unfinished or waits for an approval', async (t) => {
    const journal = openJournal(t);
    const start = async (startedAt: number): Promise<KeyChange> =>
      (await startOne({ batches: uploadOf(['a']), startedAt })).change;
    const left = await start(0);
    const queued = await start(0);
    await journal.save(left);
    await journal.save({ ...inStates(queued, 'open'), way: 'request' });
    for (let index = 1; index <= 130; index += 1) await journal.save(done(await start(index)));
    const saved = await journal.list();
    assert.equal(saved.length, 100);
    assert.deepEqual([saved[0]?.startedAt, saved[97]?.startedAt], [130, 33]);
    assert.deepEqual(
      saved
        .slice(98)
        .map(({ id }) => id)
        .toSorted(),
      [left.id, queued.id].toSorted(),
    );
  });

  it('contains more than 100 changes only while these are unfinished, and always the one that was just saved', async (t) => {
    const journal = openJournal(t);
    const start = async (startedAt: number): Promise<KeyChange> =>
      (await startOne({ batches: uploadOf(['a']), startedAt })).change;
    const counts: number[] = [];
    for (const [unfinished, finished] of [
      [80, 80],
      [40, 1],
    ] as const) {
      for (let index = 0; index < unfinished; index += 1) await journal.save(await start(index));
      for (let index = 1; index < finished; index += 1) await journal.save(done(await start(1000 + index)));
      const last = done(await start(0));
      await journal.save(last);
      assert.deepEqual(await journal.read(last.id), last);
      counts.push((await journal.list()).length);
    }
    assert.deepEqual(counts, [100, 121]);
  });

  it('contains an undo as long as the interrupted change that it reverts', async (t) => {
    const journal = openJournal(t);
    const { change } = await startOne({ batches: [add('a'), add('b')] });
    const interrupted = inStates(change, 'sent', 'waiting');
    await journal.save(interrupted);
    const { change: undo } = await startOne({ batches: [remove('a')], kind: 'undo', startedAt: 0 });
    await journal.save(done({ ...undo, source: { ...undo.source, undoes: change.id } }));
    for (let index = 1; index <= 110; index += 1) {
      await journal.save(done((await startOne({ batches: uploadOf(['a']), startedAt: index })).change));
    }
    const saved = await journal.list();
    assert.equal(undoOf(saved, interrupted)?.id, undo.id, 'otherwise the change could be undone once more');
    assert.equal(saved.length, 100);
  });

  it('removes files of dead processes, but never a lock that is being taken at that moment', async (t) => {
    for (let round = 0; round < 5; round += 1) {
      const journal = openJournal(t);
      mkdirSync(journal.folder, { recursive: true });
      const { change } = await startOne({ batches: uploadOf(['a']) });
      const { change: mine } = await startOne({ batches: uploadOf(['a']), segment: 'mine' });
      const names = Array.from({ length: 80 }, (_, index) => `ffffffffffff-${String(index).padStart(12, '0')}`);
      for (const id of [mine.id, ...names]) writeFileSync(path.join(journal.folder, `${id}.lock`), DEAD);
      writeFileSync(path.join(journal.folder, 'eeeeeeeeeeee-eeeeeeeeeeee.0123456789abcdef.lock'), DEAD);
      const saving = journal.save(done(change));
      await setTimeout(round * 8);
      const lock = await journal.lock(mine.id);
      await saving;
      if (lock) {
        assert.equal(await journal.isLocked(mine.id), true);
        assert.equal(await journal.lock(mine.id), undefined);
        await lock.release();
      }
      // While a stale lock is removed, other callers may be told that it is taken. It is free right after that.
      const again = await journal.lock(mine.id);
      assert.ok(again);
      await again.release();
      assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
    }
  });
});
