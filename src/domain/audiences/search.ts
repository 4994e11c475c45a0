/** Two solvers for one problem, with a common budget. */
import { Budget, BudgetEnded } from './budget.ts';
import type { AudienceProblem } from './audienceProblem.ts';
import type { Solver } from './solver.ts';

export class Search {
  readonly problem: AudienceProblem;
  readonly pairSolver: Solver;
  readonly groupSolver: Solver;
  readonly #budget = new Budget();
  readonly #units: number;

  constructor(problem: AudienceProblem, units: number) {
    this.problem = problem;
    this.#units = units;
    this.pairSolver = problem.solver(this.#budget);
    this.groupSolver = problem.solver(this.#budget);
  }

  /**
   * Does the work with this share of the budget. If the share is not enough, reverts all assumptions of the solvers and returns
   * false.
   */
  within(part: number, work: () => void): boolean {
    this.#budget.allow(this.#units * part);
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof BudgetEnded)) throw error;
      this.pairSolver.reset();
      this.groupSolver.reset();
      return false;
    } finally {
      this.#budget.allow(Infinity);
    }
  }
}
