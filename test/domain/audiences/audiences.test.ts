/** Audiences by example: what is named, what follows from what, pairs, what can't be decided, and the changes that change nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import type { Audience } from '../../../src/domain/audiences/audience.ts';
import { audiencesOf } from '../../../src/domain/audiences/audiences.ts';
import type { Outcome } from '../../../src/domain/audiences/outcome.ts';
import { Work } from '../../../src/domain/audiences/work.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';
import { runs } from '../../properties/runs.ts';
import { decidable } from './anyAudience.ts';

const on = (size = 100): Rule['buckets'] =>
  size === 100
    ? [{ treatment: 'on', size }]
    : [{ treatment: 'on', size }, { treatment: 'off', size: 100 - size }]; // prettier-ignore
const segment = (string: string): Matcher => ({ type: 'IN_SEGMENT', string });
const countries = (...strings: string[]): Matcher => ({ type: 'IN_LIST_STRING', attribute: 'country', strings });
const not = (matcher: Matcher): Matcher => ({ ...matcher, negate: true });
const rule = (buckets: Rule['buckets'], ...matchers: Matcher[]): Rule => ({ buckets, condition: { combiner: 'AND', matchers } });
const flag = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({ ...leastDefinition, ...fields });
const rules = (...all: Rule[]): FlagDefinition => flag({ rules: all });

function shares({ by, shares: all, unless }: Outcome): string {
  const words = all.map(({ treatment, percent }) => `${treatment} ${percent}`).join(' ');
  const doubts = unless.map((doubt) => (doubt.code === 'rule' ? `rule ${doubt.index + 1}` : doubt.treatment));
  const given = by.code === 'noDefinition' || by.code === 'severalTargets' ? by.code : words;
  return doubts.length > 0 ? `${given} unless ${doubts.join(', ')}` : given;
}

function nameOf({ traits }: Audience): string {
  const words = traits.map(({ asked: one }) => {
    if (one.code === 'inSegment') return one.segment;
    if ('values' in one) return `${one.code === 'inList' ? '' : `${one.code} `}${one.values.join('/')}`;
    if ('number' in one) return `${one.code} ${one.number}`;
    return one.code;
  });
  return words.join(' & ') || 'else';
}

const said = (audience: Audience): string =>
  `${nameOf(audience)}: ${audience.change === 'same' ? '=' : ''}${shares(audience.before)}` +
  (audience.change === 'same'
    ? ''
    : ` → ${shares(audience.after)}${audience.change === 'changed' ? '' : ` (${audience.change})`}`);

function says(before: FlagDefinition | undefined, after: FlagDefinition | undefined): readonly string[] {
  const { everybodyElse, named, pairs } = audiencesOf(before, after);
  return [everybodyElse, ...named, ...pairs].map(said);
}

describe('audiences', () => {
  it('try a pair that no key can be in for nothing, and find the one that changes after many of them', () => {
    const keys = Array.from({ length: 150 }, (_, index): Matcher => ({ type: 'IN_LIST_STRING', strings: [`k${index}`] }));
    const all = [...keys.map((one, index) => rule(on(index % 2 ? 100 : 50), one)), rule(on(), segment('beta')), rule(on(50), segment('blocked'))]; // prettier-ignore
    const { pairs, arePairsCounted } = audiencesOf(rules(...all), rules(...all.slice(0, 150).toReversed(), all[151]!, all[150]!));
    assert.deepEqual([pairs.map(said), arePairsCounted], [['blocked & beta: on 100 → on 50 off 50'], true]);
  });

  it('are tried so often, and no more, where one rule asks for something of nearly every pair', () => {
    const needs: Matcher = { type: 'IN_SPLIT', depends: { splitName: 'other', treatment: 'on' } };
    const all = (size: number): Rule[] =>
      Array.from({ length: 400 }, (_, index) => [rule(on(), needs, not(segment('vip'))), rule(on(size), segment('vip'), segment(`s${index}`))]).flat(); // prettier-ignore
    assert.equal(audiencesOf(rules(...all(100)), rules(...all(50))).arePairsCounted, false);
  });

  it('are none that nobody can be in: a range whose ends stand the wrong way round has no values', () => {
    const between = { type: 'BETWEEN_NUMBER', attribute: 'x', between: { from: 5, to: 1 } };
    const least = { type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'x', number: 2 };
    assert.deepEqual(says(rules(), rules(rule(on(), between, least))), ['else: =off 100']);
  });

  it('take no longer for versions than for numbers: what a matcher asks is worked out once', () => {
    const timed = (make: (index: number) => Matcher): number => {
      const all = Array.from({ length: 400 }, (_, index) => rule(on(index % 2 ? 100 : 50), make(index)));
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        audiencesOf(rules(...all), { ...rules(...all), trafficAllocation: 50 });
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const between = (from: unknown, to: unknown): object => ({ attribute: 'v', between: { from, to } });
    const versions = timed((index) => ({ type: 'BETWEEN_SEMVER', ...between(`${index}.0.0`, `${index}.1.0`) }));
    const numbers = timed((index) => ({ type: 'BETWEEN_NUMBER', ...between(index, index + 0.1) }));
    assert.ok(versions < 4 * numbers, `${versions} ms, and ${numbers} ms`);
  });

  it('name who loses, and who keeps what they had by a new rule', () => {
    assert.deepEqual(says(flag({ defaultRule: on() }), rules(rule(on(), segment('beta')))), [
      'else: on 100 → off 100',
      'beta: =on 100',
    ]);
  });

  it('go by the service’s order, with shares after the allocation', () => {
    const treatments = [{ name: 'on', keys: ['k'], segments: ['vip'] }, { name: 'off' }];
    const all = flag({ treatments, rules: [rule(on(50), segment('beta'))], defaultRule: on(20) });
    assert.deepEqual(says(all, { ...all, trafficAllocation: 50 }), [
      'else: on 20 off 80 → on 10 off 90',
      'k: =on 100',
      'vip: =on 100',
      'beta: on 50 off 50 → on 25 off 75',
    ]);
    assert.deepEqual(says(all, { ...all, killed: true, defaultTreatment: 'off' }), [
      'else: on 20 off 80 → off 100',
      'k: on 100 → off 100',
      'vip: on 100 → off 100',
      'beta: on 50 off 50 → off 100',
    ]);
    assert.deepEqual(says(undefined, flag({ defaultRule: on(10) })), ['else: noDefinition → on 10 off 90']);
    assert.deepEqual(says(flag({ defaultRule: on(10) }), undefined), ['else: on 10 off 90 → noDefinition']);
    assert.deepEqual(says(flag({ trafficAllocation: null }), flag({ trafficAllocation: 0 })), ['else: =off 100']);
    // No default treatment: whoever is outside gets one that is not named.
    assert.deepEqual(says(flag(), flag({ defaultTreatment: null, trafficAllocation: 40 })), [
      'else: off 100 → off 40 undefined 60',
    ]);
  });

  it('tell the values of lists apart that come, go and stay', () => {
    assert.deepEqual(says(rules(rule(on(), countries('DE', 'AT', 'CH'))), rules(rule(on(), countries('DE', 'AT', 'LI')))), [
      'else: =off 100',
      'DE/AT: =on 100',
      'LI: off 100 → on 100',
      'CH: on 100 → off 100',
    ]);
    const treatments = (...keys: string[]): Partial<FlagDefinition> => ({ treatments: [{ name: 'on', keys }, { name: 'off' }] });
    assert.deepEqual(says(flag(treatments('a', 'b')), flag(treatments('b', 'c'))), [
      'else: =off 100',
      'b: =on 100',
      'c: off 100 → on 100',
      'a: on 100 → off 100',
    ]);
  });

  it('meet what follows from what names them', () => {
    const atLeast = (number: number): Matcher => ({ type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'orders', number });
    assert.deepEqual(says(rules(rule(on(), atLeast(5))), rules(rule(on(), atLeast(10)))), [
      'else: =off 100',
      'atLeastNumber 10: =on 100',
      'atLeastNumber 5: on 100 → off 100',
    ]);
    const set = (type: string, ...strings: string[]): Matcher => ({ type, attribute: 's', strings });
    const [first] = says(rules(rule(on(), set('ANY_OF_SET', 'x', 'y'))), rules(rule(on(), set('EQUAL_SET', 'x')))).slice(1);
    assert.equal(first, 'equalsSet x: =on 100');
    const text = (type: string, string: string): Matcher => ({ type, attribute: 't', strings: [string] });
    const [narrow] = says(
      rules(rule(on(), text('CONTAINS_STRING', 'b'))),
      rules(rule(on(), text('STARTS_WITH_STRING', 'ab'))),
    ).slice(1);
    assert.equal(narrow, 'startsWith ab: =on 100');
    const version = (type: string, string: string): Matcher => ({ type, attribute: 'v', string });
    const [later] = says(
      rules(rule(on(), version('GREATER_THAN_OR_EQUAL_TO_SEMVER', '6.2.0'))),
      rules(rule(on(), version('GREATER_THAN_OR_EQUAL_TO_SEMVER', '6.10.0'))),
    ).slice(1);
    assert.equal(later, 'atLeastVersion: =on 100');
  });

  it('are those who meet a rule that asks several things, and those whom it leaves out', () => {
    const before = rules(rule(on(), segment('vip'), not(segment('blocked'))));
    assert.deepEqual(says(before, rules(rule(on(), segment('vip')))), [
      'else: =off 100',
      'vip: =on 100',
      'blocked: =off 100',
      'vip & blocked: off 100 → on 100',
    ]);
  });

  it('come in pairs where a rule overtakes another, at most 20', () => {
    const [a, b] = [rule(on(), segment('a')), rule(on(0).slice(1), segment('b'))];
    assert.deepEqual(says(rules(a, b), rules(b, a)), ['else: =off 100', 'b: =off 100', 'a: =on 100', 'b & a: on 100 → off 100']);
    const many = Array.from({ length: 30 }, (_, index) => rule(on(index), segment(`s${index}`)));
    const { pairs, morePairs, arePairsCounted } = audiencesOf(rules(...many), rules(...many.slice(1), many[0]!));
    assert.deepEqual([pairs.length, morePairs, arePairsCounted], [20, 9, true]);
  });

  it('are not guessed where it depends on something else', () => {
    const other: Matcher = { type: 'IN_SPLIT', depends: { splitName: 'f2', treatment: 'on' } };
    const first = rule(on(), other);
    assert.deepEqual(says(rules(first), flag({ rules: [first], defaultRule: on(50) })), [
      'else: off 100 unless rule 1 → on 50 off 50 unless rule 1',
      'getsTreatment: =on 100',
    ]);
    assert.deepEqual(says(rules(first), rules())[0], 'else: off 100 unless rule 1 → off 100 (unclear)');
    // It would give the same.
    assert.deepEqual(says(flag({ rules: [first], defaultRule: on() }), flag({ defaultRule: on() }))[0], 'else: =on 100');
    const odd = { ...rule(on(), segment('a')), condition: { combiner: 'OR', matchers: [segment('a'), segment('b')] } };
    assert.deepEqual(says(rules(), rules(odd)), [
      'else: off 100 → off 100 unless rule 1 (unclear)',
      'condition: off 100 → on 100',
    ]);
    const pattern = (string: string): string => says(rules(), rules(rule(on(), { type: 'MATCHES_STRING', string })))[0]!;
    assert.equal(pattern('^a\\d+$'), 'else: =off 100');
    assert.equal(pattern('^(a+)+$'), 'else: off 100 → off 100 unless rule 1 (unclear)');
    const wrong = rule(on(), { type: 'EQUAL_TO_SEMVER', attribute: 'v', string: 'latest' });
    assert.equal(says(rules(), rules(wrong))[0], 'else: off 100 → off 100 unless rule 1 (unclear)');
    const two = [{ name: 'on', segments: ['a'] }, { name: 'off', segments: ['b'] }]; // prettier-ignore
    assert.equal(says(flag(), flag({ treatments: two })).at(-1), 'a & b: off 100 → severalTargets (unclear)');
    assert.deepEqual(audiencesOf(flag(), rules(rule(on(), not(countries('DE'))))).lacking, ['country']);
  });

  it('say where the same shares go to other keys', () => {
    const turned = flag({ defaultRule: on(50).toReversed() });
    assert.deepEqual(says(flag({ defaultRule: on(50) }), turned), ['else: on 50 off 50 → off 50 on 50 (otherKeys)']);
    assert.deepEqual(says(flag({ defaultRule: on(50) }), flag({ defaultRule: on(), trafficAllocation: 50 })), [
      'else: on 50 off 50 → on 50 off 50 (otherKeys)',
    ]);
  });

  it('know patterns that every key meets', () => {
    const all = rule(on(), { type: 'MATCHES_STRING', string: '.*' });
    assert.deepEqual(says(rules(rule(on(), segment('a')), all), rules(all)), ['else: =on 100', 'a: =on 100']);
  });
});

describe('the work for audiences ends, and says that not all are named, with', () => {
  const many = (count: number, make: (index: number) => Matcher | readonly Matcher[]): Rule[] =>
    Array.from({ length: count }, (_, index) => rule(on(index % 100), ...[make(index)].flat()));
  const texts = (type: string, index: number, count: number, of = 'x'): Matcher => ({ type, strings: Array.from({ length: count }, (_, one) => `${of}${index}-${one}`) }); // prettier-ignore
  const CASES: readonly (readonly [what: string, make: (size: number) => Rule[], enough: number, tooMany: number])[] = [
    ['values that are tried on texts', (size) => [...many(size, (index) => texts('IN_LIST_STRING', index, 50)), ...many(5, (index) => texts('CONTAINS_STRING', index, 50, 'y'))], 5, 40], // prettier-ignore
    ['a long text that is looked for in a long text', (size) => [...many(1, () => ({ type: 'IN_LIST_STRING', strings: ['a'.repeat(size)] })), ...many(1, () => ({ type: 'CONTAINS_STRING', strings: [`b${'a'.repeat(size / 2)}`] }))], 100, 10_000], // prettier-ignore
    ['a value that is too long for a pattern', (size) => [...many(1, () => ({ type: 'IN_LIST_STRING', strings: ['a'.repeat(size)] })), ...many(1, () => ({ type: 'MATCHES_STRING', string: '^a+$' }))], 250, 251], // prettier-ignore
    ['patterns that are tried on values', (size) => [...many(1, (index) => texts('IN_LIST_STRING', index, 50)), ...many(size, (index) => ({ type: 'MATCHES_STRING', string: `[a-z]+-${index}` }))], 5, 500], // prettier-ignore
    ['texts that may follow from each other', (size) => many(size, (index) => texts('ENDS_WITH_STRING', index, 20)), 10, 250],
    ['sets that may follow from each other', (size) => many(size, (index) => ({ ...texts('ANY_OF_SET', 0, 20 + index), attribute: 's' })), 10, 100], // prettier-ignore
    ['versions that may follow from each other', (size) => many(size, (index) => ({ type: 'IN_LIST_SEMVER', attribute: 'v', strings: Array.from({ length: 30 + index }, (_, one) => `1.0.${one}`) })), 10, 60], // prettier-ignore
    ['ranges that may follow from each other', (size) => many(size, (index) => ({ type: 'BETWEEN_NUMBER', attribute: 'n', between: { from: index, to: 5_000 - index } })), 50, 1_000], // prettier-ignore
    ['values of lists', (size) => many(size, (index) => texts('IN_LIST_STRING', index, 100)), 10, 400],
    ['lists of one rule', (size) => many(size, (index) => Array.from({ length: 4 }, (_, one) => ({ ...texts('IN_LIST_STRING', one, 4 + index), attribute: `a${one}` }))), 2, 40], // prettier-ignore
    ['segments of one rule', (size) => many(size, (index) => Array.from({ length: 20 }, (_, one) => segment(`${index}-${one}`))), 10, 400], // prettier-ignore
    ['rules that can’t be decided', (size) => many(size, (index) => ({ type: 'IN_SPLIT', depends: { splitName: `f${index}`, treatment: 'on' } })), 20, 45], // prettier-ignore
    ['audiences of one segment each', (size) => many(size, (index) => segment(`${index}`)), 50, 400],
    ['long rules that can’t be decided', (size) => many(20, (index) => [{ type: 'IN_SPLIT', depends: { splitName: `f${index}`, treatment: 'on' } }, texts('IN_LIST_STRING', index, size)]), 2, 1_000], // prettier-ignore
  ];
  for (const [what, make, enough, tooMany] of CASES)
    it(what, () => {
      const areAllNamed = (size: number): boolean =>
        audiencesOf(rules(...make(size)), rules(...make(size).slice(1)), { work: new Work(500_000) }).areAllNamed;
      assert.deepEqual([areAllNamed(enough), areAllNamed(tooMany)], [true, false]);
    });

  it('more ways to meet one rule than are followed', () => {
    const list = (attribute: string, count: number): Matcher => ({ type: 'IN_LIST_STRING', attribute, strings: Array.from({ length: count }, (_, one) => `${one}`) }); // prettier-ignore
    const apart = (count: number): Rule[] => Array.from({ length: count }, (_, one) => rule(on(), { ...list('a', 0), strings: [`${one}`] })); // prettier-ignore
    const named = (count: number): boolean => audiencesOf(rules(), rules(rule(on(50), list('a', count)), ...apart(count))).areAllNamed; // prettier-ignore
    assert.deepEqual([named(64), named(65)], [true, false]);
  });

  it('more values than it is worth, with the work that there is: 250 lists of 300 keys, and 250 times 200 texts', () => {
    const both = (index: number): Rule[] => [rule(on(), texts('IN_LIST_STRING', index, 300)), rule(on(50), texts('CONTAINS_STRING', index, 200, 'y'))]; // prettier-ignore
    const all = Array.from({ length: 250 }, (_, index) => both(index)).flat();
    const found = audiencesOf(rules(...all), rules(...all.slice(1)));
    assert.deepEqual([found.areAllNamed, found.everybodyElse.change], [false, 'same']);
  });

  const values = (count: number): Matcher => ({ ...texts('IN_LIST_STRING', 0, count), attribute: 'v' });
  const apart = (count: number): Rule[] => many(count, (index) => ({ ...values(count), strings: [`x0-${index}`] })); // prettier-ignore
  const isTurned = (all: readonly Rule[]): FlagDefinition => rules(...all.toReversed());
  const isElsewise = (all: readonly Rule[]): FlagDefinition => flag({ rules: [...all], defaultRule: on(30) });
  for (const [what, make, after, units] of [
    ['segments', (size) => many(size, (index) => segment(`${index}`)), isTurned, 500_000],
    ['rules that can’t be decided', (size) => many(size, (index) => ({ type: 'IN_SPLIT', depends: { splitName: `f${index}`, treatment: 'on' } })), isTurned, 500_000], // prettier-ignore
    ['values that nobody has twice', (size) => many(size, (index) => texts('IN_LIST_STRING', index, 1)), isTurned, 500_000],
    [
      'rules that need no segment',
      (size) => many(size, (index) => [not(segment('a')), not(segment(`${index}`))]),
      isTurned,
      500_000,
    ],
    ['segments whose rules stay in their order', (size) => many(size, (index) => segment(`${index}`)), isElsewise, 20_000],
    ['values that many rules ask for', (size) => [...apart(60), ...many(size, () => values(60))], isElsewise, 20_000],
  ] as readonly (readonly [string, (size: number) => Rule[], (all: readonly Rule[]) => FlagDefinition, number])[])
    it(`pairs of ${what}`, () => {
      const areCounted = (size: number): boolean => {
        const all = make(size);
        return audiencesOf(rules(...all), after(all), { workForPairs: new Work(units) }).arePairsCounted;
      };
      assert.deepEqual([areCounted(8), areCounted(250)], [true, false]);
    });
});

describe('no audience and no pair changes when', () => {
  const assertSame = (before: FlagDefinition, after: FlagDefinition): void => {
    const { everybodyElse, named, pairs, morePairs } = audiencesOf(before, after);
    assert.deepEqual(
      [everybodyElse, ...named, ...pairs].filter(({ change }) => change !== 'same').map(said),
      [],
      JSON.stringify([before, after]),
    );
    assert.equal(morePairs, 0);
  };

  it('rules that serve the same are swapped', () => {
    fc.assert(
      fc.property(decidable, fc.nat(3), (definition, place) => {
        const all = definition.rules.map((one, index) =>
          index === place + 1 ? { ...one, buckets: definition.rules[place]!.buckets } : one,
        );
        const [one, other] = [all[place], all[place + 1]];
        if (!one || !other) return;
        assertSame({ ...definition, rules: all }, { ...definition, rules: all.with(place, other).with(place + 1, one) });
      }),
      runs(400),
    );
  });

  it('a rule is added that nobody gets to', () => {
    fc.assert(
      fc.property(decidable, decidable, fc.nat(3), (definition, other, place) => {
        const [above, more] = [definition.rules[place], other.rules[0]];
        if (!above || !more) return;
        const matchers = [...above.condition.matchers, ...more.condition.matchers];
        const unreachable = { buckets: more.buckets, condition: { matchers } };
        assertSame(definition, { ...definition, rules: definition.rules.toSpliced(place + 1, 0, unreachable) });
        const everybody = { buckets: above.buckets, condition: { matchers: [] } };
        const ended = { ...definition, rules: [...definition.rules, everybody] };
        assertSame(ended, { ...ended, rules: [...ended.rules, more] });
      }),
      runs(400),
    );
  });

  it('a rule is split in two', () => {
    fc.assert(
      fc.property(decidable, fc.nat(3), (definition, place) => {
        const whole = definition.rules[place];
        if (!whole) return;
        const strings = ['DE', 'DK', 'US'];
        const part = (some: readonly string[]): Rule => ({
          ...whole,
          condition: { matchers: [...whole.condition.matchers, countries(...some)] },
        });
        const withList = { ...definition, rules: definition.rules.with(place, part(strings)) };
        assertSame(withList, { ...definition, rules: definition.rules.toSpliced(place, 1, part(['US', 'DE']), part(['DK'])) });
        // The first takes some of those who come to the second.
        assertSame(definition, { ...definition, rules: definition.rules.toSpliced(place, 0, part(['DE'])) });
      }),
      runs(400),
    );
  });
});
