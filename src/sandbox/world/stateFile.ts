/** The state file: one world as JSON, read at the start and written whole after each change. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode, moveAside, removeLeftovers, unlessAbsent, writeAtomically } from '../../storage/atomicFile.ts';
import { takeLock } from '../../storage/lock.ts';
import { Refusal } from '../refusal.ts';
import { textOf, worldOf, type World } from './world.ts';

/** The state file can't be used. `reason` is `inUse` by another sandbox, or the code of the system. */
const stateUnusable = (reason: string, message: string) =>
  Object.assign(new Error(message), { kind: 'stateUnusable' as const, reason });

export interface StateOptions {
  /** Its folder must exist. Beside it stand `FILE.lock` and, for a moment, `FILE.*.tmp`. */
  readonly file: string;
  /** Milliseconds to wait where another sandbox has it: 5,000, enough for one that is about to end. */
  readonly patience?: number;
}

/** A file that could not be read as a world, and where it is now. */
export interface SetAside {
  readonly file: string;
  readonly reason: string;
}

export interface StateFile {
  /** Undefined where there was no file, or none that could be read. */
  readonly world: World | undefined;
  readonly setAside: SetAside | undefined;
  /** Resolves when the text is on the disk. */
  write(text: string): Promise<void>;
  /** Lets another sandbox have the file. */
  close(): Promise<void>;
}

async function read(file: string): Promise<Pick<StateFile, 'world' | 'setAside'>> {
  const found = await stat(file).catch(unlessAbsent);
  if (!found) return { world: undefined, setAside: undefined };
  if (!found.isFile()) throw stateUnusable('noFile', `${file} is not a file`);
  try {
    return { world: worldOf(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))), setAside: undefined };
  } catch (error) {
    // What the system does not let us read may be right.
    if (systemErrorCode(error) !== undefined && !UNREADABLE.has(systemErrorCode(error))) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { world: undefined, setAside: { file: await moveAside(file, `${file}.unreadable`), reason } };
  }
}

/** Codes of Node for a file of more than 2 GiB, a text of more than 512 MiB, and bytes that are no UTF-8. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  'ERR_FS_FILE_TOO_LARGE',
  'ERR_STRING_TOO_LONG',
  'ERR_ENCODING_INVALID_ENCODED_DATA',
]);

/**
 * Takes the file for this sandbox alone and reads it. One that is damaged, too large or of another version is moved to
 * `FILE.unreadable` (or the next such name that is free). Rejects with `stateUnusable` where that, or the lock, is not
 * possible. Nothing is written to the file before `write`.
 */
export async function openStateFile({ file: name, patience = 5_000 }: StateOptions): Promise<StateFile> {
  const file = path.resolve(name);
  const folder = path.dirname(file);
  const unusable = (error: unknown) => {
    if (error instanceof Error && 'kind' in error) return error;
    const code = systemErrorCode(error) ?? 'failed';
    // The system would name the lock, a file nobody asked for.
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
   * To be called right after a change. Resolves when a world with that change is on the disk. Where it can't be written, the
   * world goes back to the one that was written last, and all whose changes are gone with that are refused: 507.
   */
  saved(): Promise<void>;
  /** Waits for the last write. No change may follow. */
  close(): Promise<void>;
}

/** A sandbox without a state file. */
export const savingNothing: Saving = { saved: () => Promise.resolve(), close: () => Promise.resolve() };

/**
 * Saves the world of `service` by `write`, one world at a time. A change that comes while one is being written waits for the
 * next, together with all others that do.
 */
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
      // What was changed meanwhile was built on what is now gone: `following` fails with this one.
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
