/** Tests the command line as a process. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { casesOf } from '../properties/runs.ts';
import { addedKeys, addKeys, stateFiles } from './stateRuns.ts';

type Ready = Pick<Sandbox, 'baseUrl' | 'keys' | 'environments' | 'vocabulary' | 'controlKey'>;

const CLI = fileURLToPath(new URL('../../src/sandbox/cli.ts', import.meta.url));
const children: ChildProcess[] = [];
after(() => children.forEach((child) => child.kill('SIGKILL')));

/** Runs the command line. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  /** The exit code and the signal. */
  const ended: Promise<unknown[]> = once(child, 'close');
  /** Resolves to the ready line, or to an empty object if the output is not JSON. Rejects if the process ends before that. */
  const ready = async (isReady = (out: string) => out.includes('\n')): Promise<Ready> => {
    while (!isReady(said.out)) {
      const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
      if (isOver) throw new Error(`it ended: ${said.err}`);
    }
    return (said.out.startsWith('{') ? JSON.parse(said.out) : {}) as Ready;
  };
  return { child, said, ended, ready };
}

describe('sandbox: command line', () => {
  it('prints one line of JSON when it is ready, serves, and ends cleanly', async () => {
    const started = start('--port', '0', '--json', '--vocabulary', 'split', '--rate-limit', '400/min');
    const line = await started.ready();
    assert.deepEqual(Object.keys(line), ['baseUrl', 'vocabulary', 'keys', 'environments', 'controlKey']);
    assert.equal(line.vocabulary, 'split');
    const keys = line.keys.map(({ name, role }) => `${name} ${role}`);
    const all = ['submitter-key submitter', 'release-key approver', 'limited-key limited', 'read-only-key read-only'];
    assert.deepEqual(keys, all);
    const payments = line.environments.filter(({ workspace }) => workspace.name === 'Payments');
    assert.deepEqual(
      payments.map(({ name, production, changeControl }) => `${name} ${production} ${changeControl}`),
      [
        'development false off',
        'staging false submitters-choose',
        'pre-production false restricted',
        'production true restricted',
      ],
    );
    const as = (key = '') => ({ headers: { authorization: `Bearer ${key}` } });
    const limited = await fetch(`${line.baseUrl}/internal/api/v2/workspaces`, as(line.keys[0]?.key));
    assert.deepEqual([limited.status, limited.headers.get('x-ratelimit-remaining-org')], [200, '399']);
    assert.equal((await fetch(`${line.baseUrl}/sandbox/faults`, as(line.controlKey))).status, 200);
    started.child.kill('SIGTERM');
    assert.deepEqual(await started.ended, [0, null]);
    assert.equal(started.said.out.trimEnd().split('\n').length, 1);
    assert.equal(started.said.err, '');
  });

  it('prints the same for people, ends at SIGINT, and prints its usage on request', async () => {
    const started = start();
    await started.ready((out) => out.includes('Payments') && out.endsWith('\n'));
    assert.match(started.said.out, /serves at http:\/\/127\.0\.0\.1:\d+/);
    assert.match(started.said.out, /release-key +approver/);
    assert.match(started.said.out, /\nControl key, for http:\S+\/sandbox\/faults and \/sandbox\/reset: [\w-]{32}\n/);
    started.child.kill('SIGINT');
    assert.deepEqual(await started.ended, [0, null]);
    const { said, ended } = start('--help');
    assert.deepEqual(await ended, [0, null]);
    for (const option of ['--port', '--vocabulary', '--endpoints', '--faults', '--state', '--rate-limit', '--json'])
      assert.ok(said.out.includes(option));
  });

  it('reports an invalid argument in a sentence', async () => {
    const cases: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
      [['--port', '70000'], /^--port must be/],
      [['--vocabulary', 'a b'], /^--vocabulary must be/],
      [['--endpoints', 'some'], /^--endpoints must be/],
      [['--faults', 'empty', '--faults', 'wat'], /^--faults: "wat" is no fault: there are latency, /],
      [['--state', ' '], /^--state must name/],
      [['--rate-limit', 'fast'], /^--rate-limit: "fast" is no limit of calls: write 400\/min/],
      [['--wat'], /--wat/],
    ];
    const started = casesOf(cases).map(([, [args, sentence]]) => ({ ...start(...args), sentence }));
    for (const { said, ended, sentence } of started) {
      assert.deepEqual(await ended, [2, null]);
      assert.match(said.err, sentence);
      assert.equal(said.out, '');
    }
  });

  it('has the requested faults from the start, and ends while calls wait', async () => {
    const slow = 'latency 60s on DELETE; rateLimit org 3 on GET once';
    const started = start('--json', '--faults', slow, '--faults', 'status 503 on GET');
    const { baseUrl, controlKey, keys } = await started.ready();
    const as = (key = '') => ({ authorization: `Bearer ${key}` });
    const call = async (method: string) => fetch(`${baseUrl}/internal/api/v2/workspaces`, { method, headers: as(keys[0]?.key) });
    const limited = await call('GET');
    assert.deepEqual([limited.status, limited.headers.get('x-ratelimit-reset-seconds-org')], [429, '3']);
    assert.equal((await call('GET')).status, 503);

    const waiting = assert.rejects(call('DELETE'));
    const isMet = async () => {
      const faults = await fetch(`${baseUrl}/sandbox/faults`, { headers: as(controlKey) });
      return ((await faults.json()) as { used: number }[])[0]?.used === 1;
    };
    while (!(await isMet())) await setTimeout(10);
    started.child.kill('SIGTERM');
    assert.deepEqual(await started.ended, [0, null]);
    await waiting;
    assert.equal(started.said.err, '');
  });
});

describe('sandbox: command line with --state', { concurrency: true }, () => {
  const newFile = stateFiles();
  const startWith = (file: string) => start('--json', '--state', file);

  it('has all confirmed changes after it was killed during many changes', async () => {
    const file = newFile();
    const confirmed = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const one = startWith(file);
      const running = await one.ready();
      const held = await addedKeys(running);
      for (const key of confirmed) assert.ok(held.includes(key), `${key} was confirmed`);
      let isOver = false;
      const client = async (name: string) => {
        for (let count = 0; !isOver; count += 1) {
          const key = `new-${round}-${name}-${count}`;
          const answer = await addKeys(running, key).catch(() => undefined);
          if (answer?.status === 200) confirmed.add(key);
        }
      };
      const clients = ['a', 'b', 'c'].map(client);
      // However slow the machine: some are confirmed, and the next ones are under way.
      const enough = confirmed.size + 4;
      while (confirmed.size < enough) await setTimeout(5);
      await setTimeout(37 * round);
      one.child.kill('SIGKILL');
      await one.ended;
      isOver = true;
      await Promise.all(clients);
    }
    assert.ok(confirmed.size > 12, `${confirmed.size} changes were confirmed`);
  });

  it('refuses a file that a different sandbox uses, with a message', async () => {
    const file = newFile();
    const first = startWith(file);
    const running = await first.ready();
    const second = startWith(file);
    assert.deepEqual(await second.ended, [1, null]);
    assert.equal(second.said.out, '');
    assert.match(second.said.err, /^The sandbox could not be started: .* is in use by another sandbox\n$/);
    assert.equal((await addKeys(running, 'new-1')).status, 200);
  });

  it('reports where it moved a file that it could not read', async () => {
    const file = newFile();
    writeFileSync(file, '{}');
    const one = startWith(file);
    assert.deepEqual(await addedKeys(await one.ready()), []);
    assert.ok(one.said.err.startsWith('The state could not be read (') && one.said.err.includes(`${file}.unreadable`));
    assert.equal(one.said.err.trimEnd().split('\n').length, 1);
  });
});
