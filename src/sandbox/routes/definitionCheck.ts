/** Checks a whole definition before any part of it is stored. Unknown fields and matcher types are accepted unchanged. */
import * as z from 'zod/mini';
import { checked, isJsonObject, maybeText, mustBeSmall, requiredText, type BodyFields } from '../bodyFields.ts';
import { MAX_DEFINITION } from '../limits.ts';
import { invalid } from '../refusal.ts';
import type { DefinitionFields, StoredWorkspace } from '../world/world.ts';
import { referencesOf } from './references.ts';

const notEmpty = z.minLength(1, 'must not be empty');
const percentage = z.int().check(z.minimum(0, 'must be 0 or above'), z.maximum(100, 'must be at most 100'));
const buckets = z
  .array(z.object({ treatment: requiredText, size: percentage }))
  .check(z.refine((all) => all.reduce((sum, { size }) => sum + size, 0) === 100, 'must have sizes that sum to 100'));
const treatment = z.object({
  name: requiredText,
  description: maybeText,
  configurations: z.nullish(z.string()),
  keys: z.nullish(z.array(requiredText)),
  segments: z.nullish(z.array(requiredText)),
  largeSegments: z.nullish(z.array(requiredText)),
  ruleBasedSegments: z.nullish(z.array(requiredText)),
});
const condition = z.object({
  combiner: z.nullish(requiredText),
  matchers: z.array(z.looseObject({ type: requiredText, negate: z.nullish(z.boolean()) })).check(notEmpty),
});

const definition = z.object({
  treatments: z.array(treatment).check(notEmpty),
  defaultTreatment: requiredText,
  baselineTreatment: z.optional(requiredText),
  trafficAllocation: percentage,
  rules: z.array(z.object({ buckets, condition })),
  defaultRule: buckets,
});

const attribute = { attribute: requiredText };
const strings = { strings: z.array(requiredText).check(notEmpty) };
const isInOrder = z.refine<{ from: number; to: number }>(({ from, to }) => from <= to, 'must not have from above to');
const between = z.object({ between: z.object({ from: z.number(), to: z.number() }).check(isInOrder), ...attribute });
const number = z.object({ number: z.number(), ...attribute });
const version = z.object({ string: requiredText, ...attribute });
const versions = z.object({ from: requiredText, to: requiredText });

const ofTypes = (schema: z.core.$ZodType, ...types: readonly string[]) => types.map((type) => [type, schema] as const);

/** The matchers of service-beyond.md, each with the field of its value, and with the attribute if the matcher requires one. */
const MATCHERS: ReadonlyMap<string, z.core.$ZodType> = new Map([
  ...ofTypes(z.object({ string: requiredText }), 'IN_SEGMENT', 'MATCHES_STRING'),
  ...ofTypes(z.object(strings), 'IN_LIST_STRING', 'STARTS_WITH_STRING', 'ENDS_WITH_STRING', 'CONTAINS_STRING'),
  ...ofTypes(z.object({ ...strings, ...attribute }), 'EQUAL_SET', 'ANY_OF_SET', 'ALL_OF_SET', 'PART_OF_SET', 'IN_LIST_SEMVER'),
  ...ofTypes(number, 'EQUAL_NUMBER', 'LESS_THAN_OR_EQUAL_NUMBER', 'GREATER_THAN_OR_EQUAL_NUMBER'),
  ...ofTypes(z.object({ date: z.number(), ...attribute }), 'ON_DATE', 'ON_OR_AFTER_DATE', 'ON_OR_BEFORE_DATE'),
  ...ofTypes(between, 'BETWEEN_NUMBER', 'BETWEEN_DATE'),
  ...ofTypes(z.object({ bool: z.boolean(), ...attribute }), 'BOOLEAN'),
  ...ofTypes(z.object({ depends: z.object({ splitName: requiredText, treatment: requiredText }) }), 'IN_SPLIT'),
  ...ofTypes(version, 'EQUAL_TO_SEMVER', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', 'LESS_THAN_OR_EQUAL_TO_SEMVER'),
  // service-beyond.md does not show where the two versions are: in `between` like numbers, or beside the type.
  ...ofTypes(
    z.union([z.object({ between: versions, ...attribute }), z.object({ ...versions.shape, ...attribute })]),
    'BETWEEN_SEMVER',
  ),
]);

/**
 * Fields that are not part of a definition. They are ignored if a client sends them: the fields that only the service sets
 * (service-beyond.md, Behaviour), and the texts that explain a change.
 */
const NOT_STORED: ReadonlySet<string> = new Set([
  'id',
  'environment',
  'trafficType',
  'creationTime',
  'lastUpdateTime',
  'lastTrafficReceivedAt',
  'killed',
  'openChangeRequestId',
  'title',
  'comment',
]);

function checkReferences(body: BodyFields, workspace: StoredWorkspace): void {
  const { flags, ...segments } = referencesOf(body);
  for (const kind of ['segments', 'largeSegments', 'ruleBasedSegments'] as const) {
    for (const name of segments[kind]) {
      if (!workspace[kind].has(String(name))) throw invalid(`Segment ${String(name)} does not exist in the workspace`);
    }
  }
  for (const flag of flags) {
    if (!workspace.flags.has(String(flag))) throw invalid(`Flag ${String(flag)} does not exist in the workspace`);
  }
}

/**
 * Returns the definition without the fields that are not stored. An empty baseline treatment counts as absent. All documented
 * fields are required; a 400 names the wrong one. The segments and flags that the definition refers to must exist in the
 * workspace.
 */
export function definitionOf(sent: BodyFields, name: string, workspace: StoredWorkspace): DefinitionFields {
  const { baselineTreatment, ...others } = sent;
  const body: BodyFields = (baselineTreatment ?? '') === '' ? others : sent;
  mustBeSmall(body, 'The definition', MAX_DEFINITION);
  const { treatments, rules, defaultRule, defaultTreatment, baselineTreatment: baseline } = checked(definition, body);
  for (const [at, rule] of rules.entries()) {
    for (const [index, matcher] of rule.condition.matchers.entries()) {
      const schema = MATCHERS.get(matcher.type);
      if (schema) checked(schema, matcher, `rules[${at}].condition.matchers[${index}]`);
    }
  }
  const names = new Set(treatments.map((one) => one.name));
  if (names.size < treatments.length) throw invalid('treatments must have different names');
  const served = [...rules.flatMap((rule) => rule.buckets), ...defaultRule].map((bucket) => bucket.treatment);
  const fields = { defaultTreatment: [defaultTreatment], baselineTreatment: baseline ? [baseline] : [], buckets: served };
  for (const [field, used] of Object.entries(fields)) {
    const unknown = used.find((one) => !names.has(one));
    if (unknown !== undefined) throw invalid(`${field} has ${unknown}, which is not among the treatments`);
  }
  checkReferences(body, workspace);
  const stored = Object.entries(body).filter(([field]) => !NOT_STORED.has(field));
  // fromEntries creates own properties for all names, including `__proto__`.
  return { ...Object.fromEntries(stored), name };
}

const eachOf = (value: unknown, change: (item: BodyFields) => BodyFields): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => (isJsonObject(item) ? change(item) : item)) : value;

/** Adds fields that answers of the live service always contain but clients omit. Checks nothing. */
export function filledIn(body: BodyFields): BodyFields {
  return {
    ...body,
    treatments: eachOf(body['treatments'], (one) => ({ ...one, description: one['description'] ?? '' })),
    rules: eachOf(body['rules'], (rule) => {
      const { condition: sent } = rule;
      return isJsonObject(sent) ? { ...rule, condition: { ...sent, combiner: sent['combiner'] ?? 'AND' } } : rule;
    }),
  };
}
