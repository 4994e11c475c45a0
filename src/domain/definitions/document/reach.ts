/** Rules that nobody gets to: the first rule that matches decides (service-beyond.md, Evaluation). */
import type { Matcher } from '../../../api/model.ts';
import { canonical } from '../sameValue.ts';
import { valuesOf } from '../likeness.ts';
import { matcherShapes, type MatcherType, asMatcherType } from './shapes.ts';
import type { Unreachable } from './problem.ts';

/** Pairs of rules that are looked at: 2,000 rules need far fewer. */
const MAX_LOOKS = 200_000;

/** A value of the list is enough: who matches one with fewer values matches one with more. */
const ANY_OF = new Set([
  'IN_LIST_STRING',
  'STARTS_WITH_STRING',
  'ENDS_WITH_STRING',
  'CONTAINS_STRING',
  'ANY_OF_SET',
  'IN_LIST_SEMVER',
]);
const ANY_TEXT = new Set(['.*', '^.*$', '^.*', '.*$', '.+', '^.+$', '^.+', '.+$']);

type Range = readonly [least: number, most: number];

interface Asked {
  /** Equal for matchers that mean the same but for their values, or the ends of their range. */
  readonly kind: string;
  readonly text: string;
  readonly negated: string;
  readonly values?: ReadonlySet<string>;
  readonly range?: Range;
  /** False where somebody may lack what it looks at: they match neither it nor its opposite. */
  readonly isOfEach: boolean;
  readonly isNegated: boolean;
}

/** `rules`: the matchers of each; undefined for one that can't be read, or has none. */
export function unreachableRules(rules: readonly (readonly Matcher[] | undefined)[]): ReadonlyMap<number, Unreachable> {
  const found = new Map<number, Unreachable>();
  const asked = rules.map((matchers) => matchers?.filter((matcher) => !isAlways(matcher)).map(askedBy));
  const counts = new Map<string, number>();
  for (const { kind } of asked.flatMap((one) => one ?? [])) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  /** Rules above by what they ask that fewest others ask. */
  const above = new Map<string, number[]>();
  const alone = new Map<string, number>();
  let everyone: number | undefined;
  let looks = 0;
  const coveringAbove = (own: readonly Asked[]): number | undefined => {
    for (const kind of new Set(own.map((one) => one.kind))) {
      for (const other of above.get(kind) ?? []) {
        if ((looks += 1) > MAX_LOOKS) return undefined;
        if (covers(asked[other]!, own)) return other;
      }
    }
    return undefined;
  };
  for (const [rule, own] of asked.entries()) {
    if (everyone !== undefined) {
      found.set(rule, { code: 'everyoneBefore', rule: everyone });
      continue;
    }
    if (!own) continue;
    const texts = new Set(own.map(({ text }) => text));
    if (own.some(({ negated }) => texts.has(negated))) {
      found.set(rule, { code: 'contradiction' });
      continue;
    }
    const covering = coveringAbove(own);
    if (covering !== undefined) {
      found.set(rule, { code: 'coveredBefore', rule: covering });
      continue;
    }
    const [first] = own.toSorted((one, other) => counts.get(one.kind)! - counts.get(other.kind)!);
    // Asks nothing, or the opposite of what the only condition of a rule above asks.
    if (!first || (own.length === 1 && first.isOfEach && alone.has(first.negated))) everyone = rule;
    else {
      const others = above.get(first.kind);
      if (others) others.push(rule);
      else above.set(first.kind, [rule]);
      if (own.length === 1) alone.set(first.text, rule);
    }
  }
  return found;
}

function covers(above: readonly Asked[], below: readonly Asked[]): boolean {
  return above.every((wide) => below.some((narrow) => isWithin(narrow, wide)));
}

/** True if whoever matches the one matches the other. */
function isWithin(narrow: Asked, wide: Asked): boolean {
  if (narrow.text === wide.text) return true;
  if (narrow.kind !== wide.kind) return false;
  // Who is not in the wider one is not in the other either.
  const [inner, outer] = narrow.isNegated ? [wide, narrow] : [narrow, wide];
  if (inner.range && outer.range) return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
  return Boolean(inner.values && outer.values && inner.values.isSubsetOf(outer.values));
}

function askedBy(matcher: Matcher): Asked {
  const { type, attribute } = matcher;
  const isNegated = matcher.negate === true;
  const known = asMatcherType(type);
  const text = canonical(matcher);
  const isOfEach = known !== undefined && !attribute && matcherShapes[known].attribute !== 'required';
  const asked = { text, negated: canonical({ ...matcher, negate: !isNegated }), isNegated, isOfEach };
  const values = ANY_OF.has(type) ? valuesOf(matcher) : undefined;
  if (values) return { ...asked, kind: canonical({ ...matcher, strings: null }), values: new Set(values) };
  const range = known && rangeOf(known, matcher);
  if (!range) return { ...asked, kind: text };
  const subject = type.endsWith('DATE') ? 'DATE' : 'NUMBER';
  return { ...asked, kind: canonical({ ...matcher, type: subject, number: null, date: null, between: null }), range };
}

/** Of numbers and moments. A day is a range that only the service knows. */
function rangeOf(type: MatcherType, { number, date, between }: Matcher): Range | undefined {
  const { from, to } = (between ?? {}) as { readonly from?: unknown; readonly to?: unknown };
  const ranges: Partial<Readonly<Record<MatcherType, readonly unknown[]>>> = {
    EQUAL_NUMBER: [number, number],
    LESS_THAN_OR_EQUAL_NUMBER: [-Infinity, number],
    GREATER_THAN_OR_EQUAL_NUMBER: [number, Infinity],
    BETWEEN_NUMBER: [from, to],
    ON_OR_BEFORE_DATE: [-Infinity, date],
    ON_OR_AFTER_DATE: [date, Infinity],
    BETWEEN_DATE: [from, to],
  };
  const range = ranges[type];
  return range?.every((end) => typeof end === 'number') ? (range as unknown as Range) : undefined;
}

/** True if every key matches: there is none without a text. */
function isAlways(matcher: Matcher): boolean {
  const { type, negate, attribute } = matcher;
  return type === 'MATCHES_STRING' && negate !== true && !attribute && ANY_TEXT.has(String(matcher['string']));
}
