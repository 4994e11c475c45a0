/** Tests each problem with its exact range, and the text after its fixes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Known } from '../../../../src/domain/definitions/document/known.ts';
import type { Problem, ProblemCode, Severity } from '../../../../src/domain/definitions/document/problem.ts';
import { applyEdits, definition, marked, problemsOf, rule } from './marked.ts';

const known: Known = {
  flag: 'f',
  trafficType: 'account',
  segments: {
    isComplete: true,
    items: [{ name: 'beta', isActive: true }, { name: 'staff', isActive: false }, { name: 'eu' }, { name: 'shoppers', isActive: true, trafficType: 'user' }, { name: 'shops', trafficType: 'account' }],
  }, // prettier-ignore
  flags: { isComplete: true, items: [{ name: 'f' }, { name: 'checkout' }, { name: 'other' }] },
};

const statuses: Known = {
  rolloutStatuses: [
    { id: 'id-1', name: 'Ramping' },
    { id: 'id-2', name: '100% Released' },
  ],
};

interface Case {
  readonly what: string;
  /** One range for each of `problems`, in text order. */
  readonly source: string;
  readonly problems: readonly (ProblemCode & { readonly severity?: Severity })[];
  readonly known?: Known;
  /** For each fix of the first problem, a part of the text after it. */
  readonly fixes?: readonly string[];
}

const buckets = (...lines: readonly string[]): string => definition({ defaultRule: `defaultRule:\n${lines.join('\n')}` });
const withRule = (...matchers: readonly string[]): string => definition({ rules: `rules:\n${rule(...matchers)}` });
const withRules = (...rules: readonly string[]): string => definition({ rules: `rules:\n${rules.join('\n')}` });

const cases: readonly Case[] = [
  { what: 'nothing', source: '«»', problems: [{ code: 'notADefinition' }] },
  { what: 'a comment alone', source: '«# only this»\n', problems: [{ code: 'notADefinition' }] },
  { what: 'broken YAML', source: definition({ fields: 'defaultTreatment: off\ntrafficAllocation: 100\n«siz»' }), problems: [{ code: 'syntax', reason: 'missingMark' }, { code: 'unknownField', of: 'definition', field: 'siz', severity: 'hint' }] },
  { what: 'what may stand where the text can’t be read', source: 'name: f\ntreatments: «[»\ndefaultTreatment: off\ntrafficAllocation: 100\ndefaultRule:\n  - treatment: off\n    size: 100\n', problems: [{ code: 'syntax', reason: 'missingMark' }] },
  { what: 'a field that is there twice', source: `${definition()}«name»: f\n`, problems: [{ code: 'duplicateField', field: 'name' }] },
  { what: 'a field that is there twice, and says two things', source: `${definition()}«trafficAllocation»: 5\n`, problems: [{ code: 'duplicateField', field: 'trafficAllocation' }], fixes: [] },
  { what: 'null in a list of texts', source: withRule('{type: IN_LIST_STRING, strings: [a, «~»]}'), problems: [{ code: 'wrongType', expected: 'text', found: 'null' }], fixes: ['[a, "~"]'] },
  { what: 'a tagged number for a text', source: withRule('{type: MATCHES_STRING, attribute: a, string: «!!int 5»}'), problems: [{ code: 'wrongType', expected: 'text', found: 'number' }], fixes: ['string: "5"}'] },
  { what: 'a word for true', source: withRule('{type: IN_SEGMENT, string: beta, negate: «yes»}'), problems: [{ code: 'wrongType', expected: 'bool', found: 'text' }], fixes: ['negate: true}'] },
  { what: 'a text for a rule', source: definition({ rules: 'rules:\n  - «beta»' }), problems: [{ code: 'wrongType', expected: 'map', found: 'text' }] },
  { what: 'an item that is empty', source: definition({ rules: 'rules:\n  «-» ' }), problems: [{ code: 'wrongType', expected: 'map', found: 'null' }], fixes: [] },
  { what: 'all required fields but the name', source: '«name»: f\n', problems: ['treatments', 'defaultTreatment', 'trafficAllocation', 'defaultRule'].map((field) => ({ code: 'missingField', of: 'definition', field })) },
  { what: 'a missing size', source: buckets('  - treatment: on\n    size: 30', '  - «treatment»: off'), problems: [{ code: 'missingField', of: 'bucket', field: 'size' }] },
  { what: 'an empty size', source: buckets('  - {treatment: on, size: 30}', '  - treatment: off\n    «size»:'), problems: [{ code: 'missingField', of: 'bucket', field: 'size' }] },
  { what: 'a size of which only the name stands in brackets', source: buckets('  - {treatment: on, size: 30}', '  - {treatment: off, «size»}'), problems: [{ code: 'missingField', of: 'bucket', field: 'size' }] },
  { what: 'an unknown field', source: definition({ fields: 'defaultTreatment: off\ntrafficAllocation: 100\n«brandNew»: 1' }), problems: [{ code: 'unknownField', of: 'definition', field: 'brandNew', severity: 'hint' }], fixes: [] },
  { what: 'rules by a slip', source: definition({ rules: '«ruls»: []' }), problems: [{ code: 'unknownField', of: 'definition', field: 'ruls', meant: 'rules' }], fixes: ['rules: []'] },
  { what: 'a field like one that is there', source: definition({ rules: 'rules: []\n«ruls»: []' }), problems: [{ code: 'unknownField', of: 'definition', field: 'ruls', severity: 'warning' }], fixes: [] },
  { what: 'a field like one of ours, which the service has', source: definition({ rules: '«rule»: []' }), known: { fields: ['rule'] }, problems: [{ code: 'unknownField', of: 'definition', field: 'rule', severity: 'hint' }], fixes: [] },
  { what: 'the conditions of a rule by a slip', source: definition({ rules: 'rules: [{buckets: [{treatment: on, size: 100}], condition: {«matchrs»: []}}]' }), problems: [{ code: 'unknownField', of: 'condition', field: 'matchrs', meant: 'matchers' }, { code: 'missingField', of: 'condition', field: 'matchers' }] },
  { what: 'a field with a slip', source: definition({ fields: 'defaultTreatment: off\ntrafficAllocation: 100\n«baselineTretment»: off' }), problems: [{ code: 'unknownField', of: 'definition', field: 'baselineTretment', meant: 'baselineTreatment' }], fixes: ['baselineTreatment: off'] },
  { what: 'a response-only field', source: `${definition()}«killed»: true\n`, problems: [{ code: 'responseOnlyField', field: 'killed', severity: 'warning' }] },
  { what: 'another flag', source: definition().replace('name: f', 'name: «g»'), problems: [{ code: 'otherFlag', name: 'g', flag: 'f' }], fixes: ['name: f\n'] },
  { what: 'an empty name of a flag', source: definition().replace('name: f', 'name: «""»'), known: {}, problems: [{ code: 'emptyName' }] },
  { what: 'no treatments', source: definition({ treatments: 'treatments: «[]»' }).replace('defaultTreatment: off', 'defaultTreatment: «off»').replace('- treatment: off', '- treatment: «off»'), problems: [{ code: 'noTreatments' }, { code: 'unknownTreatment', name: 'off' }, { code: 'unknownTreatment', name: 'off' }] },
  { what: 'a treatment without a name', source: definition({ treatments: 'treatments: [{name: on}, {name: off}, {name: «""»}]' }), problems: [{ code: 'emptyName' }] },
  { what: 'the same treatment twice', source: definition({ treatments: 'treatments:\n  - name: on\n  - name: off\n  - name: «on»\n    description: ""' }).replace('\n    description: ""', ''), problems: [{ code: 'duplicateTreatment', name: 'on' }] },
  { what: 'an unknown default treatment', source: definition({ fields: 'defaultTreatment: «offf»\ntrafficAllocation: 100' }), problems: [{ code: 'unknownTreatment', name: 'offf' }], fixes: ['defaultTreatment: off\n'] },
  { what: 'an unknown baseline', source: definition({ fields: 'defaultTreatment: off\nbaselineTreatment: «control»\ntrafficAllocation: 100' }), problems: [{ code: 'unknownTreatment', name: 'control' }], fixes: [] },
  { what: 'an unknown treatment in a share', source: buckets('  - {treatment: «ON», size: 100}'), problems: [{ code: 'unknownTreatment', name: 'ON' }], fixes: ['{treatment: on, size'] },
  { what: 'one share that is not all', source: buckets('  - treatment: off\n    size: «99»'), problems: [{ code: 'sizesDontSum', sum: 99 }], fixes: ['size: 100\n'] },
  { what: 'a size over a hundred', source: buckets('  - {treatment: on, size: «101»}'), problems: [{ code: 'noPercentage', value: 101 }], fixes: ['size: 100}'] },
  { what: 'too much traffic', source: definition({ fields: 'defaultTreatment: off\ntrafficAllocation: «150»' }), problems: [{ code: 'noPercentage', value: 150 }], fixes: ['trafficAllocation: 100\n'] },
  { what: 'a part of a percent of traffic', source: definition({ fields: 'defaultTreatment: off\ntrafficAllocation: «0.6»' }), problems: [{ code: 'noPercentage', value: 0.6 }], fixes: ['trafficAllocation: 1\n'] },
  { what: 'a segment that does not exist', source: withRule('{type: IN_SEGMENT, string: «beat»}'), problems: [{ code: 'unknownSegment', name: 'beat' }], fixes: ['string: beta}'] },
  { what: 'a segment that is not active here', source: withRule('{type: IN_SEGMENT, string: «staff»}'), problems: [{ code: 'inactiveSegment', name: 'staff', severity: 'warning' }] },
  { what: 'segments of a treatment', source: definition({ treatments: 'treatments: [{name: on, segments: [beta, «nope», «staff»]}, {name: off}]' }), problems: [{ code: 'unknownSegment', name: 'nope' }, { code: 'inactiveSegment', name: 'staff', severity: 'warning' }], fixes: [] },
  { what: 'a segment of another traffic type', source: withRule('{type: IN_SEGMENT, string: «shoppers»}', '{type: IN_SEGMENT, string: shops}'), problems: [{ code: 'segmentOfOtherType', name: 'shoppers', trafficType: 'user', wanted: 'account', severity: 'warning' }], fixes: [] },
  { what: 'a segment of another traffic type, of a treatment', source: definition({ treatments: 'treatments: [{name: on, segments: [«shoppers»]}, {name: off}]' }), problems: [{ code: 'segmentOfOtherType', name: 'shoppers', trafficType: 'user', wanted: 'account', severity: 'warning' }] },
  { what: 'a flag that does not exist', source: withRule('{type: IN_SPLIT, depends: {splitName: «chekout», treatment: yes}}'), problems: [{ code: 'unknownFlag', name: 'chekout' }], fixes: ['splitName: checkout,'] },
  { what: 'a flag that depends on itself', source: withRule('{type: IN_SPLIT, depends: {splitName: «f», treatment: on}}'), problems: [{ code: 'dependsOnItself' }] },
  { what: 'an unknown matcher', source: withRule('{type: «IN_SEGMNT», string: beta}'), problems: [{ code: 'unknownMatcher', type: 'IN_SEGMNT', severity: 'warning' }], fixes: ['type: IN_SEGMENT,'] },
  { what: 'a matcher without its value', source: withRule('{type: «IN_SEGMENT»}'), problems: [{ code: 'incompleteMatcher', type: 'IN_SEGMENT', missing: ['string'] }] },
  { what: 'a matcher without its attribute', source: withRule('{type: «BETWEEN_SEMVER», from: "1.0.0", attribute: ""}'), problems: [{ code: 'incompleteMatcher', type: 'BETWEEN_SEMVER', missing: ['attribute', 'to'] }] },
  { what: 'a matcher with the value of another type', source: withRule('{type: «IN_LIST_STRING», «string»: a}'), problems: [{ code: 'incompleteMatcher', type: 'IN_LIST_STRING', missing: ['strings'] }, { code: 'unknownField', of: 'matcher', field: 'string', meant: 'strings' }] },
  { what: 'a rule that asks nothing', source: definition({ rules: 'rules:\n  - buckets: [{treatment: on, size: 100}]\n    condition: {matchers: «[]»}' }), problems: [{ code: 'noMatchers' }] },
  { what: 'a list without values', source: withRule('{type: IN_LIST_STRING, strings: «[]»}'), problems: [{ code: 'noValues', field: 'strings' }] },
  { what: 'a treatment twice, side by side', source: definition({ defaultRule: 'defaultRule:\n  - treatment: on\n    size: 10\n  - treatment: «on»\n    size: 20\n  - {treatment: off, size: 70}' }), problems: [{ code: 'repeatedShare', treatment: 'on', severity: 'warning' }], fixes: ['defaultRule:\n  - treatment: on\n    size: 30\n  - {treatment: off, size: 70}'] },
  { what: 'a treatment twice, with a comment', source: definition({ defaultRule: 'defaultRule:\n  - {treatment: on, size: 10}\n  # Beta\n  - {treatment: «on», size: 90}' }), problems: [{ code: 'repeatedShare', treatment: 'on', severity: 'warning' }], fixes: [] },
  { what: 'a rule below one that matches everyone', source: withRules(rule('{type: MATCHES_STRING, string: .*}'), rule('{type: IN_SEGMENT, string: beta}').replace('- buckets', '- «buckets') + '»'), problems: [{ code: 'unreachableRule', by: 0, severity: 'warning' }] },
  { what: 'a rule below two that match everyone together', source: withRules(rule('{type: IN_SEGMENT, string: beta}'), rule('{type: IN_SEGMENT, string: beta, negate: true}'), rule('{type: IN_SEGMENT, string: eu}').replace('- buckets', '- «buckets') + '»'), problems: [{ code: 'unreachableRule', by: 1, severity: 'warning' }] },
  { what: 'a rule that asks the same again, and more', source: withRules(rule('{type: IN_SEGMENT, string: beta}'), rule('{type: IN_SEGMENT, string: eu}', '{string: beta, type: IN_SEGMENT, negate: false}').replace('- buckets', '- «buckets') + '»'), problems: [{ code: 'unreachableRule', by: 0, severity: 'warning' }] },
  { what: 'a rule that contradicts itself', source: withRules(rule('{type: IN_SEGMENT, string: beta}', '{type: IN_SEGMENT, string: beta, negate: true}').replace('- buckets', '- «buckets') + '»'), problems: [{ code: 'unreachableRule', by: undefined, severity: 'warning' }] },
  { what: 'a date in seconds', source: withRule('{type: ON_OR_AFTER_DATE, attribute: signup, date: «1767225600»}'), problems: [{ code: 'dateInSeconds', milliseconds: 1_767_225_600_000, severity: 'warning' }], fixes: ['date: 1767225600000}'] },
  { what: 'a range that begins at a date in seconds', source: withRule('{type: BETWEEN_DATE, attribute: signup, between: {from: «1767225600», to: 1767312000000}}'), problems: [{ code: 'dateInSeconds', milliseconds: 1_767_225_600_000, severity: 'warning' }], fixes: ['from: 1767225600000,'] },
  { what: 'a range of numbers that ends before it begins', source: withRule('{type: BETWEEN_NUMBER, attribute: age, between: {from: «65, to: 18»}}'), problems: [{ code: 'reversedRange', severity: 'warning' }], fixes: ['{from: 18, to: 65}'] },
  { what: 'a range of dates with its end first', source: withRule('{type: BETWEEN_DATE, attribute: day, between: {to: «1767225600000, from: 1767312000000»}}'), problems: [{ code: 'reversedRange', severity: 'warning' }], fixes: ['{to: 1767312000000, from: 1767225600000}'] },
  { what: 'a range of versions that ends before it begins', source: withRule('{type: BETWEEN_SEMVER, attribute: v, from: «1.10.0, to: 1.9.0»}'), problems: [{ code: 'reversedRange', severity: 'warning' }], fixes: ['from: 1.9.0, to: 1.10.0}'] },
  { what: 'a version of two numbers', source: withRule('{type: EQUAL_TO_SEMVER, attribute: v, string: «"1.2"»}'), problems: [{ code: 'notAVersion', text: '1.2', severity: 'warning' }], fixes: [] },
  { what: 'a version with a letter before it', source: withRule('{type: LESS_THAN_OR_EQUAL_TO_SEMVER, attribute: v, string: «v1.2.3-rc.1»}'), problems: [{ code: 'notAVersion', text: 'v1.2.3-rc.1', severity: 'warning' }], fixes: ['string: 1.2.3-rc.1}'] },
  { what: 'a least version of one number', source: withRule('{type: GREATER_THAN_OR_EQUAL_TO_SEMVER, attribute: v, string: «"7"»}'), problems: [{ code: 'notAVersion', text: '7', severity: 'warning' }], fixes: ['string: 7.0.0}'] },
  { what: 'a range that begins at a version of two numbers', source: withRule('{type: BETWEEN_SEMVER, attribute: v, between: {from: «"1.2"», to: 2.0.0}}'), problems: [{ code: 'notAVersion', text: '1.2', severity: 'warning' }], fixes: ['from: 1.2.0,'] },
  { what: 'a version in a list', source: withRule('{type: IN_LIST_SEMVER, attribute: v, strings: [1.2.0, «1.x»]}'), problems: [{ code: 'notAVersion', text: '1.x', severity: 'warning' }], fixes: [] },
  { what: 'what is no regular expression', source: withRule('{type: MATCHES_STRING, attribute: mail, string: «^(a»}'), problems: [{ code: 'notAPattern', severity: 'warning' }], fixes: [] },
  { what: 'a configuration with commas too many', source: definition({ treatments: `treatments:\n  - name: on\n    configurations: «'{"a": ",}", "b": [1, 2,],}'»\n  - name: off` }), problems: [{ code: 'notJson', severity: 'warning' }], fixes: [`'{"a": ",}", "b": [1, 2]}'`] },
  { what: 'a configuration that is no JSON', source: definition({ treatments: "treatments:\n  - name: on\n    configurations: «'{color: red}'»\n  - name: off" }), problems: [{ code: 'notJson', severity: 'warning' }], fixes: [] },
  { what: 'a rollout status by a slip', source: definition({ rules: 'rules: []\nrolloutStatus: «Rampnig»' }), known: statuses, problems: [{ code: 'unknownRolloutStatus', name: 'Rampnig' }], fixes: ['rolloutStatus: Ramping'] },
  { what: 'the name of a rollout status by a slip', source: definition({ rules: 'rules: []\nrolloutStatus: {name: «100% released»}' }), known: statuses, problems: [{ code: 'unknownRolloutStatus', name: '100% released' }], fixes: ['{name: 100% Released}'] },
  { what: 'the id of a rollout status that does not exist', source: definition({ rules: 'rules: []\nrolloutStatus: {id: «other», name: Ramping}' }), known: statuses, problems: [{ code: 'unknownRolloutStatus', name: 'other' }], fixes: [] },
]; // prettier-ignore

const withoutRest = (problem: Problem): object => {
  const { span, fixes, ...rest } = problem;
  assert.ok(span.end >= span.start && Array.isArray(fixes));
  return rest;
};

describe('a problem is found, at its place', () => {
  for (const { what, source, problems, fixes, known: own = known } of cases)
    it(`for ${what}`, async () => {
      const { text, spans } = marked(source);
      const found = await problemsOf(text, own);
      assert.deepEqual(
        found.map(withoutRest),
        problems.map((problem) => ({ severity: 'error', ...problem })),
      );
      const ranges = found.map(({ span }) => text.slice(span.start, span.end));
      const wanted = spans.map(({ start, end }) => text.slice(start, end));
      const all = found.map((_, at) => wanted[Math.min(at, wanted.length - 1)]);
      assert.deepEqual(ranges, all);
      assert.equal(found[0]!.span.start, spans[0]!.start);
      if (!fixes) return;
      const made = found[0]!.fixes.map(({ edits }) => applyEdits(text, edits));
      assert.equal(made.length, fixes.length, JSON.stringify(found[0]!.fixes));
      for (const [at, part] of fixes.entries()) assert.ok(made[at]!.includes(part), made[at]);
    });
});

describe('every fix', () => {
  it('removes its problem, causes no other one, and keeps the line ends of the text', async () => {
    let count = 0;
    const lineEnds = (text: string): string => [...new Set(text.match(/\r?\n/g))].join();
    for (const { source, known: own = known } of cases)
      for (const text of [marked(source).text, marked(source).text.replaceAll('\n', '\r\n')]) {
        const found = await problemsOf(text, own);
        for (const problem of found)
          for (const fix of problem.fixes) {
            count += 1;
            const fixed = applyEdits(text, fix.edits);
            assert.equal((await problemsOf(fixed, own)).length, found.length - 1, `${source}\n${fix.code}\n${fixed}`);
            assert.equal(lineEnds(fixed), lineEnds(text), fixed);
            assert.equal(fix.isPreferred, problem.fixes.length === 1);
          }
      }
    assert.ok(count >= 40, String(count));
  });
});

describe('no problem', () => {
  it('is reported for an empty field that the service writes out', async () => {
    const nothing = '{type: IN_SEGMENT, string: beta, attribute: null, strings: null, between: ~, negate: null}';
    assert.deepEqual(await problemsOf(withRule(nothing), known), []);
  });

  it('is reported for names that can’t be checked', async () => {
    const text = withRules(
      rule('{type: IN_SEGMENT, string: nope}'),
      rule('{type: IN_SPLIT, depends: {splitName: nope, treatment: x}}'),
      rule('{type: IN_SPLIT, depends: {splitName: other, treatment: x}}'),
    );
    assert.deepEqual(await problemsOf(text, {}), []);
    const partly: Known = { segments: { items: [{ name: 'beta' }], isComplete: false }, flags: { items: [{ name: 'other' }], isComplete: false } }; // prettier-ignore
    assert.deepEqual(await problemsOf(text, partly), []);
  });

  it('is reported for an unknown treatment while the treatments can’t be read', async () => {
    const found = await problemsOf(definition({ treatments: 'treatments:\n  - nam: on' }), known);
    assert.ok(found.length > 0 && found.every(({ code }) => code !== 'unknownTreatment'));
  });

  it('is reported for a name that YAML would read as a different type', async () => {
    const text = definition({ treatments: 'treatments: [{name: 0x1f}, {name: true}, {name: 2026-01-31}]', fields: 'defaultTreatment: true\ntrafficAllocation: 1', defaultRule: 'defaultRule: [{treatment: 0x1f, size: 50}, {treatment: 2026-01-31, size: 50}]' }); // prettier-ignore
    assert.deepEqual(await problemsOf(text, known), []);
  });

  it('is reported for a rule that is unreachable only because of a rule with an invalid or incomplete condition', async () => {
    const codes = async (text: string) => (await problemsOf(text, known)).map(({ code }) => code);
    const number = (digits: string): string => rule(`{type: EQUAL_NUMBER, attribute: age, number: ${digits}}`);
    assert.deepEqual(await codes(withRules(number('12345678901234567891'), number('12345678901234567893'))), ['notANumber', 'notANumber']);
    const open = rule('{type: IN_SEGMENT, string: }');
    assert.deepEqual(await codes(withRules(open, open)), ['incompleteMatcher', 'incompleteMatcher']);
    const alias = (name: string): string => rule(`{type: IN_SEGMENT, string: *${name}}`);
    assert.deepEqual(await codes(withRules(alias('x'), alias('y'))), ['syntax', 'syntax']);
    const beta = rule('{type: IN_SEGMENT, string: beta}');
    assert.ok(!(await codes(withRules(`${beta}\n         - {type: IN_SEGMENT, string: eu}`, beta))).includes('unreachableRule'));
    const lost = rule('{type: IN_SEGMENT, string: beta}').replace('{treatment: on, size: 100}', '{treatment: on, size: 50}\n     - {treatment: off, size: 50}'); // prettier-ignore
    assert.deepEqual(new Set(await codes(withRules(lost))), new Set(['syntax']));
  }); // prettier-ignore

  it('is reported for a rule whose combiner is not AND, or for a rule below it, because its effect is unknown', async () => {
    const beta = '{type: IN_SEGMENT, string: beta}';
    const any = rule(beta, '{type: IN_SEGMENT, string: beta, negate: true}').replace(
      'condition:',
      'condition:\n      combiner: OR',
    );
    assert.deepEqual(await problemsOf(withRules(any, any), known), []);
  });

  it('is reported beyond the limit of 500', async () => {
    const wrong = Array.from({ length: 501 }, () => '  - buckets: 5').join('\n');
    assert.equal((await problemsOf(withRules(wrong, rule('')), known)).length, 500);
  });
});
