/** Rules that nobody gets to: the first rule that matches decides (service-beyond.md, Evaluation). */
import type { Matcher } from '../../../api/model.ts';
import { canonical } from '../sameValue.ts';
import { asMatcherType, matcherShapes } from './shapes.ts';

const ANY_TEXT = new Set(['.*', '^.*$', '^.*', '.*$', '.+', '^.+$', '^.+', '.+$']);

interface Asked {
  /** Equal for matchers that ask the same. */
  readonly text: string;
  readonly negated: string;
  /** False where somebody may lack what it looks at: they match neither it nor its opposite. */
  readonly isOfEach: boolean;
}

/**
 * By rule, the one above it that matches whoever it would; undefined where its own conditions contradict each other. `rules`: the
 * matchers of each; undefined for one that can't be read, or has none.
 */
export function shadowedRules(rules: readonly (readonly Matcher[] | undefined)[]): ReadonlyMap<number, number | undefined> {
  const found = new Map<number, number | undefined>();
  const asked = rules.map((matchers) => matchers?.filter((matcher) => !isAlways(matcher)).map(askedBy));
  const counts = new Map<string, number>();
  for (const { text } of asked.flatMap((own) => own ?? [])) counts.set(text, (counts.get(text) ?? 0) + 1);
  /** Rules that somebody gets to, by what they ask that fewest others ask. */
  const above = new Map<string, readonly number[]>();
  /** What rules with one condition ask. */
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
      // Asks nothing, or the opposite of what the only condition of a rule above asks.
      if (!first || (own.length === 1 && first.isOfEach && alone.has(first.negated))) everyone = rule;
      else above.set(first.text, [...(above.get(first.text) ?? []), rule]);
      if (own.length === 1) alone.add(first!.text);
    }
  }
  return found;
}

function askedBy(matcher: Matcher): Asked {
  const { type, attribute } = matcher;
  const known = asMatcherType(type);
  const isOfEach = known !== undefined && !attribute && matcherShapes[known].attribute !== 'required';
  return { text: canonical(matcher), negated: canonical({ ...matcher, negate: matcher.negate !== true }), isOfEach };
}

/** True if every key matches: there is none without a text. */
function isAlways(matcher: Matcher): boolean {
  const { type, negate, attribute } = matcher;
  return type === 'MATCHES_STRING' && negate !== true && !attribute && ANY_TEXT.has(String(matcher['string']));
}
