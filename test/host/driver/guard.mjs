/**
 * Runs a program and cleans up after it, however its owner ends: `node guard.mjs <folder> <program> <argument>…`. The owner holds
 * the other end of this process's stdin. When that closes, for example because the owner was killed, or when the program exits,
 * this process ends all processes that the program started and removes the folder.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MILLISECONDS = 1_500;

const [folder, program, ...args] = process.argv.slice(2);
// A separate process group, so that all its descendants can be ended.
const child = spawn(program, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });

let isEnding = false;
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  signalGroup('SIGTERM');
  for (let waited = 0; waited < GRACE_MILLISECONDS && signalGroup(0); waited += 50) await sleep(50);
  signalGroup('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.exit(code);
}

/** Returns true if a process received it. */
function signalGroup(signal) {
  try {
    return process.kill(-Number(child.pid), signal);
  } catch {
    return false;
  }
}

child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  void end(1);
});
child.once('exit', (code) => void end(code ?? 1));
process.stdin.resume().once('close', () => void end(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
