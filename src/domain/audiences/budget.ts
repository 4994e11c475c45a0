/** Limits the work of a search, so that it does not block the editor. */

/** Thrown when the budget is used up. What the search has found before remains valid. */
export class BudgetEnded extends Error {}

export class Budget {
  #left = Infinity;

  /** Replaces the remaining budget. */
  allow(units: number): void {
    this.#left = units;
  }

  /** @throws BudgetEnded */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetEnded();
  }
}
