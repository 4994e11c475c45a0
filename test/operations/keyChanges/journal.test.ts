/** The journal keeps what it is given, in whole files, and comes through what it finds in its folder. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { KeyChange } from '../../../src/operations/keyChanges/keyChange.ts';
import { withHeld } from '../../../src/operations/keyChanges/heldBefore.ts';
import { newKeys, openJournal, startOne, uploadOf } from './changes.ts';

const done = (change: KeyChange, startedAt = change.startedAt): KeyChange => ({
  ...change,
  startedAt,
  state: 'done',
  parts: change.parts.map((part) => ({ ...part, state: 'sent' })),
});

describe('the journal', () => {
  it('makes its folder at need, and gives back what it was given', async (t) => {
    const journal = openJournal(t);
    assert.deepEqual(await journal.list(), []);
    const { change: started } = await startOne({ batches: uploadOf(newKeys(25_000)), comment: 'why' });
    const change = { ...started, held: { count: 40, which: 'AQ==' } };
    await journal.save(change);
    assert.deepEqual(await journal.read(change.id), change);
    assert.deepEqual(await journal.list(), [change]);
    assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
    await journal.remove(change.id);
    assert.equal(await journal.read(change.id), undefined);
  });

  it('holds no key', async (t) => {
    const journal = openJournal(t);
    const keys = newKeys(300, 'very-secret');
    const { change } = await startOne({ batches: uploadOf(keys) });
    await journal.save(await withHeld(change, keys, { count: 7, keys: new Set(keys.slice(0, 7)) }));
    const text = readFileSync(path.join(journal.folder, `${change.id}.json`), 'utf8');
    assert.ok(!text.includes('very-secret'));
    assert.ok(text.length < 10_000);
  });

  it('takes the largest change there can be', async (t) => {
    const journal = openJournal(t);
    const keys = newKeys(100_000);
    const { change } = await startOne({ batches: uploadOf(keys), comment: '変'.repeat(10_000) });
    const largest = await withHeld(change, keys, { count: keys.length, keys: new Set(keys) });
    await journal.save(largest);
    assert.ok(readFileSync(path.join(journal.folder, `${change.id}.json`)).length < 60_000);
    assert.deepEqual(await journal.read(change.id), largest);
  });

  it('puts what is damaged aside, and never uses what another version has written', async (t) => {
    const journal = openJournal(t);
    const { change } = await startOne({ batches: uploadOf(['a']) });
    await journal.save(change);
    const written = readFileSync(path.join(journal.folder, `${change.id}.json`), 'utf8');
    const damaged = 'aaaaaaaaaaaa-bbbbbbbbbbbb';
    const other = 'aaaaaaaaaaaa-cccccccccccc';
    const wrong = [
      '',
      '{',
      'null',
      '[]',
      JSON.stringify(change),
      written,
      written.replaceAll(change.id, damaged),
      written.replace('"keyCount":1', '"keyCount":2'),
    ];
    for (const text of wrong) {
      writeFileSync(path.join(journal.folder, `${damaged}.json`), text);
      assert.equal(await journal.read(damaged), undefined, text.slice(0, 50));
      assert.ok(!existsSync(path.join(journal.folder, `${damaged}.json`)));
    }
    assert.equal(readdirSync(journal.folder).filter((name) => name.includes('.damaged')).length, wrong.length);
    const othersFile = path.join(journal.folder, `${other}.json`);
    const text = JSON.stringify({ ...change, version: 2, id: other });
    writeFileSync(othersFile, text);
    assert.equal(await journal.read(other), undefined);
    const lock = await journal.lock(other);
    assert.deepEqual(await journal.list(), [change]);
    assert.ok(existsSync(othersFile), 'a window of the other version runs it');
    await lock?.release();
    assert.deepEqual(await journal.list(), [change]);
    assert.equal(readFileSync(path.join(journal.folder, 'otherVersions', `${other}.json`), 'utf8'), text);
    writeFileSync(othersFile, text);
    await journal.list();
    await journal.save(done(change));
    assert.deepEqual(readdirSync(path.join(journal.folder, 'otherVersions')).toSorted(), [`${other}.json`, `${other}.json-2`]);
    assert.ok(readdirSync(journal.folder).filter((name) => name.includes('.damaged')).length <= 10);
  });

  it('takes no path for an id', async (t) => {
    const journal = openJournal(t);
    for (const id of ['../../x', 'a/b', '', 'aaaaaaaaaaaa-bbbbbbbbbbbb/..']) {
      assert.equal(await journal.read(id), undefined);
      await assert.rejects(journal.remove(id), TypeError);
      await assert.rejects(journal.lock(id), TypeError);
    }
  });

  it('forgets the oldest that are done, but the newest of each segment, and none that is not done', async (t) => {
    const journal = openJournal(t);
    const changes = await Promise.all(
      Array.from({ length: 130 }, async (_, index) => (await startOne({ batches: uploadOf(['a']), startedAt: index })).change),
    );
    const { change: other } = await startOne({ batches: uploadOf(['a']), segment: 'eu-accounts', startedAt: 0 });
    const { change: left } = await startOne({ batches: uploadOf(['a']), segment: 'eu-accounts', startedAt: 0 });
    await journal.save(left);
    await journal.save(done(other));
    for (const change of changes) await journal.save(done(change));
    const kept = await journal.list();
    assert.ok(kept.length >= 60 && kept.length <= 102, String(kept.length));
    assert.equal(kept[0]?.startedAt, 129);
    assert.ok(kept.some(({ id }) => id === other.id) && kept.some(({ id }) => id === left.id));
  });

  it('never forgets what is left half way, queued or declined, nor what an undo that is begun rests on', async (t) => {
    const journal = openJournal(t);
    const start = async (index: number, segment: string): Promise<KeyChange> =>
      (await startOne({ batches: uploadOf(['a', 'b']), segment, startedAt: index })).change;
    const stateOf = (change: KeyChange, state: 'open' | 'declined' | 'waiting'): KeyChange => ({
      ...change,
      way: 'request',
      state: 'waiting',
      parts: change.parts.map((part) => ({ ...part, state })),
    });
    const left: string[] = [];
    for (let index = 0; index < 102; index += 1) {
      const change = stateOf(await start(index, `queued-${index}`), (['open', 'declined', 'waiting'] as const)[index % 3]!);
      await journal.save(change);
      left.push(change.id);
    }
    const undone = done(await start(1, 'undone'));
    const later = done(await start(2, 'undone'));
    const undo = await start(3, 'undone');
    await journal.save(undone);
    await journal.save(later);
    await journal.save({ ...undo, kind: 'undo', source: { ...undo.source, undoes: undone.id } });
    for (let index = 0; index < 60; index += 1) await journal.save(done(await start(1_000 + index, `segment-${index}`)));
    const kept = new Set((await journal.list()).map(({ id }) => id));
    assert.deepEqual(
      [...left, undone.id, undo.id].filter((id) => !kept.has(id)),
      [],
    );
    assert.ok(kept.size <= 102 + 2 + 100, 'of a hundred segments and more, the oldest that are done go');
  });

  it('forgets what was left half way and is undone since', async (t) => {
    const journal = openJournal(t);
    for (let index = 0; index < 130; index += 1) {
      const { change } = await startOne({ batches: uploadOf(['a']), startedAt: index });
      await journal.save({ ...change, isUndone: true });
    }
    const { change } = await startOne({ batches: uploadOf(['a']), segment: 'eu-accounts' });
    await journal.save(done(change));
    assert.ok((await journal.list()).length <= 100);
  });

  it('says why it can’t write', async (t) => {
    const journal = openJournal(t);
    // Where its folder should be is a file: nobody can write below that, root included.
    rmSync(journal.folder, { recursive: true, force: true });
    mkdirSync(path.dirname(journal.folder), { recursive: true });
    writeFileSync(journal.folder, '');
    const { change } = await startOne({ batches: uploadOf(['a']) });
    await assert.rejects(journal.save(change), ({ code }: NodeJS.ErrnoException) => code === 'ENOTDIR' || code === 'EEXIST');
  });
});

/** A lock of a process that is gone. */
const DEAD = JSON.stringify({ pid: 1 << 22, port: 9 });

describe('what the journal clears up', () => {
  it('is what dead processes left, and never a claim that is taken at that moment', async (t) => {
    for (let round = 0; round < 5; round += 1) {
      const journal = openJournal(t);
      mkdirSync(journal.folder, { recursive: true });
      const { change } = await startOne({ batches: uploadOf(['a']) });
      const { change: mine } = await startOne({ batches: uploadOf(['a']), segment: 'mine' });
      const names = Array.from({ length: 80 }, (_, index) => `ffffffffffff-${String(index).padStart(12, '0')}`);
      for (const id of [mine.id, ...names]) writeFileSync(path.join(journal.folder, `${id}.lock`), DEAD);
      writeFileSync(path.join(journal.folder, 'eeeeeeeeeeee-eeeeeeeeeeee.0123456789abcdef.lock'), DEAD);
      const saving = journal.save({ ...change, state: 'done', parts: change.parts.map((part) => ({ ...part, state: 'sent' })) });
      await setTimeout(round * 8);
      const lock = await journal.lock(mine.id);
      await saving;
      if (lock) {
        assert.equal(await journal.isLocked(mine.id), true);
        assert.equal(await journal.lock(mine.id), undefined);
        await lock.release();
      }
      // Whoever asks while it is cleared up may be told that somebody has it: it is free right after.
      const again = await journal.lock(mine.id);
      assert.ok(again);
      await again.release();
      assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
    }
  });
});
