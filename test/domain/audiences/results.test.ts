/** What a clause gives, and who moves between two results. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Bucket, FlagDefinition } from '../../../src/api/model.ts';
import { movesBetween, resultOf, sharesOf } from '../../../src/domain/audiences/results.ts';
import { leastDefinition } from '../definitions/anyDefinition.ts';
import { runs } from '../../properties/runs.ts';

const shares = (...all: readonly (readonly [string, number])[]): Bucket[] => all.map(([treatment, size]) => ({ treatment, size })); // prettier-ignore
const flag = (defaultRule: Bucket[], trafficAllocation: number | null = 100): FlagDefinition => ({
  ...leastDefinition,
  defaultTreatment: 'off',
  defaultRule,
  trafficAllocation,
});
const result = (definition: FlagDefinition) => resultOf(definition, { code: 'defaultRule' });

/** By the two draws of a key, one after the other, as the documents say it. */
function given({ defaultRule, trafficAllocation, defaultTreatment }: FlagDefinition, draw: number, allocation: number): string {
  if ((trafficAllocation ?? 100) < 100 && allocation > (trafficAllocation ?? 100)) return String(defaultTreatment);
  let end = 0;
  return String(defaultRule.find(({ size }) => (end += size) >= draw)?.treatment);
}

const anyFlag = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom('on', 'off', 'v2'), fc.integer({ min: 0, max: 40 })), { maxLength: 4 }), fc.constantFrom(0, 1, 50, 99, 100, null))
  .map(([buckets, allocation]) => {
    const sum = buckets.reduce((all, [, size]) => all + size, 0);
    return flag(shares(...buckets.map(([name, size]) => [name, sum > 100 ? 0 : size] as const), ['off', sum > 100 ? 100 : 100 - sum]), allocation);
  }); // prettier-ignore

describe('moves between two results', () => {
  it('are those of all draws', () => {
    fc.assert(
      fc.property(anyFlag, anyFlag, (before, after) => {
        const counts = new Map<string, number>();
        for (let draw = 1; draw <= 100; draw += 1)
          for (let allocation = 1; allocation <= 100; allocation += 1) {
            const [from, to] = [given(before, draw, allocation), given(after, draw, allocation)];
            if (from !== to) counts.set([from, to].join(' '), (counts.get([from, to].join(' ')) ?? 0) + 1 / 100);
          }
        const moves = movesBetween(result(before), result(after))!;
        for (const { from, to, least, most } of moves) {
          assert.equal(least, most);
          assert.ok(Math.abs(least - counts.get(`${from} ${to}`)!) < 1e-9);
        }
        assert.equal(moves.length, counts.size);
      }),
      runs(200),
    );
  });

  it('do not exist between results that are written differently but mean the same', () => {
    const same = (one: FlagDefinition, other: FlagDefinition): void => {
      assert.deepEqual(result(one), result(other));
      assert.deepEqual(movesBetween(result(one), result(other)), []);
    };
    same(flag(shares(['off', 100])), flag(shares(['off', 40], ['on', 0], ['off', 60])));
    same(flag(shares(['off', 100]), 30), flag(shares(['off', 100])));
    same(flag(shares(['on', 100]), 0), flag(shares(['off', 100])));
    same(flag(shares(['on', 50], ['off', 50]), null), flag(shares(['on', 50], ['off', 50]), 100));
  });

  it('know fractions only as whole draws, and nothing of shares with unknown fields', () => {
    assert.deepEqual(sharesOf(result(flag(shares(['on', 33.4], ['off', 66.6])))), [
      { treatment: 'on', percent: 33 },
      { treatment: 'off', percent: 67 },
    ]);
    const more = flag([{ treatment: 'on', size: 100, sticky: true }]);
    assert.equal(movesBetween(result(more), result(flag(shares(['on', 100])))), undefined);
    assert.deepEqual(movesBetween(result(more), result(more)), []);
  });
});
