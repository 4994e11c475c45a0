/** Tests that each property uses `runs`, so that `npm test` gives the same result for a commit each time. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { root } from '../manifest/built.ts';
import { casesOf, runs } from './runs.ts';

describe('the runs of a property', () => {
  const drawn = (environment: NodeJS.ProcessEnv): readonly number[] => {
    const values: number[] = [];
    fc.assert(
      fc.property(fc.integer(), (value) => void values.push(value)),
      runs(10, environment),
    );
    return values;
  };

  it('are the same each time, differ with a different or random seed, and are multiplied by the requested factor', () => {
    assert.equal(drawn({ PROPERTY_RUNS: '20' }).length, 200);
    assert.deepEqual(drawn({}), drawn({}));
    assert.deepEqual(drawn({ PROPERTY_SEED: '-7' }), drawn({ PROPERTY_SEED: '-7' }));
    assert.notDeepEqual(drawn({ PROPERTY_SEED: '-7' }), drawn({}));
    assert.notDeepEqual(drawn({ PROPERTY_SEED: 'random' }), drawn({ PROPERTY_SEED: 'random' }));
    assert.throws(() => drawn({ PROPERTY_SEED: 'rnd' }), /"random"/);
  });

  it('cover each case of a list, or a part of the cases that differs from test to test', () => {
    const cases = ['a', 'b', 'c', 'd', 'e'];
    assert.deepEqual(casesOf(cases, 3, { PROPERTY_RUNS: '20' }), [...cases.entries()]);
    assert.deepEqual(casesOf(cases, 0, { PROPERTY_RUNS: '0.25' }), [[0, 'a'], [4, 'e']]); // prettier-ignore
    assert.deepEqual(casesOf(cases, 5, { PROPERTY_RUNS: '0.25' }), [[1, 'b']]);
  });
});

describe('a property', () => {
  it('always uses `runs`', () => {
    const files = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.test\.(?:ts|mjs)$/.test(file) && !/node_modules|\.work/.test(file),
    );
    let count = 0;
    for (const file of files) {
      const source = readFileSync(path.join(root, 'test', file), 'utf8');
      if (!source.includes("'fast-check'")) continue;
      const [asserts, limits] = [/\bfc\.assert\(/g, /\bruns\((?!\))/g].map((word) => source.match(word)?.length ?? 0);
      count += asserts!;
      assert.ok(limits! >= asserts!, `${file} has ${asserts} properties, and ${limits} calls of runs`);
    }
    assert.ok(count > 40, String(count));
  });
});
