/** Tests the comparison of two definitions by meaning. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../src/api/model.ts';
import { diffDefinitions, isUnchanged, type RuleChange } from '../../../src/domain/definitions/definitionDiff.ts';
import { areTreatmentsReordered } from '../../../src/domain/definitions/treatmentDiff.ts';
import { leastDefinition, ruleOf } from './anyDefinition.ts';

const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({ ...leastDefinition, ...fields });
const rulesOf = (before: string, after: string): readonly string[] => {
  const [old, now] = [before, after].map((signs) => definition({ rules: signs.split(' ').filter(Boolean).map(ruleOf) }));
  return told(diffDefinitions(old, now).rules);
};

/** Returns the pairs as text: "same 0→0", "removed 1". */
const told = (changes: readonly RuleChange[]): readonly string[] =>
  changes.map((one) => {
    if (one.change === 'added' || one.change === 'removed') return `${one.change} ${one.index}`;
    return `${one.change === 'edited' && one.isMoved ? 'moved and ' : ''}${one.change} ${one.from}→${one.to}`;
  });

it('rules that are removed are listed at their old positions', () => {
  assert.deepEqual(rulesOf('a5 b5 c5', 'a5 c5'), ['same 0→0', 'removed 1', 'same 2→1']);
  assert.deepEqual(rulesOf('a5 b5', ''), ['removed 0', 'removed 1']);
  assert.deepEqual(rulesOf('a5 b5 c5 d5', 'd5 a5 c5'), ['moved 3→0', 'same 0→1', 'removed 1', 'same 2→2']);
  assert.deepEqual(rulesOf('a5 b5 c5 d5', 'b5 c5 a5'), ['same 1→0', 'same 2→1', 'removed 3', 'moved 0→2']);
  assert.deepEqual(rulesOf('a5 b5 c5 d5', 'd5 c6 a5'), ['moved 3→0', 'moved and edited 2→1', 'same 0→2', 'removed 1']);
});

describe('the rest of a definition', () => {
  const live = definition();

  it('is not changed by response-only fields', () => {
    const objects = { id: '1', environment: { id: 'e', name: 'e' }, trafficType: null, openChangeRequestId: 'r' };
    const times = { creationTime: 1, lastUpdateTime: 2, lastTrafficReceivedAt: 3 };
    const read = { ...live, ...objects, ...times, flagSets: [], impressionsDisabled: null };
    assert.ok(isUnchanged(diffDefinitions(live, read)) && isUnchanged(diffDefinitions(read, live)));
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
    const added = diffDefinitions(undefined, definition({ rules: [ruleOf('a5')] }));
    assert.deepEqual([added.definition, told(added.rules), added.killed], ['added', ['added 0'], undefined]);
    assert.deepEqual(added.otherFields, []);
    const removed = diffDefinitions(definition({ killed: true }), undefined);
    const changes = removed.treatments.map(({ change }) => change);
    assert.deepEqual([removed.definition, changes, removed.killed], ['removed', ['removed', 'removed'], undefined]);
    assert.deepEqual([added, removed, diffDefinitions(undefined, undefined)].map(isUnchanged), [false, false, true]);
  });
});
