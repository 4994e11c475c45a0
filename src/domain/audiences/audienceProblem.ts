/**
 * Prepares two versions of a definition for the solver: conditions become literals, and results become numbers. Also determines
 * what share of the keys moves from which treatment to which, for each pair of results.
 */
import type { FlagDefinition } from '../../api/model.ts';
import { fallbackOf } from '../definitions/definitionDiff.ts';
import type { Decider, EnvironmentFacts, Move } from './audienceChange.ts';
import type { Budget } from './budget.ts';
import { sampledSubjects, type SampledSubject } from './cells.ts';
import { clausesOf, type Clause } from './clauses.ts';
import { Questions } from './questions.ts';
import { movesBetween, resultOf, type Result } from './results.ts';
import { negated, positive, TRUE, type Lit } from './literals.ts';
import { Solver } from './solver.ts';

export interface DecisionStep {
  readonly by: Decider;
  readonly condition: Lit;
  /** The literals of the condition. Undefined if the condition is not a plain conjunction. */
  readonly lits: readonly Lit[] | undefined;
  /** The index in `AudienceProblem.results`. Equal results have the same index. */
  readonly result: number;
}

export type DecisionSteps = readonly DecisionStep[];

export interface AudienceProblem {
  readonly questions: Questions;
  readonly subjects: readonly SampledSubject[];
  readonly before: DecisionSteps;
  readonly after: DecisionSteps;
  readonly results: readonly Result[];
  /** The default treatment before the change. */
  readonly fallback: string | undefined;
  /** True if the default treatment remains the same, or there was none before. */
  readonly isFallbackKept: boolean;
  /** Returns a number that identifies the moves of keys from one result to another. 0 = no key moves. */
  changeBetween(before: number, after: number): number;
  /** Returns the moves for a number that `changeBetween` has returned. Undefined: the moves are not known. */
  movesOf(change: number): readonly Move[] | undefined;
  solver(budget: Budget): Solver;
}

export interface ProblemOptions {
  readonly facts: EnvironmentFacts;
  readonly needsAttribute: boolean;
}

/** Yields every few milliseconds, so that the caller can pause. */
export function* makeProblem(
  before: FlagDefinition | undefined,
  after: FlagDefinition | undefined,
  { facts, needsAttribute }: ProblemOptions,
): Generator<void, AudienceProblem> {
  const questions = new Questions(facts, needsAttribute);
  const clauses = [clausesOf(before, questions), clausesOf(after, questions)] as const;
  const subjects = yield* sampledSubjects(questions.all);
  const gates = new Gates(questions.all.length);
  const results = new ValueNumbers<Result>();
  const versionOf = (definition: FlagDefinition | undefined, all: readonly Clause[]): DecisionSteps =>
    all.map(({ by, needs }) => {
      const condition = gates.allOf(needs.map((lits) => gates.anyOf(lits)));
      const lits = needs.every(({ length }) => length === 1) ? needs.flat().filter((lit) => lit !== TRUE) : undefined;
      return { by, condition, lits, result: results.of(resultOf(definition, by)) };
    });
  const [old, now] = [versionOf(before, clauses[0]), versionOf(after, clauses[1])];
  const moves = new ValueNumbers<readonly Move[] | undefined>();
  moves.of([]);
  const known = new Map<number, number>();
  return {
    questions,
    subjects,
    before: old,
    after: now,
    results: results.all,
    fallback: fallbackOf(before),
    isFallbackKept: fallbackOf(before) === undefined || fallbackOf(before) === fallbackOf(after),
    movesOf: (change) => moves.all[change],
    changeBetween(one, other) {
      if (one === other) return 0;
      const pair = one * results.all.length + other;
      let change = known.get(pair);
      if (change === undefined) known.set(pair, (change = moves.of(movesBetween(results.all[one]!, results.all[other]!))));
      return change;
    },
    solver(budget) {
      const solver = new Solver(budget);
      for (let variable = 1; variable < questions.all.length; variable += 1) solver.addVariable();
      for (const subject of subjects) solver.addSubject(subject);
      for (const lits of gates.all) solver.addGate(lits);
      return solver;
    },
  };
}

/** Assigns numbers to values. Equal values get the same number. */
class ValueNumbers<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<string, number>();

  of(value: T): number {
    const name = JSON.stringify(value) ?? '';
    const number = this.#numbers.get(name) ?? this.all.push(value) - 1;
    this.#numbers.set(name, number);
    return number;
  }
}

/**
 * Assigns variables to gates with two or more literals. A gate is true if all its literals are true. A solver that adds the
 * gates of `all` in this order assigns the same variables.
 */
class Gates {
  readonly all: (readonly Lit[])[] = [];
  readonly #known = new Map<string, Lit>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  allOf(lits: readonly Lit[]): Lit {
    const unique = [...new Set(lits)].filter((lit) => lit !== TRUE).toSorted((one, other) => one - other);
    if (unique.length < 2) return unique[0] ?? TRUE;
    const name = unique.join();
    const gate = this.#known.get(name) ?? positive(this.#first + this.all.push(unique) - 1);
    this.#known.set(name, gate);
    return gate;
  }

  anyOf = (lits: readonly Lit[]): Lit => negated(this.allOf(lits.map(negated)));
}
