/** Literals of a group, joined for reading: the claims hold for the same values as the literals. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Matcher } from '../../../src/api/model.ts';
import type { KeyGroup, Literal } from '../../../src/domain/audiences/audienceChange.ts';
import { claimsOf, type Claim } from '../../../src/domain/audiences/claims.ts';
import { meetsLiteral } from '../../../src/domain/audiences/evaluate.ts';
import { runs } from '../../properties/runs.ts';

const literal = (matcher: Matcher): Literal => ({ asked: { code: 'matcher', matcher }, isNegated: false });
const list = (...strings: string[]): Literal => literal({ type: 'IN_LIST_STRING', attribute: 'c', strings });
const number = (type: string, value: number): Literal => literal({ type: `${type}_NUMBER`, attribute: 'n', number: value });
const [atMost, atLeast] = ['LESS_THAN_OR_EQUAL', 'GREATER_THAN_OR_EQUAL'] as const;

const anyLiteral = fc.oneof(
  fc.subarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }).map((strings) => list(...strings)),
  fc.tuple(fc.constantFrom(atMost, atLeast, 'EQUAL'), fc.integer({ min: 0, max: 5 })).map(([type, value]) => number(type, value)),
  fc.tuple(fc.nat(5), fc.nat(5)).map(([from, to]) => literal({ type: 'BETWEEN_NUMBER', attribute: 'n', between: { from, to } })),
  fc.constantFrom('s', 't').map((string) => literal({ type: 'IN_SEGMENT', string })),
);

const keys = ['a', 'b', 'c', 'd', 'e', 'z', undefined].flatMap((c) =>
  [-1, 0, 0.5, 1, 2, 2.5, 3, 4, 5, 6, undefined].flatMap((n) =>
    [[], ['s'], ['t'], ['s', 't']].map((segments) => ({
      key: 'k',
      attributes: new Map<string, string | number | undefined>(Object.entries({ c, n })),
      segments: new Map(['s', 't'].map((name) => [name, segments.includes(name)])),
    })),
  ),
);
type Key = (typeof keys)[number];

function holds(claim: Claim, key: Key): boolean {
  switch (claim.code) {
    case 'segments':
      return claim.names.every((name) => key.segments.get(name));
    case 'values':
      return claim.values.includes(String(key.attributes.get(claim.attribute!)));
    case 'range': {
      const value = key.attributes.get(claim.attribute);
      const { from, to } = claim;
      if (typeof value !== 'number') return false;
      const isAbove = !from || from.number < value || (from.isIncluded && from.number === value);
      return isAbove && (!to || to.number > value || (to.isIncluded && to.number === value));
    }
    default:
      throw new Error(claim.code);
  }
}

describe('claims', () => {
  it('are true for the same keys as the literals of the group', () => {
    const meets = (condition: readonly Literal[], key: Key): boolean => condition.every((one) => meetsLiteral(one, key) === true);
    fc.assert(
      fc.property(fc.array(anyLiteral, { maxLength: 3 }), fc.array(fc.array(anyLiteral, { minLength: 1, maxLength: 2 }), { maxLength: 3 }), (all, unless) => {
        const claims = claimsOf({ all, unless });
        for (const key of keys) {
          const expected = meets(all, key) && !unless.some((condition) => meets(condition, key));
          const said = claims.all.every((claim) => holds(claim, key)) && !claims.unless.some((condition) => meets(condition, key));
          assert.equal(said, expected, JSON.stringify([claims, [...key.attributes], [...key.segments]]));
        }
      }),
      runs(2_000),
    );
  }); // prettier-ignore

  it('join the ends of a range, the rest of a list, and segments', () => {
    const of = (all: readonly Literal[], ...unless: Literal[]): KeyGroup => ({ all, unless: unless.map((one) => [one]) });
    const range = {
      code: 'range',
      attribute: 'n',
      from: { number: 16, isIncluded: false },
      to: { number: 18, isIncluded: true },
    };
    assert.deepEqual(claimsOf(of([number(atMost, 18)], number(atMost, 16))), { all: [range], unless: [] });
    const values = { code: 'values', attribute: 'c', values: ['a', 'c'] };
    assert.deepEqual(claimsOf(of([list('a', 'b', 'c', 'a')], list('b'))), { all: [values], unless: [] });
    const inSegments = ['s', 't'].map((string) => literal({ type: 'IN_SEGMENT', string }));
    const segments = { code: 'segments', names: ['s', 't'] };
    assert.deepEqual(claimsOf(of(inSegments, list('a'))), { all: [segments], unless: [[list('a')]] });
  });
});
