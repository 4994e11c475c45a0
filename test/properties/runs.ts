/**
 * How many runs a property gets. `PROPERTY_RUNS=50` makes that fifty times as many, for a long run by hand; a failure
 * prints its seed, and `PROPERTY_SEED` brings it back.
 */
import type { Parameters } from 'fast-check';

const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;
const factor = Number(PROPERTY_RUNS ?? '1');

export function runs(count: number): Pick<Parameters<unknown>, 'numRuns' | 'seed'> {
  const numRuns = Math.max(1, Math.round(count * factor));
  return PROPERTY_SEED === undefined ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED) };
}
