/** How much alike two rules are: what they ask, by matcher and by value, and which treatments they serve. */
import type { Matcher, Rule } from '../../api/model.ts';
import { canonical, fieldOf } from './sameValue.ts';

/** Of a list of values, so many are compared: lists grow at their end. */
const MAX_VALUES = 100;

interface MatcherTraits {
  /** Equal for two matchers that mean the same. */
  readonly text: string;
  /** What it looks at and how: its type, its attribute, and whether it is negated. */
  readonly kind: string;
  readonly values: ReadonlySet<string>;
}

export interface Traits {
  readonly matchers: readonly MatcherTraits[];
  /** Those that get a share. */
  readonly treatments: ReadonlySet<string>;
}

export function traitsOf({ condition, buckets }: Rule): Traits {
  return {
    matchers: condition.matchers.map((matcher) => ({
      text: canonical(matcher),
      kind: kindOf(matcher),
      values: new Set(valuesOf(matcher)?.slice(0, MAX_VALUES)),
    })),
    treatments: new Set(buckets.filter(({ size }) => size > 0).map(({ treatment }) => treatment)),
  };
}

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
  const taken = new Set<MatcherTraits>();
  const unequal: MatcherTraits[] = [];
  let shared = 0;
  for (const matcher of one) {
    const equal = other.find((candidate) => candidate.text === matcher.text && !taken.has(candidate));
    if (equal) {
      taken.add(equal);
      shared += 1;
    } else unequal.push(matcher);
  }
  for (const matcher of unequal) {
    const alike = other.find((candidate) => candidate.kind === matcher.kind && !taken.has(candidate));
    if (alike) {
      taken.add(alike);
      shared += 0.5 + 0.5 * overlap(matcher.values, alike.values);
    }
  }
  return (2 * shared) / (one.length + other.length);
}

/** What both have, of what either has; 0 if neither has anything. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const item of one) if (other.has(item)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
