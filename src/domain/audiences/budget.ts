/** Bounds the work of a search, so that it can't hold the editor. */

/** Thrown when the budget ends. What was found before stays true. */
export class BudgetEnded extends Error {}

export class Budget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  /** @throws BudgetEnded */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetEnded();
  }
}
