/** Visits pairs of steps that may decide for the same key: a step of the old version, and a step of the new version. */
import type { DecisionSteps } from './audienceProblem.ts';
import { negated } from './literals.ts';
import type { Solver } from './solver.ts';

export interface PairSearch {
  readonly solver: Solver;
  readonly before: DecisionSteps;
  readonly after: DecisionSteps;
  /** The search skips pairs of results for which this is false. */
  isWanted(before: number, after: number): boolean;
}

/** 'stop' ends the search. 'next' skips the remaining pairs with the same step of the old version. */
type VisitAnswer = 'stop' | 'next' | undefined;
/**
 * Called while the solver assumes that both steps of the pair decide. `solver.solve()` shows whether they do so for any key.
 */
export type Visit = (before: number, after: number) => VisitAnswer;

export function visitPairs(search: PairSearch, visit: Visit): void {
  const { solver, before } = search;
  solver.push();
  for (const [index, { condition, result }] of before.entries()) {
    const value = solver.valueOf(condition);
    if (value < 0) continue;
    if (mayFormWantedPair(search, condition, result)) {
      solver.push();
      const isStopped = solver.assume(condition) && visitPairsOfStep(search, index, visit) === 'stop';
      solver.pop();
      if (isStopped) break;
    }
    if (value > 0 || !solver.assume(negated(condition))) break;
  }
  solver.pop();
}

/**
 * True if the step of the old version with this condition and result may form a wanted pair with a step of the new version.
 * Ignores new steps that the assumptions exclude. Also ignores all new steps below one that decides for every key of the old
 * step.
 */
function mayFormWantedPair({ solver, after, isWanted }: PairSearch, condition: number, result: number): boolean {
  solver.spend(after.length >> 4);
  for (const step of after) {
    const value = step.condition === condition ? 1 : solver.valueOf(step.condition);
    if (value >= 0 && isWanted(result, step.result)) return true;
    if (value > 0) return false;
  }
  return false;
}

/** Visits the pairs of one step of the old version. The caller has already assumed that this step decides. */
export function visitPairsOfStep({ solver, before, after, isWanted }: PairSearch, index: number, visit: Visit): VisitAnswer {
  const { result } = before[index]!;
  let answer: VisitAnswer;
  solver.push();
  solver.spend(after.length >> 4);
  for (const [other, step] of after.entries()) {
    const value = solver.valueOf(step.condition);
    if (value < 0) continue;
    if (isWanted(result, step.result)) {
      solver.push();
      if (solver.assume(step.condition)) answer = visit(index, other);
      solver.pop();
      if (answer) break;
    }
    if (value > 0 || !solver.assume(negated(step.condition))) break;
  }
  solver.pop();
  return answer;
}

/** Returns the first wanted pair of steps that together decide for at least one key: one step before the change, one after. */
export function firstPair(walked: PairSearch): readonly [before: number, after: number] | undefined {
  let found: readonly [number, number] | undefined;
  visitPairs(walked, (before, after) => {
    if (!walked.solver.solve()) return undefined;
    found = [before, after];
    return 'stop';
  });
  return found;
}
