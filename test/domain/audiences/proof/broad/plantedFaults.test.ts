/** Faults that are planted into a copy of the sources: each has to make a test of the proof fail. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';

const PROOF = 'test/domain/audiences/proof';
const root = import.meta.dirname.slice(0, -path.join(PROOF, 'broad').length);

/** A file in `src/domain/audiences`, a text that occurs there once, and the fault that replaces it. */
// prettier-ignore
const FAULTS: readonly (readonly [what: string, file: string, right: string, wrong: string])[] = [
  ['the solver forgets conditions that must be false', 'solver.ts', 'this.#values[one] === -1 && this.#false[one] === 0', 'false'],
  ['the solver turns the last open literal of a condition the wrong way', 'solver.ts', 'this.#enqueue(negated(last))', 'this.#enqueue(last)'],
  ['an answer rules out no values', 'possibleCells.ts', 'if (this.#marked[cell] !== atom) this.#remove(cell, follows);', ''],
  ['the solver takes answers that no value gives together', 'possibleCells.ts', 'return open?.cells.slice(0, open.possibleCount);', 'return undefined;'],
  ['the walk forgets the rules above', 'stepPairs.ts', 'if (value > 0 || !solver.assume(negated(step.condition))) break;', 'if (value > 0) break;'],
  ['the walk ends at a condition that may be met', 'stepPairs.ts', 'if (value > 0) return false;', 'if (value >= 0) return false;'],
  ['both draws are taken for one', 'results.ts', 'row > allocation ? fallback', 'column > allocation ? fallback'],
  ['the ends of ranges are rounded', 'results.ts', 'Math.floor(sum + 1e-9)', 'Math.round(sum)'],
  ['an exception is dropped without a proof', 'groups.ts', 'if (this.isTrueOf({ all, unless: without }, fits)) unless = without;', 'unless = without;'],
  ['a guard joins the group the wrong way', 'groups.ts', 'if (isOpposite) all.push(negated(lit!));', 'if (isOpposite) all.push(lit!);'],
  ['a line by which some lose is marked as a gain', 'moveRanges.ts', 'ranges.every(({ from, to }) => from', 'ranges.some(({ from, to }) => from'],
  ['a joined line has the least of one group only', 'moveRanges.ts', 'Math.min(...named.map(', 'Math.max(...named.map('],
  ['unknown fields of a definition are forgotten', 'unknowns.ts', '!AFTER_EVALUATION.has(field)', 'false'],
  ['changed fields of a treatment are forgotten', 'unknowns.ts', 'HARMLESS), ...treatments]', 'HARMLESS)]'],
  ['shares with unknown fields count as known', 'results.ts', 'buckets.some(hasUnknownFields)', 'false'],
  ['a rule with an unknown field counts as understood', 'questions.ts', "name === 'buckets' ||", "name === 'buckets' || name === 'scope' ||"],
  ['combinations of many targets are forgotten', 'clauses.ts', 'isAtLeast ? pairs', 'isAtLeast ? []'],
];

const copy = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-proof-'));
after(() => rmSync(copy, { recursive: true, force: true }));
for (const place of ['src/domain', 'src/api', 'src/package.json', 'test/package.json', 'test/properties/runs.ts', PROOF])
  cpSync(path.join(root, place), path.join(copy, place), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
// The first failure is enough. The smallest one would take long to find.
const hook = `import { afterEach } from 'node:test';
import { configureGlobal } from 'fast-check';
configureGlobal({ endOnFailure: true });
afterEach(({ error }) => {
  if (!error) return;
  process.stderr.write(String(error.cause?.stack ?? error.stack));
  process.exit(1);
});
`;
writeFileSync(path.join(copy, 'firstFailure.mjs'), hook);

function runProof(): { readonly isGreen: boolean; readonly output: string } {
  const args = ['--import', './firstFailure.mjs', `${PROOF}/changes.test.ts`];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
  return { isGreen: status === 0, output: stdout + stderr };
}

describe('the proof', () => {
  it('passes on the copy without a fault', () => {
    const { isGreen, output } = runProof();
    assert.ok(isGreen, output);
  });

  for (const [what, name, right, wrong] of FAULTS)
    it(`fails if ${what}`, () => {
      const file = path.join(copy, 'src/domain/audiences', name);
      const text = readFileSync(file, 'utf8');
      assert.equal(text.split(right).length, 2, `${right} stands once in ${name}`);
      try {
        writeFileSync(
          file,
          text.replace(right, () => wrong),
        );
        const { isGreen, output } = runProof();
        assert.ok(!isGreen, 'the proof passes');
        assert.match(output, /AssertionError|Property failed/);
      } finally {
        writeFileSync(file, text);
      }
    });
});
