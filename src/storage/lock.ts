/**
 * One holder at a time, among the processes of this machine. The lock is a file that names its holder: the process, and a
 * port of the loopback interface on which it listens meanwhile, so that a killed one, or another with its number, is free.
 *
 * Whoever finds the file of a dead holder makes the file that follows it, named by a hash of its text. Files are only made
 * where there is none, so one of several that take over has it. The lock is free when the first file is gone; only the
 * holder removes that.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, lstat, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { sleep } from '../time/clock.ts';
import { systemErrorCode } from './atomicFile.ts';

/** Milliseconds after which a lock that names nobody is not one that is just being written. */
const WRITTEN = 5_000;

export interface Lock {
  /** Never rejects: the folder may be gone. */
  release(): Promise<void>;
}

/** Waits up to `patience` ms. Undefined = another process, or this one, has it. Rejects where the file can't be written. */
export async function takeLock(file: string, patience = 0): Promise<Lock | undefined> {
  const guard = createServer((socket) => socket.destroy()).unref();
  const until = performance.now() + patience;
  try {
    await new Promise<void>((resolve, reject) => guard.once('error', reject).listen(0, '127.0.0.1', resolve));
    // No two are alike: what follows this one follows no other.
    const mine = JSON.stringify({ pid: process.pid, port: (guard.address() as AddressInfo).port, mark: randomUUID() });
    for (;;) {
      const { dead, isTaken, next } = await followed(file);
      if (isTaken && performance.now() >= until) break;
      if (isTaken) await sleep(20);
      else if (await isMade(next, mine)) {
        // A holder may have released it meanwhile: then the files before this one are gone, or another's.
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

/** Whether a process that still runs has it. */
export const isLocked = async (file: string): Promise<boolean> => (await followed(file)).isTaken;

const lockOf = (guard: ReturnType<typeof createServer>, files: readonly string[]): Lock => ({
  async release() {
    // The first one first: while it stands, another could follow the last.
    for (const file of files) await rm(file, { force: true }).catch(() => undefined);
    guard.close();
  },
});

/** The files of dead holders, and the next one after them: that of the holder, or none yet. */
async function followed(file: string) {
  const dead: { readonly file: string; readonly text: string }[] = [];
  for (let next = file; ;) {
    const text = await textOf(next);
    const isTaken = text !== undefined && (await isAlive(next, text));
    if (text === undefined || isTaken) return { dead, isTaken, next };
    dead.push({ file: next, text });
    next = `${file.replace(/\.lock$/, '')}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}.lock`;
  }
}

/** False = there is one. The text comes with the file, but on a disk without hard links. */
async function isMade(file: string, text: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    await link(temporary, file).catch(() => writeFile(file, text, { flag: 'wx', mode: 0o600 }));
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
  // Set back, the clock is behind the time of the file: a day, say.
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < WRITTEN;
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
    // Only a refusal says that nobody is there.
    socket.once('error', (error) => resolve(systemErrorCode(error) !== 'ECONNREFUSED'));
  });
}

/** Undefined if there is no such file. A link to nothing names nobody: no file can be made in its place. */
const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(async (error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    const found = await lstat(file).catch(() => undefined);
    return found?.isSymbolicLink() ? '' : undefined;
  });
