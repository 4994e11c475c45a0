/** A temporary folder for the processes of a run. Files that they leave in it are reported and removed. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test has ended may take a moment to exit and to remove its files. */
const LIMIT_MILLISECONDS = 5_000;

const folders = new Set();
const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.once('exit', () => folders.forEach(remove));

/**
 * Creates a folder in the temporary folder of this process. Its name is short, because the path of a socket may have only about
 * 100 characters. It is removed when this process exits, at the latest.
 */
export function openTemporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fa-'));
  folders.add(folder);
  return {
    /** The environment variables that os.tmpdir() reads on each system, for the processes that use the folder. */
    env: { TMPDIR: folder, TEMP: folder, TMP: folder },

    /** Removes the folder, and returns the names of the files that were left in it. */
    async close() {
      const hasFiles = () => readdirSync(folder).length > 0;
      for (const end = performance.now() + LIMIT_MILLISECONDS; hasFiles() && performance.now() < end;) await sleep(50);
      const left = readdirSync(folder).toSorted();
      remove(folder);
      folders.delete(folder);
      return left;
    },
  };
}

/** Returns the names of left files as the error of a test. */
export function leftInWords(left) {
  const names = left.slice(0, 5).join(', ');
  return `it left ${left.length} in the temporary folder: ${names}${left.length > 5 ? ', …' : ''}`;
}
