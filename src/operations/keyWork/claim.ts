/**
 * Who runs a piece of work: a file beside it that names its holder, by the process and a port of the loopback interface on
 * which it listens as long as it holds. A process that was killed no longer listens, and another that has got its number
 * since does not listen there.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { codeOf, writeWhole } from './wholeFile.ts';

/** Milliseconds after which a claim that nobody has put a name to is not one that is just being written. */
const WRITTEN = 2_000;
/** Milliseconds after which a claim of another machine that shares the folder counts as given up: nobody can ask it. */
const ELSEWHERE = 30 * 60_000;

/** Milliseconds after which whoever took over at the same moment has written its name. */
const SETTLED = 50;

interface Holder {
  readonly pid: number;
  readonly port: number;
  readonly host: string;
}

export interface Claim {
  /** Never rejects: the folder may be gone. */
  release(): Promise<void>;
}

/** Undefined = another process, or this one, has it. Rejects where the file can't be written. */
export async function takeClaim(file: string): Promise<Claim | undefined> {
  const { guard, port } = await listening();
  const mine = JSON.stringify({ pid: process.pid, port, host: os.hostname() } satisfies Holder);
  try {
    if (!(await isMade(file, mine))) {
      if (await isClaimed(file)) {
        guard.close();
        return undefined;
      }
      await writeWhole(file, mine);
      // Of several that take over at the same moment, the last one has it.
      await setTimeout(SETTLED);
      if ((await textOf(file)) !== mine) {
        guard.close();
        return undefined;
      }
    }
  } catch (error) {
    guard.close();
    throw error;
  }
  return {
    async release() {
      const text = await textOf(file).catch(() => undefined);
      if (text === mine) await rm(file, { force: true }).catch(() => undefined);
      guard.close();
    },
  };
}

/** True if a process that still runs has it. */
export async function isClaimed(file: string): Promise<boolean> {
  const text = await textOf(file);
  if (text === undefined) return false;
  const holder = holderIn(text);
  if (holder?.host === os.hostname()) return isRunning(holder.pid) && (await isListening(holder.port));
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs < (holder ? ELSEWHERE : WRITTEN);
}

async function isMade(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function holderIn(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, port, host } = value as Record<string, unknown>;
  const isWhole = (number: unknown): number is number => Number.isInteger(number) && Number(number) > 0;
  return isWhole(pid) && isWhole(port) && port < 65_536 && typeof host === 'string' ? { pid, port, host } : undefined;
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

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    // Only a refusal says that nobody is there.
    socket.once('error', (error) => end(codeOf(error) !== 'ECONNREFUSED'));
  });
}
