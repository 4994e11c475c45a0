/** Which of the rules that are left over are the same rule, rewritten: those much alike that stand between the same neighbours. */
import type { Rule } from '../../api/model.ts';
import { canonical } from './sameValue.ts';
import type { Pair } from './sequence.ts';

/** Two rules of one kind of condition that share neither a value nor a treatment are still two rules. */
const MIN_LIKENESS = 0.4;
/** In a long gap, a rule is compared with those about as far down only. */
const WINDOW = 16;

interface Candidate extends Pair {
  readonly likeness: number;
  readonly distance: number;
}

/**
 * Pairs of rules that no pair of `known` has, between two neighbours of `still` (the known pairs that keep their
 * order). No new pair crosses another, so none of them is a move.
 */
export function similarPairs(
  before: readonly Rule[],
  after: readonly Rule[],
  still: readonly Pair[],
  known: readonly Pair[],
): readonly Pair[] {
  const froms = new Set(known.map(({ from }) => from));
  const tos = new Set(known.map(({ to }) => to));
  const found: Pair[] = [];
  let start: Pair = { from: -1, to: -1 };
  for (const end of [...still, { from: before.length, to: after.length }]) {
    const left = between(start.from, end.from).filter((index) => !froms.has(index));
    const right = between(start.to, end.to).filter((index) => !tos.has(index));
    found.push(...pairGap(before, after, left, right));
    start = end;
  }
  return found;
}

const between = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start - 1 }, (_, index) => start + 1 + index);

function pairGap(
  before: readonly Rule[],
  after: readonly Rule[],
  left: readonly number[],
  right: readonly number[],
): readonly Pair[] {
  if (left.length === 0 || right.length === 0) return [];
  const traits = new Map(right.map((to) => [to, traitsOf(after[to]!)]));
  const candidates: Candidate[] = [];
  for (const [index, from] of left.entries()) {
    const own = traitsOf(before[from]!);
    const first = Math.max(0, index - WINDOW);
    for (const [offset, to] of right.slice(first, index + WINDOW + 1).entries()) {
      const likeness = likenessOf(own, traits.get(to)!);
      const distance = Math.abs(first + offset - index);
      if (likeness > MIN_LIKENESS) candidates.push({ from, to, likeness, distance });
    }
  }
  candidates.sort((one, other) => other.likeness - one.likeness || one.distance - other.distance);
  const chosen: Pair[] = [];
  for (const { from, to } of candidates) {
    const isFree = chosen.every((pair) => (pair.from < from && pair.to < to) || (pair.from > from && pair.to > to));
    if (isFree) chosen.push({ from, to });
  }
  return chosen;
}

interface Traits {
  readonly matchers: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly treatments: ReadonlySet<string>;
}

function traitsOf({ condition, buckets }: Rule): Traits {
  return {
    matchers: new Set(condition.matchers.map(canonical)),
    kinds: new Set(condition.matchers.map(({ type, attribute, negate }) => canonical([type, attribute ?? '', negate === true]))),
    treatments: new Set(buckets.filter(({ size }) => size > 0).map(({ treatment }) => treatment)),
  };
}

/** 0 to 1. */
function likenessOf(one: Traits, other: Traits): number {
  return (
    0.4 * overlap(one.matchers, other.matchers) +
    0.4 * overlap(one.kinds, other.kinds) +
    0.2 * overlap(one.treatments, other.treatments)
  );
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((item) => other.has(item)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
