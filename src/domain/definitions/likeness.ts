/** How much alike two rules are: what they ask, by matcher and by value, and which treatments they serve. */
import type { Matcher, Rule } from '../../api/model.ts';
import { fieldOf } from './sameValue.ts';

/** Of a list of values, so many are compared: lists grow at their end. */
const MAX_VALUES = 100;
/** So many of them are enough to find a rule elsewhere that may be alike. */
const FIRST_VALUES = 4;

/** Numbers for texts, the same for the same: quicker to compare, and each is written once. */
export type Numbering = (text: string) => number;

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  };
}

interface MatcherTraits {
  /** Equal for two matchers that mean the same. */
  readonly meaning: number;
  /** What it looks at and how: its type, its attribute, and whether it is negated. */
  readonly kind: number;
  /** Ascending, each once. */
  readonly values: readonly number[];
  /** The first few of them, as they come. */
  readonly firstValues: readonly number[];
}

/** Comparable with those that were made with the same numbering. */
export interface Traits {
  readonly matchers: readonly MatcherTraits[];
  /** Those that get a share; ascending, each once. */
  readonly treatments: readonly number[];
}

/** `meanings` = the canonical texts of the rule's matchers. */
export function traitsOf({ condition, buckets }: Rule, meanings: readonly string[], numberOf: Numbering): Traits {
  return {
    matchers: condition.matchers.map((matcher, index) => {
      const values = [...new Set(valuesOf(matcher)?.slice(0, MAX_VALUES).map(numberOf))];
      return {
        meaning: numberOf(meanings[index]!),
        kind: numberOf(kindOf(matcher)),
        values: values.toSorted(ascending),
        firstValues: values.slice(0, FIRST_VALUES),
      };
    }),
    treatments: [...new Set(buckets.filter(({ size }) => size > 0).map(({ treatment }) => numberOf(treatment)))].toSorted(
      ascending,
    ),
  };
}

const ascending = (one: number, other: number): number => one - other;

/** Equal for matchers of one type that look at the same, whatever their values. */
export function kindOf({ type, attribute, negate }: Matcher): string {
  return JSON.stringify([type, attribute ?? '', negate === true]);
}

/** The list of a matcher that has one of texts. */
export function valuesOf(matcher: Matcher): readonly string[] | undefined {
  const list = fieldOf(matcher, 'strings');
  return Array.isArray(list) && list.length > 0 && list.every((value) => typeof value === 'string') ? list : undefined;
}

/** 0 to 1: four parts of it the conditions, one part the treatments. */
export function likenessOf(one: Traits, other: Traits): number {
  return 0.8 * conditionLikeness(one.matchers, other.matchers) + 0.2 * overlap(one.treatments, other.treatments);
}

/** An equal matcher counts in full; one of the same kind by half, and the other half by the values that both have. */
function conditionLikeness(one: readonly MatcherTraits[], other: readonly MatcherTraits[]): number {
  if (one.length === 0 && other.length === 0) return 1;
  const taken: boolean[] = [];
  const unequal: MatcherTraits[] = [];
  let shared = 0;
  for (const matcher of one) {
    const equal = other.findIndex(({ meaning }, index) => meaning === matcher.meaning && !taken[index]);
    if (equal === -1) unequal.push(matcher);
    else {
      taken[equal] = true;
      shared += 1;
    }
  }
  for (const matcher of unequal) {
    const alike = other.findIndex(({ kind }, index) => kind === matcher.kind && !taken[index]);
    if (alike === -1) continue;
    taken[alike] = true;
    shared += 0.5 + 0.5 * overlap(matcher.values, other[alike]!.values);
  }
  return (2 * shared) / (one.length + other.length);
}

/** What both have, of what either has; 0 if neither has anything. */
function overlap(one: readonly number[], other: readonly number[]): number {
  let [shared, left, right] = [0, 0, 0];
  while (left < one.length && right < other.length) {
    const difference = one[left]! - other[right]!;
    if (difference === 0) shared += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}
