/** Long work that leaves the event loop free in between, for the editor's other extensions run there too. */
import { setImmediate } from 'node:timers/promises';

export interface SliceOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds, from any beginning. */
  readonly now?: () => number;
  /** Lets the event loop run. */
  readonly rest?: () => Promise<unknown>;
}

/** Milliseconds of work without a rest. With a step that begins just before its end, it stays below the 16 of a frame. */
const SLICE = 8;

/**
 * Runs a generator to its end, and gives what it returns. Steps are run for 8 ms on end; each should take a few at most. Throws
 * the signal's reason where it is aborted, between two slices.
 */
export async function drain<Result>(
  steps: Generator<void, Result>,
  { signal, now = () => performance.now(), rest = setImmediate }: SliceOptions = {},
): Promise<Result> {
  signal?.throwIfAborted();
  for (let begin = now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (now() - begin < SLICE) continue;
    await rest();
    if (signal?.aborted) {
      // Ends what the generator has open.
      steps.return(undefined as never);
      throw signal.reason;
    }
    begin = now();
  }
}
