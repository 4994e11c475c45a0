/** Tests the text of a condition, for each matcher type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../src/api/model.ts';
import '../fakeVscode.ts';

const { matcherSentence } = await import('../../../src/editor/words/matcherWords.ts');

describe('the words of a condition', () => {
  const attribute = 'x';
  const cases: readonly (readonly [Matcher, string])[] = [
    [{ type: 'IN_SEGMENT', string: 'beta' }, 'key is in the segment “beta”'],
    [{ type: 'IN_LIST_STRING', strings: ['a', 'b'] }, 'key is one of “a”, “b”'],
    [{ type: 'IN_LIST_STRING', strings: [] }, 'key is one of nothing'],
    [{ type: 'STARTS_WITH_STRING', strings: ['a'], attribute }, 'x starts with “a”'],
    [{ type: 'ENDS_WITH_STRING', strings: ['a'], attribute }, 'x ends with “a”'],
    [{ type: 'CONTAINS_STRING', strings: ['a'], attribute }, 'x contains “a”'],
    [{ type: 'MATCHES_STRING', string: '^a', attribute }, 'x matches the pattern “^a”'],
    [{ type: 'EQUAL_SET', strings: ['a'], attribute }, 'x is exactly the set “a”'],
    [{ type: 'ANY_OF_SET', strings: ['a'], attribute }, 'x has any of “a”'],
    [{ type: 'ALL_OF_SET', strings: ['a'], attribute }, 'x has all of “a”'],
    [{ type: 'PART_OF_SET', strings: ['a'], attribute }, 'x has only values from “a”'],
    [{ type: 'EQUAL_NUMBER', number: 5, attribute }, 'x = 5'],
    [{ type: 'LESS_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, 'x ≤ 5'],
    [{ type: 'GREATER_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, 'x ≥ 5'],
    [{ type: 'BETWEEN_NUMBER', between: { from: 1, to: 2 }, attribute }, 'x is between 1 and 2'],
    [{ type: 'ON_DATE', date: 0, attribute }, 'x is on 1970-01-01 UTC'],
    [{ type: 'ON_OR_AFTER_DATE', date: 0, attribute }, 'x ≥ 1970-01-01 00:00 UTC'],
    [{ type: 'ON_OR_BEFORE_DATE', date: 0, attribute }, 'x ≤ 1970-01-01 00:00 UTC'],
    [
      { type: 'BETWEEN_DATE', between: { from: 0, to: 61_000 }, attribute },
      'x is between 1970-01-01 00:00 UTC and 1970-01-01 00:01 UTC',
    ],
    [{ type: 'BOOLEAN', bool: false, attribute }, 'x = false'],
    [{ type: 'IN_SPLIT', depends: { splitName: 'f', treatment: 'on' } }, 'key gets “on” from the flag “f”'],
    [{ type: 'EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x = version 1.0.0'],
    [{ type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x ≥ version 1.0.0'],
    [{ type: 'LESS_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x ≤ version 1.0.0'],
    [{ type: 'BETWEEN_SEMVER', from: '1', to: '2', attribute }, 'x is between version 1 and version 2'],
    [{ type: 'IN_LIST_SEMVER', strings: ['1', '2'], attribute }, 'x is one of the versions “1”, “2”'],
  ];
  it('are these for each type, also if it is negated', () => {
    for (const [matcher, words] of cases) {
      assert.equal(matcherSentence(matcher), words);
      const hasOpposite = matcher.type === 'IN_SEGMENT' || matcher.type === 'IN_LIST_STRING';
      const opposite = hasOpposite ? words.replace(' is ', ' is not ') : `not: ${words}`;
      assert.equal(matcherSentence({ ...matcher, negate: true }), opposite);
    }
  });

  it('are its JSON if its type is unknown, and include the unknown fields of a known type', () => {
    const novel = { type: 'PHASE_OF_THE_MOON', negate: true, phase: 'full' };
    assert.equal(matcherSentence(novel), JSON.stringify(novel));
    assert.equal(matcherSentence({ type: 'IN_SEGMENT', string: 'a', until: 5 }), 'key is in the segment “a”, with {"until":5}');
  });
});
