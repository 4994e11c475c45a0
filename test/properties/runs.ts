/**
 * How many runs a property gets, and what they are drawn from: the same in each run, for a test that fails has to be due to what was
 * changed. `PROPERTY_SEED=random` draws anew; a failure prints its seed, and `PROPERTY_SEED` with that number brings it
 * back. `PROPERTY_RUNS=20` makes twenty times as many runs, and 0.125 an eighth, as `npm test` does without `--all`.
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

/**
 * Of cases that are listed and not drawn: all, or with `PROPERTY_RUNS=0.125` every eighth. `first` is where the count begins, so that
 * tests beside each other take different ones. Each keeps its index in the whole list.
 */
export function casesOf<T>(
  all: readonly T[],
  first = 0,
  environment = process.env,
): readonly (readonly [index: number, one: T])[] {
  const every = Math.max(1, Math.round(1 / Number(environment['PROPERTY_RUNS'] ?? '1')));
  return [...all.entries()].filter(([index]) => index % every === first % every);
}

/**
 * An environment for `runs` with a fixed number of runs, for files that have a counterpart with more runs in a folder `broad`.
 */
export const FIXED = { PROPERTY_SEED: '20261126', ...process.env, PROPERTY_RUNS: '1' };
