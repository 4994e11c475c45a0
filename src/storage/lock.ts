/**
 * A lock among the processes of this machine. The lock is a file that names the process that has the lock (its holder): the
 * process id, and a port of the loopback interface on which this process listens. Therefore, a lock is free if its holder was
 * killed, even if a different process now has the same process id.
 *
 * If the holder of a file no longer runs, another process takes over the lock: it creates the next file, whose name contains a
 * hash of the text in the earlier file. A file is created only if it does not exist yet, so only one of several processes can
 * take over the lock. The lock is free if the first file does not exist. Only the holder removes the first file.
 */
import { hash, randomUUID } from 'node:crypto';
import { link, lstat, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sleep } from '../time/clock.ts';
import { systemErrorCode, whileOpenElsewhere } from './atomicFile.ts';

/** For how many milliseconds a lock file that names no holder counts as taken, because a process may still be writing it. */
const WRITE_TIMEOUT = 5_000;

export interface Lock {
  /** Never rejects, even if the folder no longer exists. */
  release(): Promise<void>;
}

/**
 * Takes the lock. Waits up to `patience` ms. Returns undefined if another process, or this process itself, has the lock.
 * Rejects if the file can't be written.
 */
export async function takeLock(file: string, patience = 0): Promise<Lock | undefined> {
  const guard = createServer((socket) => socket.destroy()).unref();
  const until = performance.now() + patience;
  try {
    // The listener for errors is never removed. Without it, the server throws if it can't accept a connection, for example with
    // EMFILE.
    await new Promise<void>((resolve, reject) => guard.on('error', reject).listen(0, '127.0.0.1', resolve));
    // Every text is unique, so no two lock files have the same next file.
    const mine = JSON.stringify({ pid: process.pid, port: (guard.address() as AddressInfo).port, mark: randomUUID() });
    for (;;) {
      const { dead, isTaken, next } = await followFiles(file);
      if (isTaken && performance.now() >= until) break;
      if (isTaken) await sleep(20);
      else if (await createLockFile(next, mine)) {
        // The lock may have been released after `followFiles` read the files. In that case, the files of processes that no longer
        // run do not exist any more, or have a different text.
        const texts = await Promise.all(dead.map((one) => textOf(one.file)));
        if (dead.every(({ text }, index) => text === texts[index])) return lockOf(guard, [...dead.map((one) => one.file), next]);
        await rm(next, { force: true });
      }
    }
  } catch (error) {
    guard.close();
    throw error;
  }
  guard.close();
  return undefined;
}

/** True if a running process has the lock. */
export const isLocked = async (file: string): Promise<boolean> => (await followFiles(file)).isTaken;

const lockOf = (guard: ReturnType<typeof createServer>, files: readonly string[]): Lock => ({
  async release() {
    // Removes the first file first. As long as it exists, another process can follow the files and create a later one again.
    for (const file of files) await rm(file, { force: true }).catch(() => undefined);
    guard.close();
  },
});

/**
 * Reads the files of a lock. `dead` = the files of processes that no longer run. `next` = the file of the running holder if
 * `isTaken`, otherwise the file to create.
 */
async function followFiles(file: string) {
  const dead: { readonly file: string; readonly text: string }[] = [];
  for (let next = file; ;) {
    const text = await textOf(next);
    const isTaken = text !== undefined && (await isAlive(next, text));
    if (text === undefined || isTaken) return { dead, isTaken, next };
    dead.push({ file: next, text });
    next = `${file.replace(/\.lock$/, '')}.${hash('sha256', text).slice(0, 16)}.lock`;
  }
}

/**
 * Creates a lock file. Returns false if the file already exists. The file appears together with its text, except on a disk
 * without hard links.
 */
async function createLockFile(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    await whileOpenElsewhere(() => link(temporary, file).catch(() => writeFile(file, text, { flag: 'wx', mode: 0o600 })));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function isAlive(file: string, text: string): Promise<boolean> {
  const [, pid, port] = /^\{"pid":(\d{1,9}),"port":(\d{1,5})[,}]/.exec(text) ?? [];
  if (port !== undefined) return isRunning(Number(pid)) && isListening(Number(port));
  const written = await stat(file).catch(() => undefined);
  // The time of the file may be in the future, because the clock may have been set back, for example by a day.
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < WRITE_TIMEOUT;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH';
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.destroy() && resolve(true));
    // Only a refused connection proves that nobody is listening.
    socket.once('error', (error) => resolve(systemErrorCode(error) !== 'ECONNREFUSED'));
  });
}

/**
 * Returns the text of a lock file. Undefined if there is no such file. Empty for a link without a target, because no file can
 * be created in its place.
 */
const textOf = (file: string): Promise<string | undefined> =>
  whileOpenElsewhere(() => readFile(file, 'utf8')).catch(async (error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    const found = await lstat(file).catch(() => undefined);
    return found?.isSymbolicLink() ? '' : undefined;
  });
