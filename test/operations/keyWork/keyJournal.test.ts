/** The journal keeps what it is given, in whole files, and comes through what it finds in its folder. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { MAX_WORK_TEXT } from '../../../src/operations/keyWork/workText.ts';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { newKeys, openJournal, startWork, uploadOf } from './work.ts';

const done = (work: KeyWork, startedAt = work.startedAt): KeyWork => ({
  ...work,
  startedAt,
  state: 'done',
  parts: work.parts.map((part) => ({ ...part, state: 'sent' })),
});

describe('the journal', () => {
  it('makes its folder at need, and gives back what it was given', async (t) => {
    const journal = openJournal(t);
    assert.deepEqual(await journal.list(), []);
    const held = new Set(newKeys(40));
    const { work } = await startWork({ batches: uploadOf(newKeys(25_000)), held, comment: 'why' });
    await journal.save(work);
    assert.deepEqual(await journal.read(work.id), work);
    assert.deepEqual(await journal.list(), [work]);
    assert.deepEqual(readdirSync(journal.folder), [`${work.id}.json`]);
    await journal.remove(work.id);
    assert.equal(await journal.read(work.id), undefined);
  });

  it('holds no key', async (t) => {
    const journal = openJournal(t);
    const keys = newKeys(300, 'very-secret');
    const { work } = await startWork({ batches: uploadOf(keys), held: new Set(keys.slice(0, 7)) });
    await journal.save(work);
    const text = readFileSync(path.join(journal.folder, `${work.id}.json`), 'utf8');
    assert.ok(!text.includes('very-secret'));
    assert.ok(text.length < 10_000);
  });

  it('keeps the largest work there can be', async (t) => {
    const journal = openJournal(t);
    const keys = newKeys(100_000);
    const { work } = await startWork({ batches: uploadOf(keys), held: new Set(keys), comment: 'x'.repeat(10_000) });
    await journal.save(work);
    assert.ok(readFileSync(path.join(journal.folder, `${work.id}.json`)).length < MAX_WORK_TEXT / 4);
    await assert.rejects(journal.save({ ...work, comment: 'x'.repeat(MAX_WORK_TEXT) }), RangeError);
    // Three bytes each: what can be saved can be read.
    await assert.rejects(journal.save({ ...work, comment: '変'.repeat(90_000) }), RangeError);
    assert.deepEqual(await journal.read(work.id), work, 'what was there before stays');
    const wide = { ...work, comment: '変'.repeat(60_000) };
    await journal.save(wide);
    assert.deepEqual(await journal.read(work.id), wide);
  });

  it('puts what is damaged aside, and never uses what another version has written', async (t) => {
    const journal = openJournal(t);
    const { work } = await startWork({ batches: uploadOf(['a']) });
    await journal.save(work);
    const damaged = 'aaaaaaaaaaaa-bbbbbbbbbbbb';
    const other = 'aaaaaaaaaaaa-cccccccccccc';
    const wrong = [
      '',
      '{',
      'null',
      '[]',
      JSON.stringify({ ...work, id: damaged, parts: [{}] }),
      JSON.stringify(work),
      JSON.stringify({ ...work, id: damaged, keyCount: 2 }),
      'x'.repeat(MAX_WORK_TEXT + 1),
    ];
    for (const text of wrong) {
      writeFileSync(path.join(journal.folder, `${damaged}.json`), text);
      assert.equal(await journal.read(damaged), undefined, text.slice(0, 50));
      assert.ok(!existsSync(path.join(journal.folder, `${damaged}.json`)));
    }
    assert.equal(readdirSync(journal.folder).filter((name) => name.includes('.damaged')).length, wrong.length);
    const othersFile = path.join(journal.folder, `${other}.json`);
    const text = JSON.stringify({ ...work, version: 3, id: other });
    writeFileSync(othersFile, text);
    assert.equal(await journal.read(other), undefined);
    const claim = await journal.claim(other);
    assert.deepEqual(await journal.list(), [work]);
    assert.ok(existsSync(othersFile), 'a window of the other version runs it');
    await claim?.release();
    assert.deepEqual(await journal.list(), [work]);
    assert.equal(readFileSync(path.join(journal.folder, 'otherVersions', `${other}.json`), 'utf8'), text);
    writeFileSync(othersFile, text);
    await journal.list();
    await journal.save(done(work));
    assert.deepEqual(readdirSync(path.join(journal.folder, 'otherVersions')).toSorted(), [`${other}.json`, `${other}.json-2`]);
    assert.ok(readdirSync(journal.folder).filter((name) => name.includes('.damaged')).length <= 10);
  });

  it('takes no path for an id', async (t) => {
    const journal = openJournal(t);
    for (const id of ['../../x', 'a/b', '', 'aaaaaaaaaaaa-bbbbbbbbbbbb/..']) {
      assert.equal(await journal.read(id), undefined);
      await assert.rejects(journal.remove(id), TypeError);
      await assert.rejects(journal.claim(id), TypeError);
    }
  });

  it('forgets the oldest that are done, but the newest of each segment, and none that is not done', async (t) => {
    const journal = openJournal(t);
    const works = await Promise.all(
      Array.from({ length: 130 }, async (_, index) => (await startWork({ batches: uploadOf(['a']), startedAt: index })).work),
    );
    const { work: other } = await startWork({ batches: uploadOf(['a']), segment: 'eu-accounts', startedAt: 0 });
    const { work: left } = await startWork({ batches: uploadOf(['a']), segment: 'eu-accounts', startedAt: 0 });
    await journal.save(left);
    await journal.save(done(other));
    for (const work of works) await journal.save(done(work));
    const kept = await journal.list();
    assert.ok(kept.length >= 60 && kept.length <= 102, String(kept.length));
    assert.equal(kept[0]?.startedAt, 129);
    assert.ok(kept.some(({ id }) => id === other.id) && kept.some(({ id }) => id === left.id));
  });

  it('never forgets what is left half way, queued or declined, nor what an undo that is begun rests on', async (t) => {
    const journal = openJournal(t);
    const start = async (index: number, segment: string): Promise<KeyWork> =>
      (await startWork({ batches: uploadOf(['a', 'b']), segment, startedAt: index })).work;
    const stateOf = (work: KeyWork, state: 'open' | 'declined' | 'waiting'): KeyWork => ({
      ...work,
      way: 'request',
      state: 'waiting',
      parts: work.parts.map((part) => ({ ...part, state })),
    });
    const left: string[] = [];
    for (let index = 0; index < 102; index += 1) {
      const work = stateOf(await start(index, `queued-${index}`), (['open', 'declined', 'waiting'] as const)[index % 3]!);
      await journal.save(work);
      left.push(work.id);
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
      const { work } = await startWork({ batches: uploadOf(['a']), startedAt: index });
      await journal.save({ ...work, undo: 'done' });
    }
    const { work } = await startWork({ batches: uploadOf(['a']), segment: 'eu-accounts' });
    await journal.save(done(work));
    assert.ok((await journal.list()).length <= 100);
  });

  it('says why it can’t write', async (t) => {
    const journal = openJournal(t);
    // Where its folder should be is a file: nobody can write below that, root included.
    rmSync(journal.folder, { recursive: true, force: true });
    mkdirSync(path.dirname(journal.folder), { recursive: true });
    writeFileSync(journal.folder, '');
    const { work } = await startWork({ batches: uploadOf(['a']) });
    await assert.rejects(journal.save(work), ({ code }: NodeJS.ErrnoException) => code === 'ENOTDIR' || code === 'EEXIST');
  });

  it('sees others at the same segment, whether they came before or after', async (t) => {
    const journal = openJournal(t);
    const [one, other, elsewhere] = await Promise.all(
      ['beta-accounts', 'beta-accounts', 'eu-accounts'].map(async (segment) => {
        const { work } = await startWork({ batches: uploadOf(['a']), segment });
        return work.id;
      }),
    );
    const claims = [await journal.claim(one!), await journal.claim(elsewhere!)];
    const isAlone = await journal.watchOthers(one!);
    await journal.watchOthers(elsewhere!);
    assert.equal(await isAlone(), true);
    const claim = await journal.claim(other!);
    const isOtherAlone = await journal.watchOthers(other!);
    assert.deepEqual([await isAlone(), await isOtherAlone()], [false, false]);
    await claim?.release();
    assert.equal(await isAlone(), false, 'that the other has ended proves nothing of what it did');
    for (const held of claims) await held?.release();
    assert.equal(await (await journal.watchOthers(other!))(), true);
  });
});

/** A lock of a process that is gone. */
const DEAD = JSON.stringify({ pid: 1 << 22, port: 9 });

describe('what the journal clears up', () => {
  it('is what dead processes left, and never a claim that is taken at that moment', async (t) => {
    for (let round = 0; round < 5; round += 1) {
      const journal = openJournal(t);
      mkdirSync(journal.folder, { recursive: true });
      const { work } = await startWork({ batches: uploadOf(['a']) });
      const { work: mine } = await startWork({ batches: uploadOf(['a']), segment: 'mine' });
      const names = Array.from({ length: 80 }, (_, index) => `ffffffffffff-${String(index).padStart(12, '0')}`);
      for (const id of [mine.id, ...names]) writeFileSync(path.join(journal.folder, `${id}.lock`), DEAD);
      writeFileSync(path.join(journal.folder, 'eeeeeeeeeeee-eeeeeeeeeeee.0123456789abcdef.lock'), DEAD);
      const saving = journal.save({ ...work, state: 'done', parts: work.parts.map((part) => ({ ...part, state: 'sent' })) });
      await setTimeout(round * 8);
      const claim = await journal.claim(mine.id);
      await saving;
      if (claim) {
        assert.equal(await journal.isRunning(mine.id), true);
        assert.equal(await journal.claim(mine.id), undefined);
        await claim.release();
      }
      // Whoever asks while it is cleared up may be told that somebody has it: it is free right after.
      const again = await journal.claim(mine.id);
      assert.ok(again);
      await again.release();
      assert.deepEqual(readdirSync(journal.folder), [`${work.id}.json`]);
    }
  });
});
