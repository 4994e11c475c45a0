/**
 * The number of runs and the seed of each property. The seed is always the same, so that only a change of the code can make a
 * test fail. `PROPERTY_SEED=random` uses a new seed. A failure prints its seed; `PROPERTY_SEED` with that number repeats the run.
 * `PROPERTY_RUNS=20` makes twenty times as many runs, and 0.125 makes an eighth of them, as `npm test` does without `--all`.
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
 * Returns the cases of a list to test: all of them, or every eighth with `PROPERTY_RUNS=0.125`. Counts from `first`, so that
 * tests with the same list can test different cases. Each case keeps its index in the whole list.
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
 * An environment that fixes the number of runs of `runs`. For files with a counterpart in a folder `broad` that has more runs.
 */
export const FIXED = { PROPERTY_SEED: '20261126', ...process.env, PROPERTY_RUNS: '1' };
