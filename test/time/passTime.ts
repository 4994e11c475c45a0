/** Time that passes in a test without being waited for. */
import { mock } from 'node:test';

/** The steady clock is ahead by this time more, until `mock.restoreAll()`: what the extension measures and waits by. */
function passSteadyTime(milliseconds: number): void {
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + milliseconds);
}

/** The same, and the system's clock shows it, too. */
export function passTime(milliseconds: number): void {
  passSteadyTime(milliseconds);
  setSystemClock(milliseconds);
}

/** Somebody sets the system's clock forward by this time, or back where it is negative: no time passes. */
export function setSystemClock(milliseconds: number): void {
  const { now } = Date;
  mock.method(Date, 'now', () => now() + milliseconds);
}

/** With `mock.timers` for `setTimeout` and `Date`: the time passes, and the timers that are due run. */
export function tick(milliseconds: number): void {
  passSteadyTime(milliseconds);
  mock.timers.tick(milliseconds);
}
