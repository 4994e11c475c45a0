/** Tests the comparison of two definitions by meaning. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Rule } from '../../../src/api/model.ts';
import { diffDefinitions, isUnchanged, type RuleChange } from '../../../src/domain/definitions/definitionDiff.ts';
import { areTreatmentsReordered } from '../../../src/domain/definitions/treatmentDiff.ts';

const inSegment = (string: string, more: object = {}) => ({ type: 'IN_SEGMENT', string, ...more });
const shares = (on: number) => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
];
const rule = (segment: string, on = 100): Rule => ({
  buckets: shares(on),
  condition: { combiner: 'AND', matchers: [inSegment(segment)] },
});

function definition(fields: Partial<FlagDefinition> = {}): FlagDefinition {
  return {
    name: 'checkout',
    treatments: [{ name: 'on', description: 'new' }, { name: 'off' }],
    defaultTreatment: 'off',
    trafficAllocation: 100,
    rules: [],
    defaultRule: shares(10),
    killed: false,
    ...fields,
  };
}

const rulesOf = (before: readonly Rule[], after: readonly Rule[]): readonly RuleChange[] =>
  diffDefinitions(definition({ rules: [...before] }), definition({ rules: [...after] })).rules;

/** Returns the pairs as text: "same 0→0", "removed 1". */
const told = (changes: readonly RuleChange[]): readonly string[] =>
  changes.map((one) => {
    if (one.change === 'added' || one.change === 'removed') return `${one.change} ${one.index}`;
    return `${one.change === 'edited' && one.isMoved ? 'moved and ' : ''}${one.change} ${one.from}→${one.to}`;
  });

describe('rules', () => {
  const [a, b, c, d] = [rule('a'), rule('b'), rule('c', 30), rule('d', 40)];

  it('may be added anywhere without moving the others', () => {
    assert.deepEqual(told(rulesOf([a, b], [c, a, d, b])), ['added 0', 'same 0→1', 'added 2', 'same 1→3']);
  });

  it('that are removed are listed at their old positions', () => {
    assert.deepEqual(told(rulesOf([a, b, c], [a, c])), ['same 0→0', 'removed 1', 'same 2→1']);
    assert.deepEqual(told(rulesOf([a, b], [])), ['removed 0', 'removed 1']);
    assert.deepEqual(told(rulesOf([a, b, c, d], [d, a, c])), ['moved 3→0', 'same 0→1', 'removed 1', 'same 2→2']);
    assert.deepEqual(told(rulesOf([a, b, c, d], [b, c, a])), ['same 1→0', 'same 2→1', 'removed 3', 'moved 0→2']);
    const more = rule('c', 35);
    const edited = ['moved 3→0', 'moved and edited 2→1', 'same 0→2', 'removed 1'];
    assert.deepEqual(told(rulesOf([a, b, c, d], [d, more, a])), edited);
  });

  it('are edited if their shares change', () => {
    assert.deepEqual(told(rulesOf([a, b], [a, rule('b', 50)])), ['same 0→0', 'edited 1→1']);
  });

  it('are edited if their combiner or an unknown field changes', () => {
    const any = { ...a, condition: { ...a.condition, combiner: 'OR' } };
    const noted = { ...a, condition: { ...a.condition, note: 1 } };
    for (const other of [any, noted, { ...a, label: 'x' }]) {
      assert.deepEqual(told(rulesOf([a], [other])), ['edited 0→0']);
      // If one rule stays, the other one is identified by its condition or is new.
      assert.deepEqual(told(rulesOf([a, b], [a, b, other])), ['same 0→0', 'same 1→1', 'added 2']);
    }
  });

  it('are equal with and without empty fields, but not if one is negated', () => {
    const matcher = { string: 'a', type: 'IN_SEGMENT', negate: false, attribute: null, strings: [] };
    const full = { buckets: shares(100), condition: { combiner: null, matchers: [matcher] } };
    assert.deepEqual(told(rulesOf([a], [full])), ['same 0→0']);
    const negated = { ...a, condition: { matchers: [inSegment('a', { negate: true })] } };
    assert.ok(!told(rulesOf([a], [negated])).includes('same 0→0'));
  });
});

describe('the rest of a definition', () => {
  const live = definition();

  it('is not changed by response-only fields', () => {
    const objects = { id: '1', environment: { id: 'e', name: 'e' }, trafficType: null, openChangeRequestId: 'r' };
    const times = { creationTime: 1, lastUpdateTime: 2, lastTrafficReceivedAt: 3 };
    const read = { ...live, ...objects, ...times, flagSets: [], impressionsDisabled: null };
    assert.ok(isUnchanged(diffDefinitions(live, read)) && isUnchanged(diffDefinitions(read, live)));
  });

  it('has treatments by name', () => {
    const after = definition({ treatments: [{ name: 'v2' }, { name: 'on', description: 'newest' }] });
    const edit = { before: { name: 'on', description: 'new' }, after: { name: 'on', description: 'newest' } };
    assert.deepEqual(diffDefinitions(live, after).treatments, [
      { change: 'added', to: 0, treatment: { name: 'v2' } },
      { change: 'edited', from: 0, to: 1, ...edit },
      { change: 'removed', from: 1, treatment: { name: 'off' } },
    ]);
  });

  it('has a default rule with before and after', () => {
    const after = [{ treatment: 'on', size: 80 }, { treatment: 'v2', size: 20 }]; // prettier-ignore
    const { defaultRule, isDefaultRuleChanged } = diffDefinitions(live, definition({ defaultRule: after }));
    assert.deepEqual(defaultRule, [
      { treatment: 'on', from: 0, before: 10, to: 0, after: 80 },
      { treatment: 'off', from: 1, before: 90 },
      { treatment: 'v2', to: 1, after: 20 },
    ]);
    assert.equal(isDefaultRuleChanged, true);
  });

  it('lists single values only if they change', () => {
    const after = definition({ defaultTreatment: 'on', trafficAllocation: 50, killed: true });
    const { defaultTreatment, trafficAllocation, killed } = diffDefinitions(live, after);
    assert.deepEqual(defaultTreatment, { before: 'off', after: 'on' });
    assert.deepEqual(trafficAllocation, { before: 100, after: 50 });
    assert.deepEqual(killed, { before: false, after: true });
    const always = 'defaultRule definition fallback isDefaultRuleChanged otherFields rules staysKilled treatments';
    assert.equal(Object.keys(diffDefinitions(live, live)).toSorted().join(' '), always);
  });

  it('is changed by the order of treatments, rules, or shares', () => {
    const start = definition({ rules: [rule('a'), rule('b')] });
    for (const field of ['treatments', 'rules', 'defaultRule'] as const)
      assert.equal(isUnchanged(diffDefinitions(start, { ...start, [field]: start[field].toReversed() })), false, field);
  });

  it('is equal with a null and with a missing field; by default it serves all traffic and is not killed', () => {
    const bare = { name: 'checkout', treatments: [], rules: [], defaultRule: [] };
    const empty = { ...bare, defaultTreatment: null, trafficAllocation: null, killed: null } as unknown as FlagDefinition;
    for (const [before, after] of [
      [bare, empty],
      [empty, bare],
    ] as const) {
      const diff = diffDefinitions(before, after);
      assert.ok(isUnchanged(diff));
      assert.deepEqual([diff.defaultTreatment, diff.trafficAllocation, diff.killed], [undefined, undefined, undefined]);
    }
    const { fallback, staysKilled } = diffDefinitions(bare, empty);
    assert.deepEqual([fallback, staysKilled], [undefined, false]);
  });

  it('may have unknown fields', () => {
    assert.deepEqual(diffDefinitions({ ...live, flagSets: ['a'] }, { ...live, novelty: { x: 1 } }).otherFields, [
      { field: 'novelty', before: undefined, after: { x: 1 } },
      { field: 'flagSets', before: ['a'], after: undefined },
    ]);
  });

  it('may have shares with more than a treatment and a size', () => {
    const novel = [{ treatment: 'on', size: 100, until: 5 }];
    const plain = [{ treatment: 'on', size: 100 }];
    const diff = diffDefinitions(definition({ defaultRule: plain }), definition({ defaultRule: novel }));
    assert.equal(diff.isDefaultRuleChanged, true);
    assert.deepEqual(diff.otherFields, [{ field: 'defaultRule', before: plain, after: novel }]);
    const back = diffDefinitions(definition({ defaultRule: novel }), definition({ defaultRule: plain }));
    assert.deepEqual(back.otherFields, [{ field: 'defaultRule', before: novel, after: plain }]);
    assert.deepEqual(diffDefinitions(definition({ defaultRule: novel }), definition({ defaultRule: novel })).otherFields, []);
  });

  it('has a changed order of treatments even if one is added between them', () => {
    const [on, off] = [{ name: 'on' }, { name: 'off' }];
    const before = definition({ treatments: [on, off] });
    const reordered = (treatments: FlagDefinition['treatments']) =>
      areTreatmentsReordered(diffDefinitions(before, definition({ treatments })).treatments);
    assert.equal(reordered([off, { name: 'new' }, on]), true);
    assert.equal(reordered([{ name: 'new' }, on, off]), false);
    assert.equal(reordered([off]), false);
  });

  it('is completely new or completely removed', () => {
    const added = diffDefinitions(undefined, definition({ rules: [rule('a')] }));
    assert.deepEqual([added.definition, told(added.rules), added.killed], ['added', ['added 0'], undefined]);
    assert.deepEqual(added.otherFields, []);
    const removed = diffDefinitions(definition({ killed: true }), undefined);
    const changes = removed.treatments.map(({ change }) => change);
    assert.deepEqual([removed.definition, changes, removed.killed], ['removed', ['removed', 'removed'], undefined]);
    assert.deepEqual([added, removed, diffDefinitions(undefined, undefined)].map(isUnchanged), [false, false, true]);
  });
});
