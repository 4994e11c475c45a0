import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LimitedMap } from '../../src/domain/limitedMap.ts';

it('a map with a limit drops the entry that was set longest ago', () => {
  const map = new LimitedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  assert.deepEqual([...map], [['a', 3], ['c', 4]]); // prettier-ignore
});
