/** Which rule of a definition is which rule of another one. */
import type { Rule } from '../../api/model.ts';
import { likenessOf, traitsOf, type Traits } from './likeness.ts';
import { createRuleReader, type ReadRules } from './readRules.ts';
import { heaviestInOrder, pairEqual, type MatchedItem } from './sequence.ts';

/** Two rules of one kind of condition that share neither a value nor a treatment are still two rules. */
const ALIKE_IN_PLACE = 0.4;
/** A rule that stands elsewhere has to be more alike to be taken for the same one, rewritten and moved. */
const ALIKE_ELSEWHERE = 0.6;
/** A rule is compared with so many on either side of its place, */
const NEAR = 8;
/** and with so many others that have a matcher or a value in common. */
const RELATED = 8;

export interface RulePair extends MatchedItem {
  /** False if the two differ in meaning. */
  readonly isEqual: boolean;
  /** True for one that others pass, or that passes others. */
  readonly isMoved: boolean;
}

/**
 * Which rules are paired, in no order:
 * 1. those that are equal in meaning;
 * 2. of those with no equal on the other side, the ones whose conditions are equal;
 * 3. of the rest, those much alike between the same neighbours, and those still more alike that are elsewhere.
 * Of all ways to pair by 1 and 2 that leave none unpaired that could be paired, one is taken in which the fewest rules
 * move; of several rules that might be called the moved one, it is a rewritten one.
 */
export function pairRules(before: readonly Rule[], after: readonly Rule[]): readonly RulePair[] {
  const read = createRuleReader();
  const [old, now] = [read(before), read(after)];
  const [olds, news] = [old.meanings, now.meanings];
  const [oldSet, newSet] = [new Set(olds.map(({ rule }) => rule)), new Set(news.map(({ rule }) => rule))];
  // Numbers below 0 are of conditions.
  const same = pairEqual(
    olds.map(({ rule, condition }) => (newSet.has(rule) ? rule : -1 - condition)),
    news.map(({ rule, condition }) => (oldSet.has(rule) ? rule : -1 - condition)),
  );
  const still = (pairs: readonly MatchedItem[]): readonly MatchedItem[] =>
    heaviestInOrder(pairs, ({ from, to }) => olds.length + 1 + (olds[from]!.rule === news[to]!.rule ? 1 : 0));

  const isAllKnown = same.length === olds.length || same.length === news.length;
  const pairs = isAllKnown ? same : [...same, ...pairAlike(old, now, same, still(same))];
  const unmoved = new Set(still(pairs).map(({ from }) => from));
  return pairs.map(({ from, to }) => ({
    from,
    to,
    isEqual: olds[from]!.rule === news[to]!.rule,
    isMoved: !unmoved.has(from),
  }));
}

interface Candidate extends MatchedItem {
  readonly likeness: number;
}

/** Pairs of rules that are in none of `known`; `still` are those of them that keep their order. */
function pairAlike(
  before: ReadRules,
  after: ReadRules,
  known: readonly MatchedItem[],
  still: readonly MatchedItem[],
): readonly MatchedItem[] {
  const left = open(before, known.map(({ from }) => from), still.map(({ from }) => from)); // prettier-ignore
  const right = open(after, known.map(({ to }) => to), still.map(({ to }) => to)); // prettier-ignore
  const inPlace = heaviestInOrder(near(left, right), ({ likeness }) => likeness - ALIKE_IN_PLACE);
  const froms = new Set(inPlace.map(({ from }) => from));
  const tos = new Set(inPlace.map(({ to }) => to));
  const candidates = related(
    left.filter(({ index }) => !froms.has(index)),
    right.filter(({ index }) => !tos.has(index)),
  );
  const elsewhere = candidates
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

const distance = ({ from, to }: MatchedItem): number => Math.abs(from - to);

interface Open {
  readonly index: number;
  readonly traits: Traits;
  /** How many rules that keep their order stand above: the same for those between the same neighbours. */
  readonly gap: number;
  /** The how many-th it is in its gap. */
  readonly place: number;
}

/** The rules that are not known, with where they stand. */
function open({ rules, meanings, numberOf }: ReadRules, known: readonly number[], still: readonly number[]): readonly Open[] {
  const isKnown = new Set(known);
  const isStill = new Set(still);
  const found: Open[] = [];
  let [gap, place] = [0, 0];
  for (const [index, rule] of rules.entries()) {
    if (isStill.has(index)) [gap, place] = [gap + 1, 0];
    else if (!isKnown.has(index))
      found.push({ index, traits: traitsOf(rule, meanings[index]!.matchers, numberOf), gap, place: place++ });
  }
  return found;
}

/** Between the same neighbours, about as far down. */
function near(left: readonly Open[], right: readonly Open[]): readonly Candidate[] {
  const gaps = Map.groupBy(right, ({ gap }) => gap);
  const found: Candidate[] = [];
  for (const rule of left) {
    const others = gaps.get(rule.gap) ?? [];
    const first = Math.max(0, rule.place - NEAR);
    // As `heaviestInOrder` wants them.
    for (let place = Math.min(others.length, rule.place + NEAR + 1) - 1; place >= first; place -= 1) {
      const other = others[place]!;
      const likeness = likenessOf(rule.traits, other.traits);
      if (likeness > ALIKE_IN_PLACE) found.push({ from: rule.index, to: other.index, likeness });
    }
  }
  return found;
}

/** Anywhere, with a matcher or a value in common. */
function related(left: readonly Open[], right: readonly Open[]): readonly Candidate[] {
  if (left.length === 0 || right.length === 0) return [];
  const sharing = new Map<string, Open[]>();
  for (const rule of right) {
    for (const mark of marksOf(rule.traits)) {
      const others = sharing.get(mark);
      if (!others) sharing.set(mark, [rule]);
      else if (others.length < RELATED) others.push(rule);
    }
  }
  return left.flatMap((rule) =>
    [...new Set(marksOf(rule.traits).flatMap((mark) => sharing.get(mark) ?? []))]
      .map((other) => ({ from: rule.index, to: other.index, likeness: likenessOf(rule.traits, other.traits) }))
      .filter(({ likeness }) => likeness > ALIKE_ELSEWHERE),
  );
}

/** Its first few matchers, and the first few of their values. */
const marksOf = ({ matchers }: Traits): readonly string[] =>
  matchers
    .slice(0, NEAR)
    .flatMap(({ meaning, kind, firstValues }) => [`${meaning}`, ...firstValues.map((value) => `${kind} ${value}`)]);
