/** Summarizes a change in a few items, most important first: what an approver must not overlook. */
import type { Bucket, Rule } from '../../api/model.ts';
import type { BucketChange } from './bucketDiff.ts';
import type { Changed, FieldChange } from './sameValue.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import type { KeysEffect } from '../changeRequests/requestEffect.ts';
import type { RuleChange } from './ruleDiff.ts';
import { editOf, type RuleEdit } from './ruleEdit.ts';
import { areTreatmentsReordered, diffTreatment, type TreatmentChange, type TreatmentEdit } from './treatmentDiff.ts';

interface Numbered {
  /** The number of a removed rule before the change, or of any other rule after the change. Starts at 1. */
  readonly number: number;
}

/** A rule that has moved. Rules are numbered from 1. */
export interface RuleMove {
  /** The number of the rule before the change. */
  readonly from: number;
  /** The number of the rule after the change. */
  readonly to: number;
  /** The moved rule is now directly above a rule that was above it. This is the old number of that rule. */
  readonly above?: number;
  /** The moved rule is now directly below a rule that was below it. This is the old number of that rule. */
  readonly below?: number;
}

type Item =
  /** `treatment` = the treatment that everybody gets while the flag is killed. Absent if unknown. */
  | { readonly code: 'killed'; readonly treatment?: string }
  | { readonly code: 'restored' }
  /**
   * The flag was killed and remains so. Apart from the default treatment, the changes have no effect until the flag is
   * restored.
   */
  | { readonly code: 'staysKilled'; readonly treatment?: string }
  | { readonly code: 'definitionAdded' }
  | { readonly code: 'definitionRemoved' }
  /**
   * `buckets` = the treatments whose share of the keys changes. `order` = the whole default rule after the change. Absent if its
   * treatments stay in their order.
   */
  | {
      readonly code: 'defaultRuleChanged';
      readonly buckets: readonly BucketChange[];
      readonly order?: readonly Bucket[];
    }
  /** If the limit allows it, the summary has a separate item for each of the `changes`. */
  | { readonly code: 'rulesRemoved' | 'rulesAdded'; readonly changes: readonly (Numbered & { readonly rule: Rule })[] }
  | { readonly code: 'rulesMoved'; readonly changes: readonly RuleMove[] }
  | { readonly code: 'rulesEdited'; readonly changes: readonly (Numbered & { readonly edit: RuleEdit })[] }
  | { readonly code: 'treatmentsRemoved' | 'treatmentsAdded'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsEdited'; readonly changes: readonly { readonly name: string; readonly edit: TreatmentEdit }[] }
  | { readonly code: 'treatmentsReordered' }
  | ({ readonly code: 'trafficAllocation' } & Changed<number | undefined>)
  /**
   * `isKilled` = the flag is killed after the change, so that everybody gets this treatment. Otherwise, everybody would get
   * this treatment only if the flag were killed.
   */
  | ({ readonly code: 'defaultTreatment'; readonly isKilled: boolean } & Changed<string | undefined>)
  | { readonly code: 'keysAdded'; readonly count: number }
  | { readonly code: 'keysRemoved'; readonly count: number }
  | { readonly code: 'keysUnchanged'; readonly count: number }
  | { readonly code: 'otherFields'; readonly fields: readonly FieldChange[] }
  | { readonly code: 'nothing' };

/** A risk that an approver must not overlook. Does not take into account who is affected; see `audienceChange`. */
export type Risk = 'killed' | 'removesRule' | 'removesDefinition' | 'nothing';

/** `more` has the codes of all items that exceed the limit. */
export type SummaryItem = (Item | { readonly code: 'more'; readonly codes: readonly Item['code'][] }) & { readonly risk?: Risk };

/** The maximum number of items. More would not be a summary, and the diff shows everything. */
const MAX_ITEMS = 5;

/**
 * Returns 1 to `most` items; `most` must be at least 2. Returns `nothing` if the definition does not change. Changes without an
 * item of their own are in a last item `more`. Rules and treatments have separate items if the limit allows it.
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
  const [buckets, order] = [diff.defaultRule.filter((one) => one.before !== one.after), diff.defaultRuleOrder];
  // A change of other fields of the shares is among the other fields of the definition.
  if (buckets.length > 0 || order) items.push({ code: 'defaultRuleChanged', buckets, ...(order && { order }) });
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

/** Returns the treatment that everybody gets from a killed flag. */
function everybodyGets({ fallback }: DefinitionDiff): { readonly treatment?: string } {
  return fallback ? { treatment: fallback } : {};
}

/** Returns 1 to 3 items. The first is `nothing` if no key is added or removed. */
export function summariseKeys(effect: KeysEffect): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  if (effect.added.length > 0) items.push({ code: 'keysAdded', count: effect.added.length });
  if (effect.removed.length > 0) items.push({ code: 'keysRemoved', count: effect.removed.length });
  if (items.length === 0) items.push({ code: 'nothing', risk: 'nothing' });
  if (effect.unchanged.length > 0) items.push({ code: 'keysUnchanged', count: effect.unchanged.length });
  return items;
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
  /** The old numbers of the rules, in their order after the change. Undefined = the rule is new. */
  const order = rules.flatMap((one) => {
    if (one.change === 'removed') return [];
    return [one.change === 'added' ? undefined : one.from + 1];
  });
  return rules.flatMap((one): readonly RuleMove[] => {
    if (one.change !== 'moved' && !(one.change === 'edited' && one.isMoved)) return [];
    const [from, to] = [one.from + 1, one.to + 1];
    // The rule moves up past a rule that was above it, or down past a rule that was below it.
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
