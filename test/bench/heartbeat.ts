/**
 * Measures how long the event loop was blocked. A heartbeat runs once in each turn of the loop and stores the longest time
 * between two beats, which is the whole block. `monitorEventLoopDelay` measures the delay of a timer, so it misses the part of a
 * block before the timer is due. Both values differed by one or two milliseconds.
 */
export interface Heartbeat {
  /** The longest time between two beats so far, in milliseconds. */
  longest(): number;
  stop(): void;
}

export function startHeartbeat(): Heartbeat {
  let last = performance.now();
  let longest = 0;
  let next = setImmediate(beat);
  function beat(): void {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(beat);
  }
  return { longest: () => longest, stop: () => clearImmediate(next) };
}
