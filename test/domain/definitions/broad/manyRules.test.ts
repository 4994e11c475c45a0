/** Definitions larger than any that people write: nothing overflows, and ten times the rules take not much more than ten times as long. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../../src/api/model.ts';
import { diffDefinitions, isUnchanged } from '../../../../src/domain/definitions/definitionDiff.ts';
import { diffRules } from '../../../../src/domain/definitions/ruleDiff.ts';
import { diffRule } from '../../../../src/domain/definitions/ruleEdit.ts';
import { summarise } from '../../../../src/domain/definitions/summary.ts';
import { leastRatio } from '../../keys/ratio.ts';
import { asSent } from '../anyDefinition.ts';
import { applied } from '../applied.ts';
import { canonical } from '../../../../src/domain/definitions/sameValue.ts';

const rule = (name: string, on = 50): Rule => ({
  buckets: [{ treatment: 'on', size: on }],
  condition: {
    combiner: 'AND',
    matchers: [
      { type: 'IN_SEGMENT', string: name },
      { type: 'IN_LIST_STRING', attribute: 'country', strings: ['DE', 'FR'] },
    ],
  },
});
const many = (count: number, make: (index: number) => Rule): readonly Rule[] =>
  Array.from({ length: count }, (_, index) => make(index));
const definition = (rules: readonly Rule[], fields: object = {}): FlagDefinition => ({
  name: 'f',
  treatments: [{ name: 'on' }],
  rules: [...rules],
  defaultRule: [],
  ...fields,
});
/** Always the same order, and none that anything is sorted by. */
const shuffled = (rules: readonly Rule[]): readonly Rule[] =>
  rules
    .map((one, index) => [Math.imul(index + 1, 2_654_435_761) >>> 0, one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one);

/** What there may be, with what a reader should be told of it, as counts by change. */
const cases: Readonly<
  Record<string, (count: number) => readonly [readonly Rule[], readonly Rule[], Readonly<Record<string, number>>]>
> = {
  'one moved': (count) => {
    const before = many(count, (index) => rule(`s${index}`));
    return [before, before.toSpliced(10, 1).toSpliced(count * 0.8, 0, before[10]!), { same: count - 1, moved: 1 }];
  },
  'all rewritten': (count) => [
    many(count, (index) => rule(`a${index}`)),
    many(count, (index) => rule(`b${index}`)),
    { edited: count },
  ],
  'all replaced': (count) => [
    many(count, (index) => rule(`a${index}`)),
    many(count, (index) => ({ buckets: [{ treatment: 'v2', size: 1 }], condition: { matchers: [{ type: `T${index}` }] } })),
    { removed: count, added: count },
  ],
  'all equal': (count) => [many(count, () => rule('a')), many(count + 1, () => rule('a')), { same: count, added: 1 }],
  'two in turn, by one off': (count) => [
    many(count, (index) => rule(`s${index % 2}`)),
    many(count, (index) => rule(`s${(index + 1) % 2}`)),
    { same: count - 1, moved: 1 },
  ],
};

describe('definitions of 5,000 rules', () => {
  for (const [name, make] of Object.entries(cases)) {
    it(`are reported correctly with ${name}, and applied`, () => {
      const [before, after, expected] = make(5000);
      const diff = diffDefinitions(definition(before), definition(after));
      const counts: Record<string, number> = {};
      for (const { change } of diff.rules) counts[change] = (counts[change] ?? 0) + 1;
      assert.deepEqual(counts, expected);
      assert.ok(summarise(diff).length <= 5);
      assert.equal(canonical(applied(diff, definition(before))), canonical(definition(after)));
    });

    it(`with ${name} take less than 40 times as long as 500, although comparing each pair would take 100 times`, () => {
      const time = (count: number): (() => number) => {
        const [before, after] = make(count).map((one) => asSent(one)) as unknown as [Rule[], Rule[]];
        return () => {
          // Time of the processor: what else the machine does is little of it.
          const start = process.cpuUsage();
          diffRules(before, after);
          const { user, system } = process.cpuUsage(start);
          return user + system;
        };
      };
      const ratio = leastRatio(40, time(5000), time(500));
      assert.ok(ratio < 40, `${Math.round(ratio)} times`);
    });
  }

  it('in another order are as many moves as there have to be', () => {
    const before = many(5000, (index) => rule(`s${index}`));
    const changes = diffRules(before, shuffled(before));
    const froms = changes.flatMap((one) => (one.change === 'same' ? [one.from] : []));
    assert.equal(changes.filter(({ change }) => change === 'moved').length, 5000 - froms.length);
    // The longest run of 5,000 in that order; a random order would have one of about 2 × √5,000.
    assert.ok(froms.length > 70 && froms.every((from, index) => index === 0 || froms[index - 1]! < from));
  });
});

describe('a definition with much inside', () => {
  it('of lists in lists, as deep as the client reads, is compared and applied', () => {
    const deep: unknown = JSON.parse(`${'[{"a":'.repeat(45)}1${'}]'.repeat(45)}`);
    const deeper: unknown = JSON.parse(`${'[{"a":'.repeat(45)}2${'}]'.repeat(45)}`);
    const before = definition([{ ...rule('a'), novelty: deep }], { novelty: deep });
    const after = definition([{ ...rule('a'), novelty: deeper }], { novelty: deeper });
    const diff = diffDefinitions(before, after);
    assert.equal(isUnchanged(diff), false);
    assert.deepEqual(applied(diff, before), after);
    assert.ok(isUnchanged(diffDefinitions(after, asSent(after))));
  });

  it('of 100,000 values in a rule tells the one that comes', () => {
    const strings = Array.from({ length: 100_000 }, (_, index) => `k${index}`);
    const one: Rule = { buckets: [], condition: { matchers: [{ type: 'IN_LIST_STRING', strings }] } };
    const other: Rule = { buckets: [], condition: { matchers: [{ type: 'IN_LIST_STRING', strings: [...strings, 'new'] }] } };
    const [change, ...more] = diffRules([one], [other]);
    assert.ok(change?.change === 'edited' && more.length === 0);
    const [matcher] = diffRule(change.before, change.after).matchers;
    assert.deepEqual(matcher?.change === 'edited' && matcher.values, {
      added: ['new'],
      removed: [],
      kept: 100_000,
    });
  });

  it('of 2,000 conditions in a rule is compared without each being looked at with each', () => {
    const matchers = Array.from({ length: 2000 }, (_, index) => ({ type: 'IN_SEGMENT', string: `s${index}` }));
    const one: Rule = { buckets: [], condition: { matchers } };
    const other: Rule = { buckets: [], condition: { matchers: [...matchers.slice(1), { type: 'IN_SEGMENT', string: 'new' }] } };
    const { matchers: changes } = diffRule(one, other);
    assert.deepEqual(changes.filter(({ change }) => change !== 'same').length, 1);
  });
});
