/** Tests which suites and files `npm test` runs with its options. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './places.mjs';
import { chosen, restOf, restOfStories } from './suites.mjs';

const namesOf = (names, options = {}) => chosen(names, options).map(({ name }) => name);

describe('npm test', () => {
  const usual = ['check', 'build', 'package', 'host', 'unit', 'node22', 'page', 'browser'];

  it('runs the usual suites, then the remaining tests with --rest, and no test twice with --all', () => {
    assert.deepEqual(namesOf([]), usual);
    assert.deepEqual(namesOf([], { rest: true }), [...usual, 'unitRest', 'pageRest', 'hostRest', 'browserRest']);
    assert.deepEqual(namesOf([], { all: true }), [...usual, 'oldest']);
    assert.deepEqual(namesOf([], { all: true, rest: true }), [...usual, 'oldest']);
  });

  it('runs a named suite after the suites that it needs', () => {
    assert.deepEqual(namesOf(['unitRest']), ['build', 'package', 'unitRest']);
    assert.deepEqual(namesOf(['oldest']), ['build', 'package', 'oldest']);
  });

  it('runs with --rest in CI', () => {
    assert.match(readFileSync(path.join(root, '.ci', 'run'), 'utf8'), /^npm test -- --rest$/m);
  });
});

describe('the suites of --rest', () => {
  const rest = [
    'test/page/broad/languages.test.mjs', // in a folder `broad`
    'test/page/states.test.mjs', // takes fewer states without --all
    'test/domain/newName.test.ts', // has properties
    'test/faults/matrix.test.ts', // takes every eighth case, by a file that it imports
  ];

  it('contain exactly the tests that npm test leaves out or shortens', () => {
    assert.deepEqual(restOf([...rest, 'test/api/errorKinds.test.ts', 'test/page/hostile.test.mjs']), rest);
    const stories = ['test/host/browser/broad/large.test.mjs', 'test/host/browser/uploads.test.mjs'];
    assert.deepEqual(restOfStories([...stories, 'test/host/browser/keyboard.test.mjs']), stories);
  });
});
