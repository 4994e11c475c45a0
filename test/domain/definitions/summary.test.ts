/** Tests the summary at the top of a review. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys, type SummaryItem } from '../../../src/domain/definitions/summary.ts';
import { codes, definition, rule, summaryOf } from './summaryOf.ts';

describe('a definition in summary', () => {
  it('says that nothing changes', () => {
    assert.deepEqual(summaryOf(definition(), definition()), [{ code: 'nothing', risk: 'nothing' }]);
    assert.deepEqual(summaryOf(undefined, undefined), [{ code: 'nothing', risk: 'nothing' }]);
  });

  it('says first that the flag is killed or restored', () => {
    assert.deepEqual(summaryOf(definition(), definition({ killed: true })), [
      { code: 'killed', treatment: 'off', risk: 'killed' },
    ]);
    const nameless = summaryOf(definition(), definition({ killed: true, defaultTreatment: null }));
    assert.deepEqual(nameless[0], { code: 'killed', risk: 'killed' });
    const [restored] = summaryOf(definition({ killed: true }), definition({ trafficAllocation: 1 }));
    assert.deepEqual(restored, { code: 'restored' });
  });

  it('for a flag that stays killed, says which treatment everybody continues to get', () => {
    const [other] = summaryOf(definition({ killed: true }), definition({ killed: true, defaultTreatment: 'on' }));
    assert.deepEqual(other, { code: 'staysKilled', treatment: 'on' });
    const [first, second] = summaryOf(definition({ killed: true }), definition({ killed: true, trafficAllocation: 1 }));
    assert.deepEqual([first?.code, second?.code], ['staysKilled', 'trafficAllocation']);
    assert.deepEqual(codes(definition({ killed: true }), definition({ killed: true })), ['nothing']);
  });

  it('has the content of an added definition, but not of a removed one', () => {
    assert.deepEqual(codes(undefined, definition()), ['definitionAdded', 'defaultRuleChanged', 'rulesAdded', 'rulesAdded']);
    assert.deepEqual(codes(undefined, definition({ trafficAllocation: 5 }))[2], 'trafficAllocation');
    const full = definition({ rules: [], flagSets: ['q4'], treatments: definition().treatments.toReversed() });
    assert.deepEqual(codes(undefined, full), ['definitionAdded', 'defaultRuleChanged']);
    assert.deepEqual(summaryOf(definition(), undefined), [{ code: 'definitionRemoved', risk: 'removesDefinition' }]);
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
          { treatment: 'on', from: 0, before: 50, to: 0, after: 80 },
          { treatment: 'off', from: 1, before: 30 },
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
    assert.equal(item.risk, undefined);
  });

  it('lists the change of each rule by number; a rule that is moved and edited is listed twice', () => {
    const [moved, edited, ...others] = summaryOf(definition(), definition({ rules: [rule('b', 20), rule('a')] }));
    assert.deepEqual(moved, { code: 'rulesMoved', changes: [{ from: 2, to: 1, above: 1 }] });
    assert.ok(edited?.code === 'rulesEdited');
    assert.deepEqual([edited.changes.map(({ number }) => number), edited.risk, others], [[1], undefined, []]);
    assert.deepEqual(summaryOf(definition(), definition({ rules: [rule('a')] })), [
      { code: 'rulesRemoved', changes: [{ number: 2, rule: rule('b', 10) }], risk: 'removesRule' },
    ]);
  });

  it('describes a move by the rule that is passed: above it or below it', () => {
    const rules = ['a', 'b', 'c', 'd'].map((name) => rule(name));
    const movesTo = (order: readonly number[], added: readonly Rule[] = []) =>
      summaryOf(definition({ rules }), definition({ rules: [...added, ...order.map((index) => rules[index]!)] })).flatMap(
        (item) => (item.code === 'rulesMoved' ? item.changes : []),
      );
    assert.deepEqual(movesTo([3, 0, 1, 2]), [{ from: 4, to: 1, above: 1 }]);
    assert.deepEqual(movesTo([1, 2, 3, 0]), [{ from: 1, to: 4, below: 4 }]);
    assert.deepEqual(movesTo([0, 2, 1, 3]), [{ from: 3, to: 2, above: 2 }]);
    // Down to a position above another rule, and up to one between a rule that was above it and a new one.
    assert.deepEqual(movesTo([1, 2, 0, 3]), [{ from: 1, to: 3, below: 3 }]);
    const [one, two, three, four] = rules;
    const fresh: Rule = { buckets: [], condition: { matchers: [{ type: 'NEW' }] } };
    const items = summaryOf(definition({ rules }), definition({ rules: [one!, four!, fresh, two!, three!] }));
    assert.deepEqual(
      items.flatMap((item) => (item.code === 'rulesMoved' ? item.changes : [])),
      [{ from: 4, to: 2 }],
    );
  });

  it('has separate items for rules and treatments only if there is room for each', () => {
    const after = definition({
      rules: [rule('b', 20), rule('c')],
      treatments: [{ name: 'on', description: 'x' }, { name: 'off' }],
    });
    /** The number of rules or treatments of each item. */
    const counts = (items: readonly SummaryItem[]) => items.map((one) => [one.code, 'changes' in one ? one.changes.length : 0]);
    const [removed, added, edited, treatment] = [
      ['rulesRemoved', 1],
      ['rulesAdded', 1],
      ['rulesEdited', 1],
      ['treatmentsEdited', 1],
    ];
    assert.deepEqual(counts(summarise(diffDefinitions(definition(), after))), [removed, added, edited, treatment]);
    const [first, second] = [rule('x', 1), rule('y', 2)];
    const more = diffDefinitions(definition(), { ...after, rules: [...after.rules, first, second] });
    const together = ['rulesAdded', 3];
    assert.deepEqual(counts(summarise(more, 5)), [removed, together, edited, treatment]);
    assert.deepEqual(counts(summarise(more, 6)), [removed, added, added, added, edited, treatment]);
    assert.deepEqual(counts(summarise(more, 3)), [removed, together, ['more', 0]]);
  });

  it('uses the space that one kind does not need for the next one', () => {
    const odd = (type: string): Rule => ({ buckets: [{ treatment: type, size: 1 }], condition: { matchers: [{ type }] } });
    const before = definition({ rules: [odd('A'), odd('B')] });
    const after = { ...before, rules: [odd('X'), odd('Y')], trafficAllocation: 5, defaultTreatment: 'on' };
    assert.deepEqual(codes(before, after), [
      'trafficAllocation',
      'rulesRemoved',
      'rulesRemoved',
      'rulesAdded',
      'defaultTreatment',
    ]);
  });

  it('names treatments, values and other fields', () => {
    const after = definition({
      treatments: [{ name: 'on', description: 'x' }, { name: 'v2' }],
      defaultTreatment: 'on',
      flagSets: ['q4'],
    });
    assert.deepEqual(summaryOf(definition(), after), [
      { code: 'defaultTreatment', isKilled: false, before: 'off', after: 'on' },
      { code: 'treatmentsRemoved', names: ['off'] },
      { code: 'treatmentsAdded', names: ['v2'] },
      {
        code: 'treatmentsEdited',
        changes: [{ name: 'on', edit: { description: { before: '', after: 'x' }, otherFields: [] } }],
      },
      { code: 'otherFields', fields: [{ field: 'flagSets', before: undefined, after: ['q4'] }] },
    ]);
  });

  it('says that treatments are listed in a different order, which does not change who gets what', () => {
    const after = definition({ treatments: definition().treatments.toReversed() });
    assert.deepEqual(summaryOf(definition(), after), [{ code: 'treatmentsReordered' }]);
  });

  it('has at most the five most important items, and the last one counts the others', () => {
    const after = definition({
      killed: true,
      trafficAllocation: 5,
      defaultTreatment: 'on',
      defaultRule: [],
      rules: [rule('c', 1), rule('b', 20)],
      treatments: [{ name: 'on' }],
    });
    const items = summaryOf(definition(), after);
    assert.deepEqual(
      items.map(({ code }) => code),
      ['killed', 'defaultRuleChanged', 'trafficAllocation', 'rulesEdited', 'more'],
    );
    assert.deepEqual(items.at(-1), { code: 'more', codes: ['defaultTreatment', 'treatmentsRemoved'] });
  });
});

describe('the mark of several in one item', () => {
  it('shows a removed rule, even if the other items have no mark', () => {
    const after = definition({ rules: [rule('a')], defaultRule: [], treatments: [{ name: 'on' }], flagSets: ['q4'] });
    const [, more] = summarise(diffDefinitions(definition(), after), 2);
    assert.deepEqual(more, { code: 'more', codes: ['rulesRemoved', 'treatmentsRemoved', 'otherFields'], risk: 'removesRule' });
  });
});

describe('keys in summary', () => {
  it('are counted by their change', () => {
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
      { code: 'nothing', risk: 'nothing' },
      { code: 'keysUnchanged', count: 1 },
    ]);
  });
});
