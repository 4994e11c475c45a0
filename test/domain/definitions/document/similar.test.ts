/** Tests which existing name a misspelled one probably means. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { similarTo } from '../../../../src/domain/definitions/document/similar.ts';

describe('the name that is meant', () => {
  const found: readonly (readonly [what: string, written: string, names: readonly string[], meant: string | undefined])[] = [
    ['has a letter more, of three', 'onn', ['on', 'off'], 'on'],
    ['has another letter', 'bets', ['beta', 'gamma'], 'beta'],
    ['has two letters that change places', 'beat', ['beta', 'x'], 'beta'],
    ['has none that are apart', 'teba', ['beta'], undefined],
    ['has other capitals, which is nearer than any other slip', 'ON', ['om', 'On'], 'On'],
    ['has spaces around it', '  beta ', ['beto'], 'beto'],
    ['is none of two that are as near', 'bet', ['beta', 'best'], undefined],
    ['is the nearest, after two that are as near', 'betas', ['betat', 'betaz', 'beta1', 'BETAS'], 'BETAS'],
    ['is none for nothing', ' ', ['a', ''], undefined],
    ['is none for two letters', 'of', ['off', 'on'], undefined],
    ['is none for two slips in six letters', 'abcdef', ['abcdxy'], undefined],
    ['may have two in seven', 'abcdefg', ['abcdexy'], 'abcdexy'],
    ['has no three in nine', 'abcdefghi', ['abcdefxyz'], undefined],
    ['may have three in ten', 'abcdefghij', ['abcdefgxyz'], 'abcdefgxyz'],
    ['has no four letters more', 'abcdefghij', ['abcdefghijwxyz'], undefined],
    ['may have all of three slips', 'abcdefghij', ['bacdefghxj1'], 'bacdefghxj1'],
  ];
  for (const [what, written, names, meant] of found) it(what, () => assert.equal(similarTo(written, names), meant));

  it('is searched for names of up to 60 letters, among 500', () => {
    assert.equal(similarTo(`${'a'.repeat(59)}b`, [`${'a'.repeat(59)}c`]), `${'a'.repeat(59)}c`);
    assert.equal(similarTo(`${'a'.repeat(60)}b`, [`${'a'.repeat(60)}c`]), undefined);
    const others = Array.from({ length: 499 }, () => 'other');
    assert.equal(similarTo('bets', [...others, 'beta']), 'beta');
    assert.equal(similarTo('bets', [...others, 'other', 'beta']), undefined);
  });
});
