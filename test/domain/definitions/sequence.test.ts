/** Tests the longest common sequence and the heaviest pairs in order. Compares them with the results of an exhaustive search. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  allItems,
  heaviestInOrder,
  inReadingOrder,
  unmovedItems,
  pairEqual,
  type MatchedItem,
  type Placed,
} from '../../../src/domain/definitions/sequence.ts';
import { runs } from '../../properties/runs.ts';

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
const weightOf = (pairs: readonly { readonly weight: number }[]): number => pairs.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the highest total weight of pairs that do not cross, by trying all choices. */
function heaviestBy(pairs: readonly (MatchedItem & { weight: number })[]): number {
  const sorted = pairs.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const choices = Array.from({ length: 1 << sorted.length }, (_, choice) => sorted.filter((__, index) => choice & (1 << index)));
  return Math.max(...choices.filter(inOrder).map(weightOf));
}

const told = (pairs: readonly Placed[]): string => pairs.map(({ from = '', to = '' }) => `${from}→${to}`).join(' ');
const pairsOf = (before: string, after: string): string => told(pairEqual(Array.from(before), Array.from(after)));

describe('equal items', () => {
  it('are paired at both ends, and if they occur once, and in order if they all change their position', () => {
    assert.equal(pairsOf('abc', 'abc'), '0→0 1→1 2→2');
    assert.equal(pairsOf('abc', 'axc'), '0→0 2→2');
    assert.equal(pairsOf('abcd', 'acbd'), '0→0 1→2 2→1 3→3');
    assert.equal(pairsOf('aa', 'a'), '0→0');
    assert.equal(pairsOf('a', 'aa'), '0→0');
    assert.equal(pairsOf('', 'a'), '');
    assert.equal(pairsOf('xaay', 'zaaaw'), '1→1 2→2');
    assert.equal(pairsOf('xx123', '123xx'), '0→3 1→4 2→0 3→1 4→2');
  });

  it('are all paired, and as many pairs as possible keep their order, also in long lists', () => {
    const list = (letters: string) => fc.string({ unit: fc.constantFrom(...letters.split('')), maxLength: 70 });
    const lists = fc.integer({ min: 2, max: 8 }).map((count) => 'abcdefgh'.slice(0, count)).chain((letters) => fc.tuple(list(letters), list(letters))); // prettier-ignore
    fc.assert(
      fc.property(lists, ([before, after]) => {
        const pairs = pairEqual(Array.from(before), Array.from(after));
        assert.ok(pairs.every(({ from, to }) => before[from] === after[to]));
        assert.equal(new Set(pairs.map(({ from }) => from)).size, pairs.length);
        assert.equal(new Set(pairs.map(({ to }) => to)).size, pairs.length);
        const count = (text: string, letter: string): number => text.split(letter).length - 1;
        const all = [...new Set(before)].reduce((sum, one) => sum + Math.min(count(before, one), count(after, one)), 0);
        assert.equal(pairs.length, all);
        assert.equal(heaviestInOrder(pairs, () => 1).length, longestBy(before, after));
      }),
      runs(800),
    );
  });
});

it('the heaviest pairs in order never cross, and no other choice of pairs that do not cross weighs more', () => {
  const pair = fc.record({ from: fc.nat(5), to: fc.nat(5), weight: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 8 }), (pairs) => {
      const chosen = heaviestInOrder(pairs, ({ weight }) => weight);
      assert.ok(inOrder(chosen), told(chosen));
      assert.equal(weightOf(chosen), heaviestBy(pairs));
    }),
    runs(1_000),
  );
});

it('items of two lists are in the order of the new list, with removed items at their old positions', () => {
  assert.equal(told(allItems([{ from: 1, to: 0 }], 3, 2)), '1→0 0→ 2→ →1');
  const items: readonly Placed[] = [{ from: 4 }, { from: 1 }, { to: 1 }, { from: 2, to: 0 }, { from: 3, to: 2 }, { from: 0, to: 3 }];
  assert.equal(told(inReadingOrder(items)), '1→ 2→0 →1 3→2 4→ 0→3');
  assert.equal(told([...unmovedItems(items)]), '2→0 3→2');
  assert.equal(told(inReadingOrder([{ from: 1 }, { from: 0 }])), '0→ 1→');
  assert.equal(told(inReadingOrder([{ to: 1 }, { to: 0 }])), '→0 →1');
}); // prettier-ignore
