/** Tests when two values mean the same, and the similarity of two rules as a number. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher, Rule } from '../../../src/api/model.ts';
import { createNumbering, likenessOf, traitsOf, valuesOf } from '../../../src/domain/definitions/likeness.ts';
import { meaningful } from '../../../src/domain/definitions/fieldMeaning.ts';
import { canonical, fieldOf, isSame, isSameText } from '../../../src/domain/definitions/sameValue.ts';

describe('two values have the same meaning', () => {
  // prettier-ignore
  const same: readonly (readonly [unknown, unknown])[] = [
    [undefined, null],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }],
    [{ a: 1 }, { a: 1, b: null, c: undefined, d: [], e: '' }],
    [{ strings: ['x', 'y'] }, { strings: ['y', 'x', 'y'] }],
    [{ keys: ['b', 'a'], segments: ['b', 'a'] }, { keys: ['a', 'b'], segments: ['a', 'b', 'b'] }],
    [{ defaultRule: [{ treatment: 'off', size: 100 }] }, { defaultRule: [{ treatment: 'off', size: 40 }, { treatment: 'off', size: 60 }] }],
    [{ buckets: [{ treatment: 'off', size: 100 }] }, { buckets: [{ treatment: 'off', size: 40, note: null }, { treatment: 'off', size: 60 }] }],
    [{ configurations: '{"a": 1.0, "b": [null]}' }, { configurations: '{"b":[null],"a":1}' }],
    [{ type: 'X' }, { type: 'X', negate: false, combiner: 'AND' }],
    [{ a: { c: 1, b: [{ e: 1, d: 2 }] } }, { a: { b: [{ d: 2, e: 1 }], c: 1 } }],
  ];
  const others: readonly (readonly [unknown, unknown])[] = [
    [null, 'null'],
    [1, '1'],
    [[1], { 0: 1 }],
    [[], {}],
    [[1, 2], [2, 1]],
    [[[]], []],
    [{ a: false }, {}],
    [{ a: [''] }, { a: [] }],
    [{ names: ['x', 'y'] }, { names: ['y', 'x'] }],
    [{ buckets: [{ treatment: 'a', size: 1 }, { treatment: 'b', size: 1 }, { treatment: 'a', size: 1 }] }, { buckets: [{ treatment: 'a', size: 2 }, { treatment: 'b', size: 1 }] }],
    [{ buckets: [{ treatment: 'a', size: 1 }, { treatment: 'a', size: 1, more: 1 }] }, { buckets: [{ treatment: 'a', size: 2 }] }],
    // For an application, a field that is null or false differs from a missing field.
    [{ configurations: '{"a":null}' }, { configurations: '{}' }],
    [{ configurations: '{"negate":false}' }, { configurations: '{}' }],
    [{ configurations: '{"a":[1,2]}' }, { configurations: '{"a":[2,1]}' }],
    [{ configurations: '{"id":9007199254740993}' }, { configurations: '{"id":9007199254740992}' }],
    [{ configurations: '1e400' }, { configurations: '1e500' }],
    [{ configurations: 'a  b' }, { configurations: 'a b' }],
    [{ negate: true }, {}],
    [{ combiner: 'OR' }, {}],
    [{ other: 'AND' }, {}],
    [{ a: 'b' }, { a: { fields: 'b' } }],
    [{ a: 'b', c: 'd' }, { a: 'd', c: 'b' }],
    [JSON.parse('{"__proto__": 1}'), {}],
  ]; // prettier-ignore
  it('in other notations of the same content', () => {
    for (const pair of same) assert.ok(isSame(...pair), JSON.stringify(pair));
  });
  it('but not with different content', () => {
    for (const pair of others) assert.ok(!isSame(...pair), JSON.stringify(pair));
  });

  it('exactly if they are equal, including the order of fields', () => {
    assert.equal(isSameText({ a: 1, b: 2 }, { a: 1, b: 2 }), true);
    assert.equal(isSameText({ a: 1, b: 2 }, { b: 2, a: 1 }), false);
    assert.equal(isSameText(undefined, null), false);
  });

  it('empty values count as absent, and only own fields are read', () => {
    assert.deepEqual([null, [], 0, '', false, [1]].map(meaningful), [undefined, undefined, 0, undefined, false, [1]]);
    assert.equal(fieldOf({ a: 1 }, 'a'), 1);
    for (const [value, field] of [[{}, 'constructor'], [null, 'a'], [undefined, 'a']] as const) assert.equal(fieldOf(value, field), undefined); // prettier-ignore
  });
});

describe('the subject of a matcher', () => {
  it('includes values if the matcher has a list of texts', () => {
    assert.deepEqual(valuesOf({ type: 'X', strings: ['a', 'b'] }), ['a', 'b']);
    for (const strings of [undefined, null, [], 'a', ['a', 1], [1]]) assert.equal(valuesOf({ type: 'X', strings }), undefined);
  });
});

describe('the similarity of two rules', () => {
  const list = (...strings: readonly string[]): Matcher => ({ type: 'IN_LIST_STRING', strings });
  const rule = (matchers: readonly Matcher[], ...treatments: readonly string[]): Rule => ({
    buckets: treatments.map((treatment) => ({ treatment, size: 50 })),
    condition: { matchers: [...matchers] },
  });
  const likeness = (one: Rule, other: Rule): number => {
    const numberOf = createNumbering();
    const traits = (of: Rule) => traitsOf(of, of.condition.matchers.map(canonical), numberOf);
    return Math.round(likenessOf(traits(one), traits(other)) * 1000) / 1000;
  };
  const x: Matcher = { type: 'X' };
  const cases: readonly (readonly [what: string, one: Rule, other: Rule, likeness: number])[] = [
    ['the treatments alone, the other way', rule([], 'on'), rule([x], 'on'), 0.2],
    ['no conditions and no treatments', rule([], 'on'), rule([], 'off'), 0.8],
    ['half of the treatments', rule([x], 'on', 'off'), rule([x], 'off', 'v2', 'on', 'v3'), 0.9],
    ['the kind of the condition', rule([list('a')], 'on'), rule([list('b')], 'off'), 0.4],
    ['one value of three', rule([list('a', 'b')], 'on'), rule([list('c', 'b')], 'off'), 0.533],
    ['values in another order, one of them twice', rule([list('a', 'b', 'c')], 'on'), rule([list('c', 'a', 'a', 'b')], 'off'), 0.8],
    ['one of two conditions', rule([x, list('a')], 'on'), rule([x], 'off'), 0.533],
    ['one condition, which counts once', rule([x, x], 'on'), rule([x], 'off'), 0.533],
    ['one condition, whose kind counts once', rule([list('a'), list('b')], 'on'), rule([list('c')], 'off'), 0.267],
  ]; // prettier-ignore
  for (const [what, one, other, expected] of cases) it(what, () => assert.equal(likeness(one, other), expected));

  it('is calculated from the first hundred values, and candidates are found by the first four', () => {
    const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
    const [traits] = traitsOf(rule([list(...many)]), [''], createNumbering()).matchers;
    assert.equal(traits!.values.length, 100);
    assert.deepEqual(traits!.firstValues, traits!.values.slice(0, 4));
    const back = traitsOf(rule([list('a', 'b'), list('b', 'c', 'a')]), ['', ''], createNumbering()).matchers[1]!;
    assert.deepEqual(back.values, back.values.toSorted((one, other) => one - other));
    assert.notDeepEqual(back.firstValues, back.values);
  }); // prettier-ignore
});
