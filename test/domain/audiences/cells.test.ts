/** Tests the cells of a subject at their limits. `proof/` compares the results with the vendor's engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Matcher } from '../../../src/api/model.ts';
import { sampledSubjects } from '../../../src/domain/audiences/cells.ts';
import { Questions } from '../../../src/domain/audiences/questions.ts';

function subjectsOf(matchers: readonly Matcher[], needsAttribute: boolean) {
  const questions = new Questions({ emptySegments: new Set() }, needsAttribute);
  for (const matcher of matchers) questions.ofMatcher({ ...matcher, attribute: 'x' });
  const steps = sampledSubjects(questions.all);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return { questions: questions.all, subjects: step.value };
}

describe('the cells of a subject', () => {
  it('exist for versions after the end of a range, but not between two consecutive versions', () => {
    const [atLeast, atMost] = ['GREATER_THAN_OR_EQUAL_TO_SEMVER', 'LESS_THAN_OR_EQUAL_TO_SEMVER'];
    const cellsFor = (from: string, to: string): readonly string[] =>
      subjectsOf([{ type: atLeast, string: from }, { type: atMost, string: to }], false).subjects[0]!.cells.map((met) => met.join()).toSorted(); // prettier-ignore
    assert.deepEqual(cellsFor('1.2.3', '1.2.3'), ['', '1', '1,2', '2']);
    assert.deepEqual(cellsFor('1.2.3-a.0', '1.2.3-a'), ['', '1', '2']);
    assert.deepEqual(cellsFor('1.2.4-0', '1.2.3'), ['', '1', '2']);
  });

  it('are limited in number; conditions beyond the limit count as independent', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ type: 'CONTAINS_STRING', strings: [`p${index}-`] }));
    const { subjects } = subjectsOf([...many, { type: 'IN_LIST_STRING', strings: ['a', 'b'] }], false);
    assert.deepEqual(subjects.map(({ atoms, cells }) => [atoms.length, cells.length]), [[1, 2]]); // prettier-ignore
    const matchers = (type: string, count: number) =>
      Array.from({ length: 250 }, (_, one) => ({
        type,
        strings: Array.from({ length: count }, (__, key) => `${type}${one}-${key}`),
      }));
    const large = subjectsOf([...matchers('IN_LIST_STRING', 300), ...matchers('CONTAINS_STRING', 200)], false).subjects;
    assert.deepEqual(large.map(({ atoms, cells }) => [atoms.length, cells.length]), [[250, 251]]); // prettier-ignore
  });
});
