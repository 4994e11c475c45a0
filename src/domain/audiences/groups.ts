/**
 * Creates groups of keys whose results change in the same way. The solver proves this for all keys in a group. A group may have
 * a few exceptions.
 */
import type { AudienceProblem } from './audienceProblem.ts';
import { negated, type Lit } from './literals.ts';
import type { Solver } from './solver.ts';
import { firstPair } from './stepPairs.ts';

export interface LitGroup {
  readonly all: readonly Lit[];
  readonly unless: readonly (readonly Lit[])[];
}

const MAX_EXCEPTIONS = 5;

/** True if a group may contain keys with these results before and after the change. */
export type Fits = (before: number, after: number) => boolean;

export class Groups {
  readonly #problem: AudienceProblem;
  /** The public methods revert their assumptions in this solver before they return. */
  readonly #solver: Solver;
  readonly #gates = new Map<string, Lit>();

  constructor(problem: AudienceProblem, solver: Solver) {
    this.#problem = problem;
    this.#solver = solver;
  }

  /**
   * Returns the shortest group that contains all keys of a pair of steps, and only keys whose results `fits` accepts.
   * `isNarrow`: the group contains the conditions of both steps, so it covers few other pairs. Returns undefined if every group
   * would need too many exceptions.
   */
  groupOf(before: number, after: number, fits: Fits): { readonly group: LitGroup; readonly isNarrow: boolean } | undefined {
    const [mine, its] = [this.#problem.before[before]!.lits, this.#problem.after[after]!.lits];
    const both = mine && its && [...new Set([...mine, ...its])];
    const bases = [[], mine, its, both].flatMap((lits) => (lits ? [lits] : []));
    const different = [
      ...new Map(bases.toReversed().map((lits) => [lits.toSorted((one, other) => one - other).join(), lits])).values(),
    ].toReversed();
    const found = different.flatMap((base) => {
      const group = this.#grown(base, before, after, fits);
      return group ? [{ group, isNarrow: base === both && base !== mine && base !== its, length: lengthOf(group) }] : [];
    });
    return found.toSorted((one, other) => one.length - other.length)[0];
  }

  /** True if `fits` accepts the results of all keys in the group. */
  isTrueOf(group: LitGroup, fits: Fits): boolean {
    return this.#contradiction(group, fits) === undefined;
  }

  /** Adds exceptions until `fits` accepts the results of all keys, and then removes the unnecessary parts. */
  #grown(base: readonly Lit[], before: number, after: number, fits: Fits): LitGroup | undefined {
    const all = [...base];
    const unless: (readonly Lit[])[] = [];
    const group: LitGroup = { all, unless };
    for (let count = 0; count <= MAX_EXCEPTIONS; count += 1) {
      const found = this.#contradiction(group, fits);
      if (!found) return this.#shortened(group, fits);
      const [mine, its] = [this.#problem.before[found[0]]!, this.#problem.after[found[1]]!];
      // The condition of a step above `before` or `after` can become an exception, because the keys of this pair don't meet it.
      const above = [...(found[0] < before ? [mine] : []), ...(found[1] < after ? [its] : [])].flatMap(({ lits }) =>
        lits ? [lits] : [],
      );
      const open = above.map((lits) => this.#openOf(group, lits)).filter(({ length }) => length > 0);
      const [exception] = open.toSorted((one, other) => one.length - other.length);
      if (!exception) return undefined;
      const [lit] = exception;
      const isOpposite = exception.length === 1 && this.#problem.questions.literalOf(lit!).isNegated;
      if (isOpposite) all.push(negated(lit!));
      else unless.push(exception);
    }
    return undefined;
  }

  #shortened(group: LitGroup, fits: Fits): LitGroup {
    let { all, unless } = group;
    for (const exception of unless) {
      const without = unless.filter((one) => one !== exception);
      if (this.isTrueOf({ all, unless: without }, fits)) unless = without;
    }
    for (const lit of all) {
      const without = all.filter((one) => one !== lit);
      if (this.isTrueOf({ all: without, unless }, fits)) all = without;
    }
    return { all, unless };
  }

  /** Returns those of the literals whose value does not follow directly from the conditions of the group. */
  #openOf(group: LitGroup, lits: readonly Lit[]): readonly Lit[] {
    this.#solver.push();
    this.#assume(group);
    const open = lits.filter((lit) => this.#solver.valueOf(lit) === 0);
    this.#solver.pop();
    return open;
  }

  #contradiction(group: LitGroup, fits: Fits): readonly [before: number, after: number] | undefined {
    const { before, after } = this.#problem;
    const isWanted: Fits = (one, other) => !fits(one, other);
    this.#solver.push();
    const found = this.#assume(group) ? firstPair({ solver: this.#solver, before, after, isWanted }) : undefined;
    this.#solver.pop();
    return found;
  }

  #assume({ all, unless }: LitGroup): boolean {
    const gates = unless.map((lits) => this.#gateOf(lits));
    return all.every((lit) => this.#solver.assume(lit)) && gates.every((gate) => this.#solver.assume(negated(gate)));
  }

  #gateOf(lits: readonly Lit[]): Lit {
    const name = lits.join();
    const gate = this.#gates.get(name) ?? this.#solver.addGate(lits);
    this.#gates.set(name, gate);
    return gate;
  }
}

/** Estimates how long the description of the group is. Used only to compare groups. */
const lengthOf = ({ all, unless }: LitGroup): number => all.length + unless.reduce((sum, lits) => sum + lits.length + 0.5, 0);
