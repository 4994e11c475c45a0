/** When a text that is being read is shown anew. The editor takes the whole text each time, so that is seldom. */

const GROWTH = 4;
const WAIT_MILLISECONDS = 5000;

export interface Shown {
  readonly keys: number;
  /** In milliseconds. */
  readonly at: number;
}

/** At once, then when there is four times as much, or some seconds have passed: 100,000 keys from a fast service are shown five times. */
export const isTimeToShow = (shown: Shown | undefined, keys: number, now: number): boolean =>
  shown === undefined || keys >= GROWTH * shown.keys || now - shown.at >= WAIT_MILLISECONDS;
