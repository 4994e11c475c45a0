/** Bounds the work of a search, so that it can't hold the editor. */

/** Thrown when the budget ends. What was found before stays true. */
export class BudgetEnded extends Error {}

export class Budget {
  #left = Infinity;

  /** Replaces what is left. */
  allow(units: number): void {
    this.#left = units;
  }

  /** @throws BudgetEnded */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetEnded();
  }
}
