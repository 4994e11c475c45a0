/**
 * Every timer of the extension starts here, and elapsed time is measured here. Node runs a timer of more than 2^31 - 1 ms after
 * 1 ms, so a wait for a distant date would end at once, and a loop around it would never pause. Therefore, the functions of
 * this file limit each delay.
 */

/** The longest delay of a Node timer, in milliseconds: 24.8 days. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Returns a valid delay. Replaces NaN and delays that are too long by the longest delay, because Node would wait only 1 ms. */
const delayOf = (milliseconds: number): number => (milliseconds <= LONGEST_DELAY ? Math.max(milliseconds, 0) : LONGEST_DELAY);

/** The clock that API calls and repeated reads use. Tests pass their own clock. */
export interface Clock {
  /**
   * Epoch milliseconds at the start of the process, plus the elapsed time since then. A change of the system's clock does not
   * affect it. Use it to measure and to wait; use Date.now() for a time that is stored or shown.
   */
  now(): number;
  /** Resolves after this time, or after 24.8 days if that is less. Rejects at once when the signal aborts, with its reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now(), sleep };

/**
 * Same as `Clock.sleep`. Each API call sleeps until its deadline. If the call ends earlier, it aborts the sleep, so aborting
 * must cost almost nothing.
 */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', wake);
      resolve();
    }, delayOf(milliseconds));
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake, { once: true });
  });
}

export interface Timer {
  /** Cancels the timer. Does nothing if it has already run. */
  dispose(): void;
}

/** Calls `run` once after this time, or after 24.8 days if that is less. Does not keep the process alive. */
export function after(milliseconds: number, run: () => void): Timer {
  const timer = setTimeout(run, delayOf(milliseconds)).unref();
  return { dispose: () => clearTimeout(timer) };
}

/** Calls `run` repeatedly at this interval. Does not keep the process alive. */
export function every(milliseconds: number, run: () => void): Timer {
  const timer = setInterval(run, delayOf(milliseconds)).unref();
  return { dispose: () => clearInterval(timer) };
}

/** Returns the result of `work`, or undefined if it takes longer. Does not keep the process alive. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = after(milliseconds, () => resolve(undefined));
  return Promise.race([work, late]).finally(() => timer.dispose());
}

/** Returns a signal that aborts after this time, with a TimeoutError. */
export const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(delayOf(milliseconds));
