/** The desktop VS Code that is on the PATH, opened on the sample folder with the extension from the repository. */
import { spawn } from 'node:child_process';
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '../host/driver/settings.mjs';
import { root, sampleDir } from './places.mjs';

const CLOSE_LIMIT_MILLISECONDS = 5_000;
const isWindows = process.platform === 'win32';

/** The path of the command `code`, or undefined. */
export function findDesktopCode() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, isWindows ? 'code.cmd' : 'code')).find(isExecutable);
}

/**
 * Opens a new window whose settings, extensions and secrets are in a temporary folder.
 * @param {string} code  from `findDesktopCode`
 * @returns {{closed: Promise<void>, close: () => Promise<void>}} `closed` settles when the person has closed the window;
 *   `close` closes it. Both remove the folder.
 */
export function openDesktopCode(code) {
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-'));
  const folder = path.join(tempDir, 'flag-admin-sample');
  const dataDir = path.join(tempDir, 'data');
  cpSync(sampleDir, folder, { recursive: true });
  mkdirSync(path.join(dataDir, 'User'), { recursive: true });
  writeFileSync(path.join(dataDir, 'User', 'settings.json'), JSON.stringify(settings, null, 2));

  const args = [
    '--wait',
    '--new-window',
    `--extensionDevelopmentPath=${root}`,
    `--user-data-dir=${dataDir}`,
    `--extensions-dir=${path.join(tempDir, 'extensions')}`,
    '--disable-workspace-trust',
    '--skip-welcome',
    '--password-store=basic', // a keyring would ask
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // VS Code does not start for root otherwise
    folder,
    path.join(folder, 'accounts.csv'),
  ];
  const quoted = (text) => (isWindows ? `"${text}"` : text); // a .cmd file runs in a shell
  const child = spawn(quoted(code), args.map(quoted), { shell: isWindows, stdio: 'inherit' });
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  }).finally(() => remove(tempDir));

  const close = async () => {
    await endMainProcess(path.join(dataDir, 'code.lock'));
    child.kill();
    await Promise.race([closed.catch(() => {}), sleep(CLOSE_LIMIT_MILLISECONDS)]);
    remove(tempDir);
  };
  return { closed, close };
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The command only starts the window. The window's process writes its ID into `code.lock`. */
async function endMainProcess(lockFile) {
  let pid;
  try {
    pid = Number(readFileSync(lockFile, 'utf8'));
    if (!(pid > 1)) return; // only half written: 0 would mean this process's own group
    process.kill(pid, 'SIGTERM');
  } catch {
    return; // not there yet, or removed
  }
  for (const start = Date.now(); isAlive(pid); await sleep(100)) {
    if (Date.now() - start > CLOSE_LIMIT_MILLISECONDS) return void process.kill(pid, 'SIGKILL');
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
