/**
 * Compares lists of targeting rules, and lists whose order has no meaning. The first rule that matches decides, so the order of
 * rules is part of their meaning.
 */
import type { Rule } from '../../api/model.ts';
import { pairRules } from './rulePairs.ts';
import { allItems, inReadingOrder, type Placed } from './sequence.ts';

/**
 * Indexes start at 0. `from`, and the `index` of a removed rule, refer to the rules before the change. The other indexes refer
 * to the rules after the change.
 */
export type RuleChange =
  | { readonly change: 'added'; readonly index: number; readonly rule: Rule }
  | { readonly change: 'removed'; readonly index: number; readonly rule: Rule }
  | {
      readonly change: 'edited';
      readonly from: number;
      readonly to: number;
      readonly isMoved: boolean;
      readonly before: Rule;
      readonly after: Rule;
    }
  | {
      readonly change: 'moved' | 'same';
      readonly from: number;
      readonly to: number;
      readonly rule: Rule;
    };

/**
 * Returns one entry for every rule, in the order of `after`. Removed rules are in their old positions. `pairRules` defines which
 * rules correspond. As few rules as possible count as moved. 500 rules take a few milliseconds, and ten times as many take about
 * ten times as long.
 */
export function diffRules(before: readonly Rule[], after: readonly Rule[]): readonly RuleChange[] {
  const pairs = pairRules(before, after);
  const kept = new Map(pairs.map((pair) => [pair.from, pair]));
  return rulesInOrder(
    allItems(pairs, before.length, after.length).map(({ from, to }): RuleChange => {
      if (from === undefined) return { change: 'added', index: to!, rule: after[to!]! };
      const old = before[from]!;
      if (to === undefined) return { change: 'removed', index: from, rule: old };
      const now = after[to]!;
      const { isEqual, isMoved } = kept.get(from)!;
      if (!isEqual) return { change: 'edited', from, to, isMoved, before: old, after: now };
      return { change: isMoved ? 'moved' : 'same', from, to, rule: now };
    }),
  );
}

/** Sorts by the order of evaluation after the change. Removed rules are in their old positions. */
function rulesInOrder(changes: readonly RuleChange[]): readonly RuleChange[] {
  const places = changes.map((change): Placed & { readonly change: RuleChange } => ({ ...placeOf(change), change }));
  const still = places.filter(({ change: one }) => one.change === 'same' || (one.change === 'edited' && !one.isMoved));
  return inReadingOrder(places, new Set(still)).map(({ change }) => change);
}

function placeOf(change: RuleChange): Placed {
  if (change.change === 'added') return { to: change.index };
  return change.change === 'removed' ? { from: change.index } : { from: change.from, to: change.to };
}

export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The number of values in both lists. */
  readonly kept: number;
}

/** Returns undefined if both lists have the same values. Order and repetition have no meaning. */
export function diffList(before: readonly string[], after: readonly string[]): ListChange | undefined {
  const [old, now] = [new Set(before), new Set(after)];
  const added = [...now].filter((value) => !old.has(value));
  const removed = [...old].filter((value) => !now.has(value));
  return added.length + removed.length > 0 ? { added, removed, kept: now.size - added.length } : undefined;
}
