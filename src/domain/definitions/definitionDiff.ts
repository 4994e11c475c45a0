/** What differs between two definitions of a flag, by meaning: treatments by name, rules in their order, the default rule by treatment. */
import type { Bucket, FlagDefinition, Treatment } from '../../api/model.ts';
import { diffRules, type RuleChange } from './ruleDiff.ts';
import { fieldOf, isSame, meaningful } from './sameValue.ts';

export type { RuleChange } from './ruleDiff.ts';

export interface Changed<T> {
  readonly before: T;
  readonly after: T;
}

export type TreatmentChange =
  | { readonly change: 'added' | 'removed' | 'same'; readonly treatment: Treatment }
  | { readonly change: 'edited'; readonly before: Treatment; readonly after: Treatment };

/** A share of the default rule, in percent; no `before` = it is new, no `after` = it goes. */
export interface BucketChange {
  readonly treatment: string;
  readonly before?: number;
  readonly after?: number;
}

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface DefinitionDiff {
  /** What becomes of the definition as a whole; `absent` = there is none before or after. */
  readonly definition: 'added' | 'removed' | 'kept' | 'absent';
  /** All treatments, also those that stay the same; the removed ones where they stood. */
  readonly treatments: readonly TreatmentChange[];
  /** All rules, in the order of evaluation. */
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
}

/** Fields that only the service writes (service-beyond.md, Behaviour): never a change. `killed` is compared on its own. */
export const RESPONSE_ONLY_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'environment',
  'trafficType',
  'creationTime',
  'lastUpdateTime',
  'lastTrafficReceivedAt',
  'openChangeRequestId',
]);

const OWN_PLACE = new Set(['name', 'treatments', 'rules', 'defaultRule', 'defaultTreatment', 'trafficAllocation', 'killed']);

/** `before` undefined = the definition is added, `after` undefined = it is removed. */
export function diffDefinitions(before: FlagDefinition | undefined, after: FlagDefinition | undefined): DefinitionDiff {
  const defaultTreatment = changed(before?.defaultTreatment ?? undefined, after?.defaultTreatment ?? undefined);
  const trafficAllocation = changed(before?.trafficAllocation ?? undefined, after?.trafficAllocation ?? undefined);
  // A definition that goes takes its kill with it: that is no restoring.
  const killed = after ? changed(before?.killed === true, after.killed === true) : undefined;
  return {
    definition: before ? (after ? 'kept' : 'removed') : after ? 'added' : 'absent',
    treatments: diffTreatments(before?.treatments ?? [], after?.treatments ?? []),
    rules: diffRules(before?.rules ?? [], after?.rules ?? []),
    defaultRule: diffBuckets(before?.defaultRule ?? [], after?.defaultRule ?? []),
    isDefaultRuleChanged: !isSame(before?.defaultRule ?? [], after?.defaultRule ?? []),
    ...(defaultTreatment && { defaultTreatment }),
    ...(trafficAllocation && { trafficAllocation }),
    ...(killed && { killed }),
    otherFields: diffOtherFields(before, after),
  };
}

/** True if the two definitions mean the same. */
export function isUnchanged(diff: DefinitionDiff): boolean {
  return (
    (diff.definition === 'kept' || diff.definition === 'absent') &&
    diff.treatments.every(({ change }) => change === 'same') &&
    diff.rules.every(({ change }) => change === 'same') &&
    !diff.isDefaultRuleChanged &&
    !diff.defaultTreatment &&
    !diff.trafficAllocation &&
    !diff.killed &&
    diff.otherFields.length === 0
  );
}

function changed<T>(before: T, after: T): Changed<T> | undefined {
  return before === after ? undefined : { before, after };
}

function diffTreatments(before: readonly Treatment[], after: readonly Treatment[]): readonly TreatmentChange[] {
  return pairByName(before, after, ({ name }) => name).map(([old, now]): TreatmentChange => {
    if (!now) return { change: 'removed', treatment: old! };
    if (!old) return { change: 'added', treatment: now };
    return isSame(old, now) ? { change: 'same', treatment: now } : { change: 'edited', before: old, after: now };
  });
}

function diffBuckets(before: readonly Bucket[], after: readonly Bucket[]): readonly BucketChange[] {
  return pairByName(before, after, ({ treatment }) => treatment).map(([old, now]) => ({
    treatment: (now ?? old)!.treatment,
    ...(old && { before: old.size }),
    ...(now && { after: now.size }),
  }));
}

/**
 * Pairs of what has the same name, in the order of `after`; what goes stands before that which came after it. The nth
 * of several with one name is the nth.
 */
function pairByName<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): readonly (readonly [before: T | undefined, after: T | undefined])[] {
  const open = new Map<string, number[]>();
  for (const [index, item] of [...before.entries()].toReversed()) {
    open.set(nameOf(item), [...(open.get(nameOf(item)) ?? []), index]);
  }
  const partners = after.map((item) => open.get(nameOf(item))?.pop());
  const gone = [...open.values()].flat().toSorted((one, other) => one - other);
  const pairs: (readonly [T | undefined, T | undefined])[] = [];
  let passed = 0;
  const passGone = (end: number): void => {
    for (; passed < gone.length && gone[passed]! < end; passed += 1) pairs.push([before[gone[passed]!], undefined]);
  };
  for (const [to, item] of after.entries()) {
    const from = partners[to];
    if (from !== undefined) passGone(from);
    pairs.push([from === undefined ? undefined : before[from], item]);
  }
  passGone(before.length);
  return pairs;
}

function diffOtherFields(before: FlagDefinition | undefined, after: FlagDefinition | undefined): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  const others = fields
    .filter((field) => !OWN_PLACE.has(field) && !RESPONSE_ONLY_FIELDS.has(field))
    .map((field) => ({ field, before: meaningful(fieldOf(before, field)), after: meaningful(fieldOf(after, field)) }))
    .filter((change) => !isSame(change.before, change.after));
  // A share is a treatment and a size. Should the service add to that, what it adds must not get lost.
  const { defaultRule: old = [] } = before ?? {};
  const { defaultRule: now = [] } = after ?? {};
  const hasMore = [...old, ...now].some((bucket) => !isSame(bucket, { treatment: bucket.treatment, size: bucket.size }));
  return hasMore && !isSame(old, now) ? [...others, { field: 'defaultRule', before: old, after: now }] : others;
}
