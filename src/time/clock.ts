/**
 * Every timer of the extension starts here, and time that passes is measured here. Node runs a timer of more than 2^31 - 1 ms
 * after 1 ms: a wait for a distant date would end at once, and a loop around it would never pause.
 */

/** The longest delay that a timer of Node takes, in milliseconds: 24.8 days. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Longer delays are cut to the longest one; so is NaN, which Node would take for 1 ms. */
const delayOf = (milliseconds: number): number => (milliseconds <= LONGEST_DELAY ? Math.max(milliseconds, 0) : LONGEST_DELAY);

/** The time that an API call or a repeated reading lives by: tests pass a clock of their own. */
export interface Clock {
  /**
   * Epoch milliseconds when the process started, plus the time since then. Setting the system's clock does not change it: use
   * it to measure and to wait, and Date.now() for a time that is stored or shown.
   */
  now(): number;
  /** Resolves after this time, or after 24.8 days if that is less. Rejects at once when the signal aborts, with its reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.timeOrigin + performance.now(), sleep };

/** As `Clock.sleep`. Each API call sleeps for its deadline, so a sleep that is woken must cost next to nothing. */
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
  /** Cancels the timer; does nothing if it has run. */
  dispose(): void;
}

/** Calls `run` once after this time, or after 24.8 days if that is less. Does not keep the process alive. */
export function after(milliseconds: number, run: () => void): Timer {
  const timer = setTimeout(run, delayOf(milliseconds)).unref();
  return { dispose: () => clearTimeout(timer) };
}

/** Calls `run` again and again, at this interval. Does not keep the process alive. */
export function every(milliseconds: number, run: () => void): Timer {
  const timer = setInterval(run, delayOf(milliseconds)).unref();
  return { dispose: () => clearInterval(timer) };
}

/** The result of `work`, or undefined if there is none after this time. Does not keep the process alive. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = after(milliseconds, () => resolve(undefined));
  return Promise.race([work, late]).finally(() => timer.dispose());
}

/** A signal that aborts after this time, with a TimeoutError. */
export const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(delayOf(milliseconds));
