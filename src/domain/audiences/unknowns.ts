/** Finds the parts of two versions that this extension does not know, and that may change what somebody gets. */
import type { FlagDefinition, Treatment } from '../../api/model.ts';
import { KNOWN_FIELDS } from '../definitions/definitionDiff.ts';
import { isTexts } from '../definitions/fieldMeaning.ts';
import { meaningOf } from '../definitions/matcherMeaning.ts';
import { otherFields } from '../definitions/sameValue.ts';
import { diffConfigurations } from '../definitions/treatmentDiff.ts';
import type { AudienceChange, Unknown } from './audienceChange.ts';
import type { AudienceProblem, DecisionSteps } from './audienceProblem.ts';
import { sharesOf } from './results.ts';

type Definition = FlagDefinition | undefined;

/**
 * These fields concern metrics, or which applications receive the flag. A change of `flagSets` may still remove the flag from
 * an application.
 */
const AFTER_EVALUATION: ReadonlySet<string> = new Set(['flagSets', 'impressionsDisabled']);
/** These fields never affect who gets what. */
const HARMLESS: ReadonlySet<string> = new Set([...KNOWN_FIELDS, 'baselineTreatment', 'title', 'comment', 'tags', 'owners']);
const TREATMENT_FIELDS: ReadonlySet<string> = new Set(['name', 'description', 'configurations', 'keys', 'segments']);
/** These fields are known if their value is a list of names. */
const TARGET_LISTS: ReadonlySet<string> = new Set(['largeSegments', 'ruleBasedSegments']);

/**
 * Returns unknown fields that change. Returns none for an added or removed definition, because all its fields are then added or
 * removed, too.
 */
export function changedFields(before: Definition, after: Definition): readonly string[] {
  if (!before || !after) return [];
  const [olds, news] = [before, after].map(
    ({ treatments }) => new Map(treatments.map((one) => [one.name, unknownFieldsOf(one)])),
  );
  const treatments = [...new Set([...news!.keys(), ...olds!.keys()])].flatMap((name) =>
    otherFields(olds!.get(name) ?? {}, news!.get(name) ?? {}, new Set(), `${name}.`),
  );
  return [...otherFields(before, after, HARMLESS), ...treatments].map(({ field }) => field);
}

/** Returns the fields of a treatment whose meaning is not known. */
const unknownFieldsOf = (treatment: Treatment): object =>
  Object.fromEntries(
    Object.entries(treatment).filter(
      ([name, value]) => !TREATMENT_FIELDS.has(name) && !(TARGET_LISTS.has(name) && isTexts(value)),
    ),
  );

/** Returns unknown fields that may take precedence over everything else, as prerequisites do. */
export function decidingFields(definitions: readonly Definition[]): readonly string[] {
  const fields = definitions.flatMap((one) => otherFields({}, one ?? {}, HARMLESS).map(({ field }) => field));
  return [...new Set(fields)].filter((field) => !AFTER_EVALUATION.has(field));
}

/**
 * Returns unknown types of matchers that are in one version only. An SDK that doesn't know a type refuses the whole definition,
 * unless the flag is killed, because it then reads no matcher.
 */
export function changedMatchers(before: Definition, after: Definition): readonly string[] {
  const [old, now] = [before, after].map(
    (one) =>
      new Set(
        (one && one.killed !== true ? one.rules : [])
          .flatMap(({ condition }) => condition.matchers)
          .filter((matcher) => meaningOf(matcher).code === 'unknown')
          .map(({ type }) => type),
      ),
  );
  return [...old!.symmetricDifference(now!)];
}

/** Returns the treatments that somebody may get. Returns all treatments if an unknown field may decide, or is in a share. */
export function servedTreatments(
  { after: steps, results }: Pick<AudienceProblem, 'after' | 'results'>,
  after: Definition,
): ReadonlySet<string | undefined> {
  const isOpen =
    (after?.killed !== true && decidingFields([after]).length > 0) ||
    steps.some(({ result }) => results[result]!.code === 'fields');
  if (isOpen) return new Set(after?.treatments.map(({ name }) => name));
  const treatmentsOf = ({ by, result }: DecisionSteps[number]): readonly (string | undefined)[] =>
    by.code === 'severalTargets' ? by.treatments : sharesOf(results[result]!).map(({ treatment }) => treatment);
  return new Set(steps.flatMap(treatmentsOf));
}

/** Returns the treatments that exist in both versions with different configurations and that somebody gets after the change. */
export function reconfiguredTreatments(
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

export const unknownFields = (fields: readonly string[], isChanged: boolean): readonly Unknown[] =>
  fields.length > 0 ? [{ code: 'fields', fields, isChanged }] : [];
