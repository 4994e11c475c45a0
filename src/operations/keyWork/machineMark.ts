/**
 * What tells this machine from others that share the journal's folder, whatever its name is: that changes with the network.
 * It stands in the folder for temporary files, which no two machines share; the editor's own id of a machine goes with the
 * editor's settings, and into containers.
 */
import { randomUUID } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exists, makeWhole } from './wholeFile.ts';

let found: Promise<string | undefined> | undefined;

/** Undefined = it can't be had. Never rejects. */
export async function machineMark(): Promise<string | undefined> {
  return (found ??= readMark().catch(() => undefined));
}

async function readMark(): Promise<string | undefined> {
  const user = process.getuid?.();
  const file = path.join(os.tmpdir(), `flag-admin-machine${user === undefined ? '' : `-${user}`}`);
  // Looked for first: a process that is killed while it writes would leave a part of it behind each time.
  if (!(await exists(file))) await makeWhole(file, randomUUID());
  // Others of this machine may put something there as well.
  const is = await lstat(file);
  if (!is.isFile() || (user !== undefined && is.uid !== user)) return undefined;
  const text = await readFile(file, 'utf8');
  return /^[0-9a-f-]{36}$/.test(text) ? text : undefined;
}
