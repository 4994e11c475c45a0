/** Goes through the pairs of a step that decides before and a step that decides after, wherever a key can be in both. */
import type { DecisionSteps } from './audienceProblem.ts';
import { negated } from './literals.ts';
import type { Solver } from './solver.ts';

export interface Walk {
  readonly solver: Solver;
  readonly before: DecisionSteps;
  readonly after: DecisionSteps;
  /** Pairs of results that are of no interest are passed over. */
  isWanted(before: number, after: number): boolean;
}

/** 'stop' ends the walk, 'next' passes over the other pairs of the same step before. */
type Answer = 'stop' | 'next' | undefined;
/** Nothing that was assumed for a pair rules it out. Whether some key is in it, `solver.solve()` tells. */
export type Visit = (before: number, after: number) => Answer;

export function walk(walked: Walk, visit: Visit): void {
  const { solver, before } = walked;
  solver.push();
  for (const [index, { condition, result }] of before.entries()) {
    const value = solver.valueOf(condition);
    if (value < 0) continue;
    if (mayBeWanted(walked, condition, result)) {
      solver.push();
      const isStopped = solver.assume(condition) && walkAfter(walked, index, visit) === 'stop';
      solver.pop();
      if (isStopped) break;
    }
    if (value > 0 || !solver.assume(negated(condition))) break;
  }
  solver.pop();
}

/** Whether anything down to the step after with the same condition is wanted, and isn't ruled out. */
function mayBeWanted({ solver, after, isWanted }: Walk, condition: number, result: number): boolean {
  solver.spend(after.length >> 4);
  for (const step of after) {
    const value = step.condition === condition ? 1 : solver.valueOf(step.condition);
    if (value >= 0 && isWanted(result, step.result)) return true;
    if (value > 0) return false;
  }
  return false;
}

/** The pairs of one step before. That it decides is assumed already. */
export function walkAfter({ solver, before, after, isWanted }: Walk, index: number, visit: Visit): Answer {
  const { result } = before[index]!;
  let answer: Answer;
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

/** The first wanted pair that some key is in. */
export function firstPair(walked: Walk): readonly [before: number, after: number] | undefined {
  let found: readonly [number, number] | undefined;
  walk(walked, (before, after) => {
    if (!walked.solver.solve()) return undefined;
    found = [before, after];
    return 'stop';
  });
  return found;
}
