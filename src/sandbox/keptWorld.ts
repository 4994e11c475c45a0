/** When the world is written, and what becomes of it where that fails. */
import { codeOf } from '../storage/atomicFile.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';
import { copyOf } from './worldCopy.ts';

export interface Keeping {
  /**
   * To be called right after a change. Resolves when a world with that change is kept. Where it can't be written, the
   * world goes back to the one that was kept last, and all whose changes are gone with that are refused: 507.
   */
  saved(): Promise<void>;
  /** Waits for the last write. No change may follow. */
  close(): Promise<void>;
}

/** The world is kept nowhere, so it is kept at once. */
export const keptNowhere: Keeping = { saved: () => Promise.resolve(), close: () => Promise.resolve() };

const unsaved = (error: unknown): Refusal =>
  new Refusal(507, `The sandbox could not save its state (${codeOf(error) ?? 'failed'}), so nothing was changed`);

/**
 * Keeps the world of `held` by `write`, which is called for one world at a time. A change that comes while one is being
 * written waits for the next, together with all others that do.
 */
export function keepWorld(held: { world: World }, write: (world: World) => Promise<void>): Keeping {
  let kept = copyOf(held.world);
  let writing: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function writeNow(): Promise<void> {
    following = undefined;
    const copy = copyOf(held.world);
    try {
      await write(copy);
    } catch (error) {
      // What was changed meanwhile was built on what is now gone: `following` fails with this one.
      held.world = copyOf(kept);
      writing = following = undefined;
      throw unsaved(error);
    }
    kept = copy;
    if (following === undefined) writing = undefined;
  }

  return {
    saved() {
      if (writing === undefined) return (writing = writeNow());
      return (following ??= writing.then(() => (writing = writeNow())));
    },
    async close() {
      while (writing !== undefined) await (following ?? writing).catch(() => undefined);
    },
  };
}
