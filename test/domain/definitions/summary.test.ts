/** Tests the summary at the top of a review. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import { summarise, summariseKeys, type SummaryItem } from '../../../src/domain/definitions/summary.ts';
import { leastDefinition } from './anyDefinition.ts';

const rule = (string: string, size = 100): Rule => ({
  buckets: [{ treatment: 'on', size }],
  condition: { matchers: [{ type: 'IN_SEGMENT', string }] },
});
const share = (treatment: string, size: number) => ({ treatment, size });
/** A definition with two rules and three shares. */
const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  ...leastDefinition,
  rules: [rule('a'), rule('b', 10)],
  defaultRule: [share('on', 50), share('off', 30), share('v2', 20)],
  ...fields,
});
const summaryOf = (before: FlagDefinition | undefined, after: FlagDefinition | undefined): readonly SummaryItem[] =>
  summarise(diffDefinitions(before, after));
const codes = (...sides: Parameters<typeof summaryOf>): readonly string[] => summaryOf(...sides).map(({ code }) => code);

describe('a definition in summary', () => {
  it('says that nothing changes', () => {
    assert.deepEqual(summaryOf(definition(), definition()), [{ code: 'nothing', risk: 'nothing' }]);
    assert.deepEqual(summaryOf(undefined, undefined), [{ code: 'nothing', risk: 'nothing' }]);
  });

  it('says first that the flag is killed or restored', () => {
    const killed = summaryOf(definition(), definition({ killed: true }));
    assert.deepEqual(killed, [{ code: 'killed', treatment: 'off', risk: 'killed' }]);
    const nameless = summaryOf(definition(), definition({ killed: true, defaultTreatment: null }));
    assert.deepEqual(nameless[0], { code: 'killed', risk: 'killed' });
    const [restored] = summaryOf(definition({ killed: true }), definition({ trafficAllocation: 1 }));
    assert.deepEqual(restored, { code: 'restored' });
  });

  it('takes an empty default treatment for a missing one', () => {
    const [none, empty] = [null, ''].map((defaultTreatment) => definition({ defaultTreatment }));
    assert.deepEqual(codes(none, empty), ['nothing']);
    const item = { code: 'defaultTreatment', isKilled: false, before: undefined, after: 'on' };
    assert.deepEqual(summaryOf(empty, definition({ defaultTreatment: 'on' })), [item]);
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
    const on = { treatment: 'on', from: 0, before: 50, to: 0, after: 80 };
    const off = { treatment: 'off', from: 1, before: 30 };
    const after = definition({ defaultRule: [share('on', 80), share('v2', 20)] });
    assert.deepEqual(summaryOf(definition(), after), [{ code: 'defaultRuleChanged', buckets: [on, off] }]);
  });

  it('names all shares in their new order if the order changes', () => {
    const order = definition().defaultRule.toReversed();
    assert.deepEqual(summaryOf(definition(), definition({ defaultRule: order })), [
      { code: 'defaultRuleChanged', buckets: [], order },
    ]);
    const [item] = summaryOf(definition(), definition({ defaultRule: [share('off', 40), share('on', 60)] }));
    assert.ok(item?.code === 'defaultRuleChanged');
    assert.deepEqual(item.order, [share('off', 40), share('on', 60)]);
  });

  it('names a change of the shares that is neither a size nor the order among the other fields', () => {
    const noted = definition().defaultRule.map((one) => ({ ...one, note: 1 }));
    assert.deepEqual(codes(definition(), definition({ defaultRule: noted })), ['otherFields']);
    const [split, other] = [[10, 80, 10], [5, 80, 15]].map(([one, two, three]) =>
      definition({ defaultRule: [share('on', one!), share('off', two!), share('on', three!)] }),
    ); // prettier-ignore
    assert.deepEqual(codes(split, other), ['otherFields']);
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
    const moves = (after: readonly Rule[]) =>
      summaryOf(definition({ rules }), definition({ rules: [...after] })).flatMap((item) =>
        item.code === 'rulesMoved' ? item.changes : [],
      );
    const movesTo = (order: readonly number[]) => moves(order.map((index) => rules[index]!));
    assert.deepEqual(movesTo([3, 0, 1, 2]), [{ from: 4, to: 1, above: 1 }]);
    assert.deepEqual(movesTo([1, 2, 3, 0]), [{ from: 1, to: 4, below: 4 }]);
    assert.deepEqual(movesTo([0, 2, 1, 3]), [{ from: 3, to: 2, above: 2 }]);
    // Down to a position above another rule, and up to one between a rule that was above it and a new one.
    assert.deepEqual(movesTo([1, 2, 0, 3]), [{ from: 1, to: 3, below: 3 }]);
    const [one, two, three, four] = rules;
    const fresh: Rule = { buckets: [], condition: { matchers: [{ type: 'NEW' }] } };
    assert.deepEqual(moves([one!, four!, fresh, two!, three!]), [{ from: 4, to: 2 }]);
  });

  it('has separate items for rules and treatments only if there is room for each', () => {
    const after = definition({
      rules: [rule('b', 20), rule('c')],
      treatments: [{ name: 'on', description: 'x' }, { name: 'off' }],
    });
    /** The items, with the number of rules or treatments of each that has more than one. */
    const told = (items: readonly SummaryItem[]) =>
      items
        .map((one) => ('changes' in one && one.changes.length > 1 ? `${one.code} ${one.changes.length}` : one.code))
        .join(', ');
    const [first, last] = ['rulesRemoved', 'rulesEdited, treatmentsEdited'];
    assert.equal(told(summarise(diffDefinitions(definition(), after))), `${first}, rulesAdded, ${last}`);
    const rules = [...after.rules, rule('x', 1), rule('y', 2)];
    const more = diffDefinitions(definition(), { ...after, rules });
    assert.equal(told(summarise(more, 5)), `${first}, rulesAdded 3, ${last}`);
    assert.equal(told(summarise(more, 6)), `${first}, rulesAdded, rulesAdded, rulesAdded, ${last}`);
    assert.equal(told(summarise(more, 3)), `${first}, rulesAdded 3, more`);
  });

  it('lists more items of one kind if a different kind needs less space', () => {
    const odd = (type: string): Rule => ({ buckets: [{ treatment: type, size: 1 }], condition: { matchers: [{ type }] } });
    const before = definition({ rules: [odd('A'), odd('B')] });
    const after = { ...before, rules: [odd('X'), odd('Y')], trafficAllocation: 5, defaultTreatment: 'on' };
    assert.equal(codes(before, after).join(' '), 'trafficAllocation rulesRemoved rulesRemoved rulesAdded defaultTreatment');
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
      { code: 'treatmentsEdited', changes: [{ name: 'on', edit: { description: { before: '', after: 'x' }, otherFields: [] } }] },
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
    const all = items.map(({ code }) => code).join(' ');
    assert.equal(all, 'killed defaultRuleChanged trafficAllocation rulesEdited more');
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

it('a summary of keys counts them by their change, and begins with the fact that nothing changes, if so', () => {
  const of = (added: string[], removed: string[], unchanged: string[]) =>
    summariseKeys({ added, removed, unchanged, isKnown: true }).map((item) => [item.code, 'count' in item ? item.count : item.risk]);
  assert.deepEqual(of(['a', 'b'], [], ['c']), [['keysAdded', 2], ['keysUnchanged', 1]]);
  assert.deepEqual(of([], ['a'], []), [['keysRemoved', 1]]);
  assert.deepEqual(of([], [], ['c']), [['nothing', 'nothing'], ['keysUnchanged', 1]]);
}); // prettier-ignore
