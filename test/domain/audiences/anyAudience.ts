/** Definitions that ask for a few things of a few keys, so that every key there is can be asked. */
import * as fc from 'fast-check';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import type { Key } from './oracle.ts';

const SEGMENTS = ['a', 'b'];
const COUNTRIES = ['DE', 'DK', 'US'];
const NAMES = ['k1', 'k2', 'zz'];

/** Beside what is asked, values that nothing asks for but a prefix, a pattern or a least number; and some that nothing asks for. */
export const KEYS: readonly Key[] = [...NAMES, 'k7', 'none'].flatMap((key) =>
  [...COUNTRIES, 'DX', 'none'].flatMap((country) =>
    [-1, 0, 5, 7, 10, 11].flatMap((n) =>
      [[], ['a'], ['b'], SEGMENTS].map((segments) => ({ key, segments, attributes: { country, n } })),
    ),
  ),
);

const some = (values: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...values], { minLength: 1, maxLength: 2 });
const negate = fc.constantFrom(undefined, undefined, undefined, true);
const plainMatcher: fc.Arbitrary<Matcher> = fc.oneof(
  { arbitrary: fc.constantFrom(...SEGMENTS).map((string) => ({ type: 'IN_SEGMENT', string })), weight: 4 },
  { arbitrary: some(COUNTRIES).map((strings) => ({ type: 'IN_LIST_STRING', attribute: 'country', strings })), weight: 2 },
  fc.constant({ type: 'STARTS_WITH_STRING', attribute: 'country', strings: ['D'] }),
  some(NAMES).map((strings) => ({ type: 'IN_LIST_STRING', strings })),
  fc.constant({ type: 'MATCHES_STRING', string: '^k\\d$' }),
  fc.constantFrom(0, 5, 10).map((number) => ({ type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'n', number })),
  fc.constantFrom(5, 10).map((number) => ({ type: 'EQUAL_NUMBER', attribute: 'n', number })),
);
const opaqueMatcher: fc.Arbitrary<Matcher> = fc.constantFrom<Matcher>(
  { type: 'IN_SPLIT', depends: { splitName: 'other', treatment: 'on' } },
  { type: 'NEW_TYPE', string: 'x' },
);
const matcherOf = (plain: fc.Arbitrary<Matcher>): fc.Arbitrary<Matcher> =>
  fc.tuple(plain, negate).map(([matcher, is]) => (is ? { ...matcher, negate: true } : matcher));

const TREATMENTS = ['on', 'v2', 'off'];
const buckets: fc.Arbitrary<Rule['buckets']> = fc
  .tuple(fc.constantFrom('on', 'v2'), fc.constantFrom(0, 20, 50, 100, 100))
  .map(([treatment, size]) => [{ treatment, size }, { treatment: 'off', size: 100 - size }]); // prettier-ignore

function ruleOf(plain: fc.Arbitrary<Matcher>): fc.Arbitrary<Rule> {
  return fc.record({ buckets, condition: fc.record({ matchers: fc.array(matcherOf(plain), { minLength: 1, maxLength: 2 }) }) });
}

const targets = fc
  .tuple(fc.constantFrom(...TREATMENTS), fc.subarray(NAMES, { maxLength: 1 }), fc.subarray(SEGMENTS, { maxLength: 1 }))
  .map(([of, keys, segments]) => TREATMENTS.map((name) => (name === of ? { name, keys, segments } : { name })));

function definitionOf(rule: fc.Arbitrary<Rule>): fc.Arbitrary<FlagDefinition> {
  return fc.record({
    name: fc.constant('f'),
    treatments: fc.oneof({ arbitrary: fc.constant(TREATMENTS.map((name) => ({ name }))), weight: 3 }, targets),
    defaultTreatment: fc.constantFrom('off', 'off', 'on'),
    trafficAllocation: fc.constantFrom(100, 100, 100, 50, 0, null),
    rules: fc.array(rule, { maxLength: 4 }),
    defaultRule: buckets,
    killed: fc.constantFrom(false, false, false, false, false, true),
  });
}

export const decidable: fc.Arbitrary<FlagDefinition> = definitionOf(ruleOf(plainMatcher));
const anyRule = fc.oneof(
  { arbitrary: ruleOf(plainMatcher), weight: 4 },
  { arbitrary: ruleOf(fc.oneof(plainMatcher, opaqueMatcher)), weight: 2 },
  ruleOf(plainMatcher).map((rule) => ({ ...rule, condition: { ...rule.condition, combiner: 'OR' } })),
);
const any = definitionOf(anyRule);

/** Two versions, mostly with most rules in common, as people make changes; `undefined` = there is no definition. */
export const change = fc
  .tuple(any, any, fc.uniqueArray(fc.nat(9), { maxLength: 3 }), fc.nat(4))
  .map(([before, other, what, place]): readonly [FlagDefinition | undefined, FlagDefinition | undefined] => {
    const [added] = other.rules;
    const edits: readonly Partial<FlagDefinition>[] = [
      { defaultRule: other.defaultRule },
      { trafficAllocation: other.trafficAllocation },
      { defaultTreatment: other.defaultTreatment },
      { killed: other.killed },
      { rules: added ? before.rules.toSpliced(place, 0, added) : [] },
      { rules: before.rules.map((one, index) => (index === place ? { ...one, buckets: other.defaultRule } : one)) },
      { rules: before.rules.toReversed() },
      { rules: before.rules.toSpliced(place, 1) },
      { rules: other.rules },
      { treatments: other.treatments },
    ];
    if (what.length === 0 && place === 0) return [undefined, before];
    if (what.length === 0 && place === 1) return [before, undefined];
    return [before, Object.assign({}, before, ...what.map((index) => edits[index])) as FlagDefinition];
  });
