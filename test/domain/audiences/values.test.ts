/** Each matcher of service-beyond.md, by cases: against values that meet it and that don't, as the oracle has them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Matcher } from '../../../src/api/model.ts';
import { meetsTest, testOf } from '../../../src/domain/audiences/values.ts';
import { meaningOf } from '../../../src/domain/definitions/matcherMeaning.ts';
import { runs } from '../../properties/runs.ts';
import { compareVersions, meetsMatcher } from './oracle.ts';

type Value = string | number | boolean | readonly string[];

const NOON = Date.UTC(2026, 9, 1, 12);
const HOUR = 3_600_000;
const range = (from: unknown, to: unknown): object => ({ between: { from, to } });

/** The type and its value; then values that meet it, and values that don't. */
const CASES: readonly (readonly [type: string, value: object, yes: readonly Value[], no: readonly Value[]])[] = [
  ['IN_LIST_STRING', { strings: ['DE', 'FR'] }, ['DE', 'FR'], ['de', 'DE,FR', '']],
  ['STARTS_WITH_STRING', { strings: ['ab', 'x'] }, ['ab', 'abc', 'xy'], ['cab', 'a', 'Ab']],
  ['ENDS_WITH_STRING', { strings: ['.edu', '.uk'] }, ['a@b.edu', '.uk'], ['a.edu.com', 'edu']],
  ['CONTAINS_STRING', { strings: ['App/', 'Dal'] }, ['x App/1', 'Dal'], ['app/', 'Da l']],
  ['MATCHES_STRING', { string: '^acct-00\\d{3}$' }, ['acct-00123'], ['acct-0012', 'acct-001234', ' acct-00123']],
  ['MATCHES_STRING', { string: 'b+' }, ['abc'], ['ac']],
  ['EQUAL_SET', { strings: ['a', 'b'] }, [['b', 'a']], [['a'], ['a', 'b', 'c']]],
  ['ANY_OF_SET', { strings: ['a', 'b'] }, [['a'], ['b', 'z']], [['z'], []]],
  [
    'ALL_OF_SET',
    { strings: ['a', 'b'] },
    [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ],
    [['a'], []],
  ],
  ['PART_OF_SET', { strings: ['a', 'b'] }, [['a'], ['a', 'b']], [['a', 'c']]],
  ['EQUAL_NUMBER', { number: 5 }, [5], [4.9, -5]],
  ['LESS_THAN_OR_EQUAL_NUMBER', { number: 5 }, [5, -1], [5.1]],
  ['GREATER_THAN_OR_EQUAL_NUMBER', { number: 5 }, [5, 1e9], [4.999]],
  ['BETWEEN_NUMBER', range(0, 2_500), [0, 2_500, 7], [-1, 2_501]],
  ['ON_DATE', { date: NOON }, [NOON, NOON + 11 * HOUR, NOON - 12 * HOUR], [NOON + 12 * HOUR, NOON - 13 * HOUR]],
  ['ON_OR_AFTER_DATE', { date: NOON }, [NOON, NOON + 1], [NOON - 1]],
  ['ON_OR_BEFORE_DATE', { date: NOON }, [NOON, NOON - HOUR], [NOON + HOUR]],
  ['BETWEEN_DATE', range(NOON, NOON + HOUR), [NOON, NOON + HOUR], [NOON - 1, NOON + HOUR + 1]],
  ['BOOLEAN', { bool: true }, [true], [false]],
  ['BOOLEAN', { bool: false }, [false], [true]],
  ['EQUAL_TO_SEMVER', { string: '1.2.3' }, ['1.2.3'], ['1.2.4', '1.2.3-rc.1']],
  ['GREATER_THAN_OR_EQUAL_TO_SEMVER', { string: '6.2.0' }, ['6.2.0', '6.10.0', '10.0.0'], ['6.1.9', '6.2.0-rc.1']],
  ['LESS_THAN_OR_EQUAL_TO_SEMVER', { string: '6.2.0' }, ['6.2.0', '6.2.0-rc.1', '2.9.9'], ['6.2.1', '6.10.0']],
  ['BETWEEN_SEMVER', range('3.0.0', '3.9.9'), ['3.0.0', '3.9.9', '3.4.0-a'], ['3.0.0-rc.1', '3.10.0']],
  ['IN_LIST_SEMVER', { strings: ['1.0.0', '2.0.0'] }, ['1.0.0', '2.0.0'], ['1.0.1']],
];

const written = (value: Value): string => (Array.isArray(value) ? value.join(', ') : String(value));

function meets(matcher: Matcher, value: string): boolean | undefined {
  const meaning = meaningOf(matcher);
  assert.notEqual(meaning.code, 'unknown', JSON.stringify(matcher));
  const test = testOf(meaning);
  return test && meetsTest(value, test);
}

describe('a value', () => {
  for (const [type, fields, yes, no] of CASES)
    it(`meets ${type} or does not`, () => {
      const matcher = { type, attribute: 'a', ...fields };
      for (const [values, answer] of [
        [yes, true],
        [no, false],
      ] as const)
        // prettier-ignore
        for (const value of values) {
          assert.equal(meets(matcher, written(value)), answer, `${written(value)}: ${answer}`);
          const key = { key: 'k', segments: [], attributes: { a: value } };
          assert.equal(meetsMatcher(matcher, key), answer, `by the oracle, ${written(value)}: ${answer}`);
          assert.equal(meetsMatcher({ ...matcher, negate: true }, key), !answer);
        }
    });

  it('may be written as a person writes dates', () => {
    const on = { type: 'ON_DATE', attribute: 'a', date: NOON };
    assert.equal(meets(on, '2026-10-01'), true);
    assert.equal(meets(on, '2026-10-01T23:59:59Z'), true);
    assert.equal(meets(on, '2026-10-02'), false);
  });

  it('that is of another kind, or a pattern that is not tried, is not decided', () => {
    assert.equal(meets({ type: 'EQUAL_NUMBER', attribute: 'a', number: 1 }, 'one'), undefined);
    assert.equal(meets({ type: 'EQUAL_NUMBER', attribute: 'a', number: 0 }, ''), undefined);
    assert.equal(meets({ type: 'ON_DATE', attribute: 'a', date: 0 }, 'soon'), undefined);
    assert.equal(meets({ type: 'BOOLEAN', attribute: 'a', bool: true }, 'yes'), undefined);
    assert.equal(meets({ type: 'EQUAL_TO_SEMVER', attribute: 'a', string: '1.0.0' }, '1'), undefined);
    assert.equal(meets({ type: 'MATCHES_STRING', string: '(a+)+$' }, 'a'.repeat(40)), undefined);
    assert.equal(meets({ type: 'IN_SEGMENT', string: 's' }, 'k'), undefined);
  });

  it('that is a version stands where semver puts it', () => {
    const part = fc.constantFrom('0', '1', '2', '9', '10');
    const before = fc.constantFrom('', '-1', '-2', '-10', '-a', '-a.1', '-a.b', '-rc.1', '-rc.1.0', '-rc-1');
    const version = fc.tuple(part, part, part, before).map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`);
    fc.assert(
      fc.property(version, version, (one, other) => {
        const isAtLeast = meets({ type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', attribute: 'a', string: other }, one);
        // The oracle splits at the first dash only.
        if (`${one}${other}`.includes('rc-')) return;
        assert.equal(isAtLeast, compareVersions(one, other) >= 0, `${one} ${other}`);
      }),
      runs(2_000),
    );
  });
});
