/**
 * How many runs a property gets, and what they are drawn from: the same in each run, for a test that fails has to be due to what was
 * changed. `PROPERTY_SEED=random` draws anew; a failure prints its seed, and `PROPERTY_SEED` with that number brings it
 * back. `PROPERTY_RUNS=20` makes twenty times as many runs.
 */
import type { Parameters } from 'fast-check';

const SEED = 20_261_122;

export function runs(count: number, environment = process.env): Pick<Parameters<unknown>, 'numRuns' | 'seed'> {
  const { PROPERTY_RUNS = '1', PROPERTY_SEED = String(SEED) } = environment;
  const numRuns = Math.max(1, Math.round(count * Number(PROPERTY_RUNS)));
  if (PROPERTY_SEED === 'random') return { numRuns };
  if (!/^-?\d+$/.test(PROPERTY_SEED)) throw new Error(`PROPERTY_SEED is a number or "random", not ${PROPERTY_SEED}`);
  return { numRuns, seed: Number(PROPERTY_SEED) };
}
