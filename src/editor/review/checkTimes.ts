/**
 * Decides when a panel checks whether its content is still current: at first often, and less and less often while nothing
 * changes.
 */
import { longerPause, LONGEST_QUIET } from '../../operations/changeRequests/requestWatch.ts';
import { systemClock } from '../../time/clock.ts';
import { pollMinutes } from '../window/settings.ts';

/**
 * The number of milliseconds in a minute. When a person returns to a panel, its content is checked if the last check is at
 * least a minute old.
 */
export const MINUTE = 60_000;

export interface CheckTimes {
  /** Records that the content was read just now, and starts again with the shortest pause. */
  restart(): void;
  /**
   * Returns true if a check is due, and records that it is made now. `isOwn` = the timer asks: the whole pause must have passed.
   * Otherwise, one minute is enough.
   */
  isDue(isOwn: boolean): boolean;
  /** Makes a check due at once, because the content may be old. */
  expire(): void;
  /** Postpones the next check by this many milliseconds, because the service asked for that. */
  delay(milliseconds: number): void;
}

/** Returns the shortest pause between two checks of the timer, in milliseconds. Infinity = the user has turned them off. */
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
