/** The clock of the world. Every call sleeps for its deadline and is woken by its answer, so both must cost next to nothing. */
import type { Clock } from './transport.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal?.addEventListener('abort', wake);
    });
    signal?.throwIfAborted();
  },
};
