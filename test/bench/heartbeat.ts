/**
 * How long the event loop was held. A heartbeat runs once in every turn of the loop and keeps the longest time between two
 * beats: the whole of a block. `monitorEventLoopDelay` tells how late a timer was, so it misses what of a block lies
 * before the timer was due; the two were within a millisecond or two of each other.
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
