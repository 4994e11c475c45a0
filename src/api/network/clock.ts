/**
 * The clock of the world. Every call sleeps for its deadline and is woken by its answer, so both must cost next to nothing:
 * that is why a sleep that is over rejects by itself, and does not throw what a signal throws.
 */
/** All time in this part: tests pass a clock of their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Rejects at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', wake);
        resolve();
      }, milliseconds);
      if (signal?.aborted) wake();
      else signal?.addEventListener('abort', wake, { once: true });
    });
  },
};
