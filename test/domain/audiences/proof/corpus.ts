/**
 * Random changes of definitions: small ones with each kind of matcher, and dense ones with many rules about few segments. A few
 * definitions have many treatments, or unknown fields: `scope` (of a condition or a matcher), `sticky` (of shares), `emails` (of
 * a treatment), and `prerequisites` (of the definition).
 */
import * as fc from 'fast-check';
import type { FlagDefinition, Matcher, Rule } from '../../../../src/api/model.ts';

export interface Change {
  /** Undefined = there is no definition. */
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
  readonly emptySegments: ReadonlySet<string>;
}

/** An unknown type of matcher. */
export const UNKNOWN = 'NEW_TYPE';
/** An unknown type of matcher, or an unknown field of a matcher or a condition. */
export const UNKNOWN_CONDITION = new RegExp(`${UNKNOWN}|"scope"`);
/**
 * The engine evaluates these by value, and Flag Admin treats them as unknown: an unknown combiner, and a pattern that may be
 * slow.
 */
export const FREE = /"OR"|\(\\\\d\+\)\+/;
/**
 * The keys don't cover all combinations that the answer allows: it treats these as independent questions, and a set has too many
 * values.
 */
export const INCOMPLETE = /"(IN_SPLIT|MATCHES_STRING|OR|items|ANY_OF_SET","attribute":"mixed)"/;

const NOON = Date.UTC(2026, 9, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ITEMS = 'abcdefghijklmn'.split('');

/**
 * Values that an application may pass for each attribute (the key itself is ``), including missing values and values of the wrong
 * type.
 */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  '': ['k1', 'k2', 'k3', 'acct-7', 'acct-x', 'other'],
  country: ['DE', 'DK', 'FR', 'D', 'de', 'DE ', 'XDE', 'USA', 7, true, '', undefined],
  age: [4, 5, 5.5, 9, 10, 16, 16.5, 17, 17.5, 18, 18.5, 19, -1, '18', 'old', undefined],
  since: [-MINUTE, -1, 0, 1, MINUTE - 1, MINUTE, HOUR - 1, HOUR, HOUR + MINUTE - 1, HOUR + MINUTE, -13 * HOUR, 12 * HOUR, 12 * HOUR - 1]
    .map((offset): unknown => NOON + offset)
    .concat('soon', undefined), // prettier-ignore
  tags: [[], ['x'], ['y'], ['x', 'y'], ['y', 'x', 'x'], ['x', 'z'], ['x', 'y', 'z'], ['z'], 'x', undefined],
  paid: [true, false, 'TRUE', 'no', 1, undefined],
  app: ['1.2.3', '1.2.3-a', '1.2.3-a.0', '1.2.3-a.1', '1.2.3-1a', '1.2.3-2', '1.2.3-10', '01.2.3', '1.2.3+b', '1.2.3+c', '1.2.2', '1.2.4', '1.10.0', '2.0.0', '2.0.0-rc.1', '3.0.0', '1.2', '1.2.3-a..b', '', 5, undefined], // prettier-ignore
  /** Enough sets of up to 14 items to cover most combinations of answers. */
  items: Array.from({ length: 150 }, (_, index) =>
    ITEMS.filter((__, bit) => (Math.imul(index + 1, 40_503) >>> (bit % 15)) % 2 === 1),
  ),
  mixed: [4, 5, 7, 9, 10, 16.5, 17.5, 19, '5', '05', '9', 'a5', 'x', ['x'], ['x', 'z'], ['5'], [], true, undefined],
};
export const SEGMENTS = ['beta', 'paying', 'eu', 'vip'];

type Of = (type: string, value: object) => Matcher;
const of =
  (attribute: string): Of =>
  (type: string, value: object) => ({ type, ...(attribute && { attribute }), ...value });
const [key, country, age, since, tags, paid, app, items, mixed] = [
  '',
  'country',
  'age',
  'since',
  'tags',
  'paid',
  'app',
  'items',
  'mixed',
].map(of) as Of[] & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, Of>;
const between = (from: unknown, to: unknown): object => ({ between: { from, to } });
const NUMBER = (make: Of): Matcher[] => [
  make('EQUAL_NUMBER', { number: 5 }),
  make('LESS_THAN_OR_EQUAL_NUMBER', { number: 16 }),
  make('LESS_THAN_OR_EQUAL_NUMBER', { number: 18 }),
  make('GREATER_THAN_OR_EQUAL_NUMBER', { number: 9 }),
  make('BETWEEN_NUMBER', between(5, 17)),
  make('BETWEEN_NUMBER', between(18, 16)),
];

/** The matchers for each subject. All other subjects together are drawn as often as one of these. */
const MATCHERS: readonly (readonly Matcher[])[] = [
  [
    key('IN_LIST_STRING', { strings: ['k1', 'k2'] }),
    key('IN_LIST_STRING', { strings: ['k2', 'k3'] }),
    key('MATCHES_STRING', { string: '^acct-\\d$' }),
    key('MATCHES_STRING', { string: '.*' }),
    key('MATCHES_STRING', { string: '(\\d+)+$' }),
    key('STARTS_WITH_STRING', { strings: ['acct', 'k'] }),
  ],
  [
    country('IN_LIST_STRING', { strings: ['DE'] }),
    country('IN_LIST_STRING', { strings: ['DE', 'FR', 'DK'] }),
    country('IN_LIST_STRING', { strings: ['FR', 'USA', '7'] }),
    country('STARTS_WITH_STRING', { strings: ['D'] }),
    country('ENDS_WITH_STRING', { strings: ['E', 'K'] }),
    country('CONTAINS_STRING', { strings: ['S', 'DE'] }),
    country('IN_LIST_STRING', { strings: [] }),
  ],
  NUMBER(age),
  [
    since('ON_DATE', { date: NOON }),
    since('ON_OR_AFTER_DATE', { date: NOON }),
    since('ON_OR_AFTER_DATE', { date: NOON + 30_000 }),
    since('ON_OR_BEFORE_DATE', { date: NOON }),
    since('ON_OR_BEFORE_DATE', { date: NOON + HOUR - 1 }),
    since('BETWEEN_DATE', between(NOON, NOON + HOUR)),
  ],
  [
    tags('EQUAL_SET', { strings: ['x', 'y'] }),
    tags('EQUAL_SET', { strings: ['x', 'x'] }),
    tags('ANY_OF_SET', { strings: ['x', 'y'] }),
    tags('ALL_OF_SET', { strings: ['x', 'y'] }),
    tags('ALL_OF_SET', { strings: ['z'] }),
    tags('PART_OF_SET', { strings: ['x', 'y'] }),
    tags('PART_OF_SET', { strings: ['z'] }),
  ],
  [paid('BOOLEAN', { bool: true }), paid('BOOLEAN', { bool: false })],
  [
    app('EQUAL_TO_SEMVER', { string: '1.2.3' }),
    app('EQUAL_TO_SEMVER', { string: '1.2.3+b' }),
    app('EQUAL_TO_SEMVER', { string: '1.2' }),
    app('GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3-2' }),
    app('GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3-a' }),
    app('LESS_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3-a.0' }),
    app('LESS_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2.3-a..b' }),
    app('BETWEEN_SEMVER', between('1.2.3', '2.0.0')),
    app('BETWEEN_SEMVER', between('1.2.3', '2')),
    app('IN_LIST_SEMVER', { strings: ['1.2.3', '2.0.0'] }),
  ],
  [mixed('IN_LIST_STRING', { strings: ['5', 'x'] }), mixed('ANY_OF_SET', { strings: ['x'] }), ...NUMBER(mixed)],
  [
    ...['on', 'v2'].map((treatment) => ({ type: 'IN_SPLIT', depends: { splitName: 'other', treatment } })),
    { type: UNKNOWN, string: 'x' },
  ],
];
export const ALL_MATCHERS: readonly Matcher[] = MATCHERS.flat();

const often = <T>(value: fc.Arbitrary<T>, weight: number) => ({ arbitrary: value, weight });
const negated = (matcher: fc.Arbitrary<Matcher>, one: number, outOf: number): fc.Arbitrary<Matcher> =>
  fc.tuple(matcher, fc.nat(outOf - 1)).map(([plain, drawn]) => (drawn < one ? { ...plain, negate: true } : plain));
/** One of `outOf` values also has these fields. */
const sometimes = <T extends object>(values: fc.Arbitrary<T>, outOf: number, fields: object): fc.Arbitrary<T> =>
  fc.tuple(values, fc.nat(outOf - 1)).map(([value, drawn]) => (drawn === outOf - 1 ? { ...value, ...fields } : value));
const inSegment = (names: readonly string[]): fc.Arbitrary<Matcher> =>
  fc.constantFrom(...names).map((string) => ({ type: 'IN_SEGMENT', string }));
const anyMatcher = negated(
  fc.oneof(
    often(inSegment(SEGMENTS), 5),
    often(sometimes(fc.constantFrom(...MATCHERS).chain((some) => fc.constantFrom(...some)), 40, { scope: 'x' }), 4),
  ),
  1,
  4,
); // prettier-ignore

const TREATMENTS = ['on', 'v2', 'off'];
const MANY_TREATMENTS = [...TREATMENTS, 'a', 'b', 'c', 'd'];
const share = fc.constantFrom(0, 1, 10, 12.5, 20, 50, 99);
const oneShare = fc.constantFrom(...TREATMENTS).map((treatment) => [{ treatment, size: 100 }]);
const manyShares = fc
  .tuple(fc.shuffledSubarray(MANY_TREATMENTS, { minLength: 4 }), fc.constantFrom(0, 1, 10, 12.5))
  .map(([[first, ...others], size]) => [
    { treatment: first!, size: 100 - size * others.length },
    ...others.map((treatment) => ({ treatment, size })),
  ]);
/** Two or three shares in any order. Some are empty, or equal to the next one. */
const someShares = fc
  .tuple(fc.shuffledSubarray(TREATMENTS, { minLength: 2 }), share, share, fc.boolean())
  .map(([[first, second, third], one, other, isSplit]) => {
    const size = Math.min(other, 100 - one);
    const last = third ?? first!;
    return [
        { treatment: first!, size: one },
        ...(isSplit ? [{ treatment: second!, size }, { treatment: second!, size: 0 }] : [{ treatment: second!, size }]),
        { treatment: last, size: 100 - one - size },
      ]; // prettier-ignore
  });
const buckets: fc.Arbitrary<Rule['buckets']> = fc
  .tuple(fc.oneof(often(oneShare, 15), often(someShares, 14), manyShares), fc.nat(59))
  .map(([shares, drawn]) => (drawn === 59 ? shares.map((one) => ({ ...one, sticky: true })) : shares));
const ruleOf = (matcher: fc.Arbitrary<Matcher>, maxLength: number): fc.Arbitrary<Rule> =>
  fc.record({
    buckets,
    condition: sometimes(
      fc.record({
        combiner: fc.nat(19).map((drawn) => (drawn === 19 ? 'OR' : 'AND')),
        matchers: fc.array(matcher, { minLength: 1, maxLength }),
      }),
      60,
      { scope: 'x' },
    ),
  });

const guard: fc.Arbitrary<Rule> = negated(
  fc.oneof(often(inSegment(SEGMENTS), 4), fc.constantFrom(MATCHERS[1]![1]!, MATCHERS[2]![3]!)),
  3,
  4,
).map((matcher) => ({ buckets: [{ treatment: 'off', size: 100 }], condition: { combiner: 'AND', matchers: [matcher] } })); // prettier-ignore

const targets = (treatments: readonly string[], names: readonly string[]): fc.Arbitrary<FlagDefinition['treatments']> =>
  fc.tuple(...treatments.map((name) => sometimes(fc.record({ name: fc.constant(name), keys: fc.subarray(['k1', 'k2'], { maxLength: 1 }), segments: fc.subarray([...names], { maxLength: 1 }) }), 40, { emails: ['x'] }))); // prettier-ignore
const noTargets: fc.Arbitrary<FlagDefinition['treatments']> = fc.constant(TREATMENTS.map((name) => ({ name })));

const definitionOf = (rules: fc.Arbitrary<Rule[]>, names: readonly string[]): fc.Arbitrary<FlagDefinition> =>
  sometimes(
    fc.record({
      name: fc.constant('f'),
      treatments: fc.oneof(often(noTargets, 12), often(targets(TREATMENTS, names), 4), targets(MANY_TREATMENTS, names)),
      defaultTreatment: fc.constantFrom('off', 'off', 'on'),
      trafficAllocation: fc.constantFrom(100, 100, 100, 0, 1, 50, 99),
      rules,
      defaultRule: buckets,
      killed: fc.nat(11).map((drawn) => drawn === 11),
    }),
    40,
    { prerequisites: [{ flag: 'other', treatments: ['on'] }] },
  );

const anyRule = ruleOf(anyMatcher, 3);
export const smallDefinition: fc.Arbitrary<FlagDefinition> = definitionOf(
  fc.tuple(fc.array(guard, { maxLength: 4 }), fc.array(anyRule, { minLength: 1, maxLength: 4 })).map((parts) => parts.flat()),
  SEGMENTS,
);

const DENSE_SEGMENTS = Array.from({ length: 10 }, (_, index) => `s${index}`);
const denseMatcher = (count: number): fc.Arbitrary<Matcher> =>
  negated(
    fc.oneof(often(inSegment(DENSE_SEGMENTS.slice(0, count)), 6), fc.constantFrom(...MATCHERS[1]!.slice(0, 3))),
    2,
    5,
  ); // prettier-ignore
const denseDefinition: fc.Arbitrary<FlagDefinition> = fc.integer({ min: 7, max: 10 }).chain((count) =>
  definitionOf(
    fc.array(ruleOf(denseMatcher(count), 3), { minLength: 6, maxLength: 60, size: 'max' }),
    DENSE_SEGMENTS.slice(0, count),
  ),
); // prettier-ignore

/** One to three typical edits. Sometimes all rules differ, or one version has no definition. */
function changeOf(definition: fc.Arbitrary<FlagDefinition>, segments: readonly string[]): fc.Arbitrary<Change> {
  const kinds = fc.uniqueArray(fc.nat(14), { minLength: 1, maxLength: 3 });
  const empty = fc.oneof(often(fc.constant([]), 4), fc.subarray([...segments], { maxLength: 2 }));
  return fc
    .tuple(definition, definition, kinds, fc.nat(99), fc.nat(99), empty, fc.nat(49))
    .map(([before, other, some, one, two, names, drawn]): Change => {
      const after = some.reduce((edits, kind) => edited(edits, other, kind, one, two), before);
      const emptySegments = new Set(names);
      return { before: drawn === 49 ? undefined : before, after: drawn === 48 ? undefined : after, emptySegments };
    })
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** `one` and `two` name rules. */
function edited(definition: FlagDefinition, other: FlagDefinition, kind: number, one: number, two: number): FlagDefinition {
  const { rules, defaultRule } = definition;
  const [place, goal] = [one % Math.max(1, rules.length), two % (rules.length + 1)];
  const replaced = other.rules[two % Math.max(1, other.rules.length)];
  const rule = rules[place];
  const withRules = (all: readonly Rule[]): FlagDefinition => ({ ...definition, rules: [...all] });
  const withMatchers = (matchers: readonly Matcher[]): FlagDefinition =>
    rule && matchers.length > 0
      ? withRules(rules.with(place, { ...rule, condition: { ...rule.condition, matchers: [...matchers] } }))
      : definition;
  const matchers = rule?.condition.matchers ?? [];
  switch (kind) {
    case 0:
      return { ...definition, defaultRule: other.defaultRule };
    case 1:
      return { ...definition, trafficAllocation: other.trafficAllocation };
    case 2:
      return { ...definition, defaultTreatment: other.defaultTreatment };
    case 3:
      return { ...definition, killed: other.killed };
    case 4:
      return { ...definition, treatments: other.treatments };
    case 5:
      return withRules(replaced ? rules.toSpliced(goal, 0, replaced) : []);
    case 6:
      return withRules(rules.toSpliced(place, 1));
    case 7:
      return rule ? withRules(rules.toSpliced(place, 1).toSpliced(goal, 0, rule)) : definition;
    case 8:
      return rule ? withRules(rules.with(place, { ...rule, buckets: other.defaultRule })) : definition;
    case 9:
      return withRules(rules.toReversed());
    case 10:
      return withMatchers(matchers.map((matcher, index) => (index === 0 ? { ...matcher, negate: !matcher.negate } : matcher)));
    case 11:
      return withMatchers(matchers.slice(1));
    case 12:
      return withMatchers([...matchers, ...(replaced?.condition.matchers.slice(0, 1) ?? [])]);
    case 13:
      return { ...definition, prerequisites: other['prerequisites'] };
    default:
      return { ...definition, rules: other.rules, defaultRule };
  }
}

/** Lists of the same few values, so that several answers imply another one. */
const listMatcher = negated(
  fc.oneof(
    often(fc.subarray(['DE', 'DK', 'FR', 'USA'], { minLength: 1, maxLength: 3 }).map((strings) => country('IN_LIST_STRING', { strings })), 3), // prettier-ignore
    often(inSegment(SEGMENTS.slice(0, 3)), 4),
  ),
  1,
  3,
);
const listDefinition = definitionOf(fc.array(ruleOf(listMatcher, 3), { minLength: 6, maxLength: 20, size: 'max' }), SEGMENTS);

/** Matchers of one set with more combinations of answers than the limit. */
const wideMatcher: fc.Arbitrary<Matcher> = negated(
  fc.oneof(
    often(fc.tuple(fc.constantFrom('ANY_OF_SET', 'ALL_OF_SET', 'PART_OF_SET'), fc.subarray(ITEMS, { minLength: 2, maxLength: 9 })).map(([type, strings]) => items(type, { strings })), 5), // prettier-ignore
    inSegment(SEGMENTS),
  ),
  1,
  3,
);
const wideDefinition = definitionOf(fc.array(ruleOf(wideMatcher, 2), { minLength: 8, maxLength: 16 }), SEGMENTS);

export const smallChange: fc.Arbitrary<Change> = changeOf(smallDefinition, SEGMENTS);
export const denseChange: fc.Arbitrary<Change> = changeOf(denseDefinition, DENSE_SEGMENTS);
export const listChange: fc.Arbitrary<Change> = changeOf(listDefinition, SEGMENTS);
export const wideChange: fc.Arbitrary<Change> = changeOf(wideDefinition, SEGMENTS);

/** Names that look like words, lists, or other names unless a sentence marks where they begin and end. */
export const NAMES = ['a', 'b', 'a, b', 'a” and “b', 'a“ und „b', 'a” or “b', 'a or b', 'a ', ' a', '\u0430', 'A', 'a\u200B', 'a\\', 'a\\”', '{0}', 'b, unless in “a']; // prettier-ignore
const namedMatcher = negated(
  fc.oneof(
    inSegment(NAMES),
    fc.subarray(NAMES, { minLength: 1, maxLength: 3 }).map((strings) => country('IN_LIST_STRING', { strings })),
    fc.constantFrom(...NAMES).map((string) => country('STARTS_WITH_STRING', { strings: [string] })),
  ),
  1,
  3,
);
export const namedChange: fc.Arbitrary<Change> = changeOf(
  definitionOf(fc.array(ruleOf(namedMatcher, 2), { minLength: 1, maxLength: 4 }), NAMES),
  NAMES,
);
