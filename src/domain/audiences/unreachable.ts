/** Finds the rules that no key can reach, because earlier steps decide for every key that meets them. */
import type { Unreachable } from './audienceChange.ts';
import type { DecisionSteps } from './audienceProblem.ts';
import { negated } from './literals.ts';
import type { Solver } from './solver.ts';

/**
 * Returns the rules of `version` that no key can reach. Leaves out a rule if no key can reach its condition in `other` either.
 * With `mustBeInBoth`, also leaves out rules whose condition does not exist in `other`. @throws BudgetEnded
 */
export function unreachableRules(
  version: DecisionSteps,
  other: DecisionSteps,
  solver: Solver,
  mustBeInBoth: boolean,
): readonly Unreachable[] {
  // Skips the steps that both versions begin with, because these are reachable in both versions or in neither.
  const first = version.findIndex(({ condition }, index) => condition !== other[index]?.condition);
  if (first < 0) return [];
  const steps = unreachableSteps(version, first, solver);
  if (steps.length === 0) return [];
  const elsewhere = new Set(unreachableSteps(other, first, solver).map((index) => other[index]!.condition));
  const inOther = new Set(other.map(({ condition }) => condition));
  return steps.flatMap((index) => {
    const { by, condition } = version[index]!;
    const isNew = !elsewhere.has(condition) && (!mustBeInBoth || inOther.has(condition));
    return isNew && by.code === 'rule' ? [{ index: by.index, by: firstCoveringDecider(version, index, solver) }] : [];
  });
}

function unreachableSteps(version: DecisionSteps, first: number, solver: Solver): readonly number[] {
  const steps: number[] = [];
  let isOpen = true;
  solver.push();
  for (const [index, { condition, by }] of version.entries()) {
    if (index >= first && by.code === 'rule') {
      solver.push();
      if (!isOpen || !solver.assume(condition) || !solver.solve()) steps.push(index);
      solver.pop();
    }
    isOpen &&= solver.assume(negated(condition));
  }
  solver.pop();
  return steps;
}

/**
 * Finds the first earlier step whose condition covers every key that meets this step's condition. Undefined: only several
 * earlier steps together cover these keys, or no key meets this step's condition.
 */
function firstCoveringDecider(version: DecisionSteps, index: number, solver: Solver): Unreachable['by'] {
  const { condition } = version[index]!;
  const canBe = (...conditions: readonly number[]): boolean => {
    solver.push();
    const isPossible = conditions.every((one) => solver.assume(one)) && solver.solve();
    solver.pop();
    return isPossible;
  };
  if (!canBe(condition)) return undefined;
  return version.slice(0, index).find((above) => !canBe(condition, negated(above.condition)))?.by;
}
