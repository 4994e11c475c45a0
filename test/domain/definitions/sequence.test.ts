/** Tests the longest common sequence and the heaviest pairs in order. Compares them with the results of an exhaustive search. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  allPlaces,
  heaviestInOrder,
  inReadingOrder,
  keepingPlace,
  pairEqual,
  type MatchedItem,
  type Placed,
} from '../../../src/domain/definitions/sequence.ts';

/** The same numbers each time, below `most`. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
}

/** How long the longest common subsequence is. */
function longestBy(before: string, after: string): number {
  let row = Array.from({ length: before.length + 1 }, () => 0);
  for (const item of after) {
    const next = [0];
    for (let from = 1; from <= before.length; from += 1)
      next.push(before[from - 1] === item ? row[from - 1]! + 1 : Math.max(row[from]!, next[from - 1]!));
    row = next;
  }
  return row[before.length]!;
}

const inOrder = (pairs: readonly MatchedItem[]): boolean =>
  pairs.every(({ from, to }, index) => index === 0 || (from > pairs[index - 1]!.from && to > pairs[index - 1]!.to));

/** Returns the highest total weight of pairs that do not cross, by trying all choices. */
function heaviestBy(pairs: readonly (MatchedItem & { weight: number })[]): number {
  const sorted = pairs.toSorted((one, other) => one.from - other.from || one.to - other.to);
  let most = 0;
  for (let choice = 0; choice < 1 << sorted.length; choice += 1) {
    const chosen = sorted.filter((_, index) => choice & (1 << index));
    if (inOrder(chosen)) most = Math.max(most, chosen.reduce((sum, { weight }) => sum + weight, 0)); // prettier-ignore
  }
  return most;
}

const told = (pairs: readonly Placed[]): string => pairs.map(({ from = '', to = '' }) => `${from}→${to}`).join(' ');
const pairsOf = (before: string, after: string): string => told(pairEqual(Array.from(before), Array.from(after)));

describe('equal items', () => {
  it('are paired at both ends, and if they occur once', () => {
    assert.equal(pairsOf('abc', 'abc'), '0→0 1→1 2→2');
    assert.equal(pairsOf('abc', 'axc'), '0→0 2→2');
    assert.equal(pairsOf('abcd', 'acbd'), '0→0 1→2 2→1 3→3');
    assert.equal(pairsOf('aa', 'a'), '0→0');
    assert.equal(pairsOf('a', 'aa'), '0→0');
    assert.equal(pairsOf('', 'a'), '');
    assert.equal(pairsOf('xaay', 'zaaaw'), '1→1 2→2');
  });

  it('are all paired, and as many pairs as possible keep their order, also in long lists', () => {
    const next = numbers(7);
    for (const [rounds, length] of [
      [150, 9],
      [30, 70],
    ] as const)
      // prettier-ignore
      for (let round = 0; round < rounds; round += 1) {
        const list = (): string => Array.from({ length: next(length) + 1 }, () => 'abcdefgh'[next(2 + (round % 7))]).join('');
        const [before, after] = [list(), list()];
        const pairs = pairEqual(Array.from(before), Array.from(after));
        assert.ok(pairs.every(({ from, to }) => before[from] === after[to]));
        assert.equal(new Set(pairs.map(({ from }) => from)).size, pairs.length);
        assert.equal(new Set(pairs.map(({ to }) => to)).size, pairs.length);
        const count = (text: string, letter: string): number => text.split(letter).length - 1;
        const all = [...new Set(before)].reduce((sum, one) => sum + Math.min(count(before, one), count(after, one)), 0);
        assert.equal(pairs.length, all, `${before} ${after}`);
        const kept = heaviestInOrder(pairs, () => 1);
        assert.equal(kept.length, longestBy(before, after), `${before} ${after}`);
      }
  });
});

describe('the heaviest pairs in order', () => {
  it('never cross, and no other choice of pairs that do not cross weighs more', () => {
    const next = numbers(3);
    for (let round = 0; round < 300; round += 1) {
      const pairs = Array.from({ length: next(9) }, () => ({ from: next(6), to: next(6), weight: next(9) + 1 }));
      const chosen = heaviestInOrder(pairs, ({ weight }) => weight);
      assert.ok(inOrder(chosen), told(chosen));
      const weight = chosen.reduce((sum, one) => sum + one.weight, 0);
      assert.equal(weight, heaviestBy(pairs), JSON.stringify(pairs));
    }
    assert.deepEqual(heaviestInOrder([], () => 1), []);
  }); // prettier-ignore
});

describe('items of two lists', () => {
  it('are paired, removed or new', () => {
    assert.equal(told(allPlaces([{ from: 1, to: 0 }], 3, 2)), '1→0 0→ 2→ →1');
  });

  it('are in the order of the new list, with removed items at their old positions', () => {
    const items: readonly Placed[] = [{ from: 4 }, { from: 1 }, { to: 1 }, { from: 2, to: 0 }, { from: 3, to: 2 }, { from: 0, to: 3 }];
    assert.equal(told(inReadingOrder(items)), '1→ 2→0 →1 3→2 4→ 0→3');
    assert.equal(told([...keepingPlace(items)]), '2→0 3→2');
    assert.equal(told(inReadingOrder([{ from: 1 }, { from: 0 }])), '0→ 1→');
    assert.equal(told(inReadingOrder([{ to: 1 }, { to: 0 }])), '→0 →1');
  }); // prettier-ignore
});
