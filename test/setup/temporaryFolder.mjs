/** A temporary folder for the processes that a run starts: what they leave there is found, and taken away with it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test has ended may take a moment to go, and to remove what it made. */
const LIMIT_MILLISECONDS = 5_000;

/**
 * Makes one in the temporary folder of this process, with a short name: the path of a socket may have about 100 characters. It goes
 * with this process at the latest.
 */
export function openTemporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fa-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  return {
    /** For the environment of those processes: what os.tmpdir() reads on each system. */
    env: { TMPDIR: folder, TEMP: folder, TMP: folder },

    /** Removes it, and gives the names of what was left in it. */
    async close() {
      const isLeft = () => readdirSync(folder).length > 0;
      for (const end = performance.now() + LIMIT_MILLISECONDS; isLeft() && performance.now() < end;) await sleep(50);
      const left = readdirSync(folder).toSorted();
      remove();
      process.off('exit', remove);
      return left;
    },
  };
}

/** As an error of a test. */
export function leftInWords(left) {
  const names = left.slice(0, 5).join(', ');
  return `it left ${left.length} in the temporary folder: ${names}${left.length > 5 ? ', …' : ''}`;
}
