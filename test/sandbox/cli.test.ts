import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { casesOf } from '../properties/runs.ts';
import { startProcess, type Process } from './stateRuns.ts';

const start = (...args: readonly string[]): Process => startProcess(args);

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

  it('prints the same for people, and ends at SIGINT', async () => {
    const started = start();
    await started.ready((out) => out.includes('Payments') && out.endsWith('\n'));
    assert.match(started.said.out, /serves at http:\/\/127\.0\.0\.1:\d+/);
    assert.match(started.said.out, /release-key +approver/);
    assert.match(started.said.out, /\nControl key, for http:\S+\/sandbox\/faults and \/sandbox\/reset: [\w-]{32}\n/);
    started.child.kill('SIGINT');
    assert.deepEqual(await started.ended, [0, null]);
  });

  it('reports an invalid argument in a sentence', async () => {
    const cases: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
      [['--port', '70000'], /^--port must be/],
      [['--vocabulary', 'a b'], /^--vocabulary must be/],
      [['--endpoints', 'some'], /^--endpoints must be/],
      [['--faults', 'empty', '--faults', 'wat'], /^--faults: "wat" is no fault: there are latency, /],
      [['--faults', 'latency 61s'], /^--faults: milliseconds of latency must be a whole number from 0 to 60000\.$/m],
      [['--faults'], /--faults/],
      [['--state', ' '], /^--state must name/],
      [['--rate-limit', 'fast'], /^--rate-limit: "fast" is no limit of calls: write 400\/min/],
      [['--wat'], /--wat/],
      [['extra'], /extra/],
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
    while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 10));
    started.child.kill('SIGTERM');
    assert.deepEqual(await started.ended, [0, null]);
    await waiting;
    assert.equal(started.said.err, '');
  });

  it('prints its usage', async () => {
    const { said, ended } = start('--help');
    assert.deepEqual(await ended, [0, null]);
    for (const option of ['--port', '--vocabulary', '--endpoints', '--faults', '--state', '--rate-limit', '--json'])
      assert.ok(said.out.includes(option));
  });
});
