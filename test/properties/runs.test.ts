/** Tests that each property uses `runs`, so that `npm test` gives the same result for a commit each time. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { tokensOf, type Token } from '../check/readSource.ts';
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

  it('are the same each time, and differ with a different or random seed', () => {
    assert.deepEqual(drawn({}), drawn({}));
    assert.deepEqual(drawn({ PROPERTY_SEED: '-7' }), drawn({ PROPERTY_SEED: '-7' }));
    assert.notDeepEqual(drawn({ PROPERTY_SEED: '-7' }), drawn({}));
    assert.notDeepEqual(drawn({ PROPERTY_SEED: 'random' }), drawn({ PROPERTY_SEED: 'random' }));
    assert.throws(() => drawn({ PROPERTY_SEED: 'rnd' }), /"random"/);
  });

  it('are multiplied by the requested factor', () => {
    assert.equal(drawn({ PROPERTY_RUNS: '20' }).length, 200);
  });

  it('take every case that is listed, or a part that differs from one test to the next', () => {
    const cases = ['a', 'b', 'c', 'd', 'e'];
    assert.deepEqual(casesOf(cases, 3, { PROPERTY_RUNS: '20' }), [...cases.entries()]);
    assert.deepEqual(casesOf(cases, 0, { PROPERTY_RUNS: '0.25' }), [[0, 'a'], [4, 'e']]); // prettier-ignore
    assert.deepEqual(casesOf(cases, 5, { PROPERTY_RUNS: '0.25' }), [[1, 'b']]);
  });
});

/** Returns the arguments of each `fc.assert(…)`. */
function assertsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  return tokens.flatMap((token, at) => {
    if (token.text !== 'assert' || tokens[at - 2]?.text !== 'fc' || tokens[at + 1]?.text !== '(') return [];
    let depth = 0;
    const end = tokens.findIndex(({ kind, text }, place) => {
      if (place <= at || kind !== 'mark') return false;
      depth += '([{'.includes(text) ? 1 : ')]}'.includes(text) ? -1 : 0;
      return depth === 0;
    });
    return [tokens.slice(at + 1, end)];
  });
}

describe('a property', () => {
  it('always uses `runs`', () => {
    const files = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.test\.(?:ts|mjs)$/.test(file) && !/node_modules|\.work/.test(file),
    );
    let count = 0;
    for (const file of files) {
      const source = readFileSync(path.join(root, 'test', file), 'utf8');
      if (!source.includes("'fast-check'")) continue;
      const asserts = assertsOf(tokensOf(source));
      count += asserts.length;
      for (const [at, tokens] of asserts.entries())
        assert.ok(
          tokens.some(({ kind, text }) => kind === 'word' && text === 'runs'),
          `${file}, fc.assert ${at + 1}`,
        );
    }
    assert.ok(count > 40, String(count));
  });
});
