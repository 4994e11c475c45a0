/** What work costs beside other work, as a ratio within one run: a busy machine makes both longer. */
import assert from 'node:assert/strict';

const ROUNDS = 5;

/**
 * `work` takes at most `times` as long as `other`, which should take long enough to be told. What begins anew at each line
 * takes a thousand times as long or more, so there is room for a busy machine.
 */
export function takesAtMost(times: number, work: () => void, other: () => void): void {
  const timed = (act: () => void): number => {
    const start = performance.now();
    act();
    return performance.now() - start;
  };
  timed(other);
  let [much, little] = [Infinity, Infinity];
  // The least of a few: others only ever make it longer.
  for (let round = 0; round < ROUNDS; round += 1) {
    little = Math.min(little, timed(other));
    much = Math.min(much, timed(work));
    if (round > 0 && much < (times / 2) * little) return;
  }
  assert.ok(much < times * little, `it takes ${(much / little).toFixed(1)} times as long`);
}
