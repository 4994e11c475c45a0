/** Tests keys that look the same to people. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyCollector } from '../../../src/domain/keys/keyCollector.ts';
import type { KeysFound } from '../../../src/domain/keys/keysFound.ts';

function found(lines: readonly string[]): KeysFound {
  const collector = new KeyCollector();
  for (const [index, line] of lines.entries()) collector.add(line, index + 1);
  return collector.found();
}

describe('keys look alike', () => {
  for (const [what, one, other] of [
    ['an invisible character', 'acct-1', 'acct\u200b-1'],
    ['the kind of a space', 'acct 1', 'acct\u00a01'],
    ['composed and combined accents', 'caf\u00e9', 'cafe\u0301'],
    ['the width of letters', 'acct-1', 'ａｃｃｔ－１'],
    ['a ligature', 'ﬁx', 'FIX'],
    ['the Kelvin sign', '300\u212a', '300k'],
    ['a Cyrillic letter', 'acct-1', '\u0430cct-1'],
    ['a Greek letter, small and capital', 'ACCT-O', 'acct-\u03bf'],
    ['a capital of another script', 'B2B', '\u04122\u0412'],
    ['the case of Cyrillic letters', '\u0412ода', 'вода'],
  ] as const) {
    it(`by ${what}, and both are kept`, () => {
      const { keys, lookAlikes, counts } = found(['x', one, 'y', other]);
      assert.deepEqual(keys, ['x', one, 'y', other]);
      assert.deepEqual(lookAlikes, [{ key: other, line: 4, otherKey: one, otherLine: 2 }]);
      assert.deepEqual([counts.found, counts.lookAlikes], [4, 1]);
    });
  }

  it('with the first similar key, and repetitions count separately', () => {
    const { keys, lookAlikes, problems } = found(['a', 'A', 'A', 'a', '@', '`']);
    assert.deepEqual(keys, ['a', 'A', '@', '`']);
    assert.deepEqual(lookAlikes, [{ key: 'A', line: 2, otherKey: 'a', otherLine: 1 }]);
    assert.deepEqual(problems.map(({ line, firstLine }) => `${line} ${firstLine}`), ['3 2', '4 1']); // prettier-ignore
  });

  it('but not if only their capital letters look alike, or if only one contains a space', () => {
    for (const keys of [['ß', 'ss'], ['a b', 'ab', 'a  b']]) assert.deepEqual(found(keys).lookAlikes, []); // prettier-ignore
  });
});
