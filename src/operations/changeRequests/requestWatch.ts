/**
 * Reads the open change requests repeatedly, so that a new request or a decision made elsewhere is detected soon. While nothing
 * changes or the service fails, the pauses become longer. Reads only while the result is visible, and stops if the service
 * refuses.
 */
import { systemClock, type Clock } from '../../time/clock.ts';
import { hasStatus, isCancelled } from '../../api/errors.ts';

/**
 * The length of a pause in milliseconds for each minute of the user's setting. The value is below 60,000, because the jitter
 * can make a pause a fifth longer, and no pause must be longer than the setting.
 */
const MINUTE = 50_000;
/** The longest pause while nothing changes, in minutes. */
export const LONGEST_UNCHANGED_PAUSE = 10;
/** The longest pause while the service fails, in minutes. */
const LONGEST_FAILURE_PAUSE = 15;
const GROWTH = 1.5;
/** Each pause is up to a fifth longer or shorter, so that windows opened at the same time don't read at the same time. */
const JITTER = 0.2;

/**
 * Returns the next pause after an attempt that failed or found nothing new. `first` = the pause after a change. All three
 * parameters have the same unit.
 */
export const longerPause = (pause: number, first: number, longest: number): number =>
  Math.max(first, Math.min(pause * GROWTH, longest));

export interface RequestWatchParts {
  readonly clock?: Clock;
  /** Returns a number from 0 to 1, like Math.random. */
  readonly random?: () => number;
  /** Returns the shortest pause in minutes, as set by the user. 0 = reads only at the start and after each `wake`. */
  minutes?(): number;
  /** Reads once. Returns true if something has changed since the last time. Throws the errors of the client. */
  read(signal: AbortSignal): Promise<boolean>;
  /**
   * Called after a failed read. Returns true if reading again would not help until something changes, for example because the
   * service refuses the API key.
   */
  onFailure(error: unknown): boolean;
}

export interface RequestWatch {
  /**
   * Tells the watch that the view has become visible or hidden. When it becomes visible, reads immediately, or as soon as the
   * shortest pause since the last read has passed.
   */
  setWatched(isWatched: boolean): void;
  /**
   * Tells the watch that the user has done something, or that a different API key is in use. Reads soon, even if the watch has
   * stopped, and begins again with short pauses.
   */
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
  /** True after a failure that reading again can't resolve. The watch then waits for `wake`. */
  let hasGivenUp = false;
  let isDisposed = false;
  let nextAt = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  /** The service has asked to wait until this time (429). */
  let notBefore = 0;
  let running: AbortController | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      // Checks the time again, because a timer may fire early and has a maximum delay.
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

  /** Returns how long the service asked to wait, in milliseconds. */
  async function readOnce(signal: AbortSignal): Promise<number> {
    try {
      const isChanged = await read(signal);
      if (!signal.aborted) pause = isChanged ? firstPause() : longerPause(pause, firstPause(), LONGEST_UNCHANGED_PAUSE * MINUTE);
      return 0;
    } catch (error) {
      // An aborted read may have used an old API key or connection, so its error shows nothing about the current one.
      if (signal.aborted || isCancelled(error)) throw error;
      hasGivenUp = onFailure(error) || hasStatus(error, 401);
      pause = longerPause(pause, firstPause(), LONGEST_FAILURE_PAUSE * MINUTE);
      return hasStatus(error, 429) ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    }
  }

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
      // When the view becomes visible again, the next read does not wait until a long pause has passed.
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
