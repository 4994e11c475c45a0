/** One file in the place of another, in one step. */
import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Windows refuses while somebody, such as a virus scanner, has the file open. */
const HELD_OPEN: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const ATTEMPTS = 8;

/** The code of a failed call of the system, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Where this is run: passed in by tests alone. */
interface Platform {
  readonly isWindows: boolean;
  rename(from: string, to: string): Promise<void>;
}

const here: Platform = { isWindows: process.platform === 'win32', rename };

/** Renames `from` to `to`, which is replaced. On Windows it tries again for about 1.3 s while one of them is held open. */
export async function replaceFile(from: string, to: string, platform: Platform = here): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await platform.rename(from, to);
      return;
    } catch (error) {
      if (!platform.isWindows || attempt === ATTEMPTS || !HELD_OPEN.has(codeOf(error))) throw error;
      await setTimeout(10 * 2 ** (attempt - 1));
    }
  }
}
