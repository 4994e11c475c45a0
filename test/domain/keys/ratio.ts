/** Compares the cost of two pieces of work in one run. A busy machine makes both slower. */
import assert from 'node:assert/strict';

const ROUNDS = 5;
/** Repeated while the ratio is too high, because only a real fault stays too high. */
const ROUNDS_AT_MOST = 15;

/**
 * Returns the ratio of two costs. Uses the smallest cost of each over some alternating rounds, because other programs only
 * increase it. Measures again while the ratio is not below the limit.
 */
export function leastRatio(limit: number, work: () => number, other: () => number): number {
  other();
  let [much, little] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    little = Math.min(little, other());
    much = Math.min(much, work());
    const enough = round >= ROUNDS - 1 ? limit : limit / 2;
    if (round > 0 && much < enough * little) break;
  }
  return much / little;
}

async function timedAsync(act: () => unknown): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** Returns how many milliseconds it takes. */
export function timed(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/**
 * Checks that `work` takes at most `times` as long as `other`, which should be long enough to measure. A quadratic algorithm
 * takes a thousand times as long or more, so the limit has room for a busy machine.
 */
export async function assertTakesAtMost(times: number, work: () => unknown, other: () => unknown): Promise<void> {
  let ratio = Infinity;
  let [much, little] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS_AT_MOST && ratio >= times; round += 1) {
    little = Math.min(little, await timedAsync(other));
    much = Math.min(much, await timedAsync(work));
    ratio = much / little;
  }
  assert.ok(ratio < times, `it takes ${ratio.toFixed(1)} times as long`);
}
