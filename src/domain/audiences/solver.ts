/**
 * Decides whether any key can meet a set of conditions. Variables are questions (atoms) and gates. A gate is true if all its
 * literals are true. The cells of a subject connect its atoms: a cell is a combination of answers that one value can give. See
 * `solve` for the search.
 */
import type { Budget } from './budget.ts';
import { PossibleCells, type SubjectCells } from './possibleCells.ts';
import { isNegated, negated, positive, TRUE, variableOf, type Lit } from './literals.ts';

interface Mark {
  readonly trail: number;
  readonly removedCount: number;
}

export class Solver {
  /** The value of each variable: 1 = true, −1 = false, 0 = open. */
  readonly #values: number[] = [];
  readonly #gates: (readonly Lit[] | undefined)[] = [];
  /** For each variable that is a gate: the number of its true literals. */
  readonly #true: number[] = [];
  /** For each variable that is a gate: the number of its false literals. */
  readonly #false: number[] = [];
  /** For each literal: the gates that contain it. */
  readonly #uses: number[][] = [];
  readonly #trail: Lit[] = [];
  #propagated = 0;
  readonly #marks: Mark[] = [];
  /** Gates that may be true while all open atoms are false. */
  readonly #risky: number[] = [];

  readonly #cells = new PossibleCells();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.addVariable();
    this.assume(TRUE);
  }

  /** @throws BudgetEnded */
  spend(units: number): void {
    this.#budget.spend(units);
  }

  addVariable(): number {
    this.#uses.push([], []);
    this.#true.push(0);
    this.#false.push(0);
    this.#gates.push(undefined);
    return this.#values.push(0) - 1;
  }

  /** Returns a literal that is true if all the given literals are true. */
  addGate(lits: readonly Lit[]): Lit {
    const unique = [...new Set(lits)].filter((lit) => lit !== TRUE);
    if (unique.length < 2) return unique[0] ?? TRUE;
    const gate = this.addVariable();
    this.#gates[gate] = unique;
    for (const lit of unique) {
      this.#uses[lit]!.push(gate);
      const value = this.valueOf(lit);
      if (value > 0) this.#true[gate]! += 1;
      if (value < 0) this.#false[gate]! += 1;
    }
    if (unique.some((lit) => isNegated(lit) || this.#gates[variableOf(lit)])) this.#risky.push(gate);
    if (this.#false[gate]! > 0) this.#enqueue(negated(positive(gate)));
    else if (this.#true[gate] === unique.length) this.#enqueue(positive(gate));
    this.#propagate();
    return positive(gate);
  }

  /** Call this before any assumption is made. */
  addSubject(subject: SubjectCells): void {
    for (const atom of this.#cells.add(subject)) this.assume(negated(positive(atom)));
  }

  /** Returns 1 if the literal is true, −1 if it is false, and 0 if it is open. */
  valueOf(lit: Lit): number {
    const value = this.#values[variableOf(lit)]!;
    return isNegated(lit) ? -value : value;
  }

  push(): void {
    this.#marks.push({ trail: this.#trail.length, removedCount: this.#cells.removedCount });
  }

  /** Reverts all assumptions. Also works after `BudgetEnded` has interrupted another method. */
  reset(): void {
    while (this.#marks.length > 0) this.pop();
  }

  /** Reverts all assumptions since the last `push`. */
  pop(): void {
    const { trail, removedCount } = this.#marks.pop()!;
    this.#cells.restoreTo(removedCount);
    while (this.#trail.length > trail) {
      const lit = this.#trail.pop()!;
      if (this.#trail.length < this.#propagated) {
        for (const gate of this.#uses[lit]!) this.#true[gate]! -= 1;
        for (const gate of this.#uses[negated(lit)]!) this.#false[gate]! -= 1;
      }
      this.#values[variableOf(lit)] = 0;
    }
    this.#propagated = Math.min(this.#propagated, trail);
  }

  /**
   * Returns false if the literal contradicts the assumptions; the caller must then `pop`. A result of true does not prove that
   * some key meets all assumptions; see `solve`.
   */
  assume(lit: Lit): boolean {
    return this.#enqueue(lit) && this.#propagate();
  }

  /**
   * True if some key meets all assumptions. First treats all open atoms as false. This is wrong only if a gate that must be
   * false would be true, or if no cell of a subject matches. The search branches only in these cases. If some key meets all
   * assumptions, calls `found` while `isTrue` returns the answers for that key.
   */
  solve(found?: () => void): boolean {
    this.#budget.spend(4 + (this.#risky.length >> 2));
    const gate = this.#risky.find((one) => this.#values[one] === -1 && this.#false[one] === 0 && this.#isTrueByDefault(one));
    if (gate !== undefined) {
      const open = this.#gates[gate]!.filter((lit) => this.valueOf(lit) === 0);
      return this.#either(open.map((lit) => [negated(lit)]), open, found); // prettier-ignore
    }
    const cells = this.#cells.undecidedCells((atom) => this.#values[atom] === 1);
    if (cells) {
      this.#budget.spend(cells.length);
      return this.#either(cells.map((cell) => this.#cells.answersOf(cell)), [], found); // prettier-ignore
    }
    found?.();
    return true;
  }

  /** True if the atom is true for the key that `solve` found. */
  isTrue(variable: number): boolean {
    return this.#values[variable] === 1;
  }

  /**
   * Tries each way, which is a list of literals to assume. After a way fails, assumes the literal with the same index in
   * `otherwise`, if there is one.
   */
  #either(ways: readonly (readonly Lit[])[], otherwise: readonly Lit[], found?: () => void): boolean {
    this.push();
    for (const [index, way] of ways.entries()) {
      this.push();
      const isFound = way.every((lit) => this.assume(lit)) && this.solve(found);
      this.pop();
      const isOver = isFound || (index < otherwise.length && !this.assume(otherwise[index]!));
      if (isOver) {
        this.pop();
        return isFound;
      }
    }
    this.pop();
    return false;
  }

  #isTrueByDefault(gate: number): boolean {
    return this.#gates[gate]!.every((lit) => {
      const variable = variableOf(lit);
      const value = this.#values[variable]!;
      const isTrue = value === 0 ? this.#gates[variable] !== undefined && this.#isTrueByDefault(variable) : value === 1;
      return isTrue !== isNegated(lit);
    });
  }

  #enqueue(lit: Lit): boolean {
    const value = this.valueOf(lit);
    if (value !== 0) return value > 0;
    this.#values[variableOf(lit)] = isNegated(lit) ? -1 : 1;
    this.#trail.push(lit);
    return true;
  }

  #propagate(): boolean {
    let isOpen = true;
    while (isOpen && this.#propagated < this.#trail.length) {
      const lit = this.#trail[this.#propagated]!;
      this.#budget.spend(1 + this.#uses[lit]!.length + this.#uses[negated(lit)]!.length);
      this.#propagated += 1;
      isOpen = this.#countInGates(lit) && this.#follow(lit);
    }
    return isOpen;
  }

  /** Counts the literal in all its gates, even after a contradiction, because `pop` reverts the count in all of them. */
  #countInGates(lit: Lit): boolean {
    let isOpen = true;
    for (const gate of this.#uses[lit]!) {
      this.#true[gate]! += 1;
      isOpen = this.#checkGate(gate) && isOpen;
    }
    for (const gate of this.#uses[negated(lit)]!) {
      this.#false[gate]! += 1;
      isOpen = this.#enqueue(negated(positive(gate))) && isOpen;
    }
    return isOpen;
  }

  #checkGate(gate: number): boolean {
    const lits = this.#gates[gate]!;
    if (this.#true[gate] === lits.length) return this.#enqueue(positive(gate));
    if (this.#values[gate] !== -1 || this.#true[gate] !== lits.length - 1) return true;
    const last = lits.find((lit) => this.valueOf(lit) === 0);
    return last === undefined || this.#enqueue(negated(last));
  }

  /** Derives what a literal implies for its gate and its subject. */
  #follow(lit: Lit): boolean {
    const variable = variableOf(lit);
    const lits = this.#gates[variable];
    if (lits) {
      if (!isNegated(lit)) return lits.every((one) => this.#enqueue(one));
      return this.#checkGate(variable);
    }
    const atoms = this.#cells.follow(variable, !isNegated(lit));
    if (!atoms) return false;
    this.#budget.spend(atoms.length);
    return atoms.every((atom) => this.#enqueue(atom));
  }
}
