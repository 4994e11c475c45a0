/**
 * One sandbox for one state file. The lock is a file beside it that names its holder: the process, and a port of the
 * loopback interface on which it listens for as long as it holds. The port tells a holder from a process that has got the
 * same number since, as in a container that is started again.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isFields } from './bodyFields.ts';
import { codeOf, replaceFile } from './replaceFile.ts';

/** Milliseconds between two looks at a lock that somebody holds. */
const LOOK_AGAIN = 100;
/** Milliseconds after which whoever took over a stale lock at the same moment has written its own name over it. */
const SETTLED = 50;
/** Milliseconds after which a lock without a name is not one that is just being written. */
const WRITTEN = 1_000;

interface Holder {
  readonly pid: number;
  readonly port: number;
}

/** The state file can't be used. `reason` is `inUse` by another sandbox, or the code of the system. */
export class StateUnusable extends Error {
  readonly kind = 'stateUnusable';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'StateUnusable';
    this.reason = reason;
  }
}

export interface Lock {
  /** False where another sandbox has taken it for stale: nothing may be written any more. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

async function listening(): Promise<{ readonly guard: Server; readonly port: number }> {
  const guard = createServer((socket) => socket.destroy());
  guard.unref();
  await new Promise<void>((resolve, reject) => {
    guard.once('error', reject);
    guard.listen({ port: 0, host: '127.0.0.1' }, resolve);
  });
  return { guard, port: (guard.address() as AddressInfo).port };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => {
      end(true);
    });
    // Only a refusal says that nobody is there.
    socket.once('error', (error) => {
      end(codeOf(error) !== 'ECONNREFUSED');
    });
  });
}

function holderIn(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(value)) return undefined;
  const { pid, port } = value;
  const isHolder =
    Number.isInteger(pid) && Number(pid) > 0 && Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return isHolder ? { pid: Number(pid), port: Number(port) } : undefined;
}

/** The text of the lock; undefined where there is none. */
async function textOf(lock: string): Promise<string | undefined> {
  try {
    return await readFile(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isStale(lock: string, holder: Holder | undefined): Promise<boolean> {
  if (holder !== undefined) return !isRunning(holder.pid) || !(await isListening(holder.port));
  const written = await stat(lock).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > WRITTEN;
}

async function isMade(lock: string, mine: string): Promise<boolean> {
  try {
    await writeFile(lock, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Writes this name over a stale lock, in one step; of several that do so at once, the last has it. */
async function isTakenOver(lock: string, mine: string): Promise<boolean> {
  const own = `${lock}.${randomUUID()}`;
  await writeFile(own, mine, { mode: 0o600 });
  await replaceFile(own, lock);
  await setTimeout(SETTLED);
  return (await textOf(lock)) === mine;
}

/** Waits up to `patience` ms for the lock of `file`; rejects with StateUnusable where it stays another's. */
export async function takeLock(file: string, patience: number): Promise<Lock> {
  const lock = `${file}.lock`;
  const { guard, port } = await listening();
  const mine = JSON.stringify({ pid: process.pid, port } satisfies Holder);
  const giveUpAt = performance.now() + patience;
  try {
    while (!(await isMade(lock, mine))) {
      const text = await textOf(lock);
      const holder = text === undefined ? undefined : holderIn(text);
      if (text !== undefined && (await isStale(lock, holder)) && (await isTakenOver(lock, mine))) break;
      if (performance.now() > giveUpAt) {
        const who = holder === undefined ? '' : ` by process ${holder.pid}`;
        throw new StateUnusable('inUse', `${file} is in use${who}; if it is not, remove ${lock}`);
      }
      await setTimeout(LOOK_AGAIN);
    }
  } catch (error) {
    guard.close();
    throw error;
  }
  return {
    isHeld: async () => {
      const text = await textOf(lock);
      return text === undefined || text === mine;
    },
    async release() {
      // The folder may be gone, or the lock another's by now.
      const text = await textOf(lock).catch(() => undefined);
      if (text === mine) await rm(lock, { force: true }).catch(() => undefined);
      guard.close();
    },
  };
}
