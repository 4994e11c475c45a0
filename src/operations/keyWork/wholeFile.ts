/** Small files that are always whole: written beside their place, and put into it in one step. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Windows refuses while somebody, such as a virus scanner, has the file open. */
const HELD_OPEN: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const ATTEMPTS = process.platform === 'win32' ? 8 : 1;

/** What a disk that has no hard links says to one. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'EINVAL',
  'UNKNOWN',
]);

/** The code of a failed call of the system, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Resolves when it is on the disk; where it can't be written, what was there before stays, and the system's error is
 * thrown. The folder is made at need. That a new file has its name outlasts a loss of power; of one that is replaced, the
 * one before may come back.
 */
export async function writeWhole(file: string, text: string, isNew = false): Promise<void> {
  await putWhole(await writeBeside(file, text), file);
  if (isNew) await syncFolder(path.dirname(file));
}

/** Writes what is to be put in the place of `file` (putWhole), and gives the file that it is in: it is on the disk. */
export async function writeBeside(file: string, text: string): Promise<string> {
  // Two windows may write the same file.
  const temporary = `${file}.${randomUUID()}.tmp`;
  const write = (): Promise<void> => writeFile(temporary, text, { mode: 0o600, flush: true });
  try {
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await write();
    });
  } catch (error) {
    await removeAtLast(temporary);
    throw error;
  }
  return temporary;
}

/** Puts it into its place in one step; where that can't be, it is gone. */
export async function putWhole(temporary: string, file: string): Promise<void> {
  try {
    await replace(temporary, file);
  } catch (error) {
    await removeAtLast(temporary);
    throw error;
  }
}

/** What can't be removed now is removed with what is left behind. */
export const removeAtLast = (file: string): Promise<void> => rm(file, { force: true }).catch(() => undefined);

/**
 * Makes a file that is not there yet, with all that stands in it: false = there is one. Of several that try, one succeeds.
 * On a disk that has no hard links it is seen before it is written.
 */
export async function makeWhole(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await link(temporary, file).catch(async (error: unknown) => {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Renames a file that can't be used to a name that is free: it may be the only copy. */
export async function moveAside(file: string): Promise<void> {
  await replace(file, await freeName(`${file}.damaged`));
}

/** Called with how many files of another version of the extension were moved, and the folder that they are in now. */
export type ToldMoved = (count: number, folder: string) => void;

/** The folder for files that another version of the extension has written: beside ours. */
export const otherVersionsIn = (folder: string): string => path.join(folder, 'otherVersions');

/** Moves such a file there. It is never deleted, and never used. */
export async function moveToOtherVersions(file: string): Promise<void> {
  const folder = otherVersionsIn(path.dirname(file));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replace(file, await freeName(path.join(folder, path.basename(file))));
}

async function freeName(wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await exists(name))) return name;
  }
}

async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !HELD_OPEN.has(codeOf(error))) throw error;
      await setTimeout(10 * 2 ** (attempt - 1));
    }
  }
}

/** Makes the new name outlast a loss of power, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Whether it is there, as far as can be seen. */
export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
