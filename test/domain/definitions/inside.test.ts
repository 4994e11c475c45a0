/** Tests each kind of change inside a rule and inside a treatment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher, Rule } from '../../../src/api/model.ts';
import { diffRule, editOf } from '../../../src/domain/definitions/ruleEdit.ts';
import { diffTreatment } from '../../../src/domain/definitions/treatmentDiff.ts';

const segment = (string: string, more: object = {}): Matcher => ({ type: 'IN_SEGMENT', string, ...more });
const list = (strings: string[], more: object = {}): Matcher => ({
  type: 'IN_LIST_STRING',
  attribute: 'country',
  strings,
  ...more,
});
const rule = (matchers: Matcher[], more: object = {}): Rule => ({
  buckets: [{ treatment: 'on', size: 100 }],
  condition: { combiner: 'AND', matchers },
  ...more,
});
const matchersOf = (before: Matcher[], after: Matcher[]) => diffRule(rule(before), rule(after)).matchers;
const changesOf = (before: Matcher[], after: Matcher[]) => matchersOf(before, after).map(({ change }) => change).join(' '); // prettier-ignore

describe('inside a rule', () => {
  it('a condition is added or removed without affecting the others', () => {
    assert.deepEqual(matchersOf([segment('a'), list(['DE'])], [segment('a'), segment('beta'), list(['DE'])]), [
      { change: 'same', matcher: segment('a') },
      { change: 'added', matcher: segment('beta') },
      { change: 'same', matcher: list(['DE']) },
    ]);
    assert.equal(changesOf([segment('a'), list(['DE'])], [list(['DE'])]), 'removed same');
  });

  it('values are not compared if one condition has none', () => {
    for (const [before, after] of [
      [list([]), list(['DE'])],
      [list(['DE']), list([])],
    ] as const)
      // prettier-ignore
      assert.deepEqual(matchersOf([before], [after]), [{ change: 'edited', before, after }]);
  });

  it('conditions are paired if they are equal, then if they have the same kind, then if only the negation differs', () => {
    assert.deepEqual(matchersOf([list(['DE']), list(['FR'])], [list(['FR']), list(['IT'])]), [
      { change: 'same', matcher: list(['FR']) },
      { change: 'edited', before: list(['DE']), after: list(['IT']), values: { added: ['IT'], removed: ['DE'], kept: 0 } },
    ]);
    const negate = { negate: true };
    const pairs = matchersOf([list(['a']), list(['b'], negate)], [list(['c'], negate), list(['d'])]);
    const paired = pairs.map((one) => (one.change === 'edited' ? [one.before, one.after] : one.change));
    assert.deepEqual(paired, [[list(['b'], negate), list(['c'], negate)], [list(['a']), list(['d'])]]); // prettier-ignore
    assert.equal(changesOf([segment('a')], [segment('a', negate)]), 'edited');
  });

  it('a removed condition is listed at its old position, and the remaining ones keep their order', () => {
    const edit = diffRule(rule([segment('a'), list(['DE']), segment('b')]), rule([segment('a'), segment('b')]));
    assert.deepEqual(edit.matchers.map(({ change }) => change), ['same', 'removed', 'same']); // prettier-ignore
    assert.equal(edit.areMatchersReordered, false);
  });

  it('a changed combiner is listed, and a missing combiner means AND', () => {
    const any = { condition: { combiner: 'OR', matchers: [segment('a')] } };
    assert.deepEqual(diffRule(rule([segment('a')]), rule([], any)).combiner, { before: 'AND', after: 'OR' });
    assert.equal(diffRule(rule([segment('a')]), rule([], { condition: { matchers: [segment('a')] } })).combiner, undefined);
  });

  it('unknown fields of the rule, its condition and its shares are listed', () => {
    const buckets = [{ treatment: 'on', size: 100, until: 5 }];
    const { otherFields } = diffRule(rule([]), rule([], { label: 'x', condition: { matchers: [], note: 1 }, buckets }));
    assert.deepEqual(otherFields.map(({ field }) => field), ['label', 'condition.note', 'buckets']); // prettier-ignore
  });
});

describe('the edit of a rule', () => {
  it('is computed once for each change, and equals a new computation', () => {
    const change = { before: rule([segment('a')]), after: rule([segment('b')]) };
    assert.deepEqual(editOf(change), diffRule(change.before, change.after));
    assert.equal(editOf(change), editOf(change));
    assert.notEqual(editOf({ ...change, after: rule([]) }), editOf(change));
  });
});

describe('inside a treatment', () => {
  it('texts are listed with their old value, targets as added and removed, and other fields with both values', () => {
    const before = { name: 'on', description: 'old', keys: ['a', 'b'], segments: ['s'], novelty: 1 };
    const after = { name: 'on', configurations: '{"x":1}', keys: ['b', 'c'], segments: ['s', 't'], novelty: 2 };
    assert.deepEqual(diffTreatment(before, after), {
      description: { before: 'old', after: '' },
      configurations: { before: '', after: '{"x":1}', fields: undefined },
      keys: { added: ['c'], removed: ['a'], kept: 1 },
      segments: { added: ['t'], removed: [], kept: 1 },
      otherFields: [{ field: 'novelty', before: 1, after: 2 }],
    });
  });

  it('other kinds of segments are compared in the same way, unless a version has a value that is not a list of names', () => {
    const before = { name: 'on', largeSegments: ['l', 'm'], ruleBasedSegments: { all: true } };
    assert.deepEqual(diffTreatment(before, { name: 'on', largeSegments: ['m'], ruleBasedSegments: ['r'] }), {
      largeSegments: { added: [], removed: ['l'], kept: 1 },
      otherFields: [{ field: 'ruleBasedSegments', before: { all: true }, after: ['r'] }],
    });
  });
});
