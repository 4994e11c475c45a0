/** Which rule of a definition is which rule of another one. */
import type { Rule } from '../../api/model.ts';
import { likenessOf, traitsOf, type Traits } from './likeness.ts';
import { canonical } from './sameValue.ts';
import { heaviestInOrder, pairEqual, type Pair } from './sequence.ts';

/** Two rules of one kind of condition that share neither a value nor a treatment are still two rules. */
const ALIKE_IN_PLACE = 0.4;
/** A rule that stands elsewhere has to be more alike to be taken for the same one, rewritten and moved. */
const ALIKE_ELSEWHERE = 0.6;
/** A rule is compared with so many on either side of its place, */
const NEAR = 8;
/** and with so many others that have a matcher or a value in common. */
const RELATED = 8;

export interface RulePair extends Pair {
  /** False if the two differ in meaning. */
  readonly isEqual: boolean;
  /** True if they are the same to the letter. */
  readonly isSameText: boolean;
  /** True for one that others pass, or that passes others. */
  readonly isMoved: boolean;
}

/**
 * The pairs in the order of the rules before. Which rules are paired:
 * 1. those that are equal in meaning;
 * 2. of those with no equal on the other side, the ones whose conditions are equal;
 * 3. of the rest, those much alike between the same neighbours, and those still more alike that are elsewhere.
 * Of all ways to pair by 1 and 2 that leave none unpaired that could be paired, one is taken in which the fewest rules
 * move; of several rules that might be called the moved one, it is a rewritten one.
 */
export function pairRules(before: readonly Rule[], after: readonly Rule[]): readonly RulePair[] {
  const meanings = new Map<string, string>();
  /** A rule mostly stands in both lists, word for word. */
  const meaningOf = (rule: Rule, written: string): string => {
    let meaning = meanings.get(written);
    if (meaning === undefined) meanings.set(written, (meaning = canonical(rule)));
    return meaning;
  };
  const [oldWritten, newWritten] = [before, after].map((rules) => rules.map((rule) => JSON.stringify(rule))) as [
    string[],
    string[],
  ];
  const olds = before.map((rule, index) => meaningOf(rule, oldWritten[index]!));
  const news = after.map((rule, index) => meaningOf(rule, newWritten[index]!));
  const [oldTexts, newTexts] = [new Set(olds), new Set(news)];
  const label = (rule: Rule, text: string, others: ReadonlySet<string>): string =>
    others.has(text) ? text : `condition ${canonical(rule.condition)}`;
  const known = pairEqual(
    before.map((rule, index) => label(rule, olds[index]!, newTexts)),
    after.map((rule, index) => label(rule, news[index]!, oldTexts)),
  );
  const isEqual = ({ from, to }: Pair): boolean => olds[from] === news[to];
  const still = (pairs: readonly Pair[]): readonly Pair[] =>
    heaviestInOrder(pairs, (pair) => before.length + 1 + (isEqual(pair) ? 1 : 0));

  const pairs =
    known.length === before.length || known.length === after.length
      ? known
      : [...known, ...pairAlike(before, after, known, still(known))].toSorted((one, other) => one.from - other.from);
  const unmoved = new Set(still(pairs).map(({ from }) => from));
  return pairs.map(({ from, to }) => ({
    from,
    to,
    isEqual: olds[from] === news[to],
    isSameText: oldWritten[from] === newWritten[to],
    isMoved: !unmoved.has(from),
  }));
}

interface Candidate extends Pair {
  readonly likeness: number;
  readonly isInPlace: boolean;
}

/** Pairs of rules that are in none of `known`; `still` are those of them that keep their order. */
function pairAlike(
  before: readonly Rule[],
  after: readonly Rule[],
  known: readonly Pair[],
  still: readonly Pair[],
): readonly Pair[] {
  const left = open(before, known.map(({ from }) => from), still.map(({ from }) => from)); // prettier-ignore
  const right = open(after, known.map(({ to }) => to), still.map(({ to }) => to)); // prettier-ignore
  const candidates = candidatesOf(left, right);
  const inPlace = heaviestInOrder(
    candidates.filter(({ likeness, isInPlace }) => isInPlace && likeness > ALIKE_IN_PLACE),
    ({ likeness }) => likeness - ALIKE_IN_PLACE,
  );
  const froms = new Set(inPlace.map(({ from }) => from));
  const tos = new Set(inPlace.map(({ to }) => to));
  const elsewhere = candidates
    .filter(({ likeness }) => likeness > ALIKE_ELSEWHERE)
    .toSorted((one, other) => other.likeness - one.likeness || distance(one) - distance(other))
    .filter(({ from, to }) => {
      const isFree = !froms.has(from) && !tos.has(to);
      if (isFree) {
        froms.add(from);
        tos.add(to);
      }
      return isFree;
    });
  return [...inPlace, ...elsewhere];
}

const distance = ({ from, to }: Pair): number => Math.abs(from - to);

interface Open {
  readonly index: number;
  readonly traits: Traits;
  /** How many rules that keep their order stand above: the same for those between the same neighbours. */
  readonly gap: number;
  /** The how many-th it is in its gap. */
  readonly place: number;
}

/** The rules that are not known, with where they stand. */
function open(rules: readonly Rule[], known: readonly number[], still: readonly number[]): readonly Open[] {
  const isKnown = new Set(known);
  const isStill = new Set(still);
  const found: Open[] = [];
  let [gap, place] = [0, 0];
  for (const [index, rule] of rules.entries()) {
    if (isStill.has(index)) [gap, place] = [gap + 1, 0];
    else if (!isKnown.has(index)) found.push({ index, traits: traitsOf(rule), gap, place: place++ });
  }
  return found;
}

function candidatesOf(left: readonly Open[], right: readonly Open[]): readonly Candidate[] {
  const gaps = Map.groupBy(right, ({ gap }) => gap);
  const related = new Map<string, Open[]>();
  for (const rule of right) {
    for (const mark of marksOf(rule.traits)) {
      const sharing = related.get(mark);
      if (!sharing) related.set(mark, [rule]);
      else if (sharing.length < RELATED) sharing.push(rule);
    }
  }
  return left.flatMap((rule) => {
    const near = gaps.get(rule.gap)?.slice(Math.max(0, rule.place - NEAR), rule.place + NEAR + 1) ?? [];
    const others = new Set([...near, ...marksOf(rule.traits).flatMap((mark) => related.get(mark) ?? [])]);
    return [...others].map((other) => ({
      from: rule.index,
      to: other.index,
      likeness: likenessOf(rule.traits, other.traits),
      isInPlace: rule.gap === other.gap,
    }));
  });
}

/** Its matchers, and the first few of their values. */
const marksOf = ({ matchers }: Traits): readonly string[] =>
  matchers
    .slice(0, NEAR)
    .flatMap(({ text, kind, values }) => [text, ...[...values].slice(0, 4).map((value) => `${kind} ${value}`)]);
