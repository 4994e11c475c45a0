/** Tests the text of a row in the review, for each kind of change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FlagDefinition, Matcher, Rule } from '../../../src/api/model.ts';
import { diffDefinitions } from '../../../src/domain/definitions/definitionDiff.ts';
import '../fakeVscode.ts';
import { segment, rule, definition } from './definition.ts';

const { definitionSections } = await import('../../../src/editor/words/diffWords.ts');

describe('a row of the review', () => {
  const rowsOf = (before: Partial<FlagDefinition>, after: Partial<FlagDefinition>, sides?: readonly [string, string]) =>
    definitionSections(diffDefinitions(definition(before), definition(after)), sides).flatMap(({ rows }) => rows);
  const changed = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).filter(({ change }) => change !== 'same');
  const labels = (rows: ReturnType<typeof rowsOf>): readonly string[] =>
    rows.map(({ title, changeLabel }) => `${title}: ${changeLabel}`);
  const details = (before: Rule, after: Rule): readonly string[] =>
    changed({ rules: [before] }, { rules: [after] }).flatMap((row) =>
      row.details.map(({ change, text }) => `${change}: ${text}`),
    );

  it('shows only the added and removed values of a long list', () => {
    const many = Array.from({ length: 500 }, (_, index) => `k${index}`);
    const list = (strings: string[]): Rule => rule([{ type: 'IN_LIST_STRING', attribute: 'country', strings }]);
    assert.deepEqual(details(list(many), list([...many.slice(1), 'CH', 'LI'])), [
      'added: country is one of …: + “CH”, “LI” (499 unchanged)',
      'removed: country is one of …: − “k0” (499 unchanged)',
    ]);
    const [row] = changed({ rules: [list(many)] }, { rules: [list([...many, 'CH'])] });
    assert.match(row?.before[0] ?? '', /“k11” and 488 more$/);
  });

  it('shows conditions, how they are combined, shares with their deltas, and unknown fields', () => {
    const age = (number: number, negate = false): Matcher => ({
      type: 'LESS_THAN_OR_EQUAL_NUMBER',
      attribute: 'age',
      number,
      negate,
    });
    const after = { ...rule([age(21), segment('beta')], 30), label: 'x' };
    after.condition.combiner = 'OR';
    assert.deepEqual(details(rule([age(18), segment('alpha')], 20), after), [
      'edited: age ≤ 18 → age ≤ 21',
      'edited: segment: “alpha” → “beta”',
      'edited: conditions: AND → OR',
      'edited: on 20% → 30% (+10)',
      'edited: off 80% → 70% (-10)',
      'added: label: "x"',
    ]);
    assert.deepEqual(details(rule([segment('a'), segment('b'), age(1)]), rule([segment('b'), age(1, true)])), [
      'removed: segment removed: “a”',
      'edited: age ≤ 1 → not: age ≤ 1',
    ]);
    const one = rule([age(1), segment('a')], 20);
    const swapped = details(one, { ...one, buckets: one.buckets.toReversed() });
    assert.deepEqual(swapped, ['moved: in a different order: off 80%, on 20%']);
    const noted = details(one, { ...one, buckets: one.buckets.map((share) => ({ ...share, note: 1 })) });
    assert.deepEqual(noted.map((text) => text.split(':')[1]), [' buckets'], 'not in another order'); // prettier-ignore
    const shares = (...sizes: number[]): Rule => ({
      ...one,
      buckets: sizes.map((size, index) => ({ treatment: index === 1 ? 'off' : 'on', size })),
    });
    assert.deepEqual(details(shares(10, 80, 10), shares(10, 90)).slice(0, 2), [
      'edited: on 20% → 10% (-10)',
      'edited: off 80% → 90% (+10)',
    ]);
    assert.deepEqual(details(one, rule([segment('a'), age(1)], 20)), ['moved: in a different order: conditions']);
  });

  it('shows the targets of a treatment as sets, and its texts with their old values', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const segments = { segments: ['beta'], largeSegments: ['l'], ruleBasedSegments: ['r'] };
    const [row] = changed(
      { treatments: [{ name: 'on', keys, configurations: '{"a":1}' }, { name: 'off' }] },
      { treatments: [{ name: 'on', keys: [...keys, 'maria'], configurations: '{"a":2}', ...segments }, { name: 'off' }] },
    );
    const texts = row?.details.map(({ text }) => text);
    assert.deepEqual(texts, [
      'configuration: a 1 → 2',
      'keys that always get it: + “maria” (40 unchanged)',
      'segments whose keys always get it: + “beta”',
      'large segments whose keys always get it: + “l”',
      'rule-based segments whose keys always get it: + “r”',
    ]);
    assert.deepEqual(row?.after.slice(-2), [
      'large segments whose keys always get it: “l”',
      'rule-based segments whose keys always get it: “r”',
    ]);
    assert.match(row?.before[1] ?? '', /^keys that always get it: “k0”, .* and 28 more$/);
  });

  it('names a set field on the side that has it, and shows lists by their values', () => {
    const told = (before: object, after: object) =>
      changed(before, after).map(({ change, title, before: was, after: will }) => [change, title, was, will]);
    const nothing = { defaultTreatment: undefined, trafficAllocation: undefined };
    assert.deepEqual(told(nothing, {}), [
      ['added', 'Default treatment', [], ['off']],
      ['added', 'Traffic allocation', [], ['100%']],
    ]);
    assert.deepEqual(told({}, nothing), [
      ['removed', 'Default treatment', ['off'], []],
      ['removed', 'Traffic allocation', ['100%'], []],
    ]);
    const sets = ['a', { id: 's0', type: 'FlagSet', name: 'campaigns' }, { id: 's1', type: 'FlagSet' }];
    const before = { flagSets: ['a'], baselineTreatment: 'on', impressionsDisabled: false, novelty: ['a'] };
    assert.deepEqual(told(before, { flagSets: sets, baselineTreatment: 'off', impressionsDisabled: true }), [
      ['edited', 'Flag sets', ['a'], ['a', 'campaigns', 's1']],
      ['edited', 'Baseline treatment', ['on'], ['off']],
      ['edited', 'Impressions disabled', ['false'], ['true']],
      ['removed', 'novelty', ['["a"]'], []],
    ]);
    const [was, will] = ['s0', 's1'].map((id) => ({ id, name: 'campaigns' }));
    assert.deepEqual(
      told({ flagSets: [was] }, { flagSets: [will] }),
      [['edited', 'Flag sets', ['{"id":"s0","name":"campaigns"}'], ['{"id":"s1","name":"campaigns"}']]],
      'the names are equal',
    );
    assert.deepEqual(told({}, { flagSets: 'odd', impressionsDisabled: null, baselineTreatment: 5 }), [
      ['added', 'Flag sets', [], ['"odd"']],
      ['added', 'Baseline treatment', [], ['5']],
    ]);
  });

  it('does not mention time if two sides are compared', () => {
    const [one, two, three] = definition().rules;
    const sides = ['staging', 'production'] as const;
    const moved = labels(changed({}, { rules: [two!, rule([segment('staff')], 5)] }, sides));
    assert.deepEqual(moved, ['Rule 3: only in staging', 'Rule 2: differs, rule 1 in staging, rule 2 in production']);
    const first = labels(changed({}, { rules: [three!, one!, two!] }, sides));
    assert.deepEqual(first, ['Rule 1: rule 3 in staging, rule 1 in production']);
    const sections = definitionSections(diffDefinitions(definition(), definition({ flagSets: ['a'], rules: [one!] })), sides);
    for (const section of sections) assert.deepEqual(section.sides, { before: 'staging', after: 'production' });
    const same = ['on: the same', 'off: the same', 'Rule 1: the same'];
    const rules = ['Rule 2: only in staging', 'Rule 3: only in staging'];
    assert.deepEqual(labels(sections.flatMap(({ rows }) => rows)), [
      'Flag sets: only in production',
      ...same,
      ...rules,
      'Everybody else: the same',
    ]);
  });
});
