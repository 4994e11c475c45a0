/** Tests that as few rules as possible count as moved, and that other changes are correct. Compares with an exhaustive search. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { diffRules, type RuleChange } from '../../../src/domain/definitions/ruleDiff.ts';
import { runs } from '../../properties/runs.ts';
import { ruleOf } from './anyDefinition.ts';

const changesOf = (before: readonly string[], after: readonly string[]): readonly RuleChange[] =>
  diffRules(before.map(ruleOf), after.map(ruleOf));
const isMove = (one: RuleChange): boolean => one.change === 'moved' || (one.change === 'edited' && one.isMoved);
const pairedIn = (changes: readonly RuleChange[]) =>
  changes.flatMap((one) => (one.change === 'added' || one.change === 'removed' ? [] : [one]));
const movesIn = (changes: readonly RuleChange[]): number => changes.filter(isMove).length;

/** The largest number of positions that can stay in order, by exhaustive search. */
function mostInOrder(places: readonly number[]): number {
  let best = 0;
  for (let chosen = 0; chosen < 2 ** places.length; chosen += 1) {
    const kept = places.filter((_, index) => chosen & (1 << index));
    if (kept.length > best && kept.every((value, index) => index === 0 || kept[index - 1]! < value)) best = kept.length;
  }
  return best;
}

/**
 * The fewest moves over all pairings that follow the first two rules of `pairRules`: first equal rules, then rules with equal
 * conditions (here: the same letter). No rule stays unpaired that could be paired.
 */
function fewestMoves(before: readonly string[], after: readonly string[]): { readonly pairs: number; readonly moves: number } {
  const mayPair = (old: string, now: string): boolean =>
    old === now || (old[0] === now[0] && !after.includes(old) && !before.includes(now));
  let best = { pairs: -1, moves: 0 };
  const pair = (from: number, taken: readonly number[]): void => {
    if (from === before.length) {
      const moves = taken.length - mostInOrder(taken);
      if (taken.length > best.pairs || (taken.length === best.pairs && moves < best.moves)) best = { pairs: taken.length, moves };
      return;
    }
    pair(from + 1, taken);
    for (const [to, sign] of after.entries())
      if (mayPair(before[from]!, sign) && !taken.includes(to)) pair(from + 1, [...taken, to]);
  };
  pair(0, []);
  return best;
}

describe('the moves of rules', () => {
  it('are as few as possible over all ways to pair equal rules and equal conditions, for up to seven rules, even if several are equal', () => {
    const signs = (digits: readonly string[]) =>
      fc.array(fc.constantFrom(...['a', 'b', 'c'].flatMap((letter) => digits.map((digit) => letter + digit))), { maxLength: 7 });
    const lists = fc.constantFrom(['1'], ['1', '2'], ['1', '2', '3']).chain((digits) => fc.tuple(signs(digits), signs(digits)));
    fc.assert(
      fc.property(lists, ([before, after]) => {
        const best = fewestMoves(before, after);
        const changes = changesOf(before, after);
        const told = pairedIn(changes);
        // Rules without equal conditions may still be paired as similar. Such a pair is never a move here.
        assert.ok(told.length >= best.pairs);
        if (told.length === best.pairs) assert.equal(movesIn(changes), best.moves);
        else assert.ok(movesIn(changes) <= best.moves + told.length - best.pairs);
      }),
      runs(1500),
    );
  });

  it('are assigned to a rewritten rule rather than to an unchanged one', () => {
    const told = (before: readonly string[], after: readonly string[]) =>
      pairedIn(changesOf(before, after)).map((one) => `${one.change} ${isMove(one)}`);
    assert.deepEqual(told(['a1', 'b1'], ['b2', 'a1']), ['edited true', 'same false']);
    assert.deepEqual(told(['a1', 'b1'], ['b1', 'a2']), ['same false', 'edited true']);
  });
});
