/** The cells of a subject: each combination of answers that a value gives is one of them, and none that is known is made up. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { Matcher } from '../../../src/api/model.ts';
import type { AttributeValue } from '../../../src/domain/audiences/audienceChange.ts';
import { sampledSubjects, type SampledSubject } from '../../../src/domain/audiences/cells.ts';
import { Questions } from '../../../src/domain/audiences/questions.ts';
import { Reading } from '../../../src/domain/audiences/reading.ts';
import { runs } from '../../properties/runs.ts';

const TEXTS = ['a', 'ab', 'b', 'ba', 'abc', '5', '5.0', '10', '1.2.3', 'true', 'x'];
const VERSIONS = ['1.2.3', '1.2.3-a', '1.2.3-a.0', '1.2.4', '1.2.3+b', '0.0.0-0', '1.2'];
const NUMBERS = [-1, 0, 5, 7.5, 10, 60_000, 120_000, 90_000];
const some = (values: readonly string[], maxLength = 3): fc.Arbitrary<string[]> =>
  fc.subarray([...values], { minLength: 1, maxLength });
const between = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<object> => fc.record({ from: value, to: value });

const number = fc.constantFrom(...NUMBERS);
const KINDS: Readonly<Record<string, fc.Arbitrary<Matcher>>> = {
  list: some(TEXTS).map((strings) => ({ type: 'IN_LIST_STRING', strings })),
  prefix: some(['', 'a', 'ab', 'b', '1'], 2).map((strings) => ({ type: 'STARTS_WITH_STRING', strings })),
  suffix: some(['a', 'b', 'bc', '0'], 2).map((strings) => ({ type: 'ENDS_WITH_STRING', strings })),
  part: some(['a', 'b', 'ab', '.'], 2).map((strings) => ({ type: 'CONTAINS_STRING', strings })),
  pattern: fc.constantFrom('^a', 'b$', '^\\d+$', '.*').map((string) => ({ type: 'MATCHES_STRING', string })),
  set: fc
    .tuple(fc.constantFrom('EQUAL_SET', 'ANY_OF_SET', 'ALL_OF_SET', 'PART_OF_SET'), some(['a', 'b', 'c', 'd'], 4))
    .map(([type, strings]) => ({ type, strings })),
  number: fc.oneof(
    fc.tuple(fc.constantFrom('EQUAL_NUMBER', 'LESS_THAN_OR_EQUAL_NUMBER', 'GREATER_THAN_OR_EQUAL_NUMBER'), number).map(([type, value]) => ({ type, number: value })), // prettier-ignore
    between(number).map((range) => ({ type: 'BETWEEN_NUMBER', between: range })),
    fc.tuple(fc.constantFrom('ON_DATE', 'ON_OR_AFTER_DATE', 'ON_OR_BEFORE_DATE'), number).map(([type, date]) => ({ type, date })),
    between(number).map((range) => ({ type: 'BETWEEN_DATE', between: range })),
  ),
  version: fc.oneof(
    fc.tuple(fc.constantFrom('EQUAL_TO_SEMVER', 'GREATER_THAN_OR_EQUAL_TO_SEMVER', 'LESS_THAN_OR_EQUAL_TO_SEMVER'), fc.constantFrom(...VERSIONS)).map(([type, string]) => ({ type, string })), // prettier-ignore
    some(VERSIONS).map((strings) => ({ type: 'IN_LIST_SEMVER', strings })),
  ),
  boolean: fc.boolean().map((bool) => ({ type: 'BOOLEAN', bool })),
};
/** Questions that are bound together. */
const BOUND: readonly (readonly string[])[] = [['list', 'number', 'version', 'boolean'], ['list', 'prefix', 'suffix', 'part', 'pattern'], ['set']]; // prettier-ignore

const text = fc.oneof(fc.constantFrom(...TEXTS, ...VERSIONS, ' 5', '005', 'TRUE', '', '01.2.3', '1.2.3-a.0.0', '2.0.0'), fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.'), maxLength: 6 })); // prettier-ignore
const value: fc.Arbitrary<AttributeValue | undefined> = fc.oneof(
  text,
  fc.oneof(number, fc.constantFrom(-2, 1, 6, 8, 11, 59_999, 60_001, 119_999, 86_400_000, 1e9)),
  fc.boolean(),
  fc.constant(undefined),
  fc.subarray(['a', 'b', 'c', 'd', 'z']),
);

function subjectsOf(matchers: readonly Matcher[], needsAttribute: boolean) {
  const questions = new Questions({ emptySegments: new Set() }, needsAttribute);
  for (const matcher of matchers) questions.ofMatcher({ ...matcher, attribute: 'x' });
  const steps = sampledSubjects(questions.all);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return { questions: questions.all, subjects: step.value };
}

const matchers = fc.constantFrom(...BOUND).chain(
  (kinds) =>
  fc.array(fc.tuple(fc.oneof(...kinds.map((kind) => KINDS[kind]!)), fc.boolean()).map(([matcher, negate]): Matcher => ({ ...matcher, negate })), { minLength: 1, maxLength: 5 }), // prettier-ignore
);

describe('the cells of a subject', () => {
  it('have all answers that a value can give, and give those of their own value', () => {
    let known = 0;
    fc.assert(
      fc.property(matchers, fc.boolean(), fc.array(value, { minLength: 10, maxLength: 30 }), (asked, needsAttribute, values) => {
        const { questions, subjects } = subjectsOf(asked, needsAttribute);
        const answersOf = (one: AttributeValue | undefined, { atoms }: SampledSubject): string =>
          atoms.filter((atom) => questions[atom]!.test!.meets(new Reading(one))).toSorted((left, right) => left - right).join(); // prettier-ignore
        for (const subject of subjects) {
          const cells = new Set(subject.cells.map((met) => met.join()));
          for (const one of values)
            assert.ok(
              cells.has(answersOf(one, subject)),
              `${JSON.stringify(one)} meets ${answersOf(one, subject)}, not in ${[...cells].join(' | ')}`,
            );
          for (const { met, value: sample, isImagined } of subject.samples) {
            if (!isImagined) assert.equal(answersOf(sample, subject), met.join(), JSON.stringify(sample));
            if (!isImagined) known += 1;
          }
        }
      }),
      runs(4_000),
    );
    assert.ok(known > 1_000, String(known));
  });

  it('have the next version after each end, and none between two that follow each other', () => {
    const [atLeast, atMost] = ['GREATER_THAN_OR_EQUAL_TO_SEMVER', 'LESS_THAN_OR_EQUAL_TO_SEMVER'];
    const cellsFor = (from: string, to: string): readonly string[] =>
      subjectsOf([{ type: atLeast, string: from }, { type: atMost, string: to }], false).subjects[0]!.cells.map((met) => met.join()).toSorted(); // prettier-ignore
    assert.deepEqual(cellsFor('1.2.3', '1.2.3'), ['', '1', '1,2', '2']);
    assert.deepEqual(cellsFor('1.2.3-a.0', '1.2.3-a'), ['', '1', '2']);
    assert.deepEqual(cellsFor('1.2.4-0', '1.2.3'), ['', '1', '2']);
  });

  it('are no more than can be distinguished: questions beyond that are free', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ type: 'CONTAINS_STRING', strings: [`p${index}-`] }));
    const { subjects } = subjectsOf([...many, { type: 'IN_LIST_STRING', strings: ['a', 'b'] }], false);
    assert.deepEqual(subjects.map(({ atoms, cells }) => [atoms.length, cells.length]), [[1, 2]]); // prettier-ignore
    const lists = Array.from({ length: 250 }, (_, list) => ({
      type: 'IN_LIST_STRING',
      strings: Array.from({ length: 300 }, (__, key) => `k${list}-${key}`),
    }));
    const parts = Array.from({ length: 250 }, (_, part) => ({
      type: 'CONTAINS_STRING',
      strings: Array.from({ length: 200 }, (__, key) => `p${part}-${key}`),
    }));
    const large = subjectsOf([...lists, ...parts], false).subjects;
    assert.deepEqual(large.map(({ atoms, cells }) => [atoms.length, cells.length]), [[250, 251]]); // prettier-ignore
  });
});
