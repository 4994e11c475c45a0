import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../src/sandbox/cli.ts', import.meta.url));

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  return { child, said, ended: once(child, 'close') };
}

async function ready(started: ReturnType<typeof start>, isReady: (out: string) => boolean): Promise<void> {
  while (!isReady(started.said.out)) await once(started.child.stdout, 'data');
}

describe('sandbox: command line', () => {
  it('prints one line of JSON when it is ready, serves, and ends cleanly', async () => {
    const started = start('--port', '0', '--json', '--vocabulary', 'split');
    await ready(started, (out) => out.includes('\n'));
    const line = JSON.parse(started.said.out) as {
      baseUrl: string;
      vocabulary: string;
      keys: { name: string; key: string; role: string }[];
      environments: { workspace: { id: string; name: string }; name: string; production: boolean; changeControl: string }[];
    };
    assert.deepEqual(Object.keys(line), ['baseUrl', 'vocabulary', 'keys', 'environments', 'controlKey']);
    assert.equal(line.vocabulary, 'split');
    assert.deepEqual(
      line.keys.map(({ name, role }) => [name, role]),
      [
        ['submitter-key', 'submitter'],
        ['release-key', 'approver'],
        ['limited-key', 'limited'],
        ['read-only-key', 'read-only'],
      ],
    );
    assert.deepEqual(
      line.environments
        .filter(({ workspace }) => workspace.name === 'Payments')
        .map(({ name, production, changeControl }) => [name, production, changeControl]),
      [
        ['development', false, 'off'],
        ['staging', false, 'submitters-choose'],
        ['pre-production', false, 'restricted'],
        ['production', true, 'restricted'],
      ],
    );
    const headers = { authorization: `Bearer ${line.keys[0]?.key}` };
    assert.equal((await fetch(`${line.baseUrl}/internal/api/v2/workspaces`, { headers })).status, 200);
    started.child.kill('SIGTERM');
    assert.deepEqual(await started.ended, [0, null]);
    assert.equal(started.said.out.trimEnd().split('\n').length, 1);
    assert.equal(started.said.err, '');
  });

  it('prints the same for people, and ends at SIGINT', async () => {
    const started = start();
    await ready(started, (out) => out.includes('Payments') && out.endsWith('\n'));
    assert.match(started.said.out, /serves at http:\/\/127\.0\.0\.1:\d+/);
    assert.match(started.said.out, /release-key +approver/);
    started.child.kill('SIGINT');
    assert.deepEqual(await started.ended, [0, null]);
  });

  it('says in a sentence what is wrong with an argument', async () => {
    const cases: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
      [['--port', 'x'], /^--port must be/],
      [['--port', '70000'], /^--port must be/],
      [['--vocabulary', 'a b'], /^--vocabulary must be/],
      [['--endpoints', 'some'], /^--endpoints must be/],
      [['--wat'], /--wat/],
      [['extra'], /extra/],
    ];
    for (const [args, sentence] of cases) {
      const { said, ended } = start(...args);
      assert.deepEqual(await ended, [2, null]);
      assert.match(said.err, sentence);
      assert.equal(said.out, '');
    }
  });

  it('explains itself', async () => {
    const { said, ended } = start('--help');
    assert.deepEqual(await ended, [0, null]);
    for (const option of ['--port', '--vocabulary', '--endpoints', '--json']) assert.ok(said.out.includes(option));
  });
});
