/** Tests which treatments a clause gives, and which keys get a different treatment if the result changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Bucket, FlagDefinition } from '../../../src/api/model.ts';
import { movesBetween, resultOf, sharesOf } from '../../../src/domain/audiences/results.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';

const shares = (...all: readonly (readonly [string, number])[]): Bucket[] => all.map(([treatment, size]) => ({ treatment, size })); // prettier-ignore
const flag = (defaultRule: Bucket[], trafficAllocation: number | null = 100): FlagDefinition => ({
  ...leastDefinition,
  defaultTreatment: 'off',
  defaultRule,
  trafficAllocation,
});
const result = (definition: FlagDefinition) => resultOf(definition, { code: 'defaultRule' });

describe('moves between two results', () => {
  it('are not reported between results that are written differently but mean the same', () => {
    const same = (one: FlagDefinition, other: FlagDefinition): void => {
      assert.deepEqual(result(one), result(other));
      assert.deepEqual(movesBetween(result(one), result(other)), []);
    };
    same(flag(shares(['off', 100])), flag(shares(['off', 40], ['on', 0], ['off', 60])));
    same(flag(shares(['off', 100]), 30), flag(shares(['off', 100])));
    same(flag(shares(['on', 100]), 0), flag(shares(['off', 100])));
    same(flag(shares(['on', 50], ['off', 50]), null), flag(shares(['on', 50], ['off', 50]), 100));
  });

  it('show whole percentages, and are unknown for shares with unknown fields', () => {
    assert.deepEqual(sharesOf(result(flag(shares(['on', 33.4], ['off', 66.6])))), [
      { treatment: 'on', percent: 33 },
      { treatment: 'off', percent: 67 },
    ]);
    const more = flag([{ treatment: 'on', size: 100, sticky: true }]);
    assert.equal(movesBetween(result(more), result(flag(shares(['on', 100])))), undefined);
    assert.deepEqual(movesBetween(result(more), result(more)), []);
  });
});
