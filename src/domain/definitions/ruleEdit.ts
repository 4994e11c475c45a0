/** Compares the content of two rules: their conditions, one by one, and their shares. */
import type { Bucket, Matcher, Rule } from '../../api/model.ts';
import { diffBuckets, fieldsOfBuckets, changedOrder, type BucketChange } from './bucketDiff.ts';
import { changed, otherFields, canonical, isSame, type Changed, type FieldChange } from './sameValue.ts';
import { kindOf, valuesOf } from './likeness.ts';
import { diffList, type ListChange } from './ruleDiff.ts';
import { allItems, inReadingOrder, unmovedItems, pairEqual, type MatchedItem, type Placed } from './sequence.ts';

/** `values`: the added and removed values of a list, if nothing else in the condition has changed. */
export type MatcherChange =
  | { readonly change: 'added' | 'removed' | 'same'; readonly matcher: Matcher }
  | { readonly change: 'edited'; readonly before: Matcher; readonly after: Matcher; readonly values?: ListChange };

export interface RuleEdit {
  /** All conditions, in the order of `after`. Removed conditions are in their old positions. */
  readonly matchers: readonly MatcherChange[];
  /** True if the remaining conditions have a different order. With `AND`, the order does not affect which keys match. */
  readonly areMatchersReordered: boolean;
  /** The change of the combiner. A rule without a combiner counts as one with `AND`. */
  readonly combiner?: Changed<string>;
  /** All shares, including unchanged ones. */
  readonly buckets: readonly BucketChange[];
  /** The shares after the change, if their order has changed. */
  readonly bucketOrder: readonly Bucket[] | undefined;
  readonly otherFields: readonly FieldChange[];
}

const COMPARED_RULE_FIELDS = new Set(['condition', 'buckets']);
const COMPARED_CONDITION_FIELDS = new Set(['combiner', 'matchers']);

export function combinerOf({ condition }: Rule): string {
  return condition.combiner ?? 'AND';
}

export function diffRule(before: Rule, after: Rule): RuleEdit {
  const pairs = pairMatchers(before.condition.matchers, after.condition.matchers);
  const still = unmovedItems<Placed>(pairs);
  const combiner = changed(combinerOf(before), combinerOf(after));
  return {
    matchers: matcherChanges(before.condition.matchers, after.condition.matchers, pairs, still),
    areMatchersReordered: still.size < pairs.length,
    ...(combiner && { combiner }),
    buckets: diffBuckets(before.buckets, after.buckets),
    bucketOrder: changedOrder(before.buckets, after.buckets),
    otherFields: [
      ...otherFields(before, after, COMPARED_RULE_FIELDS),
      ...otherFields(before.condition, after.condition, COMPARED_CONDITION_FIELDS, 'condition.'),
      ...fieldsOfBuckets(before.buckets, after.buckets, 'buckets'),
    ],
  };
}

/** Caches the result for each rule change. A WeakMap lets the changes be garbage-collected. */
const edits = new WeakMap<Changed<Rule>, RuleEdit>();

/** Returns the differences inside a changed rule. Calculates them once for all callers. */
export function editOf(change: Changed<Rule>): RuleEdit {
  const edit = edits.get(change) ?? diffRule(change.before, change.after);
  edits.set(change, edit);
  return edit;
}

/**
 * Pairs equal matchers first, then matchers of the same kind in order, then a matcher and a negated matcher with the same type
 * and attribute.
 */
function pairMatchers(before: readonly Matcher[], after: readonly Matcher[]): readonly MatchedItem[] {
  const pairs: MatchedItem[] = [];
  const [froms, tos] = [new Set<number>(), new Set<number>()];
  for (const labelOf of [canonical, kindOf, ({ type, attribute }: Matcher) => canonical([type, attribute])]) {
    const left = [...before.keys()].filter((from) => !froms.has(from));
    const right = [...after.keys()].filter((to) => !tos.has(to));
    const found = pairEqual(
      left.map((from) => labelOf(before[from]!)),
      right.map((to) => labelOf(after[to]!)),
    );
    for (const pair of found) {
      const [from, to] = [left[pair.from]!, right[pair.to]!];
      froms.add(from);
      tos.add(to);
      pairs.push({ from, to });
    }
  }
  return pairs;
}

function matcherChanges(
  before: readonly Matcher[],
  after: readonly Matcher[],
  pairs: readonly MatchedItem[],
  still: ReadonlySet<Placed>,
): readonly MatcherChange[] {
  const ordered = inReadingOrder(allItems(pairs, before.length, after.length), still);
  return ordered.map(({ from, to }) => {
    if (from === undefined) return { change: 'added', matcher: after[to!]! };
    if (to === undefined) return { change: 'removed', matcher: before[from]! };
    return matcherChange(before[from]!, after[to]!);
  });
}

function matcherChange(before: Matcher, after: Matcher): MatcherChange {
  if (isSame(before, after)) return { change: 'same', matcher: after };
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const isOnlyList = isSame({ ...before, strings: null }, { ...after, strings: null });
  const values = old && now && isOnlyList ? diffList(old, now) : undefined;
  return { change: 'edited', before, after, ...(values && { values }) };
}
