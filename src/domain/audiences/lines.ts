/** Finds lines that together say of every key that changes how it moves, and of no key anything that isn't true. */
import type { Group, Line, Move } from './audienceChange.ts';
import { Groups, type Fits, type LitGroup } from './groups.ts';
import type { Problem } from './problem.ts';
import { sharesOf } from './results.ts';
import { negated, type Lit } from './literals.ts';
import type { Solver } from './solver.ts';
import { walk, walkAfter } from './walk.ts';

/** Steps that decide before and after for some key, and that give it something else. */
export interface ChangedPair {
  readonly before: number;
  readonly after: number;
}

/** A step with more different changes than this is described as a whole. */
const MANY_CHANGES = 12;
/** So is one with more changed pairs than this, if a group for one of them would be long. */
const MANY_PAIRS = 4;
const MAX_SHORT = 2;
/** After so many pairs in a row without a group, no more are looked for. */
const MAX_FAILURES = 20;

export class LineFinder {
  readonly #problem: Problem;
  /** It goes from pair to pair, and excludes the groups that were described. */
  readonly #walker: Solver;
  /** It answers questions, and assumes nothing between them. */
  readonly #prober: Solver;
  readonly #groups: Groups;
  readonly #described: Lit[] = [];
  readonly #done = { before: new Set<number>(), after: new Set<number>() };
  #failures = 0;

  constructor(problem: Problem, walker: Solver, prober: Solver) {
    this.#problem = problem;
    this.#walker = walker;
    this.#prober = prober;
    this.#groups = new Groups(problem, prober);
  }

  /** Calls `found` with each line as soon as it is proven. @throws BudgetEnded */
  find(pairs: readonly ChangedPair[], found: (line: Line) => void): void {
    const { before, after, changeBetween } = this.#problem;
    const [rows, columns] = [Map.groupBy(pairs, (pair) => pair.before), Map.groupBy(pairs, (pair) => pair.after)];
    const possible = new Set(pairs.map((pair) => pair.before * after.length + pair.after));
    const isWanted: Fits = (one, other) => changeBetween(one, other) !== 0;
    walk({ solver: this.#walker, before, after, isWanted }, (mine, its) => {
      if (this.#done.before.has(mine)) return 'next';
      if (!possible.has(mine * after.length + its) || this.#done.after.has(its) || !this.#isLeft()) return undefined;
      const pair = { before: mine, after: its };
      const [row, column] = [rows.get(mine)!, columns.get(its)!];
      const [side, most] = row.length < column.length ? (['after', column] as const) : (['before', row] as const);
      const isMixed = this.#changesOf(most).size > MANY_CHANGES;
      const line = isMixed ? undefined : (this.#ofGroup(pair, most.length > MANY_PAIRS) ?? this.#ofExactStep(pair));
      if (!line) this.#done[side].add(pair[side]);
      found(line ?? this.#ofStep(side, pair[side]));
      return undefined;
    });
  }

  #changesOf(pairs: readonly ChangedPair[]): ReadonlySet<number> {
    const { before, after, changeBetween } = this.#problem;
    return new Set(pairs.map((pair) => changeBetween(before[pair.before]!.result, after[pair.after]!.result)));
  }

  /** Whether some key that changes is in none of these groups. @throws BudgetEnded */
  isAnyLeft(groups: readonly LitGroup[]): boolean {
    const { before, after, changeBetween } = this.#problem;
    this.#described.push(...groups.map((group) => gateOf(group, this.#walker)));
    let isAny = false;
    walk({ solver: this.#walker, before, after, isWanted: (one, other) => changeBetween(one, other) !== 0 }, () => {
      isAny = this.#isLeft();
      return isAny ? 'stop' : undefined;
    });
    return isAny;
  }

  /** Whether some key of the pair that is assumed is in no group yet. */
  #isLeft(): boolean {
    this.#walker.push();
    const isLeft = this.#described.every((gate) => this.#walker.assume(negated(gate))) && this.#walker.solve();
    this.#walker.pop();
    return isLeft;
  }

  #ofGroup({ before, after }: ChangedPair, isShort: boolean): Line | undefined {
    const { changeBetween } = this.#problem;
    const [mine, its] = [this.#problem.before[before]!.result, this.#problem.after[after]!.result];
    const change = changeBetween(mine, its);
    const fits: Fits = (one, other) => changeBetween(one, other) === change;
    const found = this.#failures < MAX_FAILURES ? this.#groups.groupOf(before, after, fits) : undefined;
    this.#failures = found ? 0 : this.#failures + 1;
    if (!found || (isShort && (found.isNarrow || found.group.unless.length > MAX_SHORT))) return undefined;
    const { group } = found;
    this.#described.push(gateOf(group, this.#walker));
    const results: [number, number][] = [[mine, its]];
    const isSame = [
      this.#groups.isTrueOf(group, (one) => one === mine),
      this.#groups.isTrueOf(group, (_, other) => other === its),
    ];
    return lineOf(this.#problem, describedGroup(this.#problem, group), results, [isSame[0]!, isSame[1]!]);
  }

  /** One of the two steps, if all keys for which it decides move in the same way. */
  #ofExactStep(pair: ChangedPair): Line | undefined {
    const sides = (['before', 'after'] as const).values();
    const exact = sides.map((side) => [side, this.#ofStep(side, pair[side])] as const).find(([, { moves, unknown }]) => !unknown && moves.every(({ least, most }) => least === most)); // prettier-ignore
    if (exact) this.#done[exact[0]].add(pair[exact[0]]);
    return exact?.[1];
  }

  /** All keys for which one step decides, whatever they get in the other version. */
  #ofStep(side: 'before' | 'after', index: number): Line {
    const other = side === 'before' ? 'after' : 'before';
    const [mine, its] = [this.#problem[side], this.#problem[other]];
    const results = new Map<number, [number, number]>();
    const solver = this.#prober;
    solver.push();
    for (const { condition } of mine.slice(0, index)) solver.assume(negated(condition));
    solver.assume(mine[index]!.condition);
    const isWanted: Fits = (_, result) => !results.has(result);
    walkAfter({ solver, before: mine, after: its, isWanted }, index, (_, at) => {
      const [result, decided] = [its[at]!.result, mine[index]!.result];
      if (solver.solve()) results.set(result, side === 'before' ? [decided, result] : [result, decided]);
      return undefined;
    });
    solver.pop();
    const isOne = results.size === 1;
    const everybody: Group = { all: [], unless: [] };
    const group: Group = mine.length === 1 ? everybody : { ...everybody, decided: { side, by: [mine[index]!.by] } };
    return lineOf(this.#problem, group, [...results.values()], side === 'before' ? [true, isOne] : [isOne, true]);
  }
}

/** What a group must not meet stands among its exceptions. */
function describedGroup({ questions }: Problem, { all, unless }: LitGroup): Group {
  const literals = all.map((lit) => questions.literalOf(lit));
  const exceptions = unless.map((lits) => lits.map((lit) => questions.literalOf(lit)));
  return {
    all: literals.filter(({ isNegated }) => !isNegated),
    unless: [...literals.flatMap((one) => (one.isNegated ? [[{ ...one, isNegated: false }]] : [])), ...exceptions],
  };
}

const gateOf = ({ all, unless }: LitGroup, solver: Solver): Lit =>
  solver.addGate([...all, ...unless.map((lits) => negated(solver.addGate(lits)))]);

/** `isSame`: all keys have the same before, and the same after. */
function lineOf(
  problem: Problem,
  group: Group,
  pairs: readonly (readonly [number, number])[],
  isSame: readonly [boolean, boolean],
): Line {
  const moves = pairs.map(([before, after]) => problem.movesOf(problem.changeBetween(before, after)));
  const unknown = pairs.flatMap((pair, index) => (moves[index] ? [] : pair.map((result) => problem.results[result]!.code)));
  const [mine, its] = pairs[0]!.map((result) => sharesOf(problem.results[result]!));
  const spans = spansOf(moves.flatMap((one) => (one ? [one] : [])));
  return {
    groups: [group],
    moves: spans,
    ...(isSame[0] && mine!.length > 0 && { before: mine! }),
    ...(isSame[1] && its!.length > 0 && { after: its! }),
    ...(unknown.length > 0 && { unknown: unknown.includes('severalTargets') ? 'severalTargets' : 'fields' }),
    isGainOnly: unknown.length === 0 && spans.every(({ from }) => from === problem.fallback),
  };
}

/** From the least to the most of each move. */
export function spansOf(all: readonly (readonly Move[])[]): readonly Move[] {
  const named = all.map((moves) => new Map(moves.map((move) => [JSON.stringify([move.from, move.to]), move])));
  const first = new Map(named.flatMap((moves) => [...moves]));
  return [...first].map(([name, { from, to }]) => ({
    from,
    to,
    least: Math.min(...named.map((moves) => moves.get(name)?.least ?? 0)),
    most: Math.max(...named.map((moves) => moves.get(name)?.most ?? 0)),
  }));
}
