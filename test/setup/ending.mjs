/** Ends this process in order after a signal, or when npm has ended: first ends its child processes and removes its files. */
import { setTimeout as sleep } from 'node:timers/promises';
import { watchNpm } from './npmParent.mjs';

const LIMIT_MILLISECONDS = 10_000;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** @type {Set<(signal: NodeJS.Signals) => unknown>} */
const cleanUps = new Set();
let isEnding = false;

async function end(signal) {
  if (isEnding) return; // both npm and the terminal send a signal
  isEnding = true;
  const results = Promise.allSettled([...cleanUps].map(async (cleanUp) => cleanUp(signal)));
  const settled = (await Promise.race([results, sleep(LIMIT_MILLISECONDS)])) ?? [];
  process.exit(settled.find(({ value }) => typeof value === 'number')?.value ?? CODES[signal]);
}

for (const signal of Object.keys(CODES)) process.on(signal, () => void end(signal));
watchNpm(() => void end('SIGTERM'));

/**
 * Calls `cleanUp` and waits for it when a signal ends this process. If `cleanUp` returns a number, that is the exit code.
 * @returns {() => void} removes `cleanUp` from the calls
 */
export function whenEnded(cleanUp) {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}
