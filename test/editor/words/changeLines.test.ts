/** Tests the lines about a change of keys or of a rollout status. The texts of `thirtyReviews` have those of a definition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import '../fakeVscode.ts';
import { at, definition, request } from './definition.ts';

const { changeLines, plainLine } = await import('../../../src/editor/words/changeLines.ts');

const told = (...[asked, live]: Parameters<typeof changeLines>): readonly string[] =>
  changeLines(asked, live, undefined).map(plainLine);

describe('the lines of a change', () => {
  it('say that an update only sets the rollout status', () => {
    const asked = request({ flag: definition(), rolloutStatus: { id: 's1', name: 'Ramping' } });
    const [sets, ...others] = told(asked, at(definition()), undefined);
    assert.deepEqual(
      [sets, others],
      ['Sets the flag’s rollout status in all environments: Ramping.', ['Nobody gets a different treatment or configuration.']],
    );
    const flagIs = (id: string, name: string) => ({ ...at(definition()), status: { id, name } });
    const [moves] = told(asked, flagIs('s0', 'Pre-production'), undefined);
    assert.equal(moves, 'Changes the flag’s rollout status in all environments: Pre-production → Ramping.');
    assert.match(told(asked, flagIs('s1', 'Ramping'), undefined).join(), /^NO EFFECT: /);
  });

  it('do not say that rules apply after a restore, because none do if the traffic allocation is 0', () => {
    const closed = definition({ killed: true, trafficAllocation: 0 });
    const lines = told(request({ operationType: 'RESTORE', flag: closed }), at(closed), undefined);
    assert.deepEqual(lines, ['Restores the flag: its definition applies again.']);
  });

  it('say that the order of the shares changes', () => {
    const shares = (...all: readonly (readonly [string, number])[]) =>
      definition({ defaultRule: all.map(([treatment, size]) => ({ treatment, size })) });
    const live = at(shares(['on', 50], ['off', 50]));
    const order = told(request({ flag: shares(['off', 50], ['on', 50]) }), live, undefined);
    assert.deepEqual(order, ['Default rule: in a different order: off 50%, on 50%.']);
    const both = told(request({ flag: shares(['off', 40], ['on', 60]) }), live, undefined);
    assert.deepEqual(both, ['Default rule: off 50% → 40%, on 50% → 60%; in a different order: off 40%, on 60%.']);
  });

  it('never say that nothing would change if a request sets the rollout status', () => {
    const rolloutStatus = { id: 's1', name: 'Ramping' };
    const sets = 'Sets the flag’s rollout status in all environments: Ramping.';
    const states = [
      ['RESTORE', definition()],
      ['KILL', definition({ killed: true })],
      ['ARCHIVE', undefined],
    ] as const;
    for (const [operationType, live] of states) {
      const asked = request({ operationType, flag: definition(), rolloutStatus });
      const lines = told(asked, at(live), undefined);
      assert.deepEqual(lines, [sets, 'Nobody gets a different treatment or configuration.'], operationType);
    }
  });

  it('count the keys that would be added, and say if there are too many', () => {
    const keys = request({ operationType: 'CREATE', segment: { name: 'beta', keys: ['a', 'b', 'c'] } });
    const lines = told(keys, { kind: 'keys', keys: ['a'], count: 1 }, undefined);
    assert.deepEqual(lines, ['Adds 2 keys to the segment.', '1 key in this request: no change.']);
    assert.match(told(keys, { kind: 'keys', keys: ['a'], count: 99_999 }, undefined)[0] ?? '', /would have 100,001 keys/);
  });
});
