/** The changes of rules for a summary: each kind in one item, and one by one. Rules are numbered as people count them, from 1. */
import type { Rule } from '../../api/model.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import type { RuleChange } from './ruleDiff.ts';
import { editOf, type RuleEdit } from './ruleEdit.ts';

/** Where a rule goes: `from` counts in the rules before, `to` in the rules after. */
export interface RuleMove {
  readonly from: number;
  readonly to: number;
  /** The number before of the rule that it would stand directly above, or below: it goes past that one. Absent = that rule is new. */
  readonly above?: number;
  readonly below?: number;
}

/** Numbers of removed rules count in the rules before, the others in the rules after. */
export type RuleItem =
  | { readonly code: 'rulesRemoved'; readonly count: number; readonly numbers: readonly number[] }
  | { readonly code: 'ruleRemoved'; readonly number: number; readonly rule: Rule }
  | { readonly code: 'rulesAdded'; readonly count: number; readonly numbers: readonly number[] }
  | { readonly code: 'ruleAdded'; readonly number: number; readonly rule: Rule }
  | { readonly code: 'rulesMoved'; readonly count: number; readonly moves: readonly RuleMove[] }
  | { readonly code: 'rulesEdited'; readonly count: number; readonly numbers: readonly number[] }
  | { readonly code: 'ruleEdited'; readonly number: number; readonly edit: RuleEdit };

type Of<Change extends RuleChange['change']> = Extract<RuleChange, { change: Change }>;

type MarkedRuleItem = RuleItem & { readonly risk?: 'removesRule' };

/** Changes of one kind: in one item, and one by one. */
export interface ItemGroup<Item> {
  readonly short: Item;
  readonly long: readonly Item[];
}

/** A rule that is moved and edited counts as both. */
export function ruleGroups(diff: DefinitionDiff): readonly ItemGroup<MarkedRuleItem>[] {
  const { rules } = diff;
  const removed = rules.filter((one): one is Of<'removed'> => one.change === 'removed');
  const added = rules.filter((one): one is Of<'added'> => one.change === 'added');
  const edited = rules.filter((one): one is Of<'edited'> => one.change === 'edited');
  const moves = movesOf(rules);
  const groups: (ItemGroup<MarkedRuleItem> | undefined)[] = [
    group(
      removed.map(({ index, rule }) => ({ code: 'ruleRemoved', number: index + 1, rule, risk: 'removesRule' })),
      { code: 'rulesRemoved', count: removed.length, numbers: removed.map(({ index }) => index + 1) },
    ),
    group(
      added.map((one) => ({
        code: 'ruleAdded',
        number: one.index + 1,
        rule: one.rule,
      })),
      { code: 'rulesAdded', count: added.length, numbers: added.map(({ index }) => index + 1) },
    ),
    moves.length > 0
      ? {
          short: { code: 'rulesMoved', count: moves.length, moves },
          long: moves.map((move) => ({ code: 'rulesMoved', count: 1, moves: [move] })),
        }
      : undefined,
    group(
      edited.map((one) => ({
        code: 'ruleEdited',
        number: one.to + 1,
        edit: editOf(one),
      })),
      { code: 'rulesEdited', count: edited.length, numbers: edited.map(({ to }) => to + 1) },
    ),
  ];
  return groups.filter((one) => one !== undefined);
}

function group(long: readonly MarkedRuleItem[], short: RuleItem): ItemGroup<MarkedRuleItem> | undefined {
  const [first] = long;
  return first && { short: { ...short, ...(first.risk && { risk: first.risk }) }, long };
}

function movesOf(rules: readonly RuleChange[]): readonly RuleMove[] {
  /** The numbers before of the rules after, in their order; undefined = the rule is new. */
  const order = rules.flatMap((one) => {
    if (one.change === 'removed') return [];
    return [one.change === 'added' ? undefined : one.from + 1];
  });
  return rules.flatMap((one): readonly RuleMove[] => {
    if (one.change !== 'moved' && !(one.change === 'edited' && one.isMoved)) return [];
    const [from, to] = [one.from + 1, one.to + 1];
    // Up to a place above a rule it stood below, or down below one it stood above.
    const [next, last] = [order[to], order[to - 2]];
    if (next !== undefined && next < from) return [{ from, to, above: next }];
    return last !== undefined && last > from ? [{ from, to, below: last }] : [{ from, to }];
  });
}
