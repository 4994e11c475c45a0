/** The solver finds a key exactly if there is one: held against trying all of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Budget, BudgetEnded } from '../../../src/domain/audiences/budget.ts';
import type { SubjectCells } from '../../../src/domain/audiences/liveCells.ts';
import { isNegated, negated, positive, variableOf, type Lit } from '../../../src/domain/audiences/literals.ts';
import { Solver } from '../../../src/domain/audiences/solver.ts';
import { runs } from '../../properties/runs.ts';

/** Variables 1 to 3 are free, 4 to 6 and 7 to 8 belong to a subject each, and the gates come after these. */
const FREE = [1, 2, 3];
const ATOMS = [
  [4, 5, 6],
  [7, 8],
];
const FIRST_GATE = 9;

const cellsOf = (atoms: readonly number[]): fc.Arbitrary<SubjectCells> =>
  fc
    .uniqueArray(fc.subarray([...atoms]), { minLength: 1, maxLength: 5, selector: (cell) => cell.join() })
    .map((cells) => ({ atoms, cells }));

interface Problem {
  readonly subjects: readonly SubjectCells[];
  readonly gates: readonly (readonly Lit[])[];
  readonly assumed: readonly Lit[];
}

const problem: fc.Arbitrary<Problem> = fc.integer({ min: 1, max: 6 }).chain((count) => {
  const litBelow = (variable: number): fc.Arbitrary<Lit> =>
    fc.tuple(fc.integer({ min: 1, max: variable - 1 }), fc.boolean()).map(([one, isOpposite]) => (isOpposite ? negated(positive(one)) : positive(one))); // prettier-ignore
  const gates = Array.from({ length: count }, (_, index) =>
    fc.uniqueArray(litBelow(FIRST_GATE + index), { minLength: 2, maxLength: 4, selector: variableOf }),
  );
  return fc.record({
    subjects: fc.tuple(...ATOMS.map(cellsOf)),
    gates: fc.tuple(...gates),
    assumed: fc.uniqueArray(litBelow(FIRST_GATE + count), { minLength: 1, maxLength: 5, selector: variableOf }),
  });
});

function solverOf({ subjects, gates }: Problem, budget = new Budget()): Solver {
  const solver = new Solver(budget);
  for (let variable = 1; variable < FIRST_GATE; variable += 1) solver.addVariable();
  for (const subject of subjects) solver.addSubject(subject);
  for (const [index, lits] of gates.entries()) assert.equal(solver.addGate(lits), positive(FIRST_GATE + index));
  return solver;
}

/** The values of all variables, for each key that there is. */
function* keysOf({ subjects, gates }: Problem): Iterable<readonly boolean[]> {
  const [one, other] = subjects as [SubjectCells, SubjectCells];
  for (let free = 0; free < 2 ** FREE.length; free += 1)
    for (const mine of one.cells)
      for (const its of other.cells) {
        const values = [true, ...FREE.map((_, bit) => (free >> bit) % 2 === 1)];
        for (const atom of ATOMS.flat()) values[atom] = mine.includes(atom) || its.includes(atom);
        for (const lits of gates) values.push(lits.every((lit) => isTrue(values, lit)));
        yield values;
      }
}

const isTrue = (values: readonly boolean[], lit: Lit): boolean => values[variableOf(lit)] !== isNegated(lit);

function solve(solver: Solver, lits: readonly Lit[], found?: () => void): boolean {
  solver.push();
  const isFound = lits.every((lit) => solver.assume(lit)) && solver.solve(found);
  solver.pop();
  return isFound;
}

describe('the solver', () => {
  it('finds a key exactly if there is one, and finds the same again after it took everything back', () => {
    fc.assert(
      fc.property(problem, (one) => {
        const solver = solverOf(one);
        const expected = [...keysOf(one)].some((values) => one.assumed.every((lit) => isTrue(values, lit)));
        let found: readonly boolean[] | undefined;
        const note = (): void => {
          found = Array.from({ length: FIRST_GATE }, (_, variable) => solver.isTrue(variable));
        };
        assert.equal(solve(solver, one.assumed, note), expected);
        // The values are those of a key.
        if (expected) assert.ok([...keysOf(one)].some((values) => found!.every((value, variable) => value === values[variable]) && one.assumed.every((lit) => isTrue(values, lit)))); // prettier-ignore
        for (const lit of one.assumed) solve(solver, [negated(lit)]);
        assert.equal(solve(solver, one.assumed), expected);
        assert.equal(solve(solver, []), true);
      }),
      runs(20_000),
    );
  });

  it('follows what is assumed, and takes it back', () => {
    const solver = solverOf({ subjects: [{ atoms: [4, 5, 6], cells: [[4], [5, 6], []] }, { atoms: [7, 8], cells: [[7], [8]] }], gates: [[positive(1), positive(4)]], assumed: [] }); // prettier-ignore
    const values = (...variables: number[]): number[] => variables.map((variable) => solver.valueOf(positive(variable)));
    solver.push();
    assert.ok(solver.assume(positive(4)));
    assert.deepEqual(values(4, 5, 6, 9), [1, -1, -1, 0]);
    assert.ok(solver.assume(positive(1)));
    assert.deepEqual(values(9), [1]);
    assert.ok(!solver.assume(positive(5)));
    solver.pop();
    assert.deepEqual(values(1, 4, 5, 6, 9), [0, 0, 0, 0, 0]);
    assert.ok(solver.assume(negated(positive(7))));
    assert.deepEqual(values(7, 8), [-1, 1], 'only one cell is left');
  });

  it('works again after its budget ended in the middle', () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: 0, max: 60 }), (one, units) => {
        const budget = new Budget();
        const solver = solverOf(one, budget);
        const expected = solve(solver, one.assumed);
        budget.allow(units);
        try {
          assert.equal(solve(solver, one.assumed), expected);
        } catch (error) {
          assert.ok(error instanceof BudgetEnded, String(error));
          solver.reset();
        }
        budget.allow(Infinity);
        assert.equal(solve(solver, one.assumed), expected);
      }),
      runs(4_000),
    );
  });
});
