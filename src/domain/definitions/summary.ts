/** A change in a few items, most important first: what whoever approves it must not overlook. */
import type { BucketChange, Changed, DefinitionDiff, RuleChange, TreatmentChange } from './definitionDiff.ts';
import type { KeysEffect } from '../changeRequests/requestEffect.ts';

export type SummaryItem =
  | { readonly code: 'killed' }
  | { readonly code: 'restored' }
  | { readonly code: 'definitionAdded' }
  | { readonly code: 'definitionRemoved' }
  /** The shares that change; all of them if only their order does. */
  | { readonly code: 'defaultRuleChanged'; readonly buckets: readonly BucketChange[] }
  | { readonly code: 'rulesAdded'; readonly count: number }
  | { readonly code: 'rulesRemoved'; readonly count: number }
  | { readonly code: 'rulesMoved'; readonly count: number }
  | { readonly code: 'rulesEdited'; readonly count: number }
  | { readonly code: 'treatmentsAdded'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsRemoved'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsEdited'; readonly names: readonly string[] }
  | ({ readonly code: 'trafficAllocation' } & Changed<number | undefined>)
  | ({ readonly code: 'defaultTreatment' } & Changed<string | undefined>)
  | { readonly code: 'keysAdded'; readonly count: number }
  | { readonly code: 'keysRemoved'; readonly count: number }
  | { readonly code: 'keysUnchanged'; readonly count: number }
  | { readonly code: 'otherFields'; readonly fields: readonly string[] }
  | { readonly code: 'nothing' };

/** More than this is no summary; the diff has everything. */
const MAX_ITEMS = 5;

/** 1 to 5 items; `nothing` if the definition stays as it is. */
export function summarise(diff: DefinitionDiff): readonly SummaryItem[] {
  if (diff.definition === 'removed') return [{ code: 'definitionRemoved' }];
  const items: SummaryItem[] = [];
  if (diff.killed) items.push({ code: diff.killed.after ? 'killed' : 'restored' });
  if (diff.definition === 'added') items.push({ code: 'definitionAdded' });
  if (diff.isDefaultRuleChanged) items.push({ code: 'defaultRuleChanged', buckets: changedBuckets(diff.defaultRule) });
  if (diff.trafficAllocation) items.push({ code: 'trafficAllocation', ...diff.trafficAllocation });
  items.push(...ruleItems(diff.rules));
  if (diff.defaultTreatment) items.push({ code: 'defaultTreatment', ...diff.defaultTreatment });
  items.push(...treatmentItems(diff.treatments));
  if (diff.otherFields.length > 0) items.push({ code: 'otherFields', fields: diff.otherFields.map(({ field }) => field) });
  return items.length === 0 ? [{ code: 'nothing' }] : items.slice(0, MAX_ITEMS);
}

/** 1 to 3 items; `nothing` first if no key comes or goes. */
export function summariseKeys(effect: KeysEffect): readonly SummaryItem[] {
  const items: SummaryItem[] = [];
  if (effect.added.length > 0) items.push({ code: 'keysAdded', count: effect.added.length });
  if (effect.removed.length > 0) items.push({ code: 'keysRemoved', count: effect.removed.length });
  if (items.length === 0) items.push({ code: 'nothing' });
  if (effect.unchanged.length > 0) items.push({ code: 'keysUnchanged', count: effect.unchanged.length });
  return items;
}

function changedBuckets(buckets: readonly BucketChange[]): readonly BucketChange[] {
  const resized = buckets.filter(({ before, after }) => before !== after);
  return resized.length > 0 ? resized : buckets;
}

/** A rule that is moved and edited counts as both. */
function ruleItems(rules: readonly RuleChange[]): readonly SummaryItem[] {
  const count = (is: (rule: RuleChange) => boolean): number => rules.filter(is).length;
  const items: readonly Extract<SummaryItem, { count: number }>[] = [
    { code: 'rulesRemoved', count: count(({ change }) => change === 'removed') },
    { code: 'rulesAdded', count: count(({ change }) => change === 'added') },
    { code: 'rulesMoved', count: count((rule) => rule.change === 'moved' || (rule.change === 'edited' && rule.isMoved)) },
    { code: 'rulesEdited', count: count(({ change }) => change === 'edited') },
  ];
  return items.filter((item) => item.count > 0);
}

function treatmentItems(treatments: readonly TreatmentChange[]): readonly SummaryItem[] {
  const namesOf = (change: TreatmentChange['change']): readonly string[] =>
    treatments
      .filter((one) => one.change === change)
      .map((one) => (one.change === 'edited' ? one.after.name : one.treatment.name));
  const items: readonly Extract<SummaryItem, { names: readonly string[] }>[] = [
    { code: 'treatmentsRemoved', names: namesOf('removed') },
    { code: 'treatmentsAdded', names: namesOf('added') },
    { code: 'treatmentsEdited', names: namesOf('edited') },
  ];
  return items.filter(({ names }) => names.length > 0);
}
