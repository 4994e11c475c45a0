/**
 * Tests how rewritten rules are paired: how similar they must be in the same position and elsewhere, and how far the search goes.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher, Rule } from '../../../src/api/model.ts';
import { diffRules } from '../../../src/domain/definitions/ruleDiff.ts';

const rule = (matchers: readonly Matcher[], treatment = 'on', size = 100): Rule => ({
  buckets: [{ treatment, size }],
  condition: { combiner: 'AND', matchers: [...matchers] },
});
const values = (strings: readonly string[], attribute = 'x'): Matcher => ({ type: 'IN_LIST_STRING', attribute, strings });
const list = (strings: readonly string[], treatment = 'on', attribute = 'x'): Rule =>
  rule([values(strings, attribute)], treatment);
/** A rule that is not similar to any other rule. */
const odd = (index: number): Rule => rule([{ type: `ODD_${index}` }], `odd-${index}`);
const odds = (count: number): readonly Rule[] => Array.from({ length: count }, (_, index) => odd(index + 100));
const [a, b] = [odd(1), odd(2)];

/** Returns the pairs of rules before and after, such as "0→2", without unchanged ones. */
const became = (before: readonly Rule[], after: readonly Rule[]): readonly string[] =>
  diffRules(before, after).flatMap((one) => (one.change === 'edited' ? [`${one.from}→${one.to}`] : []));

describe('a rule that is rewritten in its place', () => {
  it('is the same one if it shares more than the kind of its condition', () => {
    assert.deepEqual(became([list(['p', 'q'])], [list(['r', 's'], 'v2')]), []);
    // One of nine values.
    assert.deepEqual(became([list(['p', 'q', 'r', 's', 't'])], [list(['p', 'u', 'v', 'w', 'y'], 'v2')]), ['0→0']);
    assert.deepEqual(became([list(['p', 'q'])], [list(['r', 's'])]), ['0→0']);
  });

  it('is not recognized by a treatment that nobody gets', () => {
    const off = (matcher: Matcher): Rule => rule([matcher], 'on', 0);
    assert.deepEqual(became([off(values(['p']))], [off(values(['r']))]), []);
  });

  it('must test the same attribute and have the same negation', () => {
    const shared = ['p', 'q', 'r'];
    assert.deepEqual(became([list(shared)], [list(shared, 'on', 'y')]), []);
    assert.deepEqual(became([list(shared)], [rule([{ ...values(shared), negate: true }])]), []);
  });

  it('is found eight places up and down between the same neighbours, and no further', () => {
    const [old, now] = [list(['p']), list(['r'])];
    assert.deepEqual(became([old], [...odds(8), now]), ['0→8']);
    assert.deepEqual(became([...odds(8), old], [now]), ['8→0']);
    assert.deepEqual(became([old], [...odds(9), now]), []);
    assert.deepEqual(became([...odds(9), old], [now]), []);
  });

  it('is recognized in the most similar of several rules, where an equal condition counts fully, and once', () => {
    const [s, t] = ['s', 't'].map((string): Matcher => ({ type: 'IN_SEGMENT', string }));
    const old = rule([s!, values(['p'])]);
    assert.deepEqual(became([old], [rule([t!, values(['p'])], 'v2'), rule([s!, values(['p']), t!], 'v2')]), ['0→1']);
    assert.deepEqual(became([rule([s!], 'v1')], [rule([s!, { type: 'A' }, { type: 'B' }], 'v2')]), []);
    // A condition that one side has twice counts once.
    assert.deepEqual(became([rule([s!, s!], 'v1')], [rule([s!, { type: 'A' }, { type: 'B' }, { type: 'C' }], 'v2')]), []);
    assert.deepEqual(became([rule([values(['p']), values(['q'])], 'v1')], [rule([values(['r'])], 'v2')]), []);
    const anybody: Rule = { ...rule([], 'v2'), condition: { combiner: 'OR', matchers: [] } };
    assert.deepEqual(became([rule([], 'v1')], [anybody]), ['0→0']);
  });
});

describe('a rule that is rewritten and moved', () => {
  it('must be more similar than one in the same position', () => {
    // One common value out of five: with the same treatment it counts as the same rule, without it doesn't.
    assert.deepEqual(became([list(['k', 'p', 'q']), a, b], [a, b, list(['k', 'r', 's'])]), ['0→2']);
    assert.deepEqual(became([list(['k', 'p', 'q']), a, b], [a, b, list(['k', 'r', 's'], 'v2')]), []);
  });

  it('is found among eight that have a value in common, whatever other conditions have that value', () => {
    const alike = Array.from({ length: 7 }, (_, index) => list(['k', `d${index}`, `e${index}`], `v${index}`));
    assert.deepEqual(became([list(['k', 'p', 'q']), a], [a, ...alike, list(['k', 'r', 's'])]), ['0→8']);
    const others = Array.from({ length: 9 }, (_, index) => list(['k'], `v${index}`, `y${index}`));
    assert.deepEqual(became([list(['k', 'p', 'q']), a], [a, ...others, list(['k', 'r', 's'])]), ['0→10']);
  });

  it('is recognized in the nearest of equally similar rules', () => {
    assert.deepEqual(became([a, b, list(['k', 'l', 'p'])], [list(['k', 'l', 'q']), list(['k', 'l', 'r']), a, b]), ['2→1']);
  });
});
