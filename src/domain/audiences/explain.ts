/** What one key gets of a definition and why, from what is known of the key. */
import type { FlagDefinition, Matcher, Treatment } from '../../api/model.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import { isUnderstood } from './atoms.ts';
import { allOf, decide, not, outcomeOf, type Answer, type Outcome } from './outcome.ts';
import { meetsTest, testOf } from './values.ts';
import { Work } from './work.ts';

export interface KeyFacts {
  readonly key: string;
  /** As a person writes them; undefined = it has none, and what is not in it is not known. */
  readonly attributes: ReadonlyMap<string, string | undefined>;
  /** Whether it is in a segment; undefined, and what is not in it: not known. */
  readonly segments: ReadonlyMap<string, Answer>;
}

interface Explanation {
  readonly outcome: Outcome;
  /** Whether it meets each of them, and each of their matchers. */
  readonly rules: readonly { readonly isMet: Answer; readonly matchers: readonly Answer[] }[];
}

/** What takes too much work is undefined: not known. */
export function explain(definition: FlagDefinition | undefined, facts: KeyFacts, work = new Work()): Explanation {
  const rules = (definition?.rules ?? []).map(({ condition }) => {
    const matchers = condition.matchers.map((matcher) => meets(matcher, facts, work));
    const isMet = isUnderstood(condition) ? allOf(matchers) : undefined;
    return { isMet, matchers };
  });
  const meetsTarget = (treatment: Treatment): Answer => isTarget(treatment, facts);
  const decision = decide(definition, meetsTarget, (index) => rules[index]!.isMet);
  return { outcome: outcomeOf(definition, decision), rules };
}

/** What has to be known of a key to say which rules it meets. */
type Asks = Readonly<Record<'segments' | 'attributes', readonly string[]>>;

export function asksFor(definitions: readonly (FlagDefinition | undefined)[]): Asks {
  const targets = definitions.flatMap((definition) => definition?.treatments ?? []).flatMap(({ segments }) => segments ?? []);
  const rules = definitions.flatMap((definition) => definition?.rules ?? []);
  const meanings = rules.flatMap(({ condition }) => condition.matchers.map(meaningOf));
  const segments = meanings.flatMap((one) => (one.code === 'inSegment' ? [one.segment] : []));
  const attributes = meanings.flatMap((one) => ('attribute' in one ? (one.attribute ?? []) : []));
  return { segments: [...new Set([...targets, ...segments])], attributes: [...new Set(attributes)] };
}

function meets(matcher: Matcher, { key, attributes, segments }: KeyFacts, work: Work): Answer {
  const meaning = meaningOf(matcher);
  if (meaning.code === 'unknown' || meaning.more !== undefined) return undefined;
  const test = testOf(meaning);
  const name = 'attribute' in meaning ? meaning.attribute : undefined;
  const value = name === undefined ? key : attributes.get(name);
  // Whether who lacks an attribute meets the opposite of what is asked of it, the documents don't say.
  if (test && value === undefined) return attributes.has(name!) && !meaning.negate ? false : undefined;
  const asked = test && work.trySpend(test.cost(value!.length)) ? meetsTest(value!, test) : undefined;
  const answer = meaning.code === 'inSegment' ? segments.get(meaning.segment) : asked;
  return meaning.negate ? not(answer) : answer;
}

function isTarget({ keys, segments }: Treatment, facts: KeyFacts): Answer {
  const answers = (segments ?? []).map((name) => facts.segments.get(name));
  return keys?.includes(facts.key) || not(allOf(answers.map(not)));
}
