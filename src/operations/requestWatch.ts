/**
 * Looks now and then which change requests are open: once a minute at first, less and less often while nothing changes.
 * It looks only while somebody can see what it finds, and gives up where the service says so.
 */
import { systemClock } from '../api/network/clock.ts';
import type { Clock } from '../api/network/clock.ts';
import { hasStatus, isCancelled } from '../api/errors.ts';

/** Milliseconds between two looks: the first, and the longest. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 15 * 60_000;
const GROWTH = 1.5;
/** Windows that were opened together shall not ask together: each pause is up to a fifth longer or shorter. */
const JITTER = 0.2;

export interface RequestWatchParts {
  readonly clock?: Clock;
  /** 0 to 1, as Math.random gives it. */
  readonly random?: () => number;
  /** One look; true if something is different from the last one. Throws as the client does. Aborted = nobody waits for it any more. */
  look(signal: AbortSignal): Promise<boolean>;
  /** A look failed. True if looking again would not help until something changes, as with an API key that is refused. */
  onFailure(error: unknown): boolean;
}

export interface RequestWatch {
  /** Somebody looks at it, or nobody does any more. Looking begins with a look, unless there was one within the first pause. */
  setWatched(isWatched: boolean): void;
  /** Something was done, or another API key is in use: looks soon, and often again. Also ends having given up. */
  wake(): void;
  dispose(): void;
}

export function createRequestWatch({
  look,
  onFailure,
  clock = systemClock,
  random = Math.random,
}: RequestWatchParts): RequestWatch {
  let pause = FIRST_PAUSE;
  let isWatched = false;
  /** Nothing is asked any more until something changes. */
  let hasGivenUp = false;
  let isDisposed = false;
  let nextAt = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Before that there is no use in asking: the service said so (429). */
  let notBefore = 0;
  let running: AbortController | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const wait = nextAt - clock.now();
      if (wait > 0) await clock.sleep(wait, signal);
      if (signal.aborted) return;
      const told = await readOnce(signal);
      if (signal.aborted || hasGivenUp) return;
      lookedAt = clock.now();
      notBefore = lookedAt + told;
      nextAt = Math.max(notBefore, lookedAt + pause * (1 - JITTER + 2 * JITTER * random()));
      pause = Math.min(pause * GROWTH, LONGEST_PAUSE);
    }
  }

  /** How long the service asked to wait, in milliseconds. */
  async function readOnce(signal: AbortSignal): Promise<number> {
    try {
      if ((await look(signal)) && !signal.aborted) pause = FIRST_PAUSE;
      return 0;
    } catch (error) {
      // What an old look comes to says nothing of the API key or the connection that is in use by now.
      if (signal.aborted || isCancelled(error)) throw error;
      hasGivenUp = onFailure(error) || hasStatus(error, 401);
      return hasStatus(error, 429) ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    }
  }

  function begin(): void {
    if (running || !isWatched || hasGivenUp || isDisposed) return;
    const abort = new AbortController();
    running = abort;
    void run(abort.signal)
      .catch(() => undefined)
      .finally(() => {
        if (running === abort) running = undefined;
      });
  }

  function end(): void {
    running?.abort();
    running = undefined;
  }

  return {
    setWatched(now) {
      if (now === isWatched) return;
      isWatched = now;
      // Whoever comes back shall not wait for the long pause of when nobody looked.
      nextAt = Math.max(notBefore, Math.min(nextAt, lookedAt + FIRST_PAUSE));
      if (now) begin();
      else end();
    },
    wake() {
      end();
      hasGivenUp = false;
      pause = FIRST_PAUSE;
      nextAt = notBefore;
      begin();
    },
    dispose() {
      isDisposed = true;
      end();
    },
  };
}
