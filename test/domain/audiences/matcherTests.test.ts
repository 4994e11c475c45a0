/**
 * Tests values as a person types them, and values for which a matcher has no answer. proof/oneVersion.test.ts compares each
 * matcher with the engine.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../src/api/model.ts';
import type { AttributeValue } from '../../../src/domain/audiences/audienceChange.ts';
import { testOf } from '../../../src/domain/audiences/matcherTests.ts';
import { ValueReading } from '../../../src/domain/audiences/reading.ts';
import { meaningOf } from '../../../src/domain/definitions/matcherMeaning.ts';

const NOON = Date.UTC(2026, 9, 1, 12);

function meets(matcher: Matcher, value: AttributeValue | undefined): boolean | undefined {
  const meaning = meaningOf(matcher);
  assert.notEqual(meaning.code, 'unknown', JSON.stringify(matcher));
  return testOf(meaning)?.meets(new ValueReading(value));
}

describe('a value', () => {
  it('may be written as a person writes it: a set with commas, and a date as UTC in every time zone', () => {
    const on = { type: 'ON_DATE', attribute: 'a', date: NOON };
    const zone = process.env['TZ'];
    try {
      for (const name of ['America/Los_Angeles', 'Pacific/Auckland']) {
        process.env['TZ'] = name;
        const day = ['2026-10-01', '2026-10-01 00:00', '2026-10-01 23:59 UTC', '2026-10-01T23:59:59Z', '2026-10-02T01:00+02:00'];
        for (const typed of day) assert.equal(meets(on, { typed }), true, `${typed} in ${name}`);
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

  it('is not tested by a slow pattern or by an unknown matcher, or if it is long', () => {
    assert.equal(meets({ type: 'MATCHES_STRING', string: '(a+)+$' }, 'a'), undefined);
    assert.equal(meets({ type: 'MATCHES_STRING', string: 'a+b' }, 'a'.repeat(300)), undefined);
    assert.equal(meets({ type: 'IN_SEGMENT', string: 's' }, 'k'), undefined);
    assert.equal(meets({ type: 'IN_LIST_STRING', strings: ['k'], more: 1 }, 'k'), undefined);
  });
});
