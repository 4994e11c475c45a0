/** The few items that a review begins with. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys } from '../../../src/domain/definitions/summary.ts';

const rule = (string: string, size = 100): Rule => ({
  buckets: [{ treatment: 'on', size }],
  condition: { matchers: [{ type: 'IN_SEGMENT', string }] },
});
const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'f',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [rule('a'), rule('b', 10)],
  defaultRule: [
    { treatment: 'on', size: 50 },
    { treatment: 'off', size: 30 },
    { treatment: 'v2', size: 20 },
  ],
  ...fields,
});
const summaryOf = (before: FlagDefinition | undefined, after: FlagDefinition | undefined) =>
  summarise(diffDefinitions(before, after));

describe('a definition in summary', () => {
  it('changes nothing', () => {
    assert.deepEqual(summaryOf(definition(), definition()), [{ code: 'nothing' }]);
    assert.deepEqual(summaryOf(undefined, undefined), [{ code: 'nothing' }]);
  });

  it('is killed or restored before all else', () => {
    assert.deepEqual(summaryOf(definition(), definition({ killed: true })), [{ code: 'killed' }]);
    assert.equal(summaryOf(definition({ killed: true }), definition({ trafficAllocation: 1 }))[0]?.code, 'restored');
  });

  it('is added with what it brings, or removed and that is all', () => {
    assert.deepEqual(
      summaryOf(undefined, definition()).map(({ code }) => code),
      ['definitionAdded', 'defaultRuleChanged', 'trafficAllocation', 'rulesAdded', 'defaultTreatment'],
    );
    assert.deepEqual(summaryOf(definition(), undefined), [{ code: 'definitionRemoved' }]);
  });

  it('names the shares that change', () => {
    const after = definition({
      defaultRule: [
        { treatment: 'on', size: 80 },
        { treatment: 'v2', size: 20 },
      ],
    });
    assert.deepEqual(summaryOf(definition(), after), [
      {
        code: 'defaultRuleChanged',
        buckets: [
          { treatment: 'on', before: 50, after: 80 },
          { treatment: 'off', before: 30 },
        ],
      },
    ]);
  });

  it('names all shares if only their order changes', () => {
    const [item] = summaryOf(definition(), definition({ defaultRule: definition().defaultRule.toReversed() }));
    assert.ok(item?.code === 'defaultRuleChanged');
    assert.deepEqual(
      item.buckets.map(({ treatment, after }) => [treatment, after]),
      [
        ['v2', 20],
        ['off', 30],
        ['on', 50],
      ],
    );
  });

  it('counts rules, one that is moved and edited as both', () => {
    const after = definition({ rules: [rule('b', 20), rule('a')] });
    assert.deepEqual(summaryOf(definition(), after), [
      { code: 'rulesMoved', count: 1 },
      { code: 'rulesEdited', count: 1 },
    ]);
    assert.deepEqual(summaryOf(definition(), definition({ rules: [rule('a')] })), [{ code: 'rulesRemoved', count: 1 }]);
  });

  it('names treatments, values and other fields', () => {
    const after = definition({
      treatments: [{ name: 'on', description: 'x' }, { name: 'v2' }],
      defaultTreatment: 'on',
      flagSets: ['q4'],
    });
    assert.deepEqual(summaryOf(definition(), after), [
      { code: 'defaultTreatment', before: 'off', after: 'on' },
      { code: 'treatmentsRemoved', names: ['off'] },
      { code: 'treatmentsAdded', names: ['v2'] },
      { code: 'treatmentsEdited', names: ['on'] },
      { code: 'otherFields', fields: ['flagSets'] },
    ]);
  });

  it('has five items at most, the weightiest', () => {
    const after = definition({
      killed: true,
      trafficAllocation: 5,
      defaultTreatment: 'on',
      defaultRule: [],
      rules: [rule('c', 1), rule('b', 20)],
      treatments: [{ name: 'on' }],
    });
    assert.deepEqual(
      summaryOf(definition(), after).map(({ code }) => code),
      ['killed', 'defaultRuleChanged', 'trafficAllocation', 'rulesEdited', 'defaultTreatment'],
    );
  });
});

describe('keys in summary', () => {
  it('are counted by what becomes of them', () => {
    assert.deepEqual(summariseKeys({ added: ['a', 'b'], removed: [], unchanged: ['c'], isKnown: true }), [
      { code: 'keysAdded', count: 2 },
      { code: 'keysUnchanged', count: 1 },
    ]);
    assert.deepEqual(summariseKeys({ added: [], removed: ['a'], unchanged: [], isKnown: true }), [
      { code: 'keysRemoved', count: 1 },
    ]);
  });

  it('say first that nothing changes', () => {
    assert.deepEqual(summariseKeys({ added: [], removed: [], unchanged: ['c'], isKnown: true }), [
      { code: 'nothing' },
      { code: 'keysUnchanged', count: 1 },
    ]);
  });
});
