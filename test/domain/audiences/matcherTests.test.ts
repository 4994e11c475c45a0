/** Each matcher of service-beyond.md, against values that meet it and values that don't. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../src/api/model.ts';
import type { AttributeValue } from '../../../src/domain/audiences/audienceChange.ts';
import { testOf } from '../../../src/domain/audiences/matcherTests.ts';
import { Reading } from '../../../src/domain/audiences/reading.ts';
import { meaningOf } from '../../../src/domain/definitions/matcherMeaning.ts';

const NOON = Date.UTC(2026, 9, 1, 12);
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const range = (from: unknown, to: unknown): object => ({ between: { from, to } });

/** The type and its value; then values that meet it, and values that don't. */
const CASES: readonly (readonly [type: string, value: object, yes: readonly AttributeValue[], no: readonly AttributeValue[]])[] =
  [
    ['IN_LIST_STRING', { strings: ['DE', 'FR', '5', ''] }, ['DE', 'FR', 5], ['de', 'DE,FR', '', ' DE']],
    ['STARTS_WITH_STRING', { strings: ['ab', 'x'] }, ['ab', 'abc', 'xy'], ['cab', 'a', 'Ab']],
    ['ENDS_WITH_STRING', { strings: ['.edu', '.uk'] }, ['a@b.edu', '.uk'], ['a.edu.com', 'edu']],
    ['CONTAINS_STRING', { strings: ['App/', 'Dal'] }, ['x App/1', 'Dal'], ['app/', 'Da l']],
    ['MATCHES_STRING', { string: '^acct-00\\d{3}$' }, ['acct-00123'], ['acct-0012', 'acct-001234', ' acct-00123']],
    ['MATCHES_STRING', { string: 'b+' }, ['abc'], ['ac', '']],
    ['MATCHES_STRING', { string: '.*' }, ['abc'], ['']],
    ['EQUAL_SET', { strings: ['a', 'b'] }, [['b', 'a'], ['a', 'b', 'a']], [['a'], ['a', 'b', 'c'], 'a,b', []]], // prettier-ignore
    ['ANY_OF_SET', { strings: ['a', 'b'] }, [['a'], ['b', 'z']], [['z'], [], 'a']],
    ['ALL_OF_SET', { strings: ['a', 'b'] }, [['a', 'b'], ['a', 'b', 'c']], [['a'], []]], // prettier-ignore
    ['PART_OF_SET', { strings: ['a', 'b'] }, [['a'], ['a', 'b']], [['a', 'c'], []]],
    ['EQUAL_NUMBER', { number: 5 }, [5, '5', ' 5.0 '], [4.9, -5, 'five']],
    ['LESS_THAN_OR_EQUAL_NUMBER', { number: 5 }, [5, -1], [5.1, 'x']],
    ['GREATER_THAN_OR_EQUAL_NUMBER', { number: 5 }, [5, 1e9], [4.999, ['a', 'b']]],
    ['BETWEEN_NUMBER', range(0, 2_500), [0, 2_500, 7], [-1, 2_501]],
    ['ON_DATE', { date: NOON }, [NOON, NOON + 11 * HOUR, NOON - 12 * HOUR], [NOON + 12 * HOUR, NOON - 13 * HOUR, '2026-10-01']],
    ['ON_OR_AFTER_DATE', { date: NOON + 30 * SECOND }, [NOON, NOON + 1], [NOON - 1]],
    ['ON_OR_BEFORE_DATE', { date: NOON }, [NOON, NOON + 59 * SECOND, NOON - HOUR], [NOON + MINUTE]],
    ['BETWEEN_DATE', range(NOON + SECOND, NOON + HOUR), [NOON, NOON + HOUR + 59 * SECOND], [NOON - 1, NOON + HOUR + MINUTE]],
    ['BOOLEAN', { bool: true }, [true, 'true', 'TRUE'], [false, 'yes', 1]],
    ['BOOLEAN', { bool: false }, [false, 'False'], [true, 0]],
    ['EQUAL_TO_SEMVER', { string: '1.2.3' }, ['1.2.3', '01.2.3'], ['1.2.4', '1.2.3-rc.1', '1.2.3+b', '1.2']],
    ['EQUAL_TO_SEMVER', { string: '1.2' }, [], ['1.2', '1.2.0']],
    [
      'GREATER_THAN_OR_EQUAL_TO_SEMVER',
      { string: '6.2.0' },
      ['6.2.0', '6.10.0', '10.0.0', '6.2.0+b'],
      ['6.1.9', '6.2.0-rc.1', 'x'],
    ],
    ['GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '1.2' }, [], ['1.2.3']],
    ['LESS_THAN_OR_EQUAL_TO_SEMVER', { string: '6.2.0' }, ['6.2.0', '6.2.0-rc.1', '2.9.9'], ['6.2.1', '6.10.0', '1.2.3-a..b']],
    ['BETWEEN_SEMVER', range('3.0.0', '3.9.9'), ['3.0.0', '3.9.9', '3.4.0-a'], ['3.0.0-rc.1', '3.10.0']],
    ['IN_LIST_SEMVER', { strings: ['1.0.0', '2.0.0', 'x'] }, ['1.0.0', '2.0.0'], ['1.0.1', 'x']],
  ];

function meets(matcher: Matcher, value: AttributeValue | undefined): boolean | undefined {
  const meaning = meaningOf(matcher);
  assert.notEqual(meaning.code, 'unknown', JSON.stringify(matcher));
  return testOf(meaning)?.meets(new Reading(value));
}

describe('a value', () => {
  for (const [type, fields, yes, no] of CASES)
    it(`meets ${type} ${JSON.stringify(fields)} or does not`, () => {
      const matcher = { type, attribute: 'a', ...fields };
      for (const value of yes) assert.equal(meets(matcher, value), true, JSON.stringify(value));
      for (const value of [...no, undefined]) assert.equal(meets(matcher, value), false, JSON.stringify(value));
    });

  it('may be written as a person writes it: a set with commas, and a date as UTC in every time zone', () => {
    const on = { type: 'ON_DATE', attribute: 'a', date: NOON };
    const zone = process.env['TZ'];
    try {
      for (const name of ['America/Los_Angeles', 'Pacific/Auckland']) {
        process.env['TZ'] = name;
        for (const typed of [
          '2026-10-01',
          '2026-10-01 00:00',
          '2026-10-01 23:59 UTC',
          '2026-10-01T23:59:59Z',
          '2026-10-02T01:00+02:00',
        ])
          assert.equal(meets(on, { typed }), true, `${typed} in ${name}`);
        for (const typed of ['2026-10-02', '2026-10-02 00:00', 'soon', 'Oct 1, 2026', ''])
          assert.equal(meets(on, { typed }), false, `${typed} in ${name}`);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
    const set = { type: 'EQUAL_SET', attribute: 'a', strings: ['a', 'b'] };
    assert.equal(meets(set, { typed: ' b, a,' }), true);
    assert.equal(meets(set, { typed: 'a' }), false);
    assert.equal(meets({ type: 'EQUAL_NUMBER', attribute: 'a', number: 0 }, { typed: ' ' }), false);
  });

  it('is not judged by a pattern that can take long, nor if it is long itself, nor by what is not known', () => {
    assert.equal(meets({ type: 'MATCHES_STRING', string: '(a+)+$' }, 'a'), undefined);
    assert.equal(meets({ type: 'MATCHES_STRING', string: 'a+b' }, 'a'.repeat(300)), undefined);
    assert.equal(meets({ type: 'IN_SEGMENT', string: 's' }, 'k'), undefined);
    assert.equal(meets({ type: 'IN_LIST_STRING', strings: ['k'], more: 1 }, 'k'), undefined);
  });
});
