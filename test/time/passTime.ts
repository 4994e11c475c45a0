/** Lets time pass in a test without waiting. */
import { mock } from 'node:test';

/** Advances the monotonic clock, which the extension measures with, by this time until `mock.restoreAll()`. */
function passSteadyTime(milliseconds: number): void {
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + milliseconds);
}

/** The same, and also advances the system clock. */
export function passTime(milliseconds: number): void {
  passSteadyTime(milliseconds);
  setSystemClock(milliseconds);
}

/** Somebody sets the system clock forward by this time, or back if it is negative. No time passes. */
export function setSystemClock(milliseconds: number): void {
  const { now } = Date;
  mock.method(Date, 'now', () => now() + milliseconds);
}

/** With `mock.timers` for `setTimeout` and `Date`: lets the time pass, and runs the timers that are due. */
export function tick(milliseconds: number): void {
  passSteadyTime(milliseconds);
  mock.timers.tick(milliseconds);
}
