/** Finds lines that together describe every key whose result changes. Each line is correct for all its keys. */
import type { KeyGroup, GroupLine } from './audienceChange.ts';
import { Groups, type Fits, type LitGroup } from './groups.ts';
import type { AudienceProblem } from './audienceProblem.ts';
import { negated, type Lit } from './literals.ts';
import type { Solver } from './solver.ts';
import { lineOf } from './moveRanges.ts';
import { visitPairs } from './stepPairs.ts';
import { WholeSteps, type ChangedPair } from './wholeSteps.ts';

/** If a step has more distinct changes than this, one line describes all keys of the step. */
const MANY_CHANGES = 12;
/** If a step has more changed pairs than this, a group describes a pair only if the group is short. */
const MANY_PAIRS = 4;
/** The maximum number of exceptions of a short group. */
const MAX_SHORT = 2;
/** After this many consecutive pairs without a group, the search for groups ends. */
const MAX_FAILURES = 20;

export class LineFinder {
  readonly #problem: AudienceProblem;
  /** Visits the pairs of steps, and finds out whether a pair has keys that are in no described group. */
  readonly #pairSolver: Solver;
  readonly #groups: Groups;
  readonly #described: Lit[] = [];
  readonly #wholes: WholeSteps;
  #failures = 0;

  /** `pairSolver` visits the pairs of steps. `groupSolver` checks groups, and has no assumptions between two checks. */
  constructor(problem: AudienceProblem, pairSolver: Solver, groupSolver: Solver) {
    this.#problem = problem;
    this.#pairSolver = pairSolver;
    this.#groups = new Groups(problem, groupSolver);
    this.#wholes = new WholeSteps(problem, groupSolver);
  }

  /** Calls `found` with each line as soon as it is proven. @throws BudgetEnded */
  find(pairs: readonly ChangedPair[], found: (line: GroupLine) => void): void {
    const { before, after, changeBetween } = this.#problem;
    const [rows, columns] = [Map.groupBy(pairs, (pair) => pair.before), Map.groupBy(pairs, (pair) => pair.after)];
    const possible = new Set(pairs.map((pair) => pair.before * after.length + pair.after));
    const isWanted: Fits = (one, other) => changeBetween(one, other) !== 0;
    visitPairs({ solver: this.#pairSolver, before, after, isWanted }, (mine, its) => {
      if (this.#wholes.has('before', mine)) return 'next';
      if (!possible.has(mine * after.length + its) || this.#wholes.has('after', its) || !this.#hasUndescribedKey())
        return undefined;
      const pair = { before: mine, after: its };
      const [row, column] = [rows.get(mine)!, columns.get(its)!];
      const [side, most] = row.length < column.length ? (['after', column] as const) : (['before', row] as const);
      const isMixed = this.#changesOf(most).size > MANY_CHANGES;
      const line = isMixed ? undefined : (this.#ofGroup(pair, most.length > MANY_PAIRS) ?? this.#wholes.exactLineOf(pair));
      found(line ?? this.#wholes.lineOf(side, pair[side]));
      return undefined;
    });
  }

  #changesOf(pairs: readonly ChangedPair[]): ReadonlySet<number> {
    const { before, after, changeBetween } = this.#problem;
    return new Set(pairs.map((pair) => changeBetween(before[pair.before]!.result, after[pair.after]!.result)));
  }

  /** True if the result of some key changes and the key is in none of these groups. @throws BudgetEnded */
  hasUndescribedChange(groups: readonly LitGroup[]): boolean {
    const { before, after, changeBetween } = this.#problem;
    this.#described.push(...groups.map((group) => gateOf(group, this.#pairSolver)));
    let isAny = false;
    visitPairs({ solver: this.#pairSolver, before, after, isWanted: (one, other) => changeBetween(one, other) !== 0 }, () => {
      isAny = this.#hasUndescribedKey();
      return isAny ? 'stop' : undefined;
    });
    return isAny;
  }

  /** True if some key of the current pair is in no described group yet. */
  #hasUndescribedKey(): boolean {
    this.#pairSolver.push();
    const isFound = this.#described.every((gate) => this.#pairSolver.assume(negated(gate))) && this.#pairSolver.solve();
    this.#pairSolver.pop();
    return isFound;
  }

  #ofGroup({ before, after }: ChangedPair, isShort: boolean): GroupLine | undefined {
    const { changeBetween } = this.#problem;
    const [mine, its] = [this.#problem.before[before]!.result, this.#problem.after[after]!.result];
    const change = changeBetween(mine, its);
    const fits: Fits = (one, other) => changeBetween(one, other) === change;
    const found = this.#failures < MAX_FAILURES ? this.#groups.groupOf(before, after, fits) : undefined;
    this.#failures = found ? 0 : this.#failures + 1;
    if (!found || (isShort && (found.isNarrow || found.group.unless.length > MAX_SHORT))) return undefined;
    const { group } = found;
    this.#described.push(gateOf(group, this.#pairSolver));
    const results: [number, number][] = [[mine, its]];
    const isSame = [
      this.#groups.isTrueOf(group, (one) => one === mine),
      this.#groups.isTrueOf(group, (_, other) => other === its),
    ];
    return lineOf(this.#problem, describedGroup(this.#problem, group), results, [isSame[0]!, isSame[1]!]);
  }
}

/** Converts a group of the solver's literals into a group of keys for the result. Negated literals become exceptions. */
function describedGroup({ questions }: AudienceProblem, { all, unless }: LitGroup): KeyGroup {
  const literals = all.map((lit) => questions.literalOf(lit));
  const exceptions = unless.map((lits) => lits.map((lit) => questions.literalOf(lit)));
  return {
    all: literals.filter(({ isNegated }) => !isNegated),
    unless: [...literals.flatMap((one) => (one.isNegated ? [[{ ...one, isNegated: false }]] : [])), ...exceptions],
  };
}

const gateOf = ({ all, unless }: LitGroup, solver: Solver): Lit =>
  solver.addGate([...all, ...unless.map((lits) => negated(solver.addGate(lits)))]);
