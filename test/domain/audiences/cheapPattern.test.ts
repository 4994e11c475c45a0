/** Only a pattern that can't take long, and that means the same everywhere, is tried. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cheapPattern } from '../../../src/domain/audiences/cheapPattern.ts';

describe('a pattern', () => {
  for (const pattern of [
    '^a\\d+$',
    '(DE|FR)',
    '[a-z]+@example\\.com',
    'a{2,3}',
    '^x?y$',
    '\\w{2}-\\d{4}',
    '[(*+]+',
    '(a|b)(c|d)',
  ])
    it(`is tried: ${pattern}`, () => assert.ok(cheapPattern(pattern)));

  for (const pattern of [
    '(a+)+',
    '(ab){2}',
    '(?=a)',
    '\\1',
    '(',
    '[a',
    '\\u0041',
    'a\\',
    // Several repetitions of variable length.
    'a*b*',
    'a?a?a?a',
    '\\w+-\\d+',
    'a{0,99}a{0,99}a{0,99}a{0,99}b',
    'a{2,}b+',
    // Many ways, or many steps.
    `${'(a|a)'.repeat(30)}b`,
    `${'a|'.repeat(80)}b`,
    'a{2000}',
  ])
    it(`is not tried: ${pattern.slice(0, 40)}`, () => assert.equal(cheapPattern(pattern), undefined));
});
