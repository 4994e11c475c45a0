/** What work costs beside other work, as a ratio within one run: a busy machine makes both longer. */
import assert from 'node:assert/strict';

const ROUNDS = 5;
/** Where it is too much still: only what costs too much on a machine with nothing else to do stays so. */
const ROUNDS_AT_MOST = 15;

/**
 * How many times as much one costs as another, of which there is a measure each: the least of each in some rounds, in turn, as
 * other programs only ever make it more. It is measured again while it is not below the limit.
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

/** The milliseconds that it takes. */
export function timed(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/**
 * `work` takes at most `times` as long as `other`, which should take long enough to be told. What begins anew at each line
 * takes a thousand times as long or more, so there is room for a busy machine.
 */
export async function takesAtMost(times: number, work: () => unknown, other: () => unknown): Promise<void> {
  let ratio = Infinity;
  let [much, little] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS_AT_MOST && ratio >= times; round += 1) {
    little = Math.min(little, await timedAsync(other));
    much = Math.min(much, await timedAsync(work));
    ratio = much / little;
  }
  assert.ok(ratio < times, `it takes ${ratio.toFixed(1)} times as long`);
}
