/** Lets time pass in a test without waiting. */
import { mock } from 'node:test';

interface Clock {
  now(): number;
}

/** How far each mocked function is ahead. node:test does not restore a function that is mocked twice. */
const ahead = new WeakMap<() => number, { milliseconds: number }>();

/** Sets a clock forward until `mock.restoreAll()`. */
function advance(clock: Clock, milliseconds: number): void {
  const { now } = clock;
  const known = ahead.get(now);
  if (known) {
    known.milliseconds += milliseconds;
    return;
  }
  const moved = { milliseconds };
  mock.method(clock, 'now', () => now.call(clock) + moved.milliseconds);
  ahead.set(clock.now, moved);
}

/** Advances the monotonic clock, which the extension measures with. */
const passSteadyTime = (milliseconds: number): void => advance(performance, milliseconds);

/** The same, and also advances the system clock. */
export function passTime(milliseconds: number): void {
  passSteadyTime(milliseconds);
  setSystemClock(milliseconds);
}

/** Somebody sets the system clock forward by this time, or back if it is negative. No time passes. */
export const setSystemClock = (milliseconds: number): void => advance(Date, milliseconds);

/** With `mock.timers` for `setTimeout` and `Date`: lets the time pass, and runs the timers that are due. */
export function tick(milliseconds: number): void {
  passSteadyTime(milliseconds);
  mock.timers.tick(milliseconds);
}
