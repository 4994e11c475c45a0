/** What one key gets of a definition and why, from what is known of the key. */
import type { FlagDefinition, Matcher, Treatment } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import { isUnderstood } from './atoms.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import { testOf } from './values.ts';

export interface KeyFacts {
  readonly key: string;
  /** As a person writes them; undefined = it has none, and what is not in it is not known. */
  readonly attributes: ReadonlyMap<string, string | undefined>;
  /** Whether it is in a segment; what is not in it is not known. */
  readonly segments: ReadonlyMap<string, boolean>;
}

/** `undefined` = can't be said. */
export type Answer = boolean | undefined;

export interface Explanation {
  readonly outcome: Outcome;
  /** Of each rule, what it says of the key, and each of its matchers. */
  readonly rules: readonly { readonly isMet: Answer; readonly matchers: readonly Answer[] }[];
}

export function explain(definition: FlagDefinition | undefined, facts: KeyFacts): Explanation {
  const rules = (definition?.rules ?? []).map(({ condition }) => {
    const matchers = condition.matchers.map((matcher) => meets(matcher, facts));
    const isMet = isUnderstood(condition) ? allOf(matchers) : undefined;
    return { isMet, matchers };
  });
  const outcome = outcomeOf(definition, {
    meetsTarget: (treatment) => isTarget(treatment, facts),
    meetsRule: (index) => rules[index]!.isMet,
  });
  return { outcome, rules };
}

/** What has to be known of a key to say which rules it meets. */
export function asksFor(definitions: readonly (FlagDefinition | undefined)[]): {
  readonly segments: readonly string[];
  readonly attributes: readonly string[];
} {
  const [segments, attributes] = [new Set<string>(), new Set<string>()];
  for (const definition of definitions) {
    for (const name of definition?.treatments.flatMap((treatment) => treatment.segments ?? []) ?? []) segments.add(name);
    for (const matcher of definition?.rules.flatMap(({ condition }) => condition.matchers) ?? []) {
      const meaning = meaningOf(matcher);
      if (meaning.code === 'inSegment') segments.add(meaning.segment);
      else if ('attribute' in meaning && meaning.attribute !== undefined) attributes.add(meaning.attribute);
    }
  }
  return { segments: [...segments], attributes: [...attributes] };
}

function meets(matcher: Matcher, { key, attributes, segments }: KeyFacts): Answer {
  const meaning = meaningOf(matcher);
  if (meaning.code === 'unknown' || meaning.more !== undefined) return undefined;
  const turned = (answer: Answer): Answer => (answer === undefined ? undefined : answer !== meaning.negate);
  if (meaning.code === 'inSegment') return turned(segments.get(meaning.segment));
  if (!('attribute' in meaning) || meaning.attribute === undefined) return turned(testOf(meaning)(key));
  const value = attributes.get(meaning.attribute);
  if (value !== undefined) return turned(testOf(meaning)(value));
  // Whether who has none meets the opposite, the documents don't say.
  return attributes.has(meaning.attribute) && !meaning.negate ? false : undefined;
}

function isTarget({ keys, segments }: Treatment, facts: KeyFacts): Answer {
  if (keys?.includes(facts.key) === true) return true;
  const answers = (segments ?? []).map((name) => facts.segments.get(name));
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}

const allOf = (answers: readonly Answer[]): Answer =>
  !answers.includes(false) && (answers.includes(undefined) ? undefined : true);
