/** Pairs the rules of a definition with the rules of a different version. */
import type { Rule } from '../../api/model.ts';
import { likenessOf, traitsOf, type Traits } from './likeness.ts';
import { createRuleReader, type ReadRules } from './readRules.ts';
import { heaviestInOrder, pairEqual, type MatchedItem } from './sequence.ts';

/**
 * Two rules between the same neighbours must be more similar than this to count as the same rule, edited. Rules with the same
 * kind of condition but no common value or treatment are not similar enough.
 */
const ALIKE_IN_PLACE = 0.4;
/** Two rules between different neighbours must be more similar than this to count as the same rule, edited and moved. */
const ALIKE_ELSEWHERE = 0.6;
/** A rule is compared with the rules whose position differs by at most this number. */
const MAX_DISTANCE = 8;
/** A rule is compared with at most this many rules that share a certain matcher or value with it. */
const MAX_RELATED = 8;

export interface RulePair extends MatchedItem {
  /** False if the two rules differ in meaning. */
  readonly isEqual: boolean;
  /** True if the position of the rule among the unmoved rules has changed. */
  readonly isMoved: boolean;
}

/**
 * Pairs rules, in no particular order:
 * 1. rules with equal meaning;
 * 2. rules without an equal on the other side, if their conditions are equal;
 * 3. the remaining rules, if they are similar and between the same neighbours, or more similar and elsewhere.
 *
 * Steps 1 and 2 pair as many rules as possible. Among the ways to do that, one with the fewest moved rules is chosen. If it is
 * open which of several rules has moved, an edited rule counts as moved.
 */
export function pairRules(before: readonly Rule[], after: readonly Rule[]): readonly RulePair[] {
  const read = createRuleReader();
  const [old, now] = [read(before), read(after)];
  const [olds, news] = [old.meanings, now.meanings];
  const [oldSet, newSet] = [new Set(olds.map(({ rule }) => rule)), new Set(news.map(({ rule }) => rule))];
  // A negative number represents the condition of a rule that has no equal on the other side.
  const same = pairEqual(
    olds.map(({ rule, condition }) => (newSet.has(rule) ? rule : -1 - condition)),
    news.map(({ rule, condition }) => (oldSet.has(rule) ? rule : -1 - condition)),
  );
  const still = (pairs: readonly MatchedItem[]): readonly MatchedItem[] =>
    heaviestInOrder(pairs, ({ from, to }) => olds.length + 1 + (olds[from]!.rule === news[to]!.rule ? 1 : 0));

  const isAllKnown = same.length === olds.length || same.length === news.length;
  const pairs = isAllKnown ? same : [...same, ...pairSimilar(old, now, same, still(same))];
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

/** Pairs rules that are not in `known`. `still` are the known pairs that retain their order. */
function pairSimilar(
  before: ReadRules,
  after: ReadRules,
  known: readonly MatchedItem[],
  still: readonly MatchedItem[],
): readonly MatchedItem[] {
  const left = unpairedRules(before, known.map(({ from }) => from), still.map(({ from }) => from)); // prettier-ignore
  const right = unpairedRules(after, known.map(({ to }) => to), still.map(({ to }) => to)); // prettier-ignore
  const inPlace = heaviestInOrder(nearbyPairs(left, right), ({ likeness }) => likeness - ALIKE_IN_PLACE);
  const froms = new Set(inPlace.map(({ from }) => from));
  const tos = new Set(inPlace.map(({ to }) => to));
  const candidates = relatedPairs(
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

interface UnpairedRule {
  readonly index: number;
  readonly traits: Traits;
  /** The number of earlier rules that retain their order. Equal for rules between the same neighbours. */
  readonly gap: number;
  /** The index among the unpaired rules in the same gap. */
  readonly place: number;
}

/** Returns the rules that are not in `known`, with their positions. */
function unpairedRules(
  { rules, meanings, numberOf }: ReadRules,
  known: readonly number[],
  still: readonly number[],
): readonly UnpairedRule[] {
  const isKnown = new Set(known);
  const isStill = new Set(still);
  const found: UnpairedRule[] = [];
  let [gap, place] = [0, 0];
  for (const [index, rule] of rules.entries()) {
    if (isStill.has(index)) [gap, place] = [gap + 1, 0];
    else if (!isKnown.has(index))
      found.push({ index, traits: traitsOf(rule, meanings[index]!.matchers, numberOf), gap, place: place++ });
  }
  return found;
}

/** Returns pairs of rules that are between the same neighbours and in similar positions. */
function nearbyPairs(left: readonly UnpairedRule[], right: readonly UnpairedRule[]): readonly Candidate[] {
  const gaps = Map.groupBy(right, ({ gap }) => gap);
  const found: Candidate[] = [];
  for (const rule of left) {
    const others = gaps.get(rule.gap) ?? [];
    const first = Math.max(0, rule.place - MAX_DISTANCE);
    // Creates the pairs in the order into which `heaviestInOrder` sorts them.
    for (let place = Math.min(others.length, rule.place + MAX_DISTANCE + 1) - 1; place >= first; place -= 1) {
      const other = others[place]!;
      const likeness = likenessOf(rule.traits, other.traits);
      if (likeness > ALIKE_IN_PLACE) found.push({ from: rule.index, to: other.index, likeness });
    }
  }
  return found;
}

/** Returns pairs of rules that share a matcher or a value, whatever their positions are. */
function relatedPairs(left: readonly UnpairedRule[], right: readonly UnpairedRule[]): readonly Candidate[] {
  if (left.length === 0 || right.length === 0) return [];
  const sharing = new Map<string, UnpairedRule[]>();
  for (const rule of right) {
    for (const mark of labelsOf(rule.traits)) {
      const others = sharing.get(mark);
      if (!others) sharing.set(mark, [rule]);
      else if (others.length < MAX_RELATED) others.push(rule);
    }
  }
  return left.flatMap((rule) =>
    [...new Set(labelsOf(rule.traits).flatMap((mark) => sharing.get(mark) ?? []))]
      .map((other) => ({ from: rule.index, to: other.index, likeness: likenessOf(rule.traits, other.traits) }))
      .filter(({ likeness }) => likeness > ALIKE_ELSEWHERE),
  );
}

/** Returns texts that identify the first few matchers of a rule, and the first few values of each matcher. */
const labelsOf = ({ matchers }: Traits): readonly string[] =>
  matchers
    .slice(0, MAX_DISTANCE)
    .flatMap(({ meaning, kind, firstValues }) => [`${meaning}`, ...firstValues.map((value) => `${kind} ${value}`)]);
