/**
 * Watches the npm process that runs this script. npm passes signals only to its shell, and many shells don't pass them on. A
 * script that only waits for signals would continue after `kill <npm>`.
 */
import { execFileSync } from 'node:child_process';

const POLL_MILLISECONDS = 500;

/**
 * Calls `onGone` once when npm, or the shell between npm and this process, has ended. Does nothing if npm did not start this
 * script.
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const watched = [process.ppid, npmBehindShell(process.ppid)].filter((pid) => pid !== undefined);
  const timer = setInterval(() => {
    if (watched.every(isAlive) && process.ppid === watched[0]) return;
    clearInterval(timer);
    onGone();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** Returns the parent of a shell. Undefined if the process isn't a shell, because then it is npm itself. */
function npmBehindShell(pid) {
  try {
    const [parent, name] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return /(^|\/)-?(sh|dash|bash|zsh|ash|busybox)$/.test(name) && Number(parent) > 1 ? Number(parent) : undefined;
  } catch {
    return undefined; // there is no ps
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
