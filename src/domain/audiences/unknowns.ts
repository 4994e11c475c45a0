/** What of two versions nobody here can judge, and that may give somebody something else. */
import type { FlagDefinition } from '../../api/model.ts';
import { KNOWN_FIELDS } from '../definitions/definitionDiff.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import { otherFields } from '../definitions/sameValue.ts';
import { diffConfigurations } from '../definitions/treatmentDiff.ts';
import type { AudienceChange, Unknown } from './audienceChange.ts';

type Definition = FlagDefinition | undefined;

/** They decide about metrics, or about which applications receive the flag. A change of the latter may still take the flag away. */
const AFTER_EVALUATION: ReadonlySet<string> = new Set(['flagSets', 'impressionsDisabled']);
/** They never decide who gets what. */
const HARMLESS: ReadonlySet<string> = new Set([...KNOWN_FIELDS, 'baselineTreatment', 'title', 'comment', 'tags', 'owners']);
const TREATMENT_FIELDS: ReadonlySet<string> = new Set(
  ['name', 'description', 'configurations', 'keys', 'segments', 'largeSegments', 'ruleBasedSegments'], // prettier-ignore
);

/** Fields that are not known here and change. A definition that comes or goes brings or takes its fields with it. */
export function changedFields(before: Definition, after: Definition): readonly string[] {
  if (!before || !after) return [];
  const treatments = after.treatments.flatMap((treatment) => {
    const old = before.treatments.find(({ name }) => name === treatment.name);
    return otherFields(old ?? {}, treatment, TREATMENT_FIELDS, `${treatment.name}.`);
  });
  return [...otherFields(before, after, HARMLESS), ...treatments].map(({ field }) => field);
}

/** Fields that are not known here and may decide before all else, as prerequisites do. */
export function decidingFields(definitions: readonly Definition[]): readonly string[] {
  const fields = definitions.flatMap((one) => otherFields({}, one ?? {}, HARMLESS).map(({ field }) => field));
  return [...new Set(fields)].filter((field) => !AFTER_EVALUATION.has(field));
}

/** An SDK that doesn't know a type of matcher refuses the whole definition. */
export function changedMatchers(before: Definition, after: Definition): readonly string[] {
  const [old, now] = [before, after].map(
    (one) =>
      new Set(
        (one?.rules ?? [])
          .flatMap(({ condition }) => condition.matchers)
          .filter((matcher) => meaningOf(matcher).code === 'unknown')
          .map(({ type }) => type),
      ),
  );
  return [...old!.symmetricDifference(now!)];
}

/** Treatments of both versions that somebody gets afterwards, whose configuration is different. */
export function reconfigured(
  before: Definition,
  after: Definition,
  served: ReadonlySet<string | undefined>,
): AudienceChange['reconfigured'] {
  return (after?.treatments ?? []).flatMap((treatment) => {
    const old = before?.treatments.find(({ name }) => name === treatment.name);
    const change = old && served.has(treatment.name) ? diffConfigurations(old, treatment) : undefined;
    return change ? [{ treatment: treatment.name, change }] : [];
  });
}

export const fieldsUnknown = (fields: readonly string[], isChanged: boolean): readonly Unknown[] =>
  fields.length > 0 ? [{ code: 'fields', fields, isChanged }] : [];
