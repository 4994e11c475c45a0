/** Helpers for the definitions of the sample. */
import type { DefinitionFields } from './world.ts';

type Matcher = Readonly<Record<string, unknown>>;

/** Creates shares, for example `shares('on', 25, 'off', 75)`. */
export const shares = (...[treatment, size, ...others]: readonly (string | number)[]): readonly Bucket[] => [
  { treatment: String(treatment), size: Number(size) },
  ...(others.length > 0 ? shares(...others) : []),
];

interface Bucket {
  readonly treatment: string;
  readonly size: number;
}

/** Creates a rule: keys that meet all matchers get these shares. */
export const rule = (buckets: readonly Bucket[], ...matchers: readonly Matcher[]): unknown => ({
  buckets,
  condition: { combiner: 'AND', matchers },
});

export const inSegment = (name: string): Matcher => ({ type: 'IN_SEGMENT', string: name });
export const notInSegment = (name: string): Matcher => ({ type: 'IN_SEGMENT', string: name, negate: true });

/** Creates a matcher of an attribute. */
export const attributeMatcher = (attribute: string, type: string, value: Matcher): Matcher => ({ type, attribute, ...value });

interface SampleTreatment {
  readonly name: string;
  readonly description?: string;
  readonly configurations?: string;
  readonly keys?: readonly string[];
  readonly segments?: readonly string[];
}

export const ON_OFF: readonly SampleTreatment[] = [
  { name: 'on', description: 'The new way' },
  { name: 'off', description: 'The way it was' },
];

/** Creates a definition. The defaults are all traffic, no rules, and `off` for everybody. */
export function define(
  name: string,
  {
    treatments = ON_OFF,
    defaultTreatment = 'off',
    trafficAllocation = 100,
    rules = [],
    defaultRule = shares('off', 100),
    ...others
  }: { readonly treatments?: readonly SampleTreatment[]; readonly [field: string]: unknown } = {},
): DefinitionFields {
  return {
    name,
    treatments: treatments.map((treatment) => ({ ...treatment, description: treatment.description ?? '' })),
    defaultTreatment,
    baselineTreatment: defaultTreatment,
    trafficAllocation,
    rules,
    defaultRule,
    ...others,
  };
}
