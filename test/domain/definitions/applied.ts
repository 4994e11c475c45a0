/** Returns a definition with the meaning of the second one: the first one with the difference applied. */
import type { FlagDefinition } from '../../../src/api/model.ts';
import type { DefinitionDiff } from '../../../src/domain/definitions/definitionDiff.ts';

/** Undefined = it does not exist. */
export function applied(diff: DefinitionDiff, before: FlagDefinition | undefined): FlagDefinition | undefined {
  if (diff.definition === 'removed' || diff.definition === 'absent') return undefined;
  const { treatments, rules, defaultRule, isDefaultRuleChanged, defaultTreatment, trafficAllocation, killed, otherFields } = diff;
  const fields = new Map<string, unknown>(Object.entries(before ?? {}));
  fields.set(
    'rules',
    rules.flatMap((one) => (one.change === 'removed' ? [] : [one.change === 'edited' ? one.after : one.rule])),
  );
  fields.set(
    'treatments',
    treatments.flatMap((one) => (one.change === 'removed' ? [] : [one.change === 'edited' ? one.after : one.treatment])),
  );
  const buckets = defaultRule.flatMap(({ treatment, after }) => (after === undefined ? [] : [{ treatment, size: after }]));
  if (isDefaultRuleChanged) fields.set('defaultRule', buckets);
  if (defaultTreatment) fields.set('defaultTreatment', defaultTreatment.after);
  if (trafficAllocation) fields.set('trafficAllocation', trafficAllocation.after);
  if (killed) fields.set('killed', killed.after);
  for (const { field, after } of otherFields) fields.set(field, after);
  return Object.fromEntries(fields) as FlagDefinition;
}
