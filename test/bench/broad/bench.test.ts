/** Tests that the bench runs and prints its measurements. Tests don't check the values, because they depend on the machine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../otherProcess.ts';
import { canPaint } from '../paint.ts';
import type { Row } from '../row.ts';

const MEASUREMENTS = ['firstCommand', 'keysFound', 'keyWork', 'definitions', 'places', ...(canPaint() ? ['paint'] : [])];

const bench = async (...args: readonly string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['test/bench/bench.ts', ...args], { cwd: root });

describe('the bench', () => {
  let folder: string;
  let table: string;
  let run: { node: string; cores: number; load: number; rows: Row[] };

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-bench-'));
    const file = path.join(folder, 'bench.json');
    table = (await bench('--quick', '--json', file)).stdout;
    run = JSON.parse(readFileSync(file, 'utf8')) as typeof run;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('measures everything, each with finite figures', () => {
    assert.deepEqual([...new Set(run.rows.map(({ name }) => name))], MEASUREMENTS);
    for (const { what, value, ratio = 1, spread } of run.rows) {
      assert.ok([value, ratio, ...spread].every(Number.isFinite), what);
      assert.ok(spread[0] <= spread[1], what);
    }
  });

  it('prints the rows as a table, and only the facts about the machine that a reader needs', () => {
    for (const { what, against = '' } of run.rows) {
      assert.ok(
        table.split('\n').some((line) => line.startsWith(`${what}  `) && line.includes(against)),
        what,
      );
    }
    assert.deepEqual(Object.keys(run), ['node', 'cores', 'load', 'rows']);
    assert.doesNotMatch(table, /NaN|undefined|Infinity/);
    assert.ok(!table.includes(os.hostname()));
  });

  it('measures one thing alone', async () => {
    const { stdout } = await bench('--quick', '--only', 'definitions');
    assert.match(stdout, /compare two definitions/);
    assert.doesNotMatch(stdout, /upload/);
  });

  it('measures what users do at several sizes', async () => {
    const { stdout } = await bench('--scale', '--quick');
    assert.match(stdout, /list the workspaces +2x2x200 +1 +0 /);
    assert.match(stdout, /^ +3x3x400 +101 .* ×1\.0 /m);
    assert.doesNotMatch(stdout, /NaN|undefined|Infinity/);
  });

  for (const args of [['--only', 'everything'], ['--fast'], ['--only', 'toString']]) {
    it(`refuses ${args.join(' ')} with its usage`, async () => {
      await assert.rejects(bench(...args), { code: 2, stderr: /^usage: npm run bench/ });
    });
  }
});
