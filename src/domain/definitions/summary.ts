/** A change in a few items, most important first: what whoever approves it must not overlook. */
import type { BucketChange } from './bucketDiff.ts';
import type { Changed, FieldChange } from './sameValue.ts';
import type { DefinitionDiff } from './definitionDiff.ts';
import type { KeysEffect } from '../changeRequests/requestEffect.ts';
import { ruleGroups, type ItemGroup, type RuleItem } from './ruleSummary.ts';
import { areTreatmentsReordered, diffTreatment, type TreatmentChange, type TreatmentEdit } from './treatmentDiff.ts';

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
  | RuleItem
  | { readonly code: 'treatmentsAdded'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsRemoved'; readonly names: readonly string[] }
  | { readonly code: 'treatmentsEdited'; readonly names: readonly string[] }
  | { readonly code: 'treatmentEdited'; readonly name: string; readonly edit: TreatmentEdit }
  | { readonly code: 'treatmentsReordered' }
  | ({ readonly code: 'trafficAllocation' } & Changed<number | undefined>)
  | ({ readonly code: 'defaultTreatment' } & Changed<string | undefined>)
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
  const groups = groupsOf(diff);
  if (groups.length === 0) return [{ code: 'nothing', risk: 'nothing' }];
  if (groups.length > most) {
    const first = groups.slice(0, most - 1).map(({ short }) => short);
    const others = groups.slice(most - 1).map(({ short }) => short);
    const codes = others.map(({ code }) => code) as readonly Item['code'][];
    const risk = others.find((item) => item.risk)?.risk;
    return [...first, { code: 'more', codes, ...(risk && { risk }) }];
  }
  let left = most - groups.length;
  return groups.flatMap(({ short, long }) => {
    if (long.length - 1 > left) return [short];
    left -= long.length - 1;
    return long;
  });
}

function groupsOf(diff: DefinitionDiff): readonly ItemGroup<SummaryItem>[] {
  const items: SummaryItem[] = [];
  const everybody = everybodyGets(diff);
  if (diff.killed) items.push(diff.killed.after ? { code: 'killed', ...everybody, risk: 'killed' } : { code: 'restored' });
  if (diff.definition === 'added') items.push({ code: 'definitionAdded' });
  if (diff.isDefaultRuleChanged) {
    items.push({ code: 'defaultRuleChanged', buckets: changedBuckets(diff.defaultRule) });
  }
  if (diff.trafficAllocation && !(diff.definition === 'added' && diff.trafficAllocation.after === 100)) {
    items.push({ code: 'trafficAllocation', ...diff.trafficAllocation });
  }
  const last: SummaryItem[] = [];
  if (areTreatmentsReordered(diff.treatments)) last.push({ code: 'treatmentsReordered' });
  if (diff.otherFields.length > 0 && diff.definition !== 'added') last.push({ code: 'otherFields', fields: diff.otherFields });
  const middle: SummaryItem[] = [];
  if (diff.defaultTreatment && diff.definition !== 'added') {
    middle.push({ code: 'defaultTreatment', ...diff.defaultTreatment });
  }
  const groups = [
    ...items.map(alone),
    ...ruleGroups(diff),
    ...middle.map(alone),
    ...(diff.definition === 'added' ? [] : treatmentGroups(diff)),
    ...last.map(alone),
  ];
  return diff.staysKilled && groups.length > 0 ? [alone({ code: 'staysKilled', ...everybody }), ...groups] : groups;
}

/** Of a killed flag. */
function everybodyGets({ fallback }: DefinitionDiff): { readonly treatment?: string } {
  return fallback ? { treatment: fallback } : {};
}

const alone = (item: SummaryItem): ItemGroup<SummaryItem> => ({ short: item, long: [item] });

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

function treatmentGroups(diff: DefinitionDiff): readonly ItemGroup<SummaryItem>[] {
  const whole = (
    code: 'treatmentsAdded' | 'treatmentsRemoved',
    change: 'added' | 'removed',
  ): readonly ItemGroup<SummaryItem>[] => {
    const names = diff.treatments.flatMap((one) => (one.change === change ? [one.treatment.name] : []));
    return names.length > 0 ? [alone({ code, names })] : [];
  };
  const edited = diff.treatments.filter((one): one is Extract<TreatmentChange, { change: 'edited' }> => one.change === 'edited');
  const long = edited.map(({ before, after }): SummaryItem => {
    return { code: 'treatmentEdited', name: after.name, edit: diffTreatment(before, after) };
  });
  const names = edited.map(({ after }) => after.name);
  return [
    ...whole('treatmentsRemoved', 'removed'),
    ...whole('treatmentsAdded', 'added'),
    ...(edited.length > 0 ? [{ short: { code: 'treatmentsEdited', names } as const, long }] : []),
  ];
}
