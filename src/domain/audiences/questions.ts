/** Converts the questions that two versions of a definition ask about a key into variables. Equal questions get one variable. */
import type { Matcher, Rule } from '../../api/model.ts';
import { isComplete, meaningOf } from '../definitions/matcherMeaning.ts';
import { hasNoMeaning } from '../definitions/fieldMeaning.ts';
import { canonical } from '../definitions/sameValue.ts';
import type { KeyQuestion, EnvironmentFacts, Literal } from './audienceChange.ts';
import { isAnyText, testOf, type MatcherTest } from './matcherTests.ts';
import { isNegated, negated, positive, TRUE, variableOf, type Lit } from './literals.ts';

export interface Question {
  readonly asked: KeyQuestion;
  /** Undefined: the answer can't be tested. It counts as independent of the answers to all other questions. */
  readonly test: MatcherTest | undefined;
  /** The subject of the test: the key, an attribute, or the treatment from a different flag. */
  readonly about: string | undefined;
  /** True if the question is the negation of `asked`, for SDKs in which a missing attribute does not meet a negated matcher. */
  readonly isOpposite: boolean;
}

/** The maximum length of a list that is compared as text. Longer lists are compared value by value, which is faster. */
const MAX_CANONICAL = 1_000;

export const ABOUT_KEY = 'key';

export class Questions {
  /** The index is the variable. The first variable is always true, and is not a question. */
  readonly all: (Question | undefined)[] = [undefined];
  readonly emptySegments = new Set<string>();
  /** Attributes with a negated matcher. */
  readonly negatedAttributes = new Set<string>();
  readonly #numbers = new Map<string, Lit>();
  readonly #longLists = new Map<string, { readonly matcher: Matcher; readonly lit: Lit }[]>();
  readonly #facts: EnvironmentFacts;
  readonly #needsAttribute: boolean;

  /** `needsAttribute`: the questions are for the few SDKs in which a missing attribute does not meet a negated matcher. */
  constructor(facts: EnvironmentFacts, needsAttribute: boolean) {
    this.#facts = facts;
    this.#needsAttribute = needsAttribute;
  }

  /**
   * Returns literals that must all be true: one for each matcher, or one for the whole condition if `isUnderstood` is false.
   */
  ofRule(rule: Rule): readonly Lit[] {
    if (isUnderstood(rule)) return rule.condition.matchers.map((matcher) => this.ofMatcher(matcher));
    const { buckets: _, ...condition } = rule;
    return [this.ofCondition(condition)];
  }

  ofCondition(condition: Omit<Rule, 'buckets'>): Lit {
    return this.#numbered(canonical(condition), () => this.#add({ asked: { code: 'condition', condition } }));
  }

  ofMatcher(matcher: Matcher): Lit {
    const plain = { ...matcher, negate: false };
    const lit = this.#ofPlain(plain);
    if (!matcher.negate) return lit;
    if (matcher.attribute) this.negatedAttributes.add(matcher.attribute);
    const question = this.all[variableOf(lit)];
    if (!this.#needsAttribute || !matcher.attribute || !question || !isComplete(meaningOf(matcher))) return negated(lit);
    return this.#numbered(`opposite ${lit}`, () => this.#add(oppositeOf(question)));
  }

  literalOf(lit: Lit): Literal {
    const { asked, isOpposite } = this.all[variableOf(lit)]!;
    return { asked, isNegated: isNegated(lit) !== isOpposite };
  }

  #ofPlain(matcher: Matcher): Lit {
    const { strings } = matcher;
    if (!Array.isArray(strings) || strings.length <= MAX_CANONICAL) return this.#ofShort(matcher);
    const rest = JSON.stringify([strings.length, strings[0], { ...matcher, strings: undefined }]);
    const known = this.#longLists.get(rest) ?? [];
    const same = known.find((one) => isSameList(one.matcher['strings'] as readonly unknown[], strings));
    if (same) return same.lit;
    const lit = this.#ofNew(matcher);
    this.#longLists.set(rest, [...known, { matcher, lit }]);
    return lit;
  }

  /**
   * Looks up the JSON of the matcher before its canonical text, because both versions usually contain the matcher word for
   * word.
   */
  #ofShort(matcher: Matcher): Lit {
    return this.#numbered(JSON.stringify(matcher), () => this.#numbered(canonical(matcher), () => this.#ofNew(matcher)));
  }

  #ofNew(matcher: Matcher): Lit {
    const meaning = meaningOf(matcher);
    if (meaning.code === 'inSegment' && meaning.more === undefined && this.#facts.emptySegments.has(meaning.segment)) {
      this.emptySegments.add(meaning.segment);
      return negated(TRUE);
    }
    const attribute = 'attribute' in meaning ? meaning.attribute : undefined;
    if (meaning.code === 'matches' && !meaning.more && !attribute && isAnyText(meaning.pattern)) return TRUE;
    const subject = attribute === undefined ? ABOUT_KEY : `attribute ${attribute}`;
    const about = meaning.code === 'getsTreatment' ? `flag ${meaning.flag}` : subject;
    return this.#add({ asked: { code: 'matcher', matcher }, test: testOf(meaning), about });
  }

  #add({ test, about, ...rest }: Pick<Question, 'asked'> & Partial<Question>): Lit {
    return positive(this.all.push({ isOpposite: false, ...rest, test, about: test && about }) - 1);
  }

  #numbered(name: string, make: () => Lit): Lit {
    const lit = this.#numbers.get(name) ?? make();
    this.#numbers.set(name, lit);
    return lit;
  }
}

/**
 * True if the rule has no unknown field and no unknown combiner, so that a key meets the rule if it meets all its matchers.
 * False for a rule without matchers, because an SDK can't read such a rule.
 */
export function isUnderstood({ condition, ...others }: Rule): boolean {
  const more = [...Object.entries(others), ...Object.entries(condition)];
  const isKnown = ([name, value]: readonly [string, unknown]): boolean =>
    name === 'buckets' || name === 'matchers' || hasNoMeaning(name, value);
  return condition.matchers.length > 0 && more.every(isKnown);
}

function oppositeOf(question: Question): Question {
  if (!question.test) return { ...question, isOpposite: true };
  const { meets } = question.test;
  const opposite = (reading: Parameters<MatcherTest['meets']>[0]): boolean | undefined => {
    const answer = meets(reading);
    return reading.value === undefined ? false : answer === undefined ? undefined : !answer;
  };
  return { ...question, isOpposite: true, test: { ...question.test, meets: opposite } };
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
