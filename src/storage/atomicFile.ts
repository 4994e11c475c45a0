/** Writes files atomically: writes a temporary file in the same folder, flushes it, and renames it in one step. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../time/clock.ts';

/**
 * The error codes with which Windows refuses to use a file while a program, such as a virus scanner, has it open, or while it is
 * being removed.
 */
const OPEN_ELSEWHERE: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const ATTEMPTS = 8;

/** Returns the code of a failed system call, such as ENOENT. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: returns undefined if the file or folder does not exist, and rethrows any other error. */
export function unlessAbsent(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}

export const exists = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined)) !== undefined;

/**
 * Writes a file that only its user can read. The folder must exist. Resolves when the text is on the disk. If the text can't be
 * written, the old file remains, and the system's error is thrown. `until`: the old file remains until this promise fulfils,
 * and also if it rejects.
 */
export async function writeAtomically(file: string, content: string | Iterable<Buffer>, until?: Promise<unknown>): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  until?.catch(() => undefined); // prevents an unhandled rejection while the text is being written
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    await until;
    await replaceFile(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes temporary files that killed processes left in this folder more than a minute ago, if their names begin with
 * `beginning`.
 */
export async function removeLeftovers(folder: string, beginning = ''): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const written = name.startsWith(beginning) && name.endsWith('.tmp') ? await stat(file).catch(() => undefined) : undefined;
    if (written && Date.now() - written.mtimeMs > 60_000) await rm(file, { force: true }).catch(() => undefined);
  }
}

/**
 * Renames a file to `wanted`, or to `wanted-2`, `wanted-3`, … if that name is taken, so that no other file is lost. Returns
 * the new name. Creates the folder of `wanted` if it does not exist.
 */
export async function moveAside(file: string, wanted: string): Promise<string> {
  await mkdir(path.dirname(wanted), { recursive: true, mode: 0o700 });
  let name = wanted;
  for (let number = 2; await exists(name); number += 1) name = `${wanted}-${number}`;
  await replaceFile(file, name);
  return name;
}

/**
 * Renames `from` to `to`, and replaces an existing file. On Windows, waits for programs that have one of the two files open. Only
 * tests pass `platform`.
 */
export const replaceFile = async (
  from: string,
  to: string,
  platform = { isWindows: process.platform === 'win32', rename },
): Promise<void> => whileOpenElsewhere(() => platform.rename(from, to), platform.isWindows);

/** Acts on a file. On Windows, tries again for about 1.3 s while the file is open in another program or is being removed. */
export async function whileOpenElsewhere<T>(act: () => Promise<T>, isWindows = process.platform === 'win32'): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (!isWindows || attempt === ATTEMPTS || !OPEN_ELSEWHERE.has(systemErrorCode(error))) throw error;
      await sleep(10 * 2 ** (attempt - 1));
    }
  }
}
