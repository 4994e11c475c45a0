/**
 * Which process to outlive by nothing: the npm that ran this script. npm hands a signal on to its shell only, and many a
 * shell hands it to nobody, so a script that waits for signals alone would run on after `kill <npm>`.
 */
import { execFileSync } from 'node:child_process';

const POLL_MILLISECONDS = 500;

/** Calls `onGone` once when npm, or the shell between, has gone. Does nothing in a script that npm did not run. */
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

/** The parent of a shell; undefined if that process is no shell: then it is npm itself. */
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
