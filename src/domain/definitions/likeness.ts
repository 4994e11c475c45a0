/**
 * Measures the similarity of two rules by the matchers and values of their conditions, and by the treatments that they serve.
 */
import type { Matcher, Rule } from '../../api/model.ts';
import { isTexts } from './fieldMeaning.ts';
import { fieldOf } from './sameValue.ts';

/** The maximum number of values of a list that are compared. The first ones are enough, because lists grow at the end. */
const MAX_VALUES = 100;
/** The number of values of a matcher by which similar rules are found in different positions. */
const FIRST_VALUES = 4;

/** Assigns numbers to texts, the same number to equal texts. Numbers are faster to compare, and each text is stored once. */
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
  /** Equal for two matchers with the same meaning. */
  readonly meaning: number;
  /** Identifies the matcher's type and attribute, and whether it is negated. */
  readonly kind: number;
  /** The numbers of the matcher's values, ascending and distinct. */
  readonly values: readonly number[];
  /** The first few values, in their original order. */
  readonly firstValues: readonly number[];
}

/** The traits of a rule. They can be compared only with traits that were created with the same numbering. */
export interface Traits {
  readonly matchers: readonly MatcherTraits[];
  /** The numbers of the treatments with a share, ascending and distinct. */
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

/** Returns the same text for matchers with the same type, attribute and negation, whatever their values are. */
export function kindOf({ type, attribute, negate }: Matcher): string {
  return JSON.stringify([type, attribute ?? '', negate === true]);
}

/** Returns the list of texts of a matcher, if it has one. */
export function valuesOf(matcher: Matcher): readonly string[] | undefined {
  const list = fieldOf(matcher, 'strings');
  return isTexts(list) && list.length > 0 ? list : undefined;
}

/** Returns a number from 0 to 1: the conditions count four fifths, and the treatments one fifth. */
export function likenessOf(one: Traits, other: Traits): number {
  return 0.8 * conditionLikeness(one.matchers, other.matchers) + 0.2 * overlap(one.treatments, other.treatments);
}

/**
 * An equal matcher counts fully. A matcher of the same kind counts half, plus up to another half, depending on the share of
 * common values.
 */
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

/** Returns the ratio of common values to all values. 0 if both are empty. */
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
