/**
 * What two versions of a definition ask of a key, each question once: an atom is a matcher without its negation, the list of a target,
 * or a condition that nobody here understands.
 */
import type { Matcher, Rule } from '../../api/model.ts';
import { meaningOf, type MatcherMeaning } from '../definitions/matcherMeaning.ts';
import { canonical } from '../definitions/sameValue.ts';
import { isPlainPattern, meetsSet, stretchesOf, testOf, type Stretches, type Test } from './values.ts';

type Known = Exclude<MatcherMeaning, { code: 'unknown' }>;

/** `condition` = a rule whose combiner is not known: all of it is one question. */
export type Asked = MatcherMeaning | { readonly code: 'condition'; readonly condition: Rule['condition'] };

export interface Atom {
  readonly asked: Asked;
  /** Equal for atoms that look at the same value; undefined = it has nothing to do with any other. */
  readonly subject: string | undefined;
  /** Whether a key meets it can't be said from here, such as what another flag gives. */
  readonly isOpaque: boolean;
  /** Every key meets it. */
  readonly isAlways: boolean;
  readonly test: Test;
  readonly stretches: Stretches | undefined;
  /** What it lists. */
  readonly values: ReadonlySet<string>;
}

/** What a rule asks, by the numbers of atoms. */
export interface Condition {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

export interface Atoms {
  readonly all: readonly Atom[];
  ofRule(rule: Rule): Condition;
  ofKeys(keys: readonly string[]): number;
  ofSegment(name: string): number;
  /** Attributes of which some rule asks the opposite: whether it is met without the attribute, the documents don't say. */
  readonly negatedAttributes: ReadonlySet<string>;
}

const ANY_TEXT = new Set(['.*', '^.*$', '^.*', '.*$', '.+', '^.+$', '^.+', '.+$']);
const CONDITION_FIELDS = new Set(['combiner', 'matchers']);

export function createAtoms(): Atoms {
  const all: Atom[] = [];
  const numbers = new Map<string, number>();
  /** A matcher mostly stands in both versions, word for word. */
  const read = new Map<string, number>();
  const negatedAttributes = new Set<string>();

  function numberOf(text: string, make: () => Asked): number {
    let number = numbers.get(text);
    if (number === undefined) {
      numbers.set(text, (number = all.length));
      all.push(atomOf(make()));
    }
    return number;
  }

  function ofMatcher(matcher: Matcher): number {
    const text = JSON.stringify(matcher);
    let number = read.get(text);
    if (number === undefined) {
      const plain = { ...matcher, negate: false };
      read.set(text, (number = numberOf(canonical(plain), () => meaningOf(plain))));
    }
    return number;
  }

  const ofMatchers = (matchers: readonly Matcher[]): readonly number[] => [...new Set(matchers.map(ofMatcher))];
  return {
    all,
    negatedAttributes,
    ofRule({ condition }) {
      if (!isUnderstood(condition))
        return { positive: [numberOf(canonical(condition), () => ({ code: 'condition', condition }))], negative: [] };
      const negated = condition.matchers.filter(({ negate }) => negate === true);
      for (const { attribute } of negated) if (attribute) negatedAttributes.add(attribute);
      const plain = condition.matchers.filter(({ negate }) => negate !== true);
      return { positive: ofMatchers(plain), negative: ofMatchers(negated) };
    },
    ofKeys: (keys) => ofMatcher({ type: 'IN_LIST_STRING', strings: keys }),
    ofSegment: (name) => ofMatcher({ type: 'IN_SEGMENT', string: name }),
  };
}

/** All matchers must be met, and nothing else is asked. */
export const isUnderstood = (condition: Rule['condition']): boolean =>
  (condition.combiner ?? 'AND') === 'AND' && Object.keys(condition).every((field) => CONDITION_FIELDS.has(field));

function atomOf(asked: Asked): Atom {
  const stretches = asked.code === 'unknown' || asked.code === 'condition' ? undefined : stretchesOf(asked);
  const isKnown = asked.code !== 'unknown' && asked.code !== 'condition' && canBeSaid(asked, stretches);
  const isOfValue = isKnown && asked.code !== 'inSegment';
  const attribute = isOfValue && 'attribute' in asked ? asked.attribute : undefined;
  return {
    asked,
    subject: isOfValue ? (attribute === undefined ? 'key' : `attribute ${attribute}`) : undefined,
    isOpaque: !isKnown,
    isAlways: isKnown && asked.code === 'matches' && attribute === undefined && ANY_TEXT.has(asked.pattern),
    test: isOfValue ? testOf(asked) : () => undefined,
    stretches,
    values: new Set(isOfValue && 'values' in asked ? asked.values : []),
  };
}

function canBeSaid(meaning: Known, stretches: Stretches | undefined): boolean {
  if (meaning.more !== undefined || meaning.code === 'getsTreatment') return false;
  if (meaning.code === 'matches') return isPlainPattern(meaning.pattern);
  return !meaning.code.includes('ersion') || stretches !== undefined;
}

const listOf = ({ asked }: Atom): readonly string[] => ('values' in asked ? asked.values : []);

/** True if every value that meets the one meets the other; both look at the same, as `subject` says. */
export function implies(a: Atom, b: Atom): boolean {
  if (a.stretches || b.stretches)
    return (
      a.stretches?.unit === b.stretches?.unit &&
      a.stretches!.all.every(([from, to]) => b.stretches!.all.some((wide) => wide[0] <= from && to <= wide[1]))
    );
  const [one, other] = [a.asked.code, b.asked.code];
  const each = (test: (value: string, part: string) => boolean): boolean =>
    listOf(a).every((value) => listOf(b).some((part) => test(value, part)));
  switch (other) {
    case 'startsWith':
      return one === 'startsWith' && each((value, part) => value.startsWith(part));
    case 'endsWith':
      return one === 'endsWith' && each((value, part) => value.endsWith(part));
    case 'contains':
      return /^(starts|ends|contains)/.test(one) && each((value, part) => value.includes(part));
    case 'anyOfSet':
      if (one === 'anyOfSet') return a.values.isSubsetOf(b.values);
      return (one === 'equalsSet' || one === 'allOfSet') && meetsSet(other, b.values, a.values);
    case 'allOfSet':
      return (one === 'equalsSet' || one === 'allOfSet') && meetsSet(other, b.values, a.values);
    case 'partOfSet':
    case 'equalsSet':
      return (one === 'equalsSet' || (one === 'partOfSet' && other === 'partOfSet')) && meetsSet(other, b.values, a.values);
    default:
      return false;
  }
}

/** True if no value meets both; both look at the same, as `subject` says. */
export function excludes(one: Atom, other: Atom): boolean {
  const [a, b] = [one.asked, other.asked];
  const [left, right] = [one.stretches, other.stretches];
  if (left && right && left.unit === right.unit)
    return left.all.every(([from, to]) => right.all.every(([first, last]) => last < from || to < first));
  if (a.code === 'isBoolean' && b.code === 'isBoolean') return a.value !== b.value;
  if (a.code !== b.code) return false;
  const apart = (test: (value: string, part: string) => boolean): boolean =>
    listOf(one).every((value) => listOf(other).every((part) => !test(value, part) && !test(part, value)));
  switch (a.code) {
    case 'startsWith':
      return apart((value, part) => value.startsWith(part));
    case 'endsWith':
      return apart((value, part) => value.endsWith(part));
    case 'equalsSet':
      return !meetsSet('equalsSet', one.values, other.values);
    default:
      return false;
  }
}
