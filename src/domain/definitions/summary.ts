/** A change in a few items, most important first: what whoever approves it must not overlook. */
import type { Rule } from '../../api/model.ts';
import type { BucketChange } from './bucketDiff.ts';
import type { Changed, FieldChange } from './sameValue.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import type { KeysEffect } from '../changeRequests/requestEffect.ts';
import type { RuleChange } from './ruleDiff.ts';
import { editOf, type RuleEdit } from './ruleEdit.ts';
import { areTreatmentsReordered, diffTreatment, type TreatmentChange, type TreatmentEdit } from './treatmentDiff.ts';

/** A number is that of the rule before where it is removed, else after. People count from 1. */
interface Numbered {
  readonly number: number;
}

/** Where a rule goes: `from` counts in the rules before, `to` in the rules after. */
export interface RuleMove {
  readonly from: number;
  readonly to: number;
  /** The number before of the rule that it would stand directly above, or below: it goes past that one. Absent = that rule is new. */
  readonly above?: number;
  readonly below?: number;
}

type Item =
  /** `treatment` = what everybody gets as long as it is killed; absent where that is not known. */
  | { readonly code: 'killed'; readonly treatment?: string }
  | { readonly code: 'restored' }
  /** It was killed and stays so: but for the default treatment, what changes serves nobody before it is restored. */
  | { readonly code: 'staysKilled'; readonly treatment?: string }
  | { readonly code: 'definitionAdded' }
  | { readonly code: 'definitionRemoved' }
  /** The shares that change; all of them if only their order does. */
  | { readonly code: 'defaultRuleChanged'; readonly buckets: readonly BucketChange[] }
  /** Of those with `changes`, a summary with room enough has an item for each. */
  | { readonly code: 'rulesRemoved' | 'rulesAdded'; readonly changes: readonly (Numbered & { readonly rule: Rule })[] }
  | { readonly code: 'rulesMoved'; readonly changes: readonly RuleMove[] }
  | { readonly code: 'rulesEdited'; readonly changes: readonly (Numbered & { readonly edit: RuleEdit })[] }
  | { readonly code: 'treatmentsRemoved' | 'treatmentsAdded'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsEdited'; readonly changes: readonly { readonly name: string; readonly edit: TreatmentEdit }[] }
  | { readonly code: 'treatmentsReordered' }
  | ({ readonly code: 'trafficAllocation' } & Changed<number | undefined>)
  /** `isKilled` = the flag is killed afterwards, so that everybody gets it; else it is what a kill would serve. */
  | ({ readonly code: 'defaultTreatment'; readonly isKilled: boolean } & Changed<string | undefined>)
  | { readonly code: 'keysAdded'; readonly count: number }
  | { readonly code: 'keysRemoved'; readonly count: number }
  | { readonly code: 'keysUnchanged'; readonly count: number }
  | { readonly code: 'otherFields'; readonly fields: readonly FieldChange[] }
  | { readonly code: 'nothing' };

/** What an approver should not overlook. Who gains and who loses by it: `audiencesOf`. */
export type Risk = 'killed' | 'removesRule' | 'removesDefinition' | 'nothing';

/** `more` = the changes above the limit, by their codes. */
export type SummaryItem = (Item | { readonly code: 'more'; readonly codes: readonly Item['code'][] }) & { readonly risk?: Risk };

/** More than this is no summary; the diff has everything. */
const MAX_ITEMS = 5;

/**
 * 1 to `most` items (2 at least); `nothing` if the definition stays as it is. Nothing that
 * changes is left out: the last may be `more`. Rules and treatments have an item each where that stays within the limit.
 */
export function summarise(diff: DefinitionDiff, most = MAX_ITEMS): readonly SummaryItem[] {
  if (diff.definition === 'removed') return [{ code: 'definitionRemoved', risk: 'removesDefinition' }];
  const items = itemsOf(diff);
  if (items.length === 0) return [{ code: 'nothing', risk: 'nothing' }];
  if (items.length > most) {
    const others = items.slice(most - 1);
    const codes = others.map(({ code }) => code) as readonly Item['code'][];
    const risk = others.find((item) => item.risk)?.risk;
    return [...items.slice(0, most - 1), { code: 'more', codes, ...(risk && { risk }) }];
  }
  let left = most - items.length;
  return items.flatMap((item) => {
    if (!('changes' in item) || item.changes.length - 1 > left) return [item];
    left -= item.changes.length - 1;
    return item.changes.map((one) => ({ ...item, changes: [one] }) as SummaryItem);
  });
}

function itemsOf(diff: DefinitionDiff): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  const isNew = diff.definition === 'added';
  const everybody = everybodyGets(diff);
  if (diff.killed) items.push(diff.killed.after ? { code: 'killed', ...everybody, risk: 'killed' } : { code: 'restored' });
  if (isNew) items.push({ code: 'definitionAdded' });
  if (diff.isDefaultRuleChanged) {
    items.push({ code: 'defaultRuleChanged', buckets: changedBuckets(diff.defaultRule) });
  }
  if (diff.trafficAllocation && !(isNew && diff.trafficAllocation.after === 100)) {
    items.push({ code: 'trafficAllocation', ...diff.trafficAllocation });
  }
  items.push(...ruleItems(diff.rules));
  const isKilled = diff.killed?.after ?? diff.staysKilled;
  if (diff.defaultTreatment && !isNew) items.push({ code: 'defaultTreatment', isKilled, ...diff.defaultTreatment });
  if (!isNew) items.push(...treatmentItems(diff.treatments));
  if (areTreatmentsReordered(diff.treatments)) items.push({ code: 'treatmentsReordered' });
  if (diff.otherFields.length > 0 && !isNew) items.push({ code: 'otherFields', fields: diff.otherFields });
  return diff.staysKilled && items.length > 0 ? [{ code: 'staysKilled', ...everybody }, ...items] : items;
}

/** Of a killed flag. */
function everybodyGets({ fallback }: DefinitionDiff): { readonly treatment?: string } {
  return fallback ? { treatment: fallback } : {};
}

/** 1 to 3 items; `nothing` first if no key comes or goes. */
export function summariseKeys(effect: KeysEffect): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  if (effect.added.length > 0) items.push({ code: 'keysAdded', count: effect.added.length });
  if (effect.removed.length > 0) items.push({ code: 'keysRemoved', count: effect.removed.length });
  if (items.length === 0) items.push({ code: 'nothing', risk: 'nothing' });
  if (effect.unchanged.length > 0) items.push({ code: 'keysUnchanged', count: effect.unchanged.length });
  return items;
}

function changedBuckets(buckets: readonly BucketChange[]): readonly BucketChange[] {
  const resized = buckets.filter(({ before, after }) => before !== after);
  return resized.length > 0 ? resized : buckets;
}

/** A rule that is moved and edited counts as both. */
function ruleItems(rules: readonly RuleChange[]): readonly SummaryItem[] {
  const whole = (change: 'removed' | 'added') =>
    rules.flatMap((one) => (one.change === change ? [{ number: one.index + 1, rule: one.rule }] : []));
  const edits = rules.flatMap((one) => (one.change === 'edited' ? [{ number: one.to + 1, edit: editOf(one) }] : []));
  const items = [
    { code: 'rulesRemoved', changes: whole('removed'), risk: 'removesRule' },
    { code: 'rulesAdded', changes: whole('added') },
    { code: 'rulesMoved', changes: movesOf(rules) },
    { code: 'rulesEdited', changes: edits },
  ] as const;
  return items.filter(({ changes }) => changes.length > 0);
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

function treatmentItems(treatments: readonly TreatmentChange[]): readonly SummaryItem[] {
  const namesOf = (change: 'added' | 'removed'): readonly string[] =>
    treatments.flatMap((one) => (one.change === change ? [one.treatment.name] : []));
  const [removed, added] = [namesOf('removed'), namesOf('added')];
  const edits = treatments.flatMap((one) =>
    one.change === 'edited' ? [{ name: one.after.name, edit: diffTreatment(one.before, one.after) }] : [],
  );
  return [
    ...(removed.length > 0 ? [{ code: 'treatmentsRemoved', names: removed } as const] : []),
    ...(added.length > 0 ? [{ code: 'treatmentsAdded', names: added } as const] : []),
    ...(edits.length > 0 ? [{ code: 'treatmentsEdited', changes: edits } as const] : []),
  ];
}
