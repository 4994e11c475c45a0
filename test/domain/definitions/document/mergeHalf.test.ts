/** What can be merged where something else is in conflict. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition } from '../../../../src/api/model.ts';
import { mergeDefinitions } from '../../../../src/domain/definitions/document/merge.ts';
import { mergeHalf } from '../../../../src/domain/definitions/document/mergeHalf.ts';

const base: FlagDefinition = {
  name: 'f',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [{ treatment: 'off', size: 100 }],
};
const half = (live: FlagDefinition | undefined, mine: FlagDefinition) => {
  const merge = mergeDefinitions(base, live, mine);
  assert.ok(!merge.ok);
  return mergeHalf(base, live, mine, merge.conflicts);
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
});
