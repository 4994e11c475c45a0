/** Compares what a review says about a change with the vendor's engine. The folder `broad` has many more changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { FlagDefinition, Matcher, Rule } from '../../../../src/api/model.ts';
import { checkChange, counts } from './checkChange.ts';
import { FIXED, runs } from '../../../properties/runs.ts';
import { denseChange, listChange, smallChange, wideChange } from './corpus.ts';

/** A busy machine takes several times as long as an idle one. */
const timeout = 300_000;

describe('the text about a change', () => {
  it('is true of every key, and misses none, for small definitions with every kind of matcher', { timeout }, () => {
    fc.assert(
      fc.property(smallChange, (change) => checkChange(change)),
      runs(500, FIXED),
    );
    assert.ok(counts.changedKeys > 2_500 && counts.nobody > 25 && counts.severalTargets > 25 && counts.sdk > 12, JSON.stringify(counts)); // prettier-ignore
    assert.equal(counts.limits, 0);
  });

  it('is true of every key, and misses none, for many rules over few segments', { timeout }, () => {
    fc.assert(
      fc.property(denseChange, (change) => checkChange(change)),
      runs(5, FIXED),
    );
  });

  it('is true of every key, and misses none, for overlapping lists', () => {
    fc.assert(
      fc.property(listChange, (change) => checkChange(change)),
      runs(50, FIXED),
    );
  });

  it('says that nobody is affected by a rule if the rules above it decide for all of its values', () => {
    const list = (...strings: string[]): Matcher => ({ type: 'IN_LIST_STRING', attribute: 'country', strings });
    const beta: Matcher = { type: 'IN_SEGMENT', string: 'beta' };
    const rule = (treatment: string, ...matchers: Matcher[]): Rule => ({
      buckets: [{ treatment, size: 100 }],
      condition: { matchers },
    });
    const above = ['DE', 'FR'].flatMap((one) => [rule('on', list(one), beta), rule('on', list(one), { ...beta, negate: true })]);
    const version = (treatment: string): FlagDefinition => ({
      name: 'f',
      treatments: [],
      rules: [...above, rule(treatment, list('DE', 'FR'))],
      defaultRule: [{ treatment: 'off', size: 100 }],
    });
    counts.nobody = 0;
    checkChange({ before: version('v2'), after: version('off'), emptySegments: new Set() });
    assert.equal(counts.nobody, 1);
  });

  it('is true of every key, and misses none, for more combinations of values than are worked out', () => {
    fc.assert(
      fc.property(wideChange, (change) => checkChange(change)),
      runs(5, FIXED),
    );
  });

  it('is true of every key if the search ends early', () => {
    counts.limits = 0;
    fc.assert(
      fc.property(denseChange, fc.integer({ min: 10, max: 20_000 }), (change, budget) => checkChange(change, budget)),
      runs(20, FIXED),
    );
    assert.ok(counts.limits > 5, String(counts.limits));
  });
});
