/**
 * Who runs a piece of work: a file beside it that names its holder, by the process and a port of the loopback interface on
 * which it listens as long as it holds. A process that was killed no longer listens, and another that has got its number
 * since does not listen there.
 *
 * Whoever finds the file of one that is gone makes the file that follows on it, named by what stands in the one before, and
 * so on: files are only ever made where there is none, so of several that take over at once one has it, however slow its
 * disk. The claim is free as soon as the first file is gone; only who has it removes that.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import { machineMark } from './machineMark.ts';
import { codeOf, makeWhole } from './wholeFile.ts';

/** Milliseconds after which a claim that nobody has put a name to is not one that is just being written. */
const WRITTEN = 30_000;
/** Milliseconds after which a claim is put down as still held: for other machines that share the folder, which can't ask. */
const RENEWED = 30_000;
/** Milliseconds after which a claim of another machine counts as given up. */
const ELSEWHERE = 5 * 60_000;

interface Holder {
  readonly pid: number;
  readonly port: number;
  readonly host: string;
  /** Absent: it could not be had. */
  readonly machine?: string;
}

export interface Claim {
  /** Never rejects: the folder may be gone. */
  release(): Promise<void>;
}

interface Link {
  readonly file: string;
  readonly text: string;
}

/** Undefined = another process, or this one, has it. Rejects where the file can't be written. */
export async function takeClaim(file: string): Promise<Claim | undefined> {
  const { guard, port } = await listening();
  try {
    const machine = await machineMark();
    const holder: Holder = { pid: process.pid, port, host: os.hostname(), ...(machine !== undefined && { machine }) };
    // No two are alike: a file that follows on it follows on no other.
    const mine = JSON.stringify({ ...holder, mark: randomUUID() });
    for (;;) {
      const { before, isHeld, free } = await followed(file);
      if (isHeld) break;
      if (!(await makeWhole(free, mine))) continue;
      // Whoever had it may have let it go meanwhile, and the files before this one are gone or are another's.
      if (await isUnchanged(before)) return held(guard, [...before, { file: free, text: mine }]);
      await rm(free, { force: true });
    }
  } catch (error) {
    guard.close();
    throw error;
  }
  guard.close();
  return undefined;
}

/** True if a process that still runs has it. */
export const isClaimed = async (file: string): Promise<boolean> => (await followed(file)).isHeld;

function held(guard: Server, links: readonly Link[]): Claim {
  const { file, text } = links.at(-1)!;
  const renewing = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), RENEWED);
  renewing.unref();
  return {
    async release() {
      clearInterval(renewing);
      // A machine that slept may have been taken for gone: then it is for the one that has it now to clear up.
      const isPassedOn = await textOf(following({ file, text })).then(
        (next) => next !== undefined,
        () => false,
      );
      // The first one first: as long as it stands, another could follow on the last.
      if (!isPassedOn) for (const link of links) await rm(link.file, { force: true }).catch(() => undefined);
      guard.close();
    },
  };
}

/** The files of those that are gone, and the first after them: that of who has it, or none yet. */
async function followed(
  file: string,
): Promise<{ readonly before: readonly Link[]; readonly isHeld: boolean; readonly free: string }> {
  const before: Link[] = [];
  for (let next = file; ;) {
    const text = await textOf(next);
    if (text === undefined) return { before, isHeld: false, free: next };
    if (await isThere(next, text)) return { before, isHeld: true, free: next };
    before.push({ file: next, text });
    next = following({ file: next, text });
  }
}

async function isUnchanged(links: readonly Link[]): Promise<boolean> {
  for (const { file, text } of links) if ((await textOf(file)) !== text) return false;
  return true;
}

/** What follows on the file of a work is named by that work as well. */
function following({ file, text }: Link): string {
  const [, base = file] = /^(.*?)(?:\.[0-9a-f]{16})?\.lock$/s.exec(file) ?? [];
  return `${base}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}.lock`;
}

async function isThere(file: string, text: string): Promise<boolean> {
  const holder = holderIn(text);
  const isHere = holder?.host === os.hostname() || (holder?.machine !== undefined && holder.machine === (await machineMark()));
  if (holder && isHere) return isRunning(holder.pid) && (await isListening(holder.port));
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs < (holder ? ELSEWHERE : WRITTEN);
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
  const { pid, port, host, machine } = value as Record<string, unknown>;
  const isWhole = (number: unknown): number is number => Number.isInteger(number) && Number(number) > 0;
  if (!isWhole(pid) || !isWhole(port) || port > 65_535 || typeof host !== 'string') return undefined;
  return { pid, port, host, ...(typeof machine === 'string' && { machine }) };
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
