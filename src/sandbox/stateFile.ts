/** A world kept in a file: read once at the start, and written whole, so that the file is always one whole world. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf, moveAside, removeLeftovers, writeAtomically } from '../storage/atomicFile.ts';
import { takeLock } from '../storage/lock.ts';
import { UnreadableState } from './savedFields.ts';
import type { World } from './world.ts';
import { linesOf, readWorld } from './worldText.ts';

/** The state file can't be used. `reason` is `inUse` by another sandbox, or the code of the system. */
class StateUnusable extends Error {
  readonly kind = 'stateUnusable';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'StateUnusable';
    this.reason = reason;
  }
}

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
  /** What the file held; undefined where there was none, or none that could be read. */
  readonly world: World | undefined;
  readonly setAside: SetAside | undefined;
  /** Resolves when the world is on the disk. It must not change meanwhile, and nothing else may be written. */
  write(world: World): Promise<void>;
  /** Lets another sandbox have the file. */
  close(): Promise<void>;
}

/** Bytes of a state: both what is read and what is written. */
const MAX_STATE = 512 * 1024 * 1024;
/** Bytes that are made or read before others get their turn. */
const SLICE = 256 * 1024;

function* slicesOf(world: World): Generator<Buffer> {
  let slice = '';
  let bytes = 0;
  const taken = (): Buffer => {
    const buffer = Buffer.from(slice);
    slice = '';
    bytes += buffer.length;
    if (bytes > MAX_STATE) throw Object.assign(new Error(`A state has at most ${MAX_STATE} bytes`), { code: 'EFBIG' });
    return buffer;
  };
  for (const line of linesOf(world)) {
    slice += `${line}\n`;
    if (slice.length >= SLICE) yield taken();
  }
  yield taken();
}

async function* linesIn(bytes: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rested = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf('\n', start);
    const end = found === -1 ? bytes.length : found;
    let line: string;
    try {
      line = decoder.decode(bytes.subarray(start, end));
    } catch {
      throw new UnreadableState('it is not UTF-8');
    }
    yield line;
    start = end + 1;
    if (start - rested < SLICE) continue;
    rested = start;
    await setImmediate();
  }
}

async function readState(file: string): Promise<Pick<StateFile, 'world' | 'setAside'>> {
  const found = await stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return { world: undefined, setAside: undefined };
  if (!found.isFile()) throw new StateUnusable('noFile', `${file} is not a file`);
  try {
    if (found.size > MAX_STATE) throw new UnreadableState(`it has more than ${MAX_STATE} bytes`);
    return { world: await readWorld(linesIn(await readFile(file))), setAside: undefined };
  } catch (error) {
    if (!(error instanceof UnreadableState)) throw error;
    return { world: undefined, setAside: { file: await moveAside(file, `${file}.unreadable`), reason: error.message } };
  }
}

function unusable(error: unknown, file: string): StateUnusable {
  if (error instanceof StateUnusable) return error;
  const code = codeOf(error) ?? 'failed';
  // The system would name the lock, a file nobody asked for.
  if (code === 'ENOENT') return new StateUnusable(code, `There is no folder ${path.dirname(file)}: make it first`);
  return new StateUnusable(code, error instanceof Error ? error.message : String(error));
}

/**
 * Takes the file for this sandbox alone and reads it. One that is damaged, too large or of another version is moved to
 * `FILE.unreadable` (or the next such name that is free). Rejects with StateUnusable where that, or the lock, is not
 * possible. Nothing is written to the file before `write`.
 */
export async function openStateFile({ file: name, patience = 5_000 }: StateOptions): Promise<StateFile> {
  const file = path.resolve(name);
  const lock = await takeLock(`${file}.lock`, patience).catch((error: unknown) => {
    throw unusable(error, file);
  });
  if (!lock) throw new StateUnusable('inUse', `${file} is in use by another sandbox`);
  try {
    await removeLeftovers(path.dirname(file), `${path.basename(file)}.`);
    const state = await readState(file);
    return { ...state, write: (world) => writeAtomically(file, slicesOf(world)), close: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw unusable(error, file);
  }
}
