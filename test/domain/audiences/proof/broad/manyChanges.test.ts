/** The full proof: 50,000 small changes, 2,000 dense ones, and the other corpora. CI checks a fifth of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { checkChange, counts } from '../checkChange.ts';
import { denseChange, listChange, smallChange, wideChange, type Change } from '../corpus.ts';
import { runs } from '../../../../properties/runs.ts';

/** In parts, so that each stays within the time limit of a test. */
const PARTS = 5;

/** `PROPERTY_RUNS` of `npm test -- --all`, which makes all runs. */
const ALL_RUNS = 20;

describe('the text about many changes', () => {
  const prove = (name: string, changes: fc.Arbitrary<Change>, numRuns: number): void => {
    for (let part = 1; part <= PARTS; part += 1)
      it(`is true of every key, and misses none: ${numRuns} ${name}, part ${part} of ${PARTS}`, () => {
        fc.assert(
          fc.property(changes, (change) => checkChange(change)),
          runs(numRuns / PARTS / ALL_RUNS, { ...process.env, PROPERTY_SEED: String(part) }),
        );
      });
  };

  prove('small definitions', smallChange, 50_000);
  it('is about many keys for each change', () =>
    assert.ok(counts.keys > 80 * counts.changes && counts.limits === 0, JSON.stringify(counts)));
  prove('definitions with many rules over few segments', denseChange, 2_000);
  prove('definitions with overlapping lists', listChange, 10_000);
  prove('definitions with more combinations of values than are worked out', wideChange, 1_000);
});
