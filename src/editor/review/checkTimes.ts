/**
 * Decides when a panel checks whether its content is still current. While nothing changes, the pauses between two checks grow.
 */
import { longerPause, LONGEST_UNCHANGED_PAUSE } from '../../operations/changeRequests/requestWatch.ts';
import { systemClock } from '../../time/clock.ts';
import { pollMinutes } from '../window/settings.ts';

/**
 * One minute in milliseconds. If a user returns to a panel, its content is checked if the last check was at least a minute ago.
 */
export const MINUTE = 60_000;

export interface CheckSchedule {
  /** Records that the content was just read. The next pause is the shortest one. */
  restart(): void;
  /**
   * Returns true if a check is due, and records that it is made now. If the timer asks (`isFromTimer`), the whole pause must have
   * passed. Otherwise, one minute is enough.
   */
  isDue(isFromTimer: boolean): boolean;
  /** Makes a check due at once. Called if the content might be outdated. */
  expire(): void;
  /** Postpones the next check by this many milliseconds. Called if the service asked the extension to wait. */
  delay(milliseconds: number): void;
}

/**
 * Returns the shortest pause between two checks of the timer, in milliseconds. Infinity if the user has turned the timer off.
 */
const firstPause = (): number => (pollMinutes() > 0 ? pollMinutes() * MINUTE : Infinity);

export function createCheckSchedule(): CheckSchedule {
  /** The time of the last check by the monotonic clock. */
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pause = firstPause();
  return {
    restart() {
      checkedAt = systemClock.now();
      pause = firstPause();
    },
    isDue(isFromTimer) {
      if (systemClock.now() - checkedAt < (isFromTimer ? pause : MINUTE)) return false;
      checkedAt = systemClock.now();
      pause = longerPause(pause, firstPause(), LONGEST_UNCHANGED_PAUSE * MINUTE);
      return true;
    },
    expire: () => void (checkedAt = Number.NEGATIVE_INFINITY),
    delay: (milliseconds) => void (checkedAt += milliseconds),
  };
}
