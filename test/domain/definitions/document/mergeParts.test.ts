/** Tests the exact result for treatments and rules that both sides changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule, Treatment } from '../../../../src/api/model.ts';
import { mergeDefinitions } from '../../../../src/domain/definitions/document/merge.ts';
import type { Path } from '../../../../src/domain/definitions/document/located.ts';
import { leastDefinition as base, ruleOf } from '../anyDefinition.ts';

function merged(before: Partial<FlagDefinition>, live: Partial<FlagDefinition>, mine: Partial<FlagDefinition>): FlagDefinition {
  const merge = mergeDefinitions({ ...base, ...before }, { ...base, ...live }, { ...base, ...mine });
  assert.ok(merge.ok && merge.definition, JSON.stringify(merge));
  return merge.definition;
}

function conflicts(...[before, live, mine]: Parameters<typeof merged>): readonly Path[] {
  const merge = mergeDefinitions({ ...base, ...before }, { ...base, ...live }, { ...base, ...mine });
  assert.ok(!merge.ok, JSON.stringify(merge));
  return merge.conflicts;
}

describe('treatments', () => {
  const on = (fields: object): Partial<FlagDefinition> => ({ treatments: [{ name: 'on', ...fields }, { name: 'off' }] });
  const onOf = ({ treatments }: FlagDefinition): Treatment => treatments[0]!;

  it('have the segments of both sides if there were none before', () => {
    for (const field of ['segments', 'largeSegments', 'ruleBasedSegments'])
      assert.deepEqual(onOf(merged(on({}), on({ [field]: ['a'] }), on({ [field]: ['b'] })))[field], ['b', 'a']);
  });

  it('have the new keys if one side removed all others', () => {
    assert.deepEqual(onOf(merged(on({ keys: ['1'] }), on({}), on({ keys: ['1', '2'] }))).keys, ['2']);
    assert.deepEqual(onOf(merged(on({ keys: ['1'] }), on({ keys: ['1', '2'] }), on({}))).keys, ['2']);
  });

  it('are in conflict if the keys of one side are not a list', () => {
    for (const [old, theirs, own] of [
      ['x', ['1'], ['2']],
      [['1'], 'x', ['2']],
      [['1'], ['2'], 'x'],
    ])
      // prettier-ignore
      assert.deepEqual(conflicts(on({ keys: old }), on({ keys: theirs }), on({ keys: own })), [['treatments', 'on', 'keys']]);
  });

  const named = (names: string): Partial<FlagDefinition> => ({ treatments: names.split(' ').map((name) => ({ name })) });
  for (const [what, live, mine, expected] of [
    ['what they stood behind, where live has another order', 'off on', 'on v2 off', 'off on v2'],
    ['what they stood behind, where mine has another order', 'on off v2', 'off on', 'off v2 on'],
  ] as const)
    it(`that are new are placed after ${what}`, () => {
      assert.deepEqual(merged({}, named(live), named(mine)).treatments, named(expected).treatments);
    });
});

describe('a rule', () => {
  const of = (strings: readonly string[], fields: object = {}): Rule => ({
    ...fields,
    buckets: [{ treatment: 'on', size: 100 }],
    condition: { matchers: [{ type: 'IN_LIST_STRING', strings: [...strings] }] },
  });
  const rules = (...list: Rule[]): Pick<FlagDefinition, 'rules'> => ({ rules: list });
  const shared = (rule: Rule): Rule => ({ ...rule, buckets: [{ treatment: 'off', size: 100 }] });

  it('has the changes of both sides, in the order of mine', () => {
    const theirs = of(['a', 'b', 'c'], { label: 'x' });
    const { condition, buckets } = shared(of(['a', 'b']));
    const [rule] = merged(rules(of(['a', 'b'])), rules(theirs), rules({ condition, buckets })).rules;
    assert.equal(JSON.stringify(rule), JSON.stringify({ label: 'x', condition: theirs.condition, buckets }));
  });

  it('has one conflict if both sides changed unknown fields, and one in its condition if both changed the values', () => {
    for (const fields of [(label: string) => ({ label }), (label: string) => ({ label, note: label })]) {
      const [old, theirs, own] = ['x', 'y', 'z'].map((label) => rules(of(['a'], fields(label))));
      assert.deepEqual(conflicts(old!, theirs!, own!), [['rules', 0]]);
    }
    const [old, theirs, own] = ['a b', 'a b c', 'a b d'].map((strings) => rules(of(strings.split(' '))));
    assert.deepEqual(conflicts(old!, theirs!, own!), [['rules', 0, 'condition']]);
  });

  it('is not changed by a part that is only written differently', () => {
    const written = { ...of(['a']), condition: { combiner: 'AND', matchers: [{ ...of(['a']).condition.matchers[0]!, negate: false }] } };
    assert.deepEqual(merged(rules(of(['a'])), { ...rules(written), trafficAllocation: 7 }, { ...rules(of(['a'])), defaultTreatment: 'on' }).rules, [written]);
    assert.deepEqual(merged(rules(of(['a'])), { ...rules(shared(of(['a']))), trafficAllocation: 7 }, rules(written)).rules, [shared(of(['a']))]);
  }); // prettier-ignore
});

describe('rules that were added', () => {
  const rules = (signs: string): Pick<FlagDefinition, 'rules'> => ({ rules: signs.split(' ').filter(Boolean).map(ruleOf) });
  const places = (before: string, live: string, mine: string): unknown => conflicts(rules(before), rules(live), rules(mine));

  it('are in conflict if their order is unclear', () => {
    const all = 'a5 b5 c5 d5';
    assert.deepEqual(places(all, 'a5 z1 b5 c5 d5', 'a5 y1 b5 c5 d5'), [['rules']]);
    // Mine moved its successor away.
    assert.deepEqual(places(all, 'a5 z1 b5 c5 d5', 'b5 c5 d5 a5'), [['rules']]);
    // Some of my rules are in a different position in the live definition.
    assert.deepEqual(places(all, 'z1 a5 x1 b5 c5 d5', 'a5 b5 c5 d5 z1 y1'), [['rules']]);
  });
});
