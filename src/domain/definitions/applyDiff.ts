/** What a difference is, and how it is applied. What it shows decides what the result means; its `writing` how that is written. */
import type { FlagDefinition, Rule, Treatment } from '../../api/model.ts';
import { bucketsInOrder, type BucketChange } from './bucketDiff.ts';
import { fieldOf, isSameText, type Changed, type FieldChange } from './sameValue.ts';
import { rulesInOrder, type RuleChange } from './ruleDiff.ts';
import { treatmentsInOrder, type TreatmentChange } from './treatmentDiff.ts';

/**
 * What the rest of a difference gets right in meaning and not to the letter: fields that only the service writes, null for
 * absent, the order of fields. Undefined = it has no such field.
 */
export interface Writing {
  readonly fields: readonly FieldChange[];
  /** The names of the fields, where they or their order differ. */
  readonly order?: Changed<readonly string[] | undefined>;
}

export interface Serving {
  /** What those get who are not served by a rule: everybody, if the flag is killed. */
  readonly defaultTreatment: string | undefined;
  /** Percent; all, where the definition does not say. */
  readonly trafficAllocation: number;
  readonly isKilled: boolean;
}

/** `applyDiff` makes the second definition of the first and of this, to the letter. */
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
  /** What decides, besides all that, who is served: undefined = there is no definition. */
  readonly serving: Changed<Serving | undefined>;
  /** What is only written otherwise: never shown, but needed to make the one of the other. */
  readonly writing: Writing;
}

/** A difference by what it shows. */
export type ShownDiff = Omit<DefinitionDiff, 'writing'>;

/**
 * The second of the two definitions that `diff` was made of, equal to the letter as JSON; undefined = there is none. `before`
 * has to be the first of them.
 */
export function applyDiff(diff: DefinitionDiff, before: FlagDefinition | undefined): FlagDefinition | undefined {
  if (diff.definition === 'removed' || diff.definition === 'absent') return undefined;
  const fields = applyShown(diff, before);
  set(fields, 'rules', rulesAfter(diff.rules, before?.rules ?? []));
  set(fields, 'treatments', treatmentsAfter(diff.treatments, before?.treatments ?? []));
  for (const { field, after } of diff.writing.fields) set(fields, field, after);
  const names = new Set([...(diff.writing.order?.after ?? namesOf(before) ?? []), ...fields.keys()]);
  // From entries, because a field may have the name of something that every object has.
  return Object.fromEntries([...names].flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : []))) as FlagDefinition;
}

/** What has to be written otherwise than `shown` alone would have it, to go from the one to the other and back. */
export function writingOf(shown: ShownDiff, before: FlagDefinition | undefined, after: FlagDefinition | undefined): Writing {
  const names = new Set([...misses(shown, before, after), ...misses(invertShown(shown), after, before)]);
  const fields = [...names].map((field) => ({ field, before: fieldOf(before, field), after: fieldOf(after, field) }));
  const order = { before: namesOf(before), after: namesOf(after) };
  return { fields, ...(!isSameText(order.before, order.after) && { order }) };
}

/** The fields that `shown`, applied to the one, does not write as the other has them. */
function misses(shown: ShownDiff, from: FlagDefinition | undefined, to: FlagDefinition | undefined): readonly string[] {
  if (!to) return [];
  const fields = applyShown(shown, from);
  for (const list of ['rules', 'treatments']) {
    // The entries of a list say how they are written; that there is none, they don't.
    fields.set(list, Array.isArray(fieldOf(to, list)) ? fieldOf(to, list) : []);
  }
  const names = new Set([...fields.keys(), ...Object.keys(to)]);
  return [...names].filter((name) => !isSameText(fields.get(name), fieldOf(to, name)));
}

/** The fields that the second has, but for rules and treatments. */
function applyShown(shown: ShownDiff, before: FlagDefinition | undefined): Map<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(before ?? {}));
  const { defaultRule, isDefaultRuleChanged, defaultTreatment, trafficAllocation, killed, otherFields } = shown;
  if (isDefaultRuleChanged) {
    const buckets = defaultRule.flatMap(({ treatment, after }) => (after === undefined ? [] : [{ treatment, size: after }]));
    set(fields, 'defaultRule', buckets);
  }
  if (defaultTreatment) set(fields, 'defaultTreatment', defaultTreatment.after);
  if (trafficAllocation) set(fields, 'trafficAllocation', trafficAllocation.after);
  if (killed) set(fields, 'killed', killed.after);
  for (const { field, after } of otherFields) set(fields, field, after);
  return fields;
}

function set(fields: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) fields.delete(name);
  else fields.set(name, value);
}

const namesOf = (definition: FlagDefinition | undefined): readonly string[] | undefined =>
  definition && Object.keys(definition).filter((name) => fieldOf(definition, name) !== undefined);

function rulesAfter(changes: readonly RuleChange[], before: readonly Rule[]): readonly Rule[] {
  return changes.flatMap((one) => {
    if (one.change === 'removed') return [];
    if (one.change === 'edited') return [one.after];
    return one.change === 'added' || one.written ? [one.rule] : [before[one.from]!];
  });
}

function treatmentsAfter(changes: readonly TreatmentChange[], before: readonly Treatment[]): readonly Treatment[] {
  return changes.flatMap((one) => {
    if (one.change === 'removed') return [];
    if (one.change === 'edited') return [one.after];
    return one.change === 'added' || one.written ? [one.treatment] : [before[one.from]!];
  });
}

const swapped = <T extends Changed<unknown>>(change: T): T => ({ ...change, before: change.after, after: change.before });

function invertShown(shown: ShownDiff): ShownDiff {
  const { definition, defaultTreatment, trafficAllocation, killed } = shown;
  return {
    ...shown,
    definition: definition === 'added' ? 'removed' : definition === 'removed' ? 'added' : definition,
    treatments: treatmentsInOrder(shown.treatments.map(invertTreatment)),
    rules: rulesInOrder(shown.rules.map(invertRule)),
    defaultRule: bucketsInOrder(shown.defaultRule.map(invertBucket)),
    ...(defaultTreatment && { defaultTreatment: swapped(defaultTreatment) }),
    ...(trafficAllocation && { trafficAllocation: swapped(trafficAllocation) }),
    ...(killed && { killed: swapped(killed) }),
    otherFields: shown.otherFields.map(swapped),
    serving: swapped(shown.serving),
  };
}

function invertBucket({ treatment, from, to, before, after }: BucketChange): BucketChange {
  return {
    treatment,
    ...(to !== undefined && { from: to, before: after }),
    ...(from !== undefined && { to: from, after: before }),
  };
}

function invertTreatment(one: TreatmentChange): TreatmentChange {
  switch (one.change) {
    case 'added':
      return { change: 'removed', from: one.to, treatment: one.treatment };
    case 'removed':
      return { change: 'added', to: one.from, treatment: one.treatment };
    case 'edited':
      return { ...swapped(one), from: one.to, to: one.from };
    case 'same':
      return {
        ...one,
        from: one.to,
        to: one.from,
        ...(one.written && { treatment: one.written, written: one.treatment }),
      };
    default:
      return one satisfies never;
  }
}

function invertRule(one: RuleChange): RuleChange {
  switch (one.change) {
    case 'added':
      return { ...one, change: 'removed' };
    case 'removed':
      return { ...one, change: 'added' };
    case 'edited':
      return { ...swapped(one), from: one.to, to: one.from };
    case 'moved':
    case 'same':
      return { ...one, from: one.to, to: one.from, ...(one.written && { rule: one.written, written: one.rule }) };
    default:
      return one satisfies never;
  }
}
