/** The journal between processes: who runs a work, and a disk that is full. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { it, type TestContext } from 'node:test';
import { openJournal, startWork, uploadOf } from './work.ts';

const journalFile = new URL('../../../src/operations/keyWork/keyJournal.ts', import.meta.url).href;

/** A process that runs a program of one line, with a journal; it lives until it is killed, or ends by itself. */
function startProcess(t: TestContext, folder: string, program: string, shell?: string): ChildProcess {
  const source = `import { createKeyJournal } from '${journalFile}'; const journal = createKeyJournal(${JSON.stringify(folder)}); ${program}`;
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

it('a work that another process runs is free as soon as that is killed', async (t) => {
  const journal = openJournal(t);
  const { work } = await startWork({ batches: uploadOf(['a']) });
  await journal.save(work);
  const child = startProcess(
    t,
    journal.folder,
    `await journal.claim('${work.id}'); console.log('claimed'); setInterval(() => undefined, 1000);`,
  );
  assert.equal(await lineOf(child), 'claimed');
  assert.equal(await journal.isRunning(work.id), true);
  assert.equal(await journal.claim(work.id), undefined);
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.equal(await journal.isRunning(work.id), false);
  const claim = await journal.claim(work.id);
  assert.ok(claim);
  assert.equal(await journal.claim(work.id), undefined, 'this process has it');
  await claim.release();
  assert.equal(await journal.isRunning(work.id), false);
});

it('a disk that is full keeps what was there, and says so', { skip: process.platform === 'win32' }, async (t) => {
  const journal = openJournal(t);
  const { work } = await startWork({ batches: uploadOf(['a']) });
  await journal.save(work);
  // The most that a file of this process may have is less than a work: its writes end half way.
  const child = startProcess(
    t,
    journal.folder,
    `const work = await journal.read('${work.id}');
     await journal.save({ ...work, comment: 'x'.repeat(20_000) }).then(() => console.log('saved'), (error) => console.log(error.code));`,
    'ulimit -f 8',
  );
  assert.equal(await lineOf(child), 'EFBIG');
  assert.deepEqual(await journal.read(work.id), work);
  assert.deepEqual(readdirSync(journal.folder), [`${work.id}.json`]);
});
