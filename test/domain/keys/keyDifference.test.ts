/** Two lists of keys compared, at once and in steps. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyDifference } from '../../../src/domain/keys/keyPlan.ts';

const keys = (count: number, first = 0): readonly string[] => Array.from({ length: count }, (_, index) => `k${first + index}`);

it('two lists are what only one of them has, and what both have, each in its order', () => {
  assert.deepEqual(keyDifference(['b', 'x', 'a', 'A', ' a'], ['a', 'c', 'b', 'd']), {
    onlyInFile: ['x', 'A', ' a'],
    onlyInSegment: ['c', 'd'],
    both: ['b', 'a'],
  });
  assert.deepEqual(keyDifference([], []), { onlyInFile: [], onlyInSegment: [], both: [] });
  assert.equal(keyDifference(keys(10_000), []).onlyInFile.length, 10_000, 'as many as take more than one step');
});

it('100,000 keys on each side are compared', () => {
  const { onlyInFile, onlyInSegment, both } = keyDifference(keys(100_000), keys(100_000, 40_000));
  assert.deepEqual([onlyInFile, onlyInSegment, both], [keys(40_000), keys(40_000, 100_000), keys(60_000, 40_000)]);
});
