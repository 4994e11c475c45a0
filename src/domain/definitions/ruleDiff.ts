/** How a list of targeting rules changes, and a list whose order says little. The first rule that matches decides, so their order is part of their meaning. */
import type { Rule } from '../../api/model.ts';
import { pairRules } from './rulePairs.ts';
import { allPlaces, inReadingOrder, type Placed } from './sequence.ts';

/**
 * Indexes count from 0: `index` of a removed rule and `from` in the rules before, the others in the rules after.
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
 * One entry for every rule, in the order of `after`, with the removed ones where they stood. Which rules are the same
 * rule: see `pairRules`. As few as possible of them count as moved. 500 rules take a few milliseconds, and ten times as
 * many some ten times as long.
 */
export function diffRules(before: readonly Rule[], after: readonly Rule[]): readonly RuleChange[] {
  const pairs = pairRules(before, after);
  const kept = new Map(pairs.map((pair) => [pair.from, pair]));
  return rulesInOrder(
    allPlaces(pairs, before.length, after.length).map(({ from, to }): RuleChange => {
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

/** In the order of evaluation after, with the removed ones where they stood. */
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
  /** How many stay. */
  readonly kept: number;
}

/** Undefined if both lists have the same values. Their order says nothing, nor does how often a value is in a list. */
export function diffList(before: readonly string[], after: readonly string[]): ListChange | undefined {
  const [old, now] = [new Set(before), new Set(after)];
  const added = [...now].filter((value) => !old.has(value));
  const removed = [...old].filter((value) => !now.has(value));
  return added.length + removed.length > 0 ? { added, removed, kept: now.size - added.length } : undefined;
}
