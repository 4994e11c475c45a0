/** Finds rules that no key reaches. The first rule that a key meets decides for the key (service-beyond.md, Evaluation). */
import type { Matcher } from '../../../api/model.ts';
import { canonical } from '../sameValue.ts';
import { asMatcherType, matcherShapes } from './shapes.ts';

const ANY_TEXT = new Set(['.*', '^.*$', '^.*', '.*$', '.+', '^.+$', '^.+', '.+$']);

interface MatcherTexts {
  /** The canonical text of the matcher. */
  readonly text: string;
  /** The canonical text of the negated matcher. */
  readonly negated: string;
  /**
   * True if every key matches either the matcher or its negation. False for an unknown type, and if a key may lack the
   * attribute, because such a key may match neither.
   */
  readonly isCompleteWithNegation: boolean;
}

/**
 * Returns the rules that no key reaches. Each is mapped to an earlier rule: this rule, or one above it, decides for all keys
 * that meet the unreachable rule. The value is undefined if the rule's own conditions contradict each other. `rules` contains
 * the matchers of each rule, or undefined if they can't be read or there are none.
 */
export function shadowedRules(rules: readonly (readonly Matcher[] | undefined)[]): ReadonlyMap<number, number | undefined> {
  const found = new Map<number, number | undefined>();
  const asked = rules.map((matchers) => matchers?.filter((matcher) => !matchesEveryKey(matcher)).map(textsOf));
  const counts = new Map<string, number>();
  for (const { text } of asked.flatMap((own) => own ?? [])) counts.set(text, (counts.get(text) ?? 0) + 1);
  /**
   * Reachable rules. Each rule is stored under the text of one of its matchers: the one that occurs least often in all rules.
   */
  const above = new Map<string, readonly number[]>();
  /** The texts of the matchers of rules with a single matcher. */
  const alone = new Set<string>();
  let everyone: number | undefined;
  for (const [rule, own] of asked.entries()) {
    const texts = new Set(own?.map(({ text }) => text));
    const isCovering = (other: number): boolean => asked[other]!.every(({ text }) => texts.has(text));
    const candidates = [...texts].flatMap((text) => above.get(text) ?? []);
    const by = everyone ?? candidates.find(isCovering);
    if (by !== undefined || own?.some(({ negated }) => texts.has(negated))) found.set(rule, by);
    else if (own) {
      const [first] = own.toSorted((one, other) => counts.get(one.text)! - counts.get(other.text)!);
      // No key gets past this rule: it has no condition, or only the negation of the single condition of an earlier rule.
      if (!first || (own.length === 1 && first.isCompleteWithNegation && alone.has(first.negated))) everyone = rule;
      else above.set(first.text, [...(above.get(first.text) ?? []), rule]);
      if (own.length === 1) alone.add(first!.text);
    }
  }
  return found;
}

function textsOf(matcher: Matcher): MatcherTexts {
  const { type, attribute } = matcher;
  const known = asMatcherType(type);
  const isCompleteWithNegation = known !== undefined && !attribute && matcherShapes[known].attribute !== 'required';
  return {
    text: canonical(matcher),
    negated: canonical({ ...matcher, negate: matcher.negate !== true }),
    isCompleteWithNegation,
  };
}

/** True if every key meets the matcher. Even `.+` matches every key, because no key is an empty text. */
function matchesEveryKey(matcher: Matcher): boolean {
  const { type, negate, attribute } = matcher;
  return type === 'MATCHES_STRING' && negate !== true && !attribute && ANY_TEXT.has(String(matcher['string']));
}
