/**
 * Joins the literals of a group for easier reading: lists of values into one list, ends of a range into one range, segments
 * into one list.
 */
import { isComplete, meaningOf, type MatcherMeaning } from '../definitions/matcherMeaning.ts';
import type { KeyQuestion, KeyGroup, Literal } from './audienceChange.ts';

interface RangeEnd {
  readonly number: number;
  readonly isIncluded: boolean;
}

/** One statement that is true of all keys in a group. Without `attribute`, the statement is about the key itself. */
export type Claim =
  | { readonly code: 'segments'; readonly names: readonly string[] }
  | { readonly code: 'values'; readonly attribute: string | undefined; readonly values: readonly string[] }
  | { readonly code: 'range'; readonly attribute: string; readonly from: RangeEnd | undefined; readonly to: RangeEnd | undefined }
  | { readonly code: 'asked'; readonly asked: KeyQuestion };

export interface Claims {
  readonly all: readonly Claim[];
  /**
   * The keys meet none of these conditions. Conditions that narrow a list or a range in `all` are left out here, because the
   * narrower list or range already expresses them.
   */
  readonly unless: readonly (readonly Literal[])[];
}

export function claimsOf({ all, unless }: KeyGroup): Claims {
  const meanings = all.map(({ asked }) => meaningOfQuestion(asked));
  const segments = meanings.filter((one) => one?.code === 'inSegment');
  const used = new Set<readonly Literal[]>();
  const single = unless.flatMap((condition) => {
    const [literal, ...others] = condition;
    const meaning = literal && !literal.isNegated && others.length === 0 ? meaningOfQuestion(literal.asked) : undefined;
    return meaning ? [{ condition, meaning }] : [];
  });
  const lists = Map.groupBy(
    meanings.flatMap((one) => listOf(one) ?? []),
    (one) => one.attribute,
  );
  const values = [...lists].map(([attribute, [first, ...others]]): Claim => {
    let left = others.reduce((values, list) => without(values, without(values, list.values)), first!.values);
    for (const { condition, meaning } of single)
      if (listOf(meaning) && listOf(meaning)!.attribute === attribute) {
        left = without(left, listOf(meaning)!.values);
        used.add(condition);
      }
    return { code: 'values', attribute, values: left };
  });
  const ranges = [
    ...Map.groupBy(
      meanings.flatMap((one) => rangeOf(one) ?? []),
      (one) => one.attribute,
    ),
  ].map(([attribute, [first, ...others]]): Claim => {
    // prettier-ignore
    let range = others.reduce(narrower, first!);
    for (const { condition, meaning } of single) {
      const out = rangeOf(meaning);
      const cut = out?.attribute === attribute ? cutOff(range, out) : undefined;
      if (cut) used.add(condition);
      range = cut ?? range;
    }
    return { code: 'range', attribute, from: range.from, to: range.to };
  });
  const rest = all.flatMap(({ asked }, index): readonly Claim[] => {
    const meaning = meanings[index];
    const isJoined = meaning?.code === 'inSegment' || meaning?.code === 'inList' || rangeOf(meaning) !== undefined;
    return isJoined ? [] : [{ code: 'asked', asked }];
  });
  return {
    all: [
      ...(segments.length > 0 ? [{ code: 'segments', names: segments.map(({ segment }) => segment) } as const] : []),
      ...values,
      ...ranges,
      ...rest,
    ],
    unless: unless.filter((condition) => !used.has(condition)),
  };
}

/**
 * Returns the meaning of a matcher. Undefined for an unknown condition, an unknown matcher, and a matcher with unknown fields.
 */
function meaningOfQuestion(asked: KeyQuestion): MatcherMeaning | undefined {
  const meaning = asked.code === 'matcher' ? meaningOf(asked.matcher) : undefined;
  return meaning && isComplete(meaning) ? meaning : undefined;
}

function listOf(meaning: MatcherMeaning | undefined): Omit<Extract<Claim, { code: 'values' }>, 'code'> | undefined {
  return meaning?.code === 'inList' ? { attribute: meaning.attribute, values: meaning.values } : undefined;
}

/**
 * Returns the values that are not in `out`. Skips the beginning and the end that both lists have in common, because a list may
 * have a million values.
 */
function without(values: readonly string[], out: readonly string[]): readonly string[] {
  const shorter = Math.min(values.length, out.length);
  let [start, end] = [0, 0];
  while (start < shorter && values[start] === out[start]) start += 1;
  while (end < shorter && values.at(-1 - end) === out.at(-1 - end)) end += 1;
  const left = new Set(values.slice(start, values.length - end));
  for (const value of left.size > 0 ? out : []) left.delete(value);
  return [...left];
}

type Range = Pick<Extract<Claim, { code: 'range' }>, 'attribute' | 'from' | 'to'>;

function rangeOf(meaning: MatcherMeaning | undefined): Range | undefined {
  const at = (number: number): RangeEnd => ({ number, isIncluded: true });
  switch (meaning?.code) {
    case 'atLeastNumber':
      return { attribute: meaning.attribute, from: at(meaning.number), to: undefined };
    case 'atMostNumber':
      return { attribute: meaning.attribute, from: undefined, to: at(meaning.number) };
    case 'betweenNumbers':
      return { attribute: meaning.attribute, from: at(meaning.from), to: at(meaning.to) };
    case 'equalsNumber':
      return { attribute: meaning.attribute, from: at(meaning.number), to: at(meaning.number) };
    default:
      return undefined;
  }
}

const lower = (one: Range, other: Range): RangeEnd | undefined =>
  !one.from || (other.from && other.from.number > one.from.number) ? other.from : one.from;
const upper = (one: Range, other: Range): RangeEnd | undefined =>
  !one.to || (other.to && other.to.number < one.to.number) ? other.to : one.to;
const narrower = (one: Range, other: Range): Range => ({ ...one, from: lower(one, other), to: upper(one, other) });

/**
 * Cuts `out`, including both its ends, off one end of the range. Undefined if `out` is in the middle of the range, or outside.
 */
function cutOff(range: Range, out: Range): Range | undefined {
  const [low, high] = [range.from?.number ?? -Infinity, range.to?.number ?? Infinity];
  const [first, last] = [out.from?.number ?? -Infinity, out.to?.number ?? Infinity];
  const [coversLow, coversHigh] = [first <= low && last >= low, last >= high && first <= high];
  if (coversLow && out.to) return { ...range, from: { number: out.to.number, isIncluded: false } };
  if (coversHigh && out.from) return { ...range, to: { number: out.from.number, isIncluded: false } };
  return undefined;
}
