/** Compares two definitions of a flag by meaning: treatments by name, rules in their order, the default rule by treatment. */
import type { Bucket, FlagDefinition } from '../../api/model.ts';
import { areBucketsChanged, diffBuckets, fieldsOfBuckets, changedOrder, type BucketChange } from './bucketDiff.ts';
import { changed, otherFields, type Changed, type FieldChange } from './sameValue.ts';
import { diffRules, type RuleChange } from './ruleDiff.ts';
import { areTreatmentsReordered, diffTreatments, type TreatmentChange } from './treatmentDiff.ts';

export type { RuleChange } from './ruleDiff.ts';
export type { TreatmentChange } from './treatmentDiff.ts';

/**
 * All differences in meaning. Ignores fields that only the service sets, the order of fields, and the difference between null and
 * absent.
 */
export interface DefinitionDiff {
  /** The change of the definition as a whole. `absent` = there is no definition, neither before nor after. */
  readonly definition: 'added' | 'removed' | 'kept' | 'absent';
  /**
   * All treatments, including unchanged ones. Removed treatments are in their old positions. `diffTreatment` compares the
   * content of one treatment.
   */
  readonly treatments: readonly TreatmentChange[];
  /** All rules, in the order of evaluation. `diffRule` compares the content of one rule. */
  readonly rules: readonly RuleChange[];
  /** All shares, including unchanged ones. `isDefaultRuleChanged` shows whether any share has changed. */
  readonly defaultRule: readonly BucketChange[];
  /** True if sizes, treatments or their order have changed. The order decides which keys get what. */
  readonly isDefaultRuleChanged: boolean;
  /** The shares after the change, if their order has changed. */
  readonly defaultRuleOrder: readonly Bucket[] | undefined;
  readonly defaultTreatment?: Changed<string | undefined>;
  /** The change of the traffic allocation, in percent. */
  readonly trafficAllocation?: Changed<number | undefined>;
  readonly killed?: Changed<boolean>;
  /** Changes of all other fields, such as `flagSets` or unknown fields. */
  readonly otherFields: readonly FieldChange[];
  /** The default treatment after the change, even if it is the same as before. Undefined = none. */
  readonly fallback: string | undefined;
  /** True if the flag is killed before and after. */
  readonly staysKilled: boolean;
}

/**
 * Fields that only the service sets (service-beyond.md, Behaviour), and the rollout status, which a change request sets for the
 * flag separately. They never count as a change. `killed` is compared separately.
 */
export const RESPONSE_ONLY_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'environment',
  'trafficType',
  'creationTime',
  'lastUpdateTime',
  'lastTrafficReceivedAt',
  'openChangeRequestId',
  'rolloutStatus',
  'largeNumber',
]);

/** Fields that a comparison handles individually or ignores. */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'treatments',
  'rules',
  'defaultRule',
  'defaultTreatment',
  'trafficAllocation',
  'killed',
  ...RESPONSE_ONLY_FIELDS,
]);

/** Returns the default treatment. An empty text counts as missing. */
export const fallbackOf = (definition: FlagDefinition | undefined): string | undefined =>
  definition?.defaultTreatment || undefined;

/** `before` undefined = the definition is added. `after` undefined = it is removed. */
export function diffDefinitions(before: FlagDefinition | undefined, after: FlagDefinition | undefined): DefinitionDiff {
  const defaultTreatment = changed(fallbackOf(before), fallbackOf(after));
  const trafficAllocation = changed(before?.trafficAllocation ?? undefined, after?.trafficAllocation ?? undefined);
  // Removing a killed definition does not count as restoring the flag.
  const killed = after ? changed(before?.killed === true, after.killed === true) : undefined;
  const name = before && after ? changed<unknown>(before.name, after.name) : undefined;
  const [oldRule, nowRule] = [before?.defaultRule ?? [], after?.defaultRule ?? []];
  return {
    definition: before ? (after ? 'kept' : 'removed') : after ? 'added' : 'absent',
    treatments: diffTreatments(before?.treatments ?? [], after?.treatments ?? []),
    rules: diffRules(before?.rules ?? [], after?.rules ?? []),
    defaultRule: diffBuckets(oldRule, nowRule),
    isDefaultRuleChanged: areBucketsChanged(oldRule, nowRule),
    defaultRuleOrder: changedOrder(oldRule, nowRule),
    ...(defaultTreatment && { defaultTreatment }),
    ...(trafficAllocation && { trafficAllocation }),
    ...(killed && { killed }),
    otherFields: [
      ...(name ? [{ field: 'name', ...name }] : []),
      ...otherFields(before ?? {}, after ?? {}, KNOWN_FIELDS),
      ...fieldsOfBuckets(oldRule, nowRule, 'defaultRule'),
    ],
    fallback: fallbackOf(after),
    staysKilled: before?.killed === true && after?.killed === true,
  };
}

/** True if the two definitions have the same meaning. */
export function isUnchanged(diff: DefinitionDiff): boolean {
  return (
    (diff.definition === 'kept' || diff.definition === 'absent') &&
    diff.treatments.every(({ change }) => change === 'same') &&
    !areTreatmentsReordered(diff.treatments) &&
    diff.rules.every(({ change }) => change === 'same') &&
    !diff.isDefaultRuleChanged &&
    !diff.defaultTreatment &&
    !diff.trafficAllocation &&
    !diff.killed &&
    diff.otherFields.length === 0
  );
}

/** True if two definitions have the same content. Ignores the fields that only the service sets, and whether the flag is killed. */
export function isSameDefinition(one: FlagDefinition | undefined, other: FlagDefinition | undefined): boolean {
  if (!one || !other) return one === other;
  return isUnchanged(diffDefinitions({ ...one, killed: false }, { ...other, killed: false }));
}
