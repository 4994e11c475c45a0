/**
 * Tracks which cells of each subject are still possible while the solver makes and reverts assumptions. A cell is a combination
 * of answers that one value of the subject can give.
 */
import { negated, positive, type Lit } from './literals.ts';

export interface SubjectCells {
  /** The variables of the questions about the subject. */
  readonly atoms: readonly number[];
  /** For each cell, the atoms that its values answer with yes. There is at least one cell. */
  readonly cells: readonly (readonly number[])[];
}

interface State {
  /**
   * The possible cells, followed by the impossible ones. The cell that became impossible last is the first of the impossible
   * ones.
   */
  readonly cells: number[];
  readonly atoms: readonly number[];
  /** The cell whose values answer no atom with yes. −1: there is no such cell. */
  readonly empty: number;
  /** The number of possible cells. */
  possibleCount: number;
}

export class PossibleCells {
  readonly #subjects: State[] = [];
  /** The subject of each atom. */
  readonly #subjectOf: State[] = [];
  /** For each atom, the cells in which it is true. */
  readonly #meeting: number[][] = [];
  /** For each atom, the number of possible cells in which it is true. */
  readonly #hits: number[] = [];
  /** For each cell, the atoms that are true in it. */
  readonly #atoms: (readonly number[])[] = [];
  /** The subject of each cell. */
  readonly #owner: State[] = [];
  /** 1 for each impossible cell, otherwise 0. */
  readonly #isImpossible: number[] = [];
  /** For each cell: its index in the `cells` of its subject's `State`. */
  readonly #place: number[] = [];
  /** The atom for which `follow` last marked each cell. −1: none. */
  readonly #marked: number[] = [];
  /** The impossible cells, in the order in which they were removed. */
  readonly #removed: number[] = [];

  /** Adds a subject. Returns the atoms that no cell answers with yes. */
  add({ atoms, cells }: SubjectCells): readonly number[] {
    const first = this.#atoms.length;
    const empty = cells.findIndex(({ length }) => length === 0);
    const state: State = {
      cells: cells.map((_, index) => first + index),
      atoms,
      empty: empty < 0 ? empty : first + empty,
      possibleCount: cells.length,
    };
    this.#subjects.push(state);
    for (const atom of atoms) {
      this.#subjectOf[atom] = state;
      this.#meeting[atom] = [];
      this.#hits[atom] = 0;
    }
    for (const [index, met] of cells.entries()) {
      this.#atoms.push(met);
      this.#owner.push(state);
      this.#isImpossible.push(0);
      this.#place.push(index);
      this.#marked.push(-1);
      for (const atom of met) {
        this.#meeting[atom]!.push(first + index);
        this.#hits[atom]! += 1;
      }
    }
    return atoms.filter((atom) => this.#hits[atom] === 0);
  }

  get removedCount(): number {
    return this.#removed.length;
  }

  restoreTo(removedCount: number): void {
    while (this.#removed.length > removedCount) {
      const cell = this.#removed.pop()!;
      this.#isImpossible[cell] = 0;
      this.#owner[cell]!.possibleCount += 1;
      for (const atom of this.#atoms[cell]!) this.#hits[atom]! += 1;
    }
  }

  /**
   * Removes the cells that give a different answer for the atom. Returns the literals that follow from this. Undefined: no cell
   * is possible any more.
   */
  follow(atom: number, isTrue: boolean): readonly Lit[] | undefined {
    const state = this.#subjectOf[atom];
    if (!state) return [];
    const follows: Lit[] = [];
    const meeting = this.#meeting[atom]!;
    if (isTrue) {
      for (const cell of meeting) this.#marked[cell] = atom;
      for (let index = state.possibleCount - 1; index >= 0; index -= 1) {
        const cell = state.cells[index]!;
        if (this.#marked[cell] !== atom) this.#remove(cell, follows);
      }
    } else {
      for (const cell of meeting) if (this.#isImpossible[cell] === 0) this.#remove(cell, follows);
    }
    if (state.possibleCount === 0) return undefined;
    if (state.possibleCount === 1) follows.push(...this.#atoms[state.cells[0]!]!.map(positive));
    return follows;
  }

  #remove(cell: number, follows: Lit[]): void {
    const state = this.#owner[cell]!;
    this.#removed.push(cell);
    this.#isImpossible[cell] = 1;
    state.possibleCount -= 1;
    const last = state.cells[state.possibleCount]!;
    const place = this.#place[cell]!;
    state.cells[place] = last;
    state.cells[state.possibleCount] = cell;
    this.#place[last] = place;
    this.#place[cell] = state.possibleCount;
    for (const atom of this.#atoms[cell]!) {
      this.#hits[atom]! -= 1;
      if (this.#hits[atom] === 0) follows.push(negated(positive(atom)));
    }
  }

  /**
   * Returns the possible cells of a subject if each of them answers yes to an atom that is not true yet. For such a subject, no
   * cell would remain if all open atoms were set to false. Undefined: there is no such subject.
   */
  undecidedCells(isTrue: (atom: number) => boolean): readonly number[] | undefined {
    const isSettled = (cell: number, index: number, left: number): boolean => index < left && this.#atoms[cell]!.every(isTrue);
    const open = this.#subjects.find(
      ({ cells, empty, possibleCount }) =>
        (empty < 0 || this.#isImpossible[empty] === 1) && !cells.some((cell, index) => isSettled(cell, index, possibleCount)),
    );
    return open?.cells.slice(0, open.possibleCount);
  }

  /** Returns one literal for each question about the subject of the cell: whether the values of the cell meet it. */
  answersOf(cell: number): readonly Lit[] {
    const met = new Set(this.#atoms[cell]);
    return this.#owner[cell]!.atoms.map((atom) => (met.has(atom) ? positive(atom) : negated(positive(atom))));
  }
}
