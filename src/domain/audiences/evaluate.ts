/**
 * Determines what one key gets from a definition and why, using the known facts about the key. Checks, in this order: killed,
 * targets, traffic allocation, rules, default rule.
 */
import type { FlagDefinition, Matcher, Rule, Treatment } from '../../api/model.ts';
import { isComplete, meaningOf } from '../definitions/matcherMeaning.ts';
import type { AttributeValue, Decider, Literal, Share } from './audienceChange.ts';
import { targetsOf } from './clauses.ts';
import { testOf } from './matcherTests.ts';
import { isUnderstood } from './questions.ts';
import { ValueReading } from './reading.ts';
import { allocationOf, resultOf, sharesOf } from './results.ts';

/** An answer. Undefined means that the answer is not known. */
export type MaybeBoolean = boolean | undefined;

export interface KeyFacts {
  readonly key: string;
  /** Undefined: the key does not have the attribute. Attributes that are missing from the map are not known. */
  readonly attributes: ReadonlyMap<string, AttributeValue | undefined>;
  /** Whether the key is in a segment. Undefined or missing from the map: not known. */
  readonly segments: ReadonlyMap<string, MaybeBoolean>;
  /** The treatments that the key gets from other flags. Flags that are missing from the map are not known. */
  readonly flags?: ReadonlyMap<string, string>;
  /**
   * Those lists in the definitions that contain the key. Undefined: `meetsMatcher` searches each list for the key, which takes
   * long for many keys.
   */
  readonly lists?: ReadonlySet<readonly string[]>;
  /** Whether a missing attribute meets a negated matcher, which depends on the SDK. Undefined: not known. */
  readonly doesMissingMeetNegated?: boolean;
}

export interface Outcome {
  readonly by: Decider;
  /** The treatments that the key may get, each with its probability in percent. Empty: not known. */
  readonly shares: readonly Share[];
  /** Exceptions: one of these may decide instead of `by`, because it isn't known whether the key meets its condition. */
  readonly unless: readonly Decider[];
}

export interface Explanation {
  readonly outcome: Outcome;
  /**
   * True if it is proven that `outcome.by` decides. False if an exception may decide instead of it, even if the exception would
   * give the key the same treatment, so that `outcome.unless` leaves it out.
   */
  readonly isDeciderSure: boolean;
  /** Whether the key meets each rule, and each of its matchers. */
  readonly rules: readonly { readonly isMet: MaybeBoolean; readonly matchers: readonly MaybeBoolean[] }[];
}

export const evaluate = (definition: FlagDefinition | undefined, facts: KeyFacts): Outcome => explain(definition, facts).outcome;

export function explain(definition: FlagDefinition | undefined, facts: KeyFacts): Explanation {
  const rules = (definition?.rules ?? []).map((rule) => {
    const matchers = rule.condition.matchers.map((matcher) => meetsMatcher(matcher, facts));
    return { isMet: isUnderstood(rule) ? allOf(matchers) : undefined, matchers };
  });
  const { by, unless } = decide(definition, facts, rules.map(({ isMet }) => isMet)); // prettier-ignore
  const textOf = (decider: Decider): string => JSON.stringify(resultOf(definition, decider));
  const given = textOf(by);
  // An exception makes no difference if it and all later exceptions give the same result as `by`.
  const isSame = unless.map((_, index) => unless.slice(index).every((decider) => textOf(decider) === given));
  return {
    outcome: { by, shares: sharesOf(resultOf(definition, by)), unless: unless.filter((_, index) => !isSame[index]) },
    isDeciderSure: unless.length === 0,
    rules,
  };
}

/**
 * Returns what decides for a key, and everything that may decide instead. If `unless` contains a target, the key may also be a
 * target of several treatments.
 */
export const decidersOf = (definition: FlagDefinition | undefined, facts: KeyFacts): Omit<Outcome, 'shares'> =>
  decide(definition, facts, (definition?.rules ?? []).map((rule) => meetsRule(rule, facts))); // prettier-ignore

const meetsRule = (rule: Rule, facts: KeyFacts): MaybeBoolean =>
  isUnderstood(rule) ? allOf(rule.condition.matchers.map((matcher) => meetsMatcher(matcher, facts))) : undefined;

function decide(
  definition: FlagDefinition | undefined,
  facts: KeyFacts,
  isMet: readonly MaybeBoolean[],
): Omit<Outcome, 'shares'> {
  const unless: Decider[] = [];
  if (!definition) return { by: { code: 'noDefinition' }, unless };
  if (definition.killed === true) return { by: { code: 'killed' }, unless };
  const targets = definition.treatments.map((treatment) => ({ treatment: treatment.name, isMet: isTarget(treatment, facts) }));
  const met = targets.flatMap((one) => (one.isMet ? [one.treatment] : []));
  for (const one of targets) if (one.isMet === undefined) unless.push({ code: 'target', treatment: one.treatment });
  const [treatment] = met;
  if (met.length > 1) return { by: { code: 'severalTargets', treatments: met }, unless };
  if (treatment !== undefined) return { by: { code: 'target', treatment }, unless };
  if (allocationOf(definition) < 1) return { by: { code: 'noTraffic' }, unless };
  const asked = new Set<string>();
  for (const [index, answer] of isMet.entries()) {
    if (answer) return { by: { code: 'rule', index }, unless };
    if (answer === false) continue;
    // If the key does not meet a condition, it does not meet the same condition in a later rule either.
    const condition = JSON.stringify({ ...definition.rules[index]!, buckets: null });
    if (!asked.has(condition)) unless.push({ code: 'rule', index });
    asked.add(condition);
  }
  return { by: { code: 'defaultRule' }, unless };
}

function isTarget(treatment: Treatment, facts: KeyFacts): MaybeBoolean {
  return not(allOf(targetsOf(treatment).map((matcher) => not(meetsMatcher(matcher, facts)))));
}

/** Returns whether a key meets the literal of a group. Undefined for an unknown condition. */
export function meetsLiteral({ asked, isNegated }: Literal, facts: KeyFacts): MaybeBoolean {
  return asked.code === 'condition' ? undefined : meetsMatcher({ ...asked.matcher, negate: isNegated }, facts);
}

/** The facts about a key that are needed to determine what the key gets from the definitions. */
export interface NeededFacts {
  readonly segments: readonly string[];
  readonly attributes: readonly string[];
  /** Segments for which the service has no list of keys. */
  readonly largeSegments: readonly string[];
  readonly ruleBasedSegments: readonly string[];
  /** Flags whose treatment for the key is needed. */
  readonly flags: readonly string[];
  /** True if there is an unknown condition. */
  readonly hasUnknown: boolean;
}

export function factsNeededFor(definitions: readonly (FlagDefinition | undefined)[]): NeededFacts {
  const asked = definitions.flatMap(matchersOf).map((matcher) => ({ matcher, meaning: meaningOf(matcher) }));
  const unknown = asked.filter(({ meaning }) => !isComplete(meaning));
  const namesIn = (type: string): readonly string[] =>
    unknown.flatMap(({ matcher: { type: own, string } }) => (own === type && typeof string === 'string' ? [string] : []));
  const [largeSegments, ruleBasedSegments] = [namesIn('IN_LARGE_SEGMENT'), namesIn('IN_RULE_BASED_SEGMENT')];
  const different = (names: readonly string[]): readonly string[] => [...new Set(names)];
  return {
    segments: different(asked.flatMap(({ meaning }) => (meaning.code === 'inSegment' ? [meaning.segment] : []))),
    attributes: different(asked.flatMap(({ meaning }) => ('attribute' in meaning ? (meaning.attribute ?? []) : []))),
    largeSegments: different(largeSegments),
    ruleBasedSegments: different(ruleBasedSegments),
    flags: different(asked.flatMap(({ meaning }) => (meaning.code === 'getsTreatment' ? [meaning.flag] : []))),
    hasUnknown:
      unknown.length > largeSegments.length + ruleBasedSegments.length ||
      definitions.some((definition) => definition?.rules.some((rule) => !isUnderstood(rule))),
  };
}

/**
 * Returns the segments, in the order of evaluation, in which the key must still be looked up to determine what decides. A
 * segment in `facts.segments` has been looked up, even if it isn't known whether it contains the key.
 */
export function segmentsToLookUp(definition: FlagDefinition | undefined, facts: KeyFacts): readonly string[] {
  if (!definition || definition.killed === true) return [];
  const { outcome, rules } = explain(definition, facts);
  const { by } = outcome;
  const until = by.code === 'rule' ? by.index : by.code === 'defaultRule' ? rules.length : 0;
  const open = rules.slice(0, until).flatMap(({ isMet: answer, matchers }, index) => {
    const { condition } = definition.rules[index]!;
    return answer === undefined ? condition.matchers.filter((_, at) => matchers[at] === undefined) : [];
  });
  const names = [...definition.treatments.flatMap(targetsOf), ...open].flatMap((matcher) => {
    const meaning = meaningOf(matcher);
    return meaning.code === 'inSegment' ? [meaning.segment] : [];
  });
  return [...new Set(names)].filter((name) => !facts.segments.has(name));
}

/** Returns all matchers of a definition: its individual targets, and the conditions of its rules. */
export const matchersOf = (definition: FlagDefinition | undefined): readonly Matcher[] => [
  ...(definition?.treatments ?? []).flatMap(targetsOf),
  ...(definition?.rules ?? []).flatMap(({ condition }) => condition.matchers),
];

/**
 * Evaluates a matcher as the service's SDKs do. A value of the wrong kind does not meet the matcher, so it meets the negated
 * one. For a missing value, the negated matcher depends on the SDK (`doesMissingMeetNegated`).
 */
function meetsMatcher(
  matcher: Matcher,
  { key, attributes, segments, flags, lists, doesMissingMeetNegated }: KeyFacts,
): MaybeBoolean {
  const meaning = meaningOf(matcher);
  if (!isComplete(meaning)) return undefined;
  const answer = (): MaybeBoolean => {
    if (meaning.code === 'inSegment') return segments.get(meaning.segment);
    if (lists && meaning.code === 'inList' && meaning.attribute === undefined) return lists.has(meaning.values);
    const test = testOf(meaning);
    if (meaning.code === 'getsTreatment') {
      const treatment = flags?.get(meaning.flag);
      return treatment === undefined ? undefined : test!.meets(new ValueReading(treatment));
    }
    if (meaning.attribute === undefined) return test?.meets(new ValueReading(key));
    if (!attributes.has(meaning.attribute)) return undefined;
    const value = attributes.get(meaning.attribute);
    if (value === undefined) return meaning.negate ? not(doesMissingMeetNegated) : false;
    return test?.meets(new ValueReading(value));
  };
  return meaning.negate ? not(answer()) : answer();
}

/**
 * True if it depends on the SDK whether the key meets the matcher, because the matcher is negated and the attribute is missing.
 */
export function dependsOnSdk({ negate, attribute }: Matcher, { attributes, doesMissingMeetNegated }: KeyFacts): boolean {
  const isMissing = Boolean(attribute) && attributes.has(attribute!) && attributes.get(attribute!) === undefined;
  return negate === true && isMissing && doesMissingMeetNegated === undefined;
}

export const allOf = (answers: readonly MaybeBoolean[]): MaybeBoolean =>
  !answers.includes(false) && (answers.includes(undefined) ? undefined : true);

export const not = (answer: MaybeBoolean): MaybeBoolean => (answer === undefined ? undefined : !answer);
