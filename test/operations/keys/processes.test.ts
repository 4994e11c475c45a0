/** Tests the journal with several processes: which one runs a change, and a full disk. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { it, type TestContext } from 'node:test';
import { openJournal, startOne, uploadOf } from './changes.ts';

const journalFile = new URL('../../../src/operations/keys/journal.ts', import.meta.url).href;

/** A process that runs one line of code with a journal, until it exits or is killed. */
function startProcess(t: TestContext, folder: string, program: string, shell?: string): ChildProcess {
  const source = `import { createJournal } from '${journalFile}'; const journal = createJournal(${JSON.stringify(folder)}); ${program}`;
  const node = [process.execPath, '--input-type=module-typescript', '-e', source];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child =
    shell === undefined
      ? spawn(node[0]!, node.slice(1), { stdio: [...stdio] })
      : spawn('sh', ['-c', `${shell}; exec "$@"`, 'sh', ...node], { stdio: [...stdio] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function lineOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return line;
}

it('a change of a different process can be resumed as soon as that process is killed', async (t) => {
  const journal = openJournal(t);
  const { change } = await startOne({ batches: uploadOf(['a']) });
  await journal.save(change);
  const child = startProcess(
    t,
    journal.folder,
    `await journal.lock('${change.id}'); console.log('claimed'); setInterval(() => undefined, 1000);`,
  );
  assert.equal(await lineOf(child), 'claimed');
  assert.equal(await journal.isLocked(change.id), true);
  assert.equal(await journal.lock(change.id), undefined);
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.equal(await journal.isLocked(change.id), false);
  const lock = await journal.lock(change.id);
  assert.ok(lock);
  assert.equal(await journal.lock(change.id), undefined, 'this process has it');
  await lock.release();
  assert.equal(await journal.isLocked(change.id), false);
});

it('a full disk keeps the earlier state, and is reported', { skip: process.platform === 'win32' }, async (t) => {
  const journal = openJournal(t);
  const { change } = await startOne({ batches: uploadOf(['a']) });
  await journal.save(change);
  // The size limit for files of this process is smaller than a journal, so its writes are incomplete.
  const child = startProcess(
    t,
    journal.folder,
    `const change = await journal.read('${change.id}');
     await journal.save({ ...change, comment: 'x'.repeat(20_000) }).then(() => console.log('saved'), (error) => console.log(error.code));`,
    'ulimit -f 8',
  );
  assert.equal(await lineOf(child), 'EFBIG');
  assert.deepEqual(await journal.read(change.id), change);
  assert.deepEqual(readdirSync(journal.folder), [`${change.id}.json`]);
});
