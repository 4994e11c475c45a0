/** Prevents two setups of one folder at the same time: a user may run `npm test` and `npm start` together on a fresh clone. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which an empty lock file is stale. A younger one may still be being written. */
const WRITTEN = 1_000;

/**
 * Runs `work` while no other process runs it for the same folder. The lock is a file outside the folder (an install
 * empties node_modules) that holds the process id, so that the lock of a process that died is taken over.
 */
export async function withSetupLock(dir, work) {
  const file = lockFile(dir);
  let hasSaidSo = false;
  while (!take(file)) {
    if (!hasSaidSo) process.stderr.write(`Waiting for another set-up of ${dir}; if there is none, remove ${file}\n`);
    hasSaidSo = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** Returns the path of the lock of a folder. */
export function lockFile(dir) {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `flag-admin-setup-${name}.lock`);
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isHeld(file)) return false;
  rmSync(file, { force: true });
  return false;
}

function isHeld(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
    if (text === '') return Date.now() - statSync(file).mtimeMs < WRITTEN;
  } catch {
    return false; // released meanwhile
  }
  try {
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // a running process of a different user
  }
}
