/** What both readers of a text make, and what both say of a text that is broken. */
import { isTooLarge } from '../../api/largeNumbers.ts';
import type { LocatedNode, Span } from '../../domain/definitions/document/located.ts';
import type { Problem, SyntaxReason } from '../../domain/definitions/document/problem.ts';

/** Levels of lists and fields; a definition has eight, but for fields that nobody knows. */
export const MAX_DEPTH = 64;
/** More help nobody. */
const MAX_PROBLEMS = 100;

export interface Tree {
  readonly root: LocatedNode | undefined;
  readonly problems: readonly Problem[];
}

/** The number, if it is what the digits say: beyond ±2^53 most are not. */
export function exactly(value: number, digits: string): number {
  const isBeyond = /^0[xo]/i.test(digits) ? BigInt(digits) > 2n ** 53n : isTooLarge(digits);
  return isBeyond ? NaN : value;
}

export class SyntaxProblems {
  readonly #text: string;
  readonly #problems: Problem[] = [];
  #isTooDeep = false;

  constructor(text: string) {
    this.#text = text;
  }

  get all(): readonly Problem[] {
    return this.#problems;
  }

  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  add(reason: SyntaxReason, at: Span): void {
    if (this.isFull) return;
    this.#problems.push({ code: 'syntax', reason, severity: 'error', span: this.#visible(at), fixes: [] });
  }

  /** Said once. */
  addTooDeep(at: Span): void {
    if (this.#isTooDeep) return;
    this.#isTooDeep = true;
    this.#problems.push({ code: 'tooDeep', limit: MAX_DEPTH, severity: 'error', span: this.#visible(at), fixes: [] });
  }

  /** Within the text, without the white space at its end, and of one character at least where there is one. */
  #visible({ start, end }: Span): Span {
    const last = this.#text.length;
    let [from, to] = [Math.min(start, last), Math.min(Math.max(start, end), last)];
    while (to > from && /\s/.test(this.#text[to - 1]!)) to -= 1;
    if (to > from) return { start: from, end: to };
    // White space alone is the problem if it is no line's end.
    const [blank] = /^[ \t]*/.exec(this.#text.slice(from, end))!;
    if (blank !== '') return { start: from, end: from + blank.length };
    while (from > 0 && (from >= last || /\s/.test(this.#text[from]!))) from -= 1;
    return { start: from, end: Math.min(from + 1, last) };
  }
}
