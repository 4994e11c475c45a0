/** Tests which lists contain a value, and that long lists are read in steps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexLists } from '../../../src/domain/audiences/listIndex.ts';

function indexed(lists: readonly (readonly string[])[]) {
  const steps = indexLists(lists);
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { index: step.value, count };
    count += 1;
  }
}

describe('an index of lists', () => {
  it('knows the lists of each value, and an example of each combination', () => {
    const { index } = indexed([
      ['a', 'b', 'b', ''],
      ['b', 'c'],
      ['a', 'b'],
    ]);
    assert.deepEqual(['a', 'b', 'c', 'd', ''].map((value) => index!.listsOf(value)), [[0, 2], [0, 1, 2], [1], [], []]); // prettier-ignore
    const combinations = index!.examples.map((value) => index!.listsOf(value).join());
    assert.deepEqual(combinations.toSorted(), ['0,1,2', '0,2', '1']);
    assert.deepEqual([...index!.values()].toSorted(), ['a', 'b', 'c']);
  });

  it('still has an example of a combination if another list splits its values', () => {
    const { index } = indexed([['x', 'y'], ['x']]);
    assert.deepEqual(new Set(index!.examples), new Set(['x', 'y']));
  });

  it('is built in steps of a few thousand values, and not at all beyond a limit of values', () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `k${index}`);
    assert.ok(indexed([values, values]).count >= 30);
    assert.equal(indexed([Array.from({ length: 2_000_001 }, () => 'k')]).index, undefined);
  });
});
