/** Runs long work of the rules in slices, so that it never holds the extension host. */

/** Milliseconds of work at a time. */
const SLICE = 8;

/** The generator yields every few milliseconds. Throws the signal's reason once it is aborted. */
export async function inSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  let start = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - start <= SLICE) continue;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    start = performance.now();
  }
}
