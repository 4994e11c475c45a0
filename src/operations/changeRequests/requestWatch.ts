/**
 * Reads the open change requests again and again, so that a decision made elsewhere is noticed soon: each minute at first, less
 * and less often while nothing changes or the service fails. It reads only while somebody can see what it finds, and gives up
 * if the service says so.
 */
import { systemClock, type Clock } from '../../time/clock.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';

/** Milliseconds between two readings for each minute of the setting. With the jitter, a pause is a minute at most. */
const MINUTE = 50_000;
/** The longest pauses, in minutes: while nothing changes, and while the service fails. */
const LONGEST_QUIET = 10;
const LONGEST_FAILING = 15;
const GROWTH = 1.5;
/** Windows that were opened together shall not ask together: each pause is up to a fifth longer or shorter. */
const JITTER = 0.2;

export interface RequestWatchParts {
  readonly clock?: Clock;
  /** 0 to 1, as Math.random gives it. */
  readonly random?: () => number;
  /** Minutes between two readings at first, as the user has set it; 0 = only the first reading, and those after `wake`. */
  minutes?(): number;
  /** Reads once. True if something has changed since the last reading. Throws as the client does. */
  read(signal: AbortSignal): Promise<boolean>;
  /** A reading failed. True if another would not help until something changes, as with an API key that is refused. */
  onFailure(error: unknown): boolean;
}

export interface RequestWatch {
  /** The view is visible, or no longer. Reads at once, unless it did within the first pause. */
  setWatched(isWatched: boolean): void;
  /** Something was done, or another API key is in use: reads soon, and often again, also after it has given up. */
  wake(): void;
  dispose(): void;
}

export function createRequestWatch({
  read,
  onFailure,
  minutes = () => 1,
  clock = systemClock,
  random = Math.random,
}: RequestWatchParts): RequestWatch {
  const firstPause = (): number => minutes() * MINUTE;
  let pause = firstPause();
  let isWatched = false;
  /** Nothing is asked any more until something changes. */
  let hasGivenUp = false;
  let isDisposed = false;
  let nextAt = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  /** The service asked to wait until then (429). */
  let notBefore = 0;
  let running: AbortController | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      // A timer may be early, and has a longest delay.
      for (let wait = nextAt - clock.now(); wait > 0; wait = nextAt - clock.now()) await clock.sleep(wait, signal);
      if (signal.aborted) return;
      const delay = await readOnce(signal);
      if (signal.aborted || hasGivenUp) return;
      readAt = clock.now();
      if (firstPause() <= 0) return;
      notBefore = readAt + delay;
      nextAt = Math.max(notBefore, readAt + pause * (1 - JITTER + 2 * JITTER * random()));
    }
  }

  /** How long the service asked to wait, in milliseconds. */
  async function readOnce(signal: AbortSignal): Promise<number> {
    try {
      const isChanged = await read(signal);
      if (!signal.aborted) pause = isChanged ? firstPause() : grown(LONGEST_QUIET);
      return 0;
    } catch (error) {
      // What an old reading comes to says nothing of the API key or the connection that is in use by now.
      if (signal.aborted || isCancelled(error)) throw error;
      hasGivenUp = onFailure(error) || hasStatus(error, 401);
      pause = grown(LONGEST_FAILING);
      return hasStatus(error, 429) ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    }
  }

  const grown = (longest: number): number => Math.max(firstPause(), Math.min(pause * GROWTH, longest * MINUTE));

  function start(): void {
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
      // Who comes back does not wait for a long pause.
      nextAt = Math.max(notBefore, Math.min(nextAt, readAt + firstPause()));
      const isWanted = firstPause() > 0 || readAt === Number.NEGATIVE_INFINITY;
      if (now && isWanted) start();
      else end();
    },
    wake() {
      end();
      hasGivenUp = false;
      pause = firstPause();
      nextAt = notBefore;
      start();
    },
    dispose() {
      isDisposed = true;
      end();
    },
  };
}
