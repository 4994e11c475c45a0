/** Tests which rules no key can reach, and which it can. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../../src/api/model.ts';
import { shadowedRules } from '../../../../src/domain/definitions/document/reach.ts';

const segment = (string: string, negate = false): Matcher => ({ type: 'IN_SEGMENT', string, ...(negate && { negate }) });
const list = (strings: readonly string[], fields: object = {}): Matcher => ({ type: 'IN_LIST_STRING', strings, ...fields });
const anyText = (fields: object = {}): Matcher => ({ type: 'MATCHES_STRING', string: '.*', ...fields });
const number = (type: string, fields: object, negate = false): Matcher => ({ type: `${type}_NUMBER`, attribute: 'age', ...fields, ...(negate && { negate }) }); // prettier-ignore
const atLeast = (least: number, negate = false): Matcher => number('GREATER_THAN_OR_EQUAL', { number: least }, negate);
const found = (...rules: readonly (readonly Matcher[] | undefined)[]): unknown => [...shadowedRules(rules)];

describe('a rule can be reached', () => {
  // prettier-ignore
  const reached: readonly (readonly [what: string, ...rules: (readonly Matcher[] | undefined)[]])[] = [
    ['with other values', [list(['a', 'b'])], [list(['c'])]],
    ['with more values', [list(['a'])], [list(['a', 'b'])]],
    ['that is the opposite of a part of one above', [segment('beta'), segment('eu')], [segment('beta', true)], [segment('x')]],
    ['below one that asks more than the opposite', [segment('beta')], [segment('beta', true), segment('eu')], [segment('x')]],
    ['that asks a part of what one above asks', [list(['a']), segment('eu')], [list(['a']), segment('x')], [segment('eu'), segment('y')], [segment('eu'), segment('z')]],
    ['whose values another attribute has', [list(['a', 'b'], { attribute: 'one' }), list(['a'], { attribute: 'other' })], [list(['a'], { attribute: 'one' })], [list(['z'], { attribute: 'other' })]],
    ['of another type with the same values', [list(['a'])], [{ ...list(['a']), type: 'STARTS_WITH_STRING' }]],
    ['with other values that have to be all of them', [{ ...list(['a', 'b']), type: 'EQUAL_TO_SET' }], [{ ...list(['a']), type: 'EQUAL_TO_SET' }]],
    ['below any text of an attribute', [anyText({ attribute: 'a' })], [segment('x')]],
    ['below no text', [anyText({ negate: true })], [segment('x')]],
    ['below another matcher of that text', [segment('.*')], [segment('x')]],
    ['below one that can’t be read', undefined, [segment('x')]],
    ['that lacks the attribute of two opposites above', [list(['a'], { attribute: 'one' })], [list(['a'], { attribute: 'one', negate: true })], [segment('x')]],
    ['that lacks a number of two opposites above', [atLeast(1)], [atLeast(1, true)], [segment('x')]],
    ['below two opposites that nobody knows', [{ type: 'NEW' }], [{ type: 'NEW', negate: true }], [segment('x')]],
    ['with more numbers, of another attribute, or of another kind', [atLeast(5)], [atLeast(4)], [{ ...atLeast(6), attribute: 'other' }], [{ type: 'ON_OR_AFTER_DATE', attribute: 'age', date: 6 }]],
    ['with a range that begins or ends outside', [number('BETWEEN', { between: { from: 1, to: 5 } })], [number('BETWEEN', { between: { from: 0, to: 5 } })], [number('BETWEEN', { between: { from: 1, to: 6 } })], [atLeast(2)]],
    ['with a range that is half written', [atLeast(1)], [number('BETWEEN', { between: { from: 2 } })], [number('BETWEEN', { between: null })], [number('EQUAL', { number: '5' })]],
    ['on a day within others', [{ type: 'ON_DATE', attribute: 'born', date: 5 }], [{ type: 'ON_DATE', attribute: 'born', date: 6 }]],
  ];
  for (const [what, ...rules] of reached) it(what, () => assert.deepEqual(found(...rules), []));
});

describe('a rule can’t be reached', () => {
  it('if it has all conditions of a rule above, and more', () => {
    assert.deepEqual(found([list(['a', 'b'])], [segment('eu'), list(['a', 'b'])]), [[1, 0]]);
    assert.deepEqual(found([segment('eu'), atLeast(5)], [atLeast(5), segment('x'), segment('eu')]), [[1, 0]]);
  });

  it('if two of its conditions contradict each other', () => {
    assert.deepEqual(found([segment('eu'), segment('eu', true)]), [[0, undefined]]);
  });

  it('if it is below a rule that matches every key, even if it can’t be read', () => {
    assert.deepEqual(found([anyText({ negate: false, attribute: '' })], [segment('x')], undefined), [
      [1, 0],
      [2, 0],
    ]);
  });

  it('even among thousands of rules with a common condition', () => {
    const rules = Array.from({ length: 2000 }, (_, at) => [segment('common'), segment(`${at}`)]);
    assert.deepEqual(found(...rules, rules[1999]), [[2000, 1999]]);
    assert.deepEqual(found(...rules, rules[0]), [[2000, 0]]);
  });
});
