/** Runs long computations in slices, with pauses between them, so that they never block the extension host. */

/** The length of a slice in milliseconds. */
const SLICE = 8;

/**
 * Runs a generator to its end, and pauses after each slice. The generator must yield every few milliseconds. After an abort,
 * throws the signal's reason, even if the generator has already ended.
 */
export async function inSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let start = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      signal?.throwIfAborted();
      return step.value;
    }
    if (performance.now() - start <= SLICE) continue;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    start = performance.now();
  }
}
