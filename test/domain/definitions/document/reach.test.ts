/** Tests which rules no key can reach, and which it can. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../../src/api/model.ts';
import { shadowedRules } from '../../../../src/domain/definitions/document/reach.ts';

const segment = (string: string, negate = false): Matcher => ({ type: 'IN_SEGMENT', string, ...(negate && { negate }) });
const list = (strings: readonly string[], fields: object = {}): Matcher => ({ type: 'IN_LIST_STRING', strings, ...fields });
const anyText = (fields: object = {}): Matcher => ({ type: 'MATCHES_STRING', string: '.*', ...fields });
const adult: Matcher = { type: 'GREATER_THAN_OR_EQUAL_NUMBER', attribute: 'age', number: 18 };
const found = (...rules: readonly (readonly Matcher[] | undefined)[]): unknown => [...shadowedRules(rules)];

describe('a rule can be reached', () => {
  // prettier-ignore
  const reached: readonly (readonly [what: string, ...rules: (readonly Matcher[] | undefined)[]])[] = [
    ['with other values', [list(['a', 'b'])], [list(['c'])]],
    ['with more values', [list(['a'])], [list(['a', 'b'])]],
    ['that is the opposite of a part of one above', [segment('beta'), segment('eu')], [segment('beta', true)], [segment('x')]],
    ['below one that asks more than the opposite', [segment('beta')], [segment('beta', true), segment('eu')], [segment('x')]],
    ['that asks a part of what one above asks', [list(['a']), segment('eu')], [list(['a']), segment('x')], [segment('eu'), segment('y')], [segment('eu'), segment('z')]],
    ['of another type with the same values', [list(['a'])], [{ ...list(['a']), type: 'STARTS_WITH_STRING' }]],
    ['below any text of an attribute', [anyText({ attribute: 'a' })], [segment('x')]],
    ['below no text', [anyText({ negate: true })], [segment('x')]],
    ['below one that can’t be read', undefined, [segment('x')]],
    ['that lacks the attribute of two opposites above', [list(['a'], { attribute: 'one' })], [list(['a'], { attribute: 'one', negate: true })], [segment('x')]],
    ['below two opposites that nobody knows', [{ type: 'NEW' }], [{ type: 'NEW', negate: true }], [segment('x')]],
  ];
  for (const [what, ...rules] of reached) it(what, () => assert.deepEqual(found(...rules), []));
});

describe('a rule can’t be reached', () => {
  it('if it has all conditions of a rule above, and more', () => {
    assert.deepEqual(found([list(['a', 'b'])], [segment('eu'), list(['a', 'b'])]), [[1, 0]]);
    assert.deepEqual(found([segment('eu'), adult], [adult, segment('x'), segment('eu')]), [[1, 0]]);
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
