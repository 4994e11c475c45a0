/**
 * Describes all keys for which one step decides, if no short group describes them. The line identifies these keys by the step,
 * and gives a range of percentages for each move.
 */
import type { KeyGroup, GroupLine } from './audienceChange.ts';
import type { AudienceProblem } from './audienceProblem.ts';
import { negated } from './literals.ts';
import type { Solver } from './solver.ts';
import { lineOf } from './moveRanges.ts';
import { visitPairsOfStep } from './stepPairs.ts';

type Side = 'before' | 'after';

/** The indexes of two steps that decide for the same key before and after the change, with different results. */
export interface ChangedPair {
  readonly before: number;
  readonly after: number;
}

export class WholeSteps {
  readonly #problem: AudienceProblem;
  readonly #solver: Solver;
  readonly #described = { before: new Set<number>(), after: new Set<number>() };

  /** Each method reverts its assumptions in `solver` before it returns. */
  constructor(problem: AudienceProblem, solver: Solver) {
    this.#problem = problem;
    this.#solver = solver;
  }

  /** True if a line contains all keys of the step. */
  has(side: Side, index: number): boolean {
    return this.#described[side].has(index);
  }

  /** Describes one of the two steps, if all keys for which that step decides move in the same way. */
  exactLineOf(pair: ChangedPair): GroupLine | undefined {
    for (const side of ['before', 'after'] as const) {
      const line = this.#found(side, pair[side]);
      if (!line.unknown && line.moves.every(({ least, most }) => least === most)) return this.lineOf(side, pair[side], line);
    }
    return undefined;
  }

  /** Describes a step without regard to what its keys get in the other version. */
  lineOf(side: Side, index: number, line = this.#found(side, index)): GroupLine {
    for (const same of this.#sameAs(side, index)) this.#described[side].add(same);
    return line;
  }

  #found(side: Side, index: number): GroupLine {
    const [mine, its] = [this.#problem[side], this.#problem[side === 'before' ? 'after' : 'before']];
    const same = this.#sameAs(side, index);
    const { by, result: decided } = mine[index]!;
    const results = new Map<number, [number, number]>();
    for (const step of same) {
      this.#solver.push();
      const above = mine.slice(0, step).filter((_, at) => !same.includes(at));
      const isPossible =
        above.every(({ condition }) => this.#solver.assume(negated(condition))) && this.#solver.assume(mine[step]!.condition);
      const walked = {
        solver: this.#solver,
        before: mine,
        after: its,
        isWanted: (_: number, result: number) => !results.has(result),
      };
      if (isPossible)
        visitPairsOfStep(walked, step, (_, at) => {
          const { result } = its[at]!;
          if (this.#solver.solve()) results.set(result, side === 'before' ? [decided, result] : [result, decided]);
          return undefined;
        });
      this.#solver.pop();
    }
    const everybody: KeyGroup = { all: [], unless: [] };
    const group: KeyGroup = mine.length === 1 ? everybody : { ...everybody, decided: { side, by: [by] } };
    return lineOf(
      this.#problem,
      group,
      [...results.values()],
      side === 'before' ? [true, results.size === 1] : [results.size === 1, true],
    );
  }

  /** Returns all steps with the same description. Each list and each segment of a treatment is a separate step. */
  #sameAs(side: Side, index: number): readonly number[] {
    const version = this.#problem[side];
    const { by } = version[index]!;
    if (by.code !== 'target' && by.code !== 'severalTargets') return [index];
    const name = JSON.stringify(by);
    return version.flatMap((step, at) => (JSON.stringify(step.by) === name ? [at] : []));
  }
}
