/** The state file: one world as JSON. It is read at the start, and written completely after each change. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode, moveAside, removeLeftovers, unlessAbsent, writeAtomically } from '../../storage/atomicFile.ts';
import { takeLock } from '../../storage/lock.ts';
import { Refusal } from '../refusal.ts';
import { textOf, worldOf, type World } from './world.ts';

/** The state file can't be used. `reason` is `inUse` (by a different sandbox), `noFile`, a code of the system, or `failed`. */
const stateUnusable = (reason: string, message: string) =>
  Object.assign(new Error(message), { kind: 'stateUnusable' as const, reason });

export interface StateOptions {
  /** The path of the state file. Its folder must exist, and also contains `FILE.lock` and, temporarily, `FILE.*.tmp`. */
  readonly file: string;
  /**
   * Milliseconds to wait if a different sandbox uses the file. The default is 5,000, which is enough for that sandbox to end.
   */
  readonly patience?: number;
}

/** A state file that could not be read as a world, and the path to which it was moved. */
export interface SetAside {
  readonly file: string;
  readonly reason: string;
}

export interface StateFile {
  /** Undefined if there was no file, or if the file could not be read. */
  readonly world: World | undefined;
  readonly setAside: SetAside | undefined;
  /** Resolves when the text is on the disk. */
  write(text: string): Promise<void>;
  /** Releases the file for a different sandbox. */
  close(): Promise<void>;
}

async function read(file: string): Promise<Pick<StateFile, 'world' | 'setAside'>> {
  const found = await stat(file).catch(unlessAbsent);
  if (!found) return { world: undefined, setAside: undefined };
  if (!found.isFile()) throw stateUnusable('noFile', `${file} is not a file`);
  try {
    return { world: worldOf(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))), setAside: undefined };
  } catch (error) {
    // A file that the system does not let us read may be valid, so it is not moved.
    if (systemErrorCode(error) !== undefined && !UNREADABLE.has(systemErrorCode(error))) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { world: undefined, setAside: { file: await moveAside(file, `${file}.unreadable`), reason } };
  }
}

/** Node's codes for a file of more than 2 GiB, a text of more than 512 MiB, and bytes that are not UTF-8. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  'ERR_FS_FILE_TOO_LARGE',
  'ERR_STRING_TOO_LONG',
  'ERR_ENCODING_INVALID_ENCODED_DATA',
]);

/**
 * Locks the file for this sandbox and reads it. Moves a file that is damaged, too large or of a different version to
 * `FILE.unreadable` (or to the next free name of that form). Rejects with `stateUnusable` if moving or locking the file is not
 * possible. Does not write to the file before `write`.
 */
export async function openStateFile({ file: name, patience = 5_000 }: StateOptions): Promise<StateFile> {
  const file = path.resolve(name);
  const folder = path.dirname(file);
  const unusable = (error: unknown) => {
    if (error instanceof Error && 'kind' in error) return error;
    const code = systemErrorCode(error) ?? 'failed';
    // Replaces the system's message, which would name the lock file, because the user does not know that file.
    const message = code === 'ENOENT' ? `There is no folder ${folder}: make it first` : (error as Error).message;
    return stateUnusable(code, message);
  };
  const lock = await takeLock(`${file}.lock`, patience).catch((error: unknown) => {
    throw unusable(error);
  });
  if (!lock) throw stateUnusable('inUse', `${file} is in use by another sandbox`);
  try {
    await removeLeftovers(folder, `${path.basename(file)}.`);
    return { ...(await read(file)), write: (text) => writeAtomically(file, text), close: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw unusable(error);
  }
}

export interface Saving {
  /**
   * Must be called immediately after a change. Resolves when a world with that change is on the disk. If the world can't be
   * written, restores the world that was written last, and answers all calls whose changes are thereby lost with a 507.
   */
  saved(): Promise<void>;
  /** Waits for the last write. No change may follow. */
  close(): Promise<void>;
}

/** Saves nothing, for a sandbox without a state file. */
export const savingNothing: Saving = { saved: () => Promise.resolve(), close: () => Promise.resolve() };

/** Saves the world of `service` with `write`, one write at a time. Changes during a write wait for the next write and share it. */
export function saveWorld(service: { world: World }, write: (text: string) => Promise<void>): Saving {
  let last = textOf(service.world);
  let writing: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function written(): Promise<string> {
    const text = textOf(service.world);
    await write(text);
    return text;
  }

  async function writeNow(): Promise<void> {
    following = undefined;
    try {
      last = await written();
    } catch (error) {
      // Calls during this write changed a world that already contained the lost change. Their changes are lost, too, so the
      // next write (`following`) fails as well.
      service.world = worldOf(last);
      writing = following = undefined;
      throw new Refusal(
        507,
        `The sandbox could not save its state (${systemErrorCode(error) ?? 'failed'}), so nothing was changed`,
      );
    }
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
