/** Definitions to compare: rules with few letters if counts matter, and arbitrary ones if nothing may be lost. */
import * as fc from 'fast-check';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { PROTOTYPE_NAMES, texts } from '../../properties/texts.ts';

const name = fc.oneof(
  { arbitrary: fc.constantFrom('on', 'off', 'v2'), weight: 6 },
  { arbitrary: fc.constantFrom(...PROTOTYPE_NAMES, '\ud83d', '\udc69', '0', ''), weight: 1 },
  { arbitrary: texts, weight: 1 },
);
const json = fc
  .jsonValue({ maxDepth: 2, depthSize: 'xsmall', stringUnit: 'binary' })
  // No definition with a whole number beyond 2^53 is written or sent.
  .filter((value) => !/(?<![\d.])\d{16}/.test(JSON.stringify(value)));
/** Unknown fields with any name, including those that each object inherits. */
const extra = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('novelty', 'id', 'creationTime', '0'), name), json), { maxLength: 3 })
  .map((entries): object => Object.fromEntries(entries));

/** An object with these fields and perhaps others, in any order. Some fields are null or absent. */
function object<T extends object>(fields: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.tuple(fields, extra, fc.nat(1000)).map(([known, more, turn]) => {
    const entries = Object.entries({ ...more, ...known });
    const first = turn % Math.max(1, entries.length);
    const turned = [...entries.slice(first), ...entries.slice(0, first)];
    return Object.fromEntries(turn % 2 ? turned : turned.toReversed()) as T;
  });
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ arbitrary: values, weight: 4 }, { arbitrary: fc.constantFrom(null, undefined), weight: 1 });
const size = fc.constantFrom(0, 10, 50, 100);
const buckets = fc.array(
  fc.oneof({ arbitrary: fc.record({ treatment: name, size }), weight: 5 }, object(fc.record({ treatment: name, size }))),
  { maxLength: 3 },
);
const matcher = object(
  fc.record(
    {
      type: fc.constantFrom('IN_SEGMENT', 'IN_LIST_STRING', 'NEW_TYPE'),
      string: name,
      strings: fc.array(name, { maxLength: 3 }),
      negate: maybe(fc.boolean()),
      attribute: maybe(name),
    },
    { requiredKeys: ['type'] },
  ),
);
const condition = fc.record(
  { combiner: maybe(fc.constantFrom('AND', 'OR')), matchers: fc.array(matcher, { maxLength: 2 }) },
  { requiredKeys: ['matchers'] },
);
const rule = object(fc.record({ buckets, condition: object(condition) }));
const treatment = object(
  fc.record(
    { name, description: maybe(name), configurations: maybe(name), keys: maybe(fc.array(name, { maxLength: 3 })) },
    { requiredKeys: ['name'] },
  ),
);

const definition = object(
  fc.record(
    {
      name,
      treatments: fc.array(treatment, { maxLength: 4 }),
      rules: fc.array(rule, { maxLength: 6 }),
      defaultRule: buckets,
      defaultTreatment: maybe(name),
      trafficAllocation: maybe(size),
      killed: maybe(fc.boolean()),
      flagSets: maybe(fc.array(name, { maxLength: 2 })),
      lastUpdateTime: maybe(fc.nat()),
    },
    { requiredKeys: ['name', 'treatments', 'rules', 'defaultRule'] },
  ),
) as unknown as fc.Arbitrary<FlagDefinition>;

/** Two definitions that usually share rules, treatments and fields. */
export const twoDefinitions: fc.Arbitrary<readonly [FlagDefinition, FlagDefinition]> = fc
  .tuple(definition, definition, fc.array(fc.nat(11), { maxLength: 7 }), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
  .map(([one, other, picks, takes]) => {
    const pool = [...one.rules, ...other.rules];
    const mixed = {
      ...Object.fromEntries(Object.entries(one).filter((_, index) => takes[index])),
      ...Object.fromEntries(Object.entries(other).filter((_, index) => !takes[index])),
      rules: picks.flatMap((index) => pool[index] ?? []),
    };
    const second = { ...one, ...mixed } as FlagDefinition;
    return [asSent(one), asSent(takes[0] ? second : other)] as const;
  });

/** A definition as the service sends it. */
export const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * A rule for a letter and a digit: rules with the same letter have equal conditions, rules with different letters share nothing,
 * and the digit is the share.
 */
export function ruleOf(sign: string): Rule {
  const [letter, digit] = sign;
  return {
    buckets: [{ treatment: letter!, size: Number(digit) }],
    condition: { matchers: [{ type: letter! }] },
  };
}

/** A minimal definition, for examples that change one of its fields. */
export const leastDefinition: FlagDefinition = {
  name: 'f',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [{ treatment: 'off', size: 100 }],
};
