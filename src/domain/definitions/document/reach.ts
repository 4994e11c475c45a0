/** Rules that nobody gets to: the first rule that matches decides (service-beyond.md, Evaluation). */
import type { Matcher } from '../../../api/model.ts';
import { canonical } from '../sameValue.ts';
import { asMatcherType, matcherShapes } from './shapes.ts';

/** Pairs of rules that are looked at: 2,000 rules need far fewer. */
const MAX_LOOKS = 200_000;

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
export function unreachableRules(rules: readonly (readonly Matcher[] | undefined)[]): ReadonlyMap<number, number | undefined> {
  const found = new Map<number, number | undefined>();
  const asked = rules.map((matchers) => matchers?.filter((matcher) => !isAlways(matcher)).map(askedBy));
  const counts = new Map<string, number>();
  for (const { text } of asked.flatMap((one) => one ?? [])) counts.set(text, (counts.get(text) ?? 0) + 1);
  /** Rules above by what they ask that fewest others ask. */
  const above = new Map<string, number[]>();
  const alone = new Map<string, number>();
  let everyone: number | undefined;
  let looks = 0;
  const coveringAbove = (own: readonly Asked[]): number | undefined => {
    for (const text of new Set(own.map((one) => one.text))) {
      for (const other of above.get(text) ?? []) {
        if ((looks += 1) > MAX_LOOKS) return undefined;
        if (covers(asked[other]!, own)) return other;
      }
    }
    return undefined;
  };
  for (const [rule, own] of asked.entries()) {
    if (everyone !== undefined) {
      found.set(rule, everyone);
      continue;
    }
    if (!own) continue;
    const texts = new Set(own.map(({ text }) => text));
    if (own.some(({ negated }) => texts.has(negated))) {
      found.set(rule, undefined);
      continue;
    }
    const covering = coveringAbove(own);
    if (covering !== undefined) {
      found.set(rule, covering);
      continue;
    }
    const [first] = own.toSorted((one, other) => counts.get(one.text)! - counts.get(other.text)!);
    // Asks nothing, or the opposite of what the only condition of a rule above asks.
    if (!first || (own.length === 1 && first.isOfEach && alone.has(first.negated))) everyone = rule;
    else {
      const others = above.get(first.text);
      if (others) others.push(rule);
      else above.set(first.text, [rule]);
      if (own.length === 1) alone.set(first.text, rule);
    }
  }
  return found;
}

const covers = (above: readonly Asked[], below: readonly Asked[]): boolean =>
  above.every((wide) => below.some(({ text }) => text === wide.text));

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
