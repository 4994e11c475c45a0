/** Runs scripts of the repository on Node 24, with a time limit. They end together with this process. */
import { spawn } from 'node:child_process';
import { whenEnded } from './ending.mjs';
import { ensureInstalled, environment, node24 } from './install.mjs';
import { root } from './places.mjs';

const GRACE_MILLISECONDS = 5_000;
const isWindows = process.platform === 'win32';

/**
 * Runs a script with the output of this process. After the limit, ends it and its child processes.
 * @param {string[]} args  the script, from the repository's folder, and its arguments
 * @returns {Promise<{problem: string | undefined}>} `problem` is a sentence when it did not end with code 0
 */
export function runNode(args, { limitMilliseconds }) {
  return new Promise((resolve) => {
    // A separate process group, so that all its processes can be ended.
    const child = spawn(node24(), args, {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: !isWindows,
    });
    const exited = new Promise((done) => child.once('close', done));
    const stop = (signal) => {
      signalGroup(child, signal);
      setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MILLISECONDS).unref();
      return exited.then(() => undefined);
    };
    const forget = whenEnded(stop);
    let isTooLate = false;
    const limit = setTimeout(() => {
      isTooLate = true;
      void stop('SIGTERM');
    }, limitMilliseconds);
    const done = (problem) => {
      clearTimeout(limit);
      forget();
      resolve({ problem });
    };
    child.once('error', (error) => done(`it could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (isTooLate) done(`it was not done after ${limitMilliseconds / 1_000} s`);
      else done(code === 0 ? undefined : `it ended with ${signal ?? `code ${code}`}`);
    });
  });
}

/**
 * Runs a script in the foreground: it gets stdin, stdout, stderr and signals.
 * @param {string[]} args  the script, from the repository's folder, and its arguments
 * @returns {Promise<number>} its exit code
 */
export async function becomeNode(args) {
  const child = spawn(node24(), args, { cwd: root, env: environment(), stdio: 'inherit' });
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
  const forget = whenEnded((signal) => {
    child.kill(signal);
    return exited;
  });
  const code = await exited;
  forget();
  return code;
}

/** Installs missing dependencies, and then runs scripts in the foreground, one after the other, until one fails. */
export async function installAndRun(...scripts) {
  try {
    await ensureInstalled();
    for (const args of scripts) {
      process.exitCode = await becomeNode(args);
      if (process.exitCode !== 0) return;
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function signalGroup(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process has already ended.
  }
}
