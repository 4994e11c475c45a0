/** When a panel checks whether its content is still current: at first often, then less and less often while nothing changes. */
import { longerPause, LONGEST_QUIET } from '../../operations/changeRequests/requestWatch.ts';
import { systemClock } from '../../time/clock.ts';
import { pollMinutes } from '../window/settings.ts';

/** Milliseconds. A person who returns to the panel causes a check if the last one was longer ago. */
export const MINUTE = 60_000;

export interface CheckTimes {
  /** The content was read. The pauses are short again. */
  restart(): void;
  /** True if a check is due, which then counts as made. `isOwn` = nobody caused it, so it waits for the whole pause. */
  isDue(isOwn: boolean): boolean;
  /** The content may be old, so that a check is due. */
  expire(): void;
  /** No check is due for this many milliseconds more, because the service asked for that. */
  delay(milliseconds: number): void;
}

/** Returns the shortest pause between two checks that nobody caused. Infinity = the user has turned them off. */
const firstPause = (): number => (pollMinutes() > 0 ? pollMinutes() * MINUTE : Infinity);

export function createCheckTimes(): CheckTimes {
  /** A time of the monotonic system clock. */
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pause = firstPause();
  return {
    restart() {
      checkedAt = systemClock.now();
      pause = firstPause();
    },
    isDue(isOwn) {
      if (systemClock.now() - checkedAt < (isOwn ? pause : MINUTE)) return false;
      checkedAt = systemClock.now();
      pause = longerPause(pause, firstPause(), LONGEST_QUIET * MINUTE);
      return true;
    },
    expire: () => void (checkedAt = Number.NEGATIVE_INFINITY),
    delay: (milliseconds) => void (checkedAt += milliseconds),
  };
}
