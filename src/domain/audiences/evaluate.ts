/** What one key gets of a definition and why, from what is known of the key. Order: killed, targets, traffic allocation, rules, default rule. */
import type { FlagDefinition, Matcher, Rule, Treatment } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import type { AttributeValue, Decider, Literal, Share } from './audienceChange.ts';
import { targetsOf } from './clauses.ts';
import { testOf } from './matcherTests.ts';
import { isUnderstood } from './questions.ts';
import { Reading } from './reading.ts';
import { allocationOf, resultOf, sharesOf } from './results.ts';

/** `undefined` = it isn't known. */
export type MaybeBoolean = boolean | undefined;

export interface KeyFacts {
  readonly key: string;
  /** Undefined: it has none. What is not in it is not known. */
  readonly attributes: ReadonlyMap<string, AttributeValue | undefined>;
  /** Whether it is in a segment. Undefined, and what is not in it: not known. */
  readonly segments: ReadonlyMap<string, MaybeBoolean>;
  /** What it gets of other flags. What is not in it is not known. */
  readonly flags?: ReadonlyMap<string, string>;
  /** Whether a missing attribute meets a negated matcher, which depends on the SDK. Undefined: not known. */
  readonly isMissingOpposite?: boolean;
}

export interface Outcome {
  readonly by: Decider;
  /** One for each treatment that somebody gets. Empty: it isn't known. */
  readonly shares: readonly Share[];
  /** It is so unless one of these decides, of which it isn't known whether it is met; and which of them then, isn't followed. */
  readonly unless: readonly Decider[];
}

export interface Explanation {
  readonly outcome: Outcome;
  /** Whether the key meets each rule, and each of its matchers. */
  readonly rules: readonly { readonly isMet: MaybeBoolean; readonly matchers: readonly MaybeBoolean[] }[];
}

export const evaluate = (definition: FlagDefinition | undefined, facts: KeyFacts): Outcome => explain(definition, facts).outcome;

export function explain(definition: FlagDefinition | undefined, facts: KeyFacts): Explanation {
  const rules = (definition?.rules ?? []).map((rule) => {
    const matchers = rule.condition.matchers.map((matcher) => meets(matcher, facts));
    return { isMet: isUnderstood(rule) ? allOf(matchers) : undefined, matchers };
  });
  const { by, unless } = decide(definition, facts, rules.map(({ isMet }) => isMet)); // prettier-ignore
  const textOf = (decider: Decider): string => JSON.stringify(resultOf(definition, decider));
  const given = textOf(by);
  // What would give the same as whatever follows it makes no difference.
  const isSame = unless.map((_, index) => unless.slice(index).every((decider) => textOf(decider) === given));
  return {
    outcome: { by, shares: sharesOf(resultOf(definition, by)), unless: unless.filter((_, index) => !isSame[index]) },
    rules,
  };
}

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
  for (const [index, answer] of isMet.entries()) {
    if (answer) return { by: { code: 'rule', index }, unless };
    if (answer === undefined && !isAskedBefore(definition.rules, index)) unless.push({ code: 'rule', index });
  }
  return { by: { code: 'defaultRule' }, unless };
}

/** A key that does not meet a condition does not meet it a second time. */
const isAskedBefore = (rules: readonly Rule[], index: number): boolean =>
  rules.slice(0, index).some(({ condition }) => JSON.stringify(condition) === JSON.stringify(rules[index]!.condition));

function isTarget(treatment: Treatment, facts: KeyFacts): MaybeBoolean {
  return not(allOf(targetsOf(treatment).map((matcher) => not(meets(matcher, facts)))));
}

/** Whether a key meets what a line says of its group; undefined for a condition that nobody here understands. */
export function isMet({ asked, isNegated }: Literal, facts: KeyFacts): MaybeBoolean {
  return asked.code === 'condition' ? undefined : meets({ ...asked.matcher, negate: isNegated }, facts);
}

/** What has to be known of a key to say what definitions give it. */
export function asksFor(
  definitions: readonly (FlagDefinition | undefined)[],
): Readonly<Record<'segments' | 'attributes', readonly string[]>> {
  const targets = definitions.flatMap((definition) => definition?.treatments ?? []).flatMap(targetsOf);
  const rules = definitions.flatMap((definition) => definition?.rules ?? []);
  const meanings = [...targets, ...rules.flatMap(({ condition }) => condition.matchers)].map(meaningOf);
  const segments = meanings.flatMap((one) => (one.code === 'inSegment' ? [one.segment] : []));
  const attributes = meanings.flatMap((one) => ('attribute' in one ? (one.attribute ?? []) : []));
  return { segments: [...new Set(segments)], attributes: [...new Set(attributes)] };
}

/** As the service's SDKs do: a value that is missing, or of the wrong kind, meets no matcher, and so the opposite of each. */
function meets(matcher: Matcher, { key, attributes, segments, flags, isMissingOpposite }: KeyFacts): MaybeBoolean {
  const meaning = meaningOf(matcher);
  if (meaning.code === 'unknown' || meaning.more !== undefined) return undefined;
  const answer = (): MaybeBoolean => {
    if (meaning.code === 'inSegment') return segments.get(meaning.segment);
    const test = testOf(meaning);
    if (meaning.code === 'getsTreatment') {
      const treatment = flags?.get(meaning.flag);
      return treatment === undefined ? undefined : test!.meets(new Reading(treatment));
    }
    if (meaning.attribute === undefined) return test?.meets(new Reading(key));
    if (!attributes.has(meaning.attribute)) return undefined;
    const value = attributes.get(meaning.attribute);
    if (value === undefined) return meaning.negate ? not(isMissingOpposite) : false;
    return test?.meets(new Reading(value));
  };
  return meaning.negate ? not(answer()) : answer();
}

/** Whether it depends on the SDK if the key meets a matcher: it asks for the opposite of a value, and the attribute is missing. */
export function isUpToSdk({ negate, attribute }: Matcher, { attributes, isMissingOpposite }: KeyFacts): boolean {
  const isMissing = Boolean(attribute) && attributes.has(attribute!) && attributes.get(attribute!) === undefined;
  return negate === true && isMissing && isMissingOpposite === undefined;
}

const allOf = (answers: readonly MaybeBoolean[]): MaybeBoolean =>
  !answers.includes(false) && (answers.includes(undefined) ? undefined : true);

const not = (answer: MaybeBoolean): MaybeBoolean => (answer === undefined ? undefined : !answer);
