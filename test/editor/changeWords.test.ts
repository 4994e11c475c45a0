/** A change in words: what a reader of the tree, the approval and the review is told, for every kind of change there is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest, FlagDefinition, Matcher, Rule } from '../../src/api/model.ts';
import { diffDefinitions } from '../../src/domain/definitions/definitionDiff.ts';
import type { Live } from '../../src/operations/readReview.ts';
import './fakeVscode.ts';

const { changeLines, definitionLines, plainLine } = await import('../../src/editor/changeWords/changeLines.ts');
const { definitionSections } = await import('../../src/editor/changeWords/diffWords.ts');
const { matcherSentence } = await import('../../src/editor/changeWords/matcherWords.ts');
const { ruleLines } = await import('../../src/editor/changeWords/ruleWords.ts');

const segment = (string: string): Matcher => ({ type: 'IN_SEGMENT', string });
const shares = (on: number) => [
  { treatment: 'on', size: on },
  { treatment: 'off', size: 100 - on },
];
const rule = (matchers: Matcher[], on = 100): Rule => ({ buckets: shares(on), condition: { combiner: 'AND', matchers } });
const definition = (fields: Partial<FlagDefinition> = {}): FlagDefinition => ({
  name: 'new-search',
  treatments: [{ name: 'on' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [rule([segment('staff')]), rule([segment('trial')], 40), rule([segment('paying')], 10)],
  defaultRule: shares(50),
  killed: false,
  ...fields,
});
const request = (fields: Partial<ChangeRequest>): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType: 'UPDATE',
  approvers: [],
  comments: [],
  ...fields,
});
const production = { isProduction: true };
const at = (live: FlagDefinition | undefined): Live => ({ kind: 'definition', definition: live });
const told = (...args: Parameters<typeof changeLines>): readonly string[] => changeLines(...args).map(plainLine);

describe('the lines of a change', () => {
  it('say in concrete words what product.md shows: shares, a rule moved above another, a segment added to a rule', () => {
    const [one, two, three] = definition().rules;
    const asked = definition({
      defaultRule: shares(80),
      rules: [two!, one!, { ...three!, condition: { combiner: 'AND', matchers: [segment('paying'), segment('beta')] } }],
    });
    assert.deepEqual(told(request({ flag: asked }), at(definition()), undefined), [
      'SERVES MORE: Default rule: on 50% → 80%, off 50% → 20%.',
      'Rule 2 moved above rule 1.',
      // Who pays and is not in it falls from 10% to the 80% of the default rule.
      'SERVES MORE: Rule 3: segment beta added.',
    ]);
  });

  it('begin with what is odd, and never say twice that nothing changes', () => {
    const killed = definition({ killed: true });
    assert.deepEqual(told(request({ operationType: 'KILL', flag: killed }), at(killed), undefined), [
      'NO EFFECT: It kills a flag that is killed already.',
    ]);
    assert.deepEqual(told(request({ flag: definition() }), at(definition()), undefined), [
      'NO EFFECT: It would change nothing: what it asks for is so already.',
    ]);
    assert.deepEqual(told(request({ operationType: 'ARCHIVE', flag: definition() }), at(undefined), undefined), [
      'NO EFFECT: It removes a definition that does not exist in this environment.',
    ]);
    assert.deepEqual(told(request({ flag: definition() }), at(undefined), undefined).slice(0, 2), [
      'It changes a definition that does not exist in this environment.',
      'Adds a definition to this environment.',
    ]);
    assert.deepEqual(
      told(request({ operationType: 'CREATE', flag: definition({ trafficAllocation: 5 }) }), at(definition()), undefined),
      ['It adds a definition where there is one already.', 'Traffic allocation 100% → 5%.'],
    );
    assert.deepEqual(told(request({ operationType: 'RESTORE', flag: definition() }), at(definition()), undefined), [
      'NO EFFECT: It restores a flag that is not killed.',
    ]);
  });

  it('mark production on the first of them', () => {
    assert.deepEqual(told(request({ operationType: 'KILL', flag: definition() }), at(definition()), production), [
      'PRODUCTION · KILLS: Kills the flag: everyone gets “off” at once.',
    ]);
    assert.deepEqual(told(request({ flag: definition({ trafficAllocation: 10 }) }), at(definition()), production), [
      'PRODUCTION: Traffic allocation 100% → 10%.',
    ]);
  });

  it('say what everyone gets of a flag that is killed, and what is set that was not, in words', () => {
    const killed = definition({ killed: true });
    assert.deepEqual(told(request({ flag: definition({ defaultTreatment: 'on' }) }), at(killed), undefined), [
      'The flag is killed and stays so: everyone gets “on” until it is restored.',
      'SERVES MORE: Default treatment off → on.',
    ]);
    const nameless = definition({ defaultTreatment: null, trafficAllocation: null });
    const asked = request({ flag: definition({ flagSets: ['q4'], novelty: 1 }) });
    assert.deepEqual(told(asked, at(nameless), undefined), [
      'Traffic allocation: 100%.',
      'Default treatment: off.',
      'Changes other fields: Flag sets: q4, novelty: 1.',
    ]);
    const based = (baselineTreatment: string) => definition({ baselineTreatment });
    assert.deepEqual(told(request({ flag: based('off') }), at(based('on')), undefined), [
      'Changes other fields: Baseline treatment on → off.',
    ]);
    assert.deepEqual(told(request({ flag: nameless }), at(definition()), undefined), [
      'Traffic allocation 100% → not set.',
      'Default treatment off → not set.',
    ]);
  });

  it('say of an update that sets only the rollout status that it does that', () => {
    const rolloutStatus = { id: 's1', name: 'Ramping' };
    assert.deepEqual(told(request({ flag: definition(), rolloutStatus }), at(definition()), undefined), [
      'Sets the rollout status Ramping.',
      'The definition stays as it is: nobody gets anything else.',
    ]);
  });

  it('say what is asked for where it is not known what there is, and claim no change', () => {
    const unknown = { kind: 'unknown' } as const;
    assert.deepEqual(told(request({ flag: definition() }), unknown, undefined), [
      'Asks for: default rule on 50%, off 50%; 3 rules; traffic allocation 100%.',
    ]);
    assert.deepEqual(told(request({ operationType: 'KILL', flag: definition() }), unknown, undefined), [
      'KILLS: Kills the flag: everyone gets the default treatment at once.',
    ]);
    const keys = request({ operationType: 'CREATE', segment: { name: 'beta', keys: ['a', 'b'] } });
    assert.deepEqual(told(keys, unknown, undefined), ['Add 2 keys to the segment beta.']);
    assert.match(told(keys, { kind: 'unknown', isMissing: true }, undefined)[0] ?? '', /not active in this environment/);
  });

  it('count the keys that would come, and say when there are too many', () => {
    const keys = request({ operationType: 'CREATE', segment: { name: 'beta', keys: ['a', 'b', 'c'] } });
    assert.deepEqual(told(keys, { kind: 'keys', keys: ['a'], count: 1 }, undefined), [
      'Adds 2 keys to the segment.',
      '1 key of the request changes nothing.',
    ]);
    assert.match(told(keys, { kind: 'keys', keys: ['a'], count: 99_999 }, undefined)[0] ?? '', /would hold 100,001 keys/);
  });

  it('say nothing else of an operation that nobody knows', () => {
    const [line, ...others] = changeLines(
      request({ operationType: 'SHUFFLE', flag: definition() }),
      at(definition()),
      production,
    );
    assert.match(line?.text ?? '', /It asks for “SHUFFLE”/);
    assert.deepEqual(others, []);
  });

  it('name the rest also where the first says what is odd', () => {
    const asked = definition({
      defaultRule: shares(0),
      trafficAllocation: 5,
      defaultTreatment: 'on',
      rules: [],
      treatments: [{ name: 'on' }],
    });
    const lines = told(request({ operationType: 'CREATE', flag: asked }), at(definition()), undefined);
    assert.equal(lines.length, 5);
    assert.equal(lines[0], 'It adds a definition where there is one already.');
    assert.equal(lines.at(-1), 'SERVES MORE: Changes more: default treatment, treatments.');
  });

  it('are five at most, the last naming the rest', () => {
    const asked = definition({
      killed: true,
      defaultRule: shares(0),
      trafficAllocation: 5,
      defaultTreatment: 'on',
      rules: [],
      treatments: [{ name: 'on' }],
      flagSets: ['x'],
    });
    const lines = definitionLines(diffDefinitions(definition(), asked)).map(plainLine);
    assert.equal(lines.length, 5);
    assert.equal(lines.at(-1), 'SERVES MORE: Changes more: default treatment, treatments, other fields.');
    assert.equal(lines[3], 'REMOVES A RULE: Removes 3 rules: 1, 2, 3.');
  });
});

describe('a row of the review', () => {
  const rowsOf = (before: Partial<FlagDefinition>, after: Partial<FlagDefinition>, sides?: readonly [string, string]) =>
    definitionSections(diffDefinitions(definition(before), definition(after)), sides).flatMap(({ rows }) => rows);
  const changed = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).filter(({ change }) => change !== 'same');
  const details = (before: Rule, after: Rule): readonly string[] =>
    changed({ rules: [before] }, { rules: [after] }).flatMap((row) =>
      row.details.map(({ change, text }) => `${change}: ${text}`),
    );

  it('tells of a long list the values that come and go, and not the list twice', () => {
    const many = Array.from({ length: 500 }, (_, index) => `k${index}`);
    const list = (strings: string[]): Rule => rule([{ type: 'IN_LIST_STRING', attribute: 'country', strings }]);
    assert.deepEqual(details(list(many), list([...many.slice(1), 'CH', 'LI'])), [
      'added: country is one of …: + CH, LI',
      'removed: country is one of …: − k0',
    ]);
    const [row] = changed({ rules: [list(many)] }, { rules: [list([...many, 'CH'])] });
    assert.match(row?.before[0] ?? '', /k11 and 488 more$/);
    assert.deepEqual(details(list(['a', 'b']), list(['b', 'a'])), [
      'moved: country is one of …: the same values in another order',
    ]);
  });

  it('tells of conditions, how they are combined, shares with their deltas, and fields that nobody knows', () => {
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
      'edited: segment alpha → beta',
      'edited: conditions are combined by AND → OR',
      'edited: on 20% → 30% (+10)',
      'edited: off 80% → 70% (-10)',
      'added: label: "x"',
    ]);
    assert.deepEqual(details(rule([segment('a'), segment('b'), age(1)]), rule([segment('b'), age(1, true)])), [
      'removed: segment a removed',
      'edited: age ≤ 1 → not: age ≤ 1',
    ]);
    const swapped = rule([segment('a')], 20);
    assert.deepEqual(details(swapped, { ...swapped, buckets: swapped.buckets.toReversed() }), [
      'moved: shares in another order: off 80%, on 20%',
    ]);
    assert.deepEqual(details(rule([age(1), segment('a')]), rule([segment('a'), age(1)])), ['moved: conditions in another order']);
  });

  it('tells of a treatment its targets as sets, and its texts with what they were', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const [row] = changed(
      { treatments: [{ name: 'on', keys, configurations: '{"a":1}' }, { name: 'off' }] },
      { treatments: [{ name: 'on', keys: [...keys, 'maria'], configurations: '{"a":2}', segments: ['beta'] }, { name: 'off' }] },
    );
    assert.deepEqual(
      row?.details.map(({ text }) => text),
      ['configuration: {"a":1} → {"a":2}', 'individual keys: + maria', 'individual segments: + beta'],
    );
    assert.match(row?.before[1] ?? '', /^always for the keys k0, .* and 28 more$/);
  });

  it('shows a combiner other than AND as the word it is, and fields that nobody knows', () => {
    const any: Rule = {
      buckets: shares(10),
      condition: { combiner: 'OR', matchers: [segment('a'), segment('b')], note: 1 },
      label: 'x',
    };
    assert.deepEqual(ruleLines(any), [
      'key is in the segment a',
      'OR key is in the segment b',
      'serves on 10%, off 90%',
      'label: "x"',
      'condition.note: 1',
    ]);
    assert.deepEqual(ruleLines({ buckets: [], condition: { matchers: [] } }), ['everybody', 'serves nothing']);
  });

  it('names what is set by its name, on the one side that has it, and shows lists by their values', () => {
    const told = (before: Partial<FlagDefinition>, after: Partial<FlagDefinition>) =>
      changed(before, after).map(({ change, title, before: was, after: will }) => [change, title, was, will]);
    const nothing = { defaultTreatment: undefined, trafficAllocation: undefined } as unknown as Partial<FlagDefinition>;
    assert.deepEqual(told(nothing, {}), [
      ['added', 'Default treatment', [], ['off']],
      ['added', 'Traffic allocation', [], ['100%']],
    ]);
    assert.deepEqual(told({}, nothing), [
      ['removed', 'Default treatment', ['off'], []],
      ['removed', 'Traffic allocation', ['100%'], []],
    ]);
    assert.deepEqual(
      told(
        { flagSets: ['a'], baselineTreatment: 'on', impressionsDisabled: false, novelty: ['a'] },
        { flagSets: ['a', 'campaigns', { id: 's1' }], baselineTreatment: 'off', impressionsDisabled: true },
      ),
      [
        ['edited', 'Flag sets', ['a'], ['a', 'campaigns', '{"id":"s1"}']],
        ['edited', 'Baseline treatment', ['on'], ['off']],
        ['edited', 'Impressions disabled', ['no'], ['yes']],
        ['removed', 'novelty', ['["a"]'], []],
      ],
    );
    assert.deepEqual(told({}, { flagSets: 'odd', impressionsDisabled: null, baselineTreatment: 5 }), [
      ['added', 'Flag sets', [], ['"odd"']],
      ['added', 'Baseline treatment', [], ['5']],
    ]);
  });

  it('of a definition that is new, or goes, says so everywhere, the default rule too', () => {
    const changes = (...sides: Parameters<typeof diffDefinitions>) => [
      ...new Set(definitionSections(diffDefinitions(...sides)).flatMap(({ rows }) => rows.map(({ change }) => change))),
    ];
    assert.deepEqual(changes(undefined, definition()), ['added']);
    assert.deepEqual(changes(definition(), undefined), ['removed']);
  });

  it('has no word of time where two sides are compared', () => {
    const [one, two, three] = definition().rules;
    const sides = ['staging', 'production'] as const;
    const rows = changed({}, { rules: [two!, rule([segment('staff')], 5)] }, sides);
    assert.deepEqual(
      rows.map(({ title, changeLabel }) => `${title}, ${changeLabel}`),
      ['Rule 3, only in staging', 'Rule 2, differs, and is rule 1 in staging, 2 in production'],
    );
    assert.deepEqual(
      changed({}, { rules: [three!, one!, two!] }, sides).map(({ changeLabel }) => changeLabel),
      ['rule 3 in staging, 1 in production'],
    );
    const sections = definitionSections(diffDefinitions(definition(), definition({ flagSets: ['a'], rules: [one!] })), sides);
    for (const section of sections) assert.deepEqual(section.sides, { before: 'staging', after: 'production' });
    assert.deepEqual(
      sections.flatMap(({ rows }) => rows).map(({ title, changeLabel }) => `${title}: ${changeLabel}`),
      [
        'Flag sets: only in production',
        'on: the same',
        'off: the same',
        'Rule 1: the same',
        'Rule 2: only in staging',
        'Rule 3: only in staging',
        'Everybody else: the same',
      ],
    );
  });
});

describe('the words of a condition', () => {
  const attribute = 'x';
  const cases: readonly (readonly [Matcher, string])[] = [
    [{ type: 'IN_SEGMENT', string: 'beta' }, 'key is in the segment beta'],
    [{ type: 'IN_LIST_STRING', strings: ['a', 'b'] }, 'key is one of a, b'],
    [{ type: 'IN_LIST_STRING', strings: [] }, 'key is one of nothing'],
    [{ type: 'STARTS_WITH_STRING', strings: ['a'], attribute }, 'x starts with a'],
    [{ type: 'ENDS_WITH_STRING', strings: ['a'], attribute }, 'x ends with a'],
    [{ type: 'CONTAINS_STRING', strings: ['a'], attribute }, 'x contains a'],
    [{ type: 'MATCHES_STRING', string: '^a', attribute }, 'x matches the pattern ^a'],
    [{ type: 'EQUAL_SET', strings: ['a'], attribute }, 'x is exactly the set a'],
    [{ type: 'ANY_OF_SET', strings: ['a'], attribute }, 'x has any of a'],
    [{ type: 'ALL_OF_SET', strings: ['a'], attribute }, 'x has all of a'],
    [{ type: 'PART_OF_SET', strings: ['a'], attribute }, 'x has nothing but a'],
    [{ type: 'EQUAL_NUMBER', number: 5, attribute }, 'x = 5'],
    [{ type: 'LESS_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, 'x ≤ 5'],
    [{ type: 'GREATER_THAN_OR_EQUAL_NUMBER', number: 5, attribute }, 'x ≥ 5'],
    [{ type: 'BETWEEN_NUMBER', between: { from: 1, to: 2 }, attribute }, 'x is between 1 and 2'],
    [{ type: 'ON_DATE', date: 0, attribute }, 'x is on 1970-01-01 00:00 UTC'],
    [{ type: 'ON_OR_AFTER_DATE', date: 0, attribute }, 'x is on or after 1970-01-01 00:00 UTC'],
    [{ type: 'ON_OR_BEFORE_DATE', date: 0, attribute }, 'x is on or before 1970-01-01 00:00 UTC'],
    [
      { type: 'BETWEEN_DATE', between: { from: 0, to: 1000 }, attribute },
      'x is between 1970-01-01 00:00 UTC and 1970-01-01 00:00:01 UTC',
    ],
    [{ type: 'BOOLEAN', bool: false, attribute }, 'x is false'],
    [{ type: 'IN_SPLIT', depends: { splitName: 'f', treatment: 'on' } }, 'key gets on from the flag f'],
    [{ type: 'EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x is the version 1.0.0'],
    [{ type: 'GREATER_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x is the version 1.0.0 or later'],
    [{ type: 'LESS_THAN_OR_EQUAL_TO_SEMVER', string: '1.0.0', attribute }, 'x is the version 1.0.0 or earlier'],
    [{ type: 'BETWEEN_SEMVER', from: '1', to: '2', attribute }, 'x is between the versions 1 and 2'],
    [{ type: 'IN_LIST_SEMVER', strings: ['1', '2'], attribute }, 'x is one of the versions 1, 2'],
  ];
  for (const [matcher, words] of cases) {
    it(`of type ${matcher.type} are “${words}”, negated too`, () => {
      assert.equal(matcherSentence(matcher), words);
      assert.equal(matcherSentence({ ...matcher, negate: true }), `not: ${words}`);
    });
  }

  it('are its JSON where nobody knows it, and have what nobody knows of one that is known', () => {
    const novel = { type: 'PHASE_OF_THE_MOON', negate: true, phase: 'full' };
    assert.equal(matcherSentence(novel), JSON.stringify(novel));
    assert.equal(matcherSentence({ type: 'IN_SEGMENT', string: 'a', until: 5 }), 'key is in the segment a, with {"until":5}');
  });
});
