/** What can be merged where something else is in conflict. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { mergeDefinitions } from '../../../../src/domain/definitions/document/merge.ts';
import { mergeHalf } from '../../../../src/domain/definitions/document/mergeHalf.ts';
import { leastDefinition as base, ruleOf } from '../anyDefinition.ts';

const half = (live: FlagDefinition | undefined, mine: FlagDefinition, before: FlagDefinition = base) => {
  const merge = mergeDefinitions(before, live, mine);
  assert.ok(!merge.ok);
  return mergeHalf(before, live, mine, merge.conflicts);
};

describe('half a merge', () => {
  it('takes what does not touch, and leaves only the conflict', () => {
    const live = { ...base, defaultTreatment: 'on', trafficAllocation: 7 };
    const mine = { ...base, trafficAllocation: 42 };
    const merged = half(live, mine)!;
    assert.deepEqual(merged.definition, { ...base, defaultTreatment: 'on', trafficAllocation: 42 });
    assert.deepEqual(merged.base, { ...base, defaultTreatment: 'on' });
    const again = mergeDefinitions(merged.base, live, merged.definition);
    assert.ok(!again.ok);
    assert.deepEqual(
      again.conflicts.map(({ place }) => place.code),
      ['trafficAllocation'],
    );
  });

  it('is none where the definition was removed', () => {
    assert.equal(half(undefined, { ...base, trafficAllocation: 42 }), undefined);
  });

  it('is none where nothing is in conflict', () => {
    assert.equal(mergeHalf(base, { ...base, trafficAllocation: 7 }, base, []), undefined);
  });

  const rules = (signs: string): Pick<FlagDefinition, 'rules'> => ({ rules: signs.split(' ').map(ruleOf) });
  const on = (fields: object): Pick<FlagDefinition, 'treatments'> => ({
    treatments: [{ name: 'on', ...fields }, { name: 'off' }],
  });
  const touching: readonly (readonly [what: string, old: object, theirs: object, own: object])[] = [
    ['a treatment', {}, on({ description: 'a' }), on({ description: 'b' })],
    ['the treatments', {}, { treatments: [{ name: 'on' }, { name: 'on' }] }, on({ description: 'b' })],
    ['a rule', rules('a5 b5'), rules('a1 b5'), rules('a9 b5')],
    ['the order of rules', rules('a5 b5 c5'), rules('c5 a5 b5'), rules('b5 a5 c5')],
    ['rules that were added', rules('a5'), rules('z1 a5'), rules('y1 a5')],
    [
      'the default rule',
      {},
      { defaultRule: [{ treatment: 'on', size: 100 }] },
      { defaultRule: [{ treatment: 'v2', size: 100 }] },
    ],
    ['the default treatment', {}, { defaultTreatment: 'on' }, { defaultTreatment: 'v2' }],
    ['another field', { flagSets: ['a'] }, { flagSets: ['b'] }, { flagSets: ['c'] }],
    ['a field that was not there', {}, { flagSets: ['b'] }, { flagSets: ['c'] }],
  ];
  for (const [what, old, theirs, own] of touching)
    it(`has mine, and what is in conflict still: ${what}`, () => {
      const [before, live, mine] = [{ ...base, ...old }, { ...base, ...old, ...theirs, trafficAllocation: 7 }, { ...base, ...old, ...own }];
      assert.deepEqual(half(live, mine, before), {
        definition: { ...mine, trafficAllocation: 7 },
        base: { ...before, trafficAllocation: 7 },
      });
    }); // prettier-ignore

  it('keeps what live took away in conflict', () => {
    const live = { ...base, trafficAllocation: 7 };
    const [before, mine] = [
      { ...base, flagSets: ['a'] },
      { ...base, flagSets: ['b'] },
    ];
    assert.deepEqual(half(live, mine, before), {
      definition: { ...mine, trafficAllocation: 7 },
      base: { ...before, trafficAllocation: 7 },
    });
  });
});
