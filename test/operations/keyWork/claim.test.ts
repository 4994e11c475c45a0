/** One claim, one holder: however slow a disk is, whatever is cleared up at that moment, and whatever the machine is called. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fsp from 'node:fs/promises';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, mock, type TestContext } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isClaimed, takeClaim } from '../../../src/operations/keyWork/claim.ts';
import { openJournal, startWork, uploadOf } from './work.ts';

const claimFile = new URL('../../../src/operations/keyWork/claim.ts', import.meta.url).href;

const GONE = JSON.stringify({ pid: 1 << 22, port: 9, host: os.hostname() });

function lockIn(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-claim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'aaaaaaaaaaaa-bbbbbbbbbbbb.lock');
}

/** A process that has taken a claim and was killed. */
async function takeAndDie(t: TestContext, file: string): Promise<void> {
  const program = `import { takeClaim } from '${claimFile}'; console.log(Boolean(await takeClaim(${JSON.stringify(file)}))); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  assert.deepEqual(await once(createInterface({ input: child.stdout }), 'line'), ['true']);
  child.kill('SIGKILL');
  await once(child, 'close');
}

async function takeEight(file: string): Promise<NonNullable<Awaited<ReturnType<typeof takeClaim>>>[]> {
  const claims = await Promise.all(Array.from({ length: 8 }, () => takeClaim(file)));
  return claims.filter((claim) => claim !== undefined);
}

describe('a claim', () => {
  for (const [where, before] of [
    ['there is none', undefined],
    ['its holder is gone', GONE],
  ] as const) {
    it(`that is taken in between, where ${where}, is not given to one whose disk is slow`, async (t) => {
      const file = lockIn(t);
      // What is read once in a process is read.
      await (await takeClaim(file))?.release();
      if (before !== undefined) writeFileSync(file, before);
      const other: Awaited<ReturnType<typeof takeClaim>>[] = [];
      for (const call of ['writeFile', 'link'] as const) {
        const real = fsp[call] as (...args: readonly unknown[]) => Promise<unknown>;
        let isFirst = true;
        mock.method(fsp, call, async (...args: readonly unknown[]) => {
          if (isFirst) {
            isFirst = false;
            other.push(await takeClaim(file));
          }
          return real(...args);
        });
      }
      syncBuiltinESMExports();
      t.after(() => {
        mock.restoreAll();
        syncBuiltinESMExports();
      });
      const mine = await takeClaim(file);
      const had = [mine, ...other].filter((claim) => claim !== undefined);
      assert.equal(other.length, 2);
      assert.equal(had.length, 1);
      await had[0]!.release();
      assert.deepEqual(readdirSync(path.dirname(file)), []);
    });
  }

  it('is one holder’s at a time, and lets the next one in', async (t) => {
    const file = lockIn(t);
    writeFileSync(file, GONE);
    let holders = 0;
    let times = 0;
    const work = async (): Promise<void> => {
      for (let turn = 0; turn < 25; turn += 1) {
        const claim = await takeClaim(file);
        if (!claim) {
          await setImmediate();
          continue;
        }
        holders += 1;
        times += 1;
        assert.equal(holders, 1);
        await setImmediate();
        assert.equal(await isClaimed(file), true);
        holders -= 1;
        await claim.release();
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    assert.ok(times > 1, String(times));
    assert.equal(await isClaimed(file), false);
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('of one that was killed after it took over from one that was killed is free, for one', async (t) => {
    const file = lockIn(t);
    await takeAndDie(t, file);
    await takeAndDie(t, file);
    assert.equal(await isClaimed(file), false);
    const had = await takeEight(file);
    assert.equal(had.length, 1);
    assert.equal(await isClaimed(file), true);
    await had[0]!.release();
    assert.equal(await isClaimed(file), false);
    assert.deepEqual(readdirSync(path.dirname(file)), []);
  });

  it('on a disk without hard links has one holder too', async (t) => {
    const file = lockIn(t);
    mock.method(fsp, 'link', async () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })));
    syncBuiltinESMExports();
    t.after(() => {
      mock.restoreAll();
      syncBuiltinESMExports();
    });
    for (const before of [undefined, GONE]) {
      if (before !== undefined) writeFileSync(file, before);
      const had = await takeEight(file);
      assert.equal(had.length, 1);
      await had[0]!.release();
      assert.deepEqual(readdirSync(path.dirname(file)), []);
    }
  });

  it('of one that was killed is free on the same machine, whatever that is called now', async (t) => {
    const file = lockIn(t);
    await takeAndDie(t, file);
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...holder, host: 'old-name.local' }));
    assert.equal(await isClaimed(file), false);
    writeFileSync(file, JSON.stringify({ ...holder, host: 'old-name.local', machine: 'another' }));
    assert.equal(await isClaimed(file), true, 'another machine can’t be asked');
  });

  it('is renewed for as long as it is held, so that another machine does not take it for given up', async (t) => {
    const file = lockIn(t);
    t.mock.timers.enable({ apis: ['setInterval'] });
    const claim = await takeClaim(file);
    const long = new Date(Date.now() - 60 * 60_000);
    const isOld = (): boolean => statSync(file).mtimeMs < Date.now() - 60_000;
    utimesSync(file, long, long);
    assert.ok(isOld());
    t.mock.timers.tick(30_000);
    while (isOld()) await setImmediate();
    await claim?.release();
    writeFileSync(file, JSON.stringify({ pid: 1, port: 9, host: 'elsewhere' }));
    assert.equal(await isClaimed(file), true);
    utimesSync(file, long, long);
    t.mock.timers.tick(30_000);
    assert.equal(await isClaimed(file), false, 'nobody renews it: it is given up');
    assert.ok(isOld(), 'what was let go is renewed no more');
  });
});

describe('what the journal clears up', () => {
  it('is what dead processes left, and never a claim that is taken at that moment', async (t) => {
    for (let round = 0; round < 5; round += 1) {
      const journal = openJournal(t);
      mkdirSync(journal.folder, { recursive: true });
      const { work } = await startWork({ batches: uploadOf(['a']) });
      const { work: mine } = await startWork({ batches: uploadOf(['a']), segment: 'mine' });
      const names = Array.from({ length: 80 }, (_, index) => `ffffffffffff-${String(index).padStart(12, '0')}`);
      for (const id of [mine.id, ...names]) writeFileSync(path.join(journal.folder, `${id}.lock`), GONE);
      writeFileSync(path.join(journal.folder, 'eeeeeeeeeeee-eeeeeeeeeeee.0123456789abcdef.lock'), GONE);
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
