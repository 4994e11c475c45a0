/** Tests each matcher type of the service, and unknown types. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../src/api/model.ts';
import { meaningOf } from '../../../src/domain/definitions/matcherMeaning.ts';

const attribute = 'age';
const values = ['a', 'b'];

// prettier-ignore
const cases: readonly (readonly [Matcher, object])[] = [
  [{ type: 'IN_SEGMENT', string: 'beta' }, { code: 'inSegment', segment: 'beta' }],
  [{ type: 'IN_LIST_STRING', strings: values }, { code: 'inList', values }],
  [{ type: 'IN_LIST_STRING', strings: values, attribute }, { code: 'inList', values, attribute }],
  [{ type: 'STARTS_WITH_STRING', strings: values }, { code: 'startsWith', values }],
  [{ type: 'ENDS_WITH_STRING', strings: values, attribute }, { code: 'endsWith', values, attribute }],
  [{ type: 'CONTAINS_STRING', strings: values, attribute: null }, { code: 'contains', values }],
  [{ type: 'MATCHES_STRING', string: '^a', attribute }, { code: 'matches', pattern: '^a', attribute }],
  [{ type: 'EQUAL_SET', strings: values, attribute }, { code: 'equalsSet', values, attribute }],
  [{ type: 'ANY_OF_SET', strings: values, attribute }, { code: 'anyOfSet', values, attribute }],
  [{ type: 'ALL_OF_SET', strings: values, attribute }, { code: 'allOfSet', values, attribute }],
  [{ type: 'PART_OF_SET', strings: values, attribute }, { code: 'partOfSet', values, attribute }],
  [{ type: 'EQUAL_NUMBER', number: 0, attribute }, { code: 'equalsNumber', number: 0, attribute }],
  [{ type: 'LESS_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, { code: 'atMostNumber', number: 5, attribute }],
  [{ type: 'GREATER_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, { code: 'atLeastNumber', number: 5, attribute }],
  [{ type: 'BETWEEN_NUMBER', between: { from: 0, to: 9 }, attribute }, { code: 'betweenNumbers', from: 0, to: 9, attribute }],
  [{ type: 'ON_DATE', date: 1, attribute }, { code: 'onDate', date: 1, attribute }],
  [{ type: 'ON_OR_AFTER_DATE', date: 1, attribute }, { code: 'onOrAfterDate', date: 1, attribute }],
  [{ type: 'ON_OR_BEFORE_DATE', date: 1, attribute }, { code: 'onOrBeforeDate', date: 1, attribute }],
  [{ type: 'BETWEEN_DATE', between: { from: 1, to: 2 }, attribute }, { code: 'betweenDates', from: 1, to: 2, attribute }],
  [{ type: 'BOOLEAN', bool: false, attribute }, { code: 'isBoolean', value: false, attribute }],
  [{ type: 'IN_SPLIT', depends: { splitName: 'f', treatment: 'on' } }, { code: 'getsTreatment', flag: 'f', treatment: 'on' }],
  [{ type: 'EQUAL_TO_SEMVER', string: '1.0.0', attribute }, { code: 'equalsVersion', version: '1.0.0', attribute }],
  [{ type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, { code: 'atLeastVersion', version: '1.0.0', attribute }],
  [{ type: 'LESS_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, { code: 'atMostVersion', version: '1.0.0', attribute }],
  [{ type: 'BETWEEN_SEMVER', between: { from: '1', to: '2' }, attribute }, { code: 'betweenVersions', from: '1', to: '2', attribute }],
  [{ type: 'BETWEEN_SEMVER', from: '1', to: '2', attribute }, { code: 'betweenVersions', from: '1', to: '2', attribute }],
  [{ type: 'IN_LIST_SEMVER', strings: values, attribute }, { code: 'inListOfVersions', values, attribute }],
];

describe('the meaning of a matcher', () => {
  for (const [matcher, meaning] of cases)
    it(`for type ${matcher.type} is ${JSON.stringify(meaning)}`, () => {
      assert.deepEqual(meaningOf(matcher), { ...meaning, negate: false });
      assert.deepEqual(meaningOf({ ...matcher, negate: true }), { ...meaning, negate: true });
    });

  it('includes the unknown fields', () => {
    const more = (matcher: Matcher): unknown => (meaningOf(matcher) as { readonly more?: string }).more;
    const segment = { type: 'IN_SEGMENT', string: 'beta', attribute: 'x', until: 5, strings: [] };
    const meaning = { code: 'inSegment', segment: 'beta', negate: false, more: '{"attribute":"x","until":5}' };
    assert.deepEqual(meaningOf(segment), meaning);
    const between = { from: 1, to: 2, isOpen: true };
    assert.equal(more({ type: 'BETWEEN_NUMBER', attribute, between }), JSON.stringify({ between }));
    const depends = { splitName: 'f', treatment: 'on', since: 1 };
    assert.equal(more({ type: 'IN_SPLIT', depends }), JSON.stringify({ depends }));
  });

  it('is the whole matcher if its type is unknown, or if the value or the attribute is missing', () => {
    for (const matcher of [
      { type: 'PHASE_OF_THE_MOON', negate: true, phase: 'full' },
      { type: 'IN_SEGMENT' },
      { type: 'IN_LIST_STRING', strings: ['a', 1] },
      { type: 'MATCHES_STRING', strings: ['a'] },
      { type: 'EQUAL_NUMBER', number: 5 },
      { type: 'EQUAL_NUMBER', number: '5', attribute },
      { type: 'BETWEEN_NUMBER', between: { from: 1 }, attribute },
      { type: 'BETWEEN_DATE', between: null, attribute },
      { type: 'BOOLEAN', attribute },
      { type: 'IN_SPLIT', depends: { splitName: 'f' } },
      { type: 'IN_SPLIT' },
      { type: 'IN_LIST_SEMVER', strings: null, attribute },
    ])
      assert.deepEqual(meaningOf(matcher), { code: 'unknown', json: JSON.stringify(matcher) });
  });
});
