/**
 * A limit for the work of one evaluation. It counts units and no time, so a definition gets the same answer on every machine. A unit
 * takes about 10 ns; the whole of it holds the editor for a moment at most.
 */
const MAX_UNITS = 20_000_000;

export class Work {
  #left: number;

  constructor(units = MAX_UNITS) {
    this.#left = units;
  }

  /** False if fewer units are left: then the work may not be done. */
  trySpend(units: number): boolean {
    if (units > this.#left) return false;
    this.#left -= units;
    return true;
  }

  /** Throws OutOfWork if fewer units are left. */
  spend(units: number): void {
    if (!this.trySpend(units)) throw new OutOfWork();
  }
}

/** It never leaves this folder. */
export class OutOfWork extends Error {}
