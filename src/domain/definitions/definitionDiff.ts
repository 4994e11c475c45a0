/** What differs between two definitions of a flag, by meaning: treatments by name, rules in their order, the default rule by treatment. */
import type { FlagDefinition } from '../../api/model.ts';
import { areBucketsChanged, diffBuckets, fieldsOfBuckets, type BucketChange } from './bucketDiff.ts';
import { changed, otherFields, type Changed, type FieldChange } from './sameValue.ts';
import { diffRules, type RuleChange } from './ruleDiff.ts';
import { areTreatmentsReordered, diffTreatments, type TreatmentChange } from './treatmentDiff.ts';

export type { RuleChange } from './ruleDiff.ts';
export type { TreatmentChange } from './treatmentDiff.ts';

/** All that differs in meaning: fields that only the service writes, null for absent, and the order of fields don't count. */
export interface DefinitionDiff {
  /** What becomes of the definition as a whole; `absent` = there is none before or after. */
  readonly definition: 'added' | 'removed' | 'kept' | 'absent';
  /** All treatments, also those that stay the same; the removed ones where they stood. What changes inside one: `diffTreatment`. */
  readonly treatments: readonly TreatmentChange[];
  /** All rules, in the order of evaluation. What changes inside one: `diffRule`. */
  readonly rules: readonly RuleChange[];
  /** All shares, also those that stay the same; whether anything changed is in `isDefaultRuleChanged`. */
  readonly defaultRule: readonly BucketChange[];
  /** Sizes, treatments or their order. The order decides which accounts get what. */
  readonly isDefaultRuleChanged: boolean;
  readonly defaultTreatment?: Changed<string | undefined>;
  /** Percent. */
  readonly trafficAllocation?: Changed<number | undefined>;
  readonly killed?: Changed<boolean>;
  /** Fields that have no place above, such as `flagSets`, or ones that are not known here. */
  readonly otherFields: readonly FieldChange[];
  /** The default treatment afterwards, also where it does not change; undefined = it has none. */
  readonly fallback: string | undefined;
  /** It was killed before, and is afterwards. */
  readonly staysKilled: boolean;
}

/**
 * Fields that only the service writes (service-beyond.md, Behaviour), and the rollout status, which a change request gives the flag
 * beside its definition: never a change. `killed` is compared on its own.
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

/** Fields that have a place of their own in a comparison, or that never change it. */
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

/** `before` undefined = the definition is added, `after` undefined = it is removed. */
export function diffDefinitions(before: FlagDefinition | undefined, after: FlagDefinition | undefined): DefinitionDiff {
  const defaultTreatment = changed(before?.defaultTreatment ?? undefined, after?.defaultTreatment ?? undefined);
  const trafficAllocation = changed(before?.trafficAllocation ?? undefined, after?.trafficAllocation ?? undefined);
  // A definition that goes takes its kill with it: that is no restoring.
  const killed = after ? changed(before?.killed === true, after.killed === true) : undefined;
  const name = before && after ? changed<unknown>(before.name, after.name) : undefined;
  const [oldRule, nowRule] = [before?.defaultRule ?? [], after?.defaultRule ?? []];
  return {
    definition: before ? (after ? 'kept' : 'removed') : after ? 'added' : 'absent',
    treatments: diffTreatments(before?.treatments ?? [], after?.treatments ?? []),
    rules: diffRules(before?.rules ?? [], after?.rules ?? []),
    defaultRule: diffBuckets(oldRule, nowRule),
    isDefaultRuleChanged: areBucketsChanged(oldRule, nowRule),
    ...(defaultTreatment && { defaultTreatment }),
    ...(trafficAllocation && { trafficAllocation }),
    ...(killed && { killed }),
    otherFields: [
      ...(name ? [{ field: 'name', ...name }] : []),
      ...otherFields(before ?? {}, after ?? {}, KNOWN_FIELDS),
      ...fieldsOfBuckets(oldRule, nowRule, 'defaultRule'),
    ],
    fallback: after?.defaultTreatment ?? undefined,
    staysKilled: before?.killed === true && after?.killed === true,
  };
}

/** True if the two definitions mean the same. */
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

/** Whether two definitions ask for the same: what only the service writes does not count, nor whether the flag is killed. */
export function isSameDefinition(one: FlagDefinition | undefined, other: FlagDefinition | undefined): boolean {
  if (!one || !other) return one === other;
  return isUnchanged(diffDefinitions({ ...one, killed: false }, { ...other, killed: false }));
}
