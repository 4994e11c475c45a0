/** The bench runs, and says what it measured. What it measures is asserted nowhere: that depends on the machine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './otherProcess.ts';
import { canPaint } from './paint.ts';
import { inTurns, median, quartiles } from './rounds.ts';
import { compared, figure, quietest, type Row } from './row.ts';

const MEASUREMENTS = ['firstCommand', 'keysFound', 'keyWork', 'definitions', ...(canPaint() ? ['paint'] : [])];

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

  it('has no two rows that say the same', () => {
    const said = run.rows.map(({ what, against }) => `${what} ${against}`);
    assert.equal(new Set(said).size, said.length);
  });

  it('prints the rows as a table, and of the machine only what a reader needs', () => {
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

describe('a row', () => {
  const claim = { name: 'n', what: 'w', unit: 'ms', against: 'b', aim: { of: 'ratio', atMost: 1.2 } } as const;

  it('compares round by round', () => {
    const row = compared(claim, [10, 40, 11], [10, 40, 10]);
    assert.deepEqual([row.value, row.ratio, row.isMet], [11, 1, true]);
    assert.deepEqual(row.spread, [1, 1.05]);
    assert.equal(compared(claim, [3, 3], [2, 2]).isMet, false);
  });

  it('has no ratio to nothing, and so meets no aim of one', () => {
    const row = compared(claim, [1, 2], [0, 1]);
    assert.deepEqual([row.ratio, row.isMet], [undefined, false]);
  });

  it('may be of the quietest round, with an aim for the value', () => {
    const aim = { of: 'value', atMost: 16 } as const;
    const row = quietest({ ...claim, aim }, [30, 8, 12], [4, 9, 9]);
    assert.deepEqual([row.value, row.ratio, row.isMet], [8, 2, true]);
    assert.equal(figure({ ...claim, aim }, [17]).isMet, false);
  });
});

describe('rounds', () => {
  it('begin with another contestant each, and leave out those that warm up', async () => {
    const order: string[] = [];
    const took = (name: string) => (): number => order.push(name);
    const figures = await inTurns({ a: took('a'), b: took('b') }, { rounds: 2, warmUps: 1 });
    assert.equal(order.join(''), 'abbaab');
    assert.deepEqual(figures, { a: [4, 5], b: [3, 6] });
  });

  it('come to a median and quartiles', () => {
    assert.equal(median([5, 1, 3]), 3);
    assert.equal(median([4, 1]), 2.5);
    assert.deepEqual(quartiles([4, 0, 2, 1, 3]), [1, 3]);
  });
});
