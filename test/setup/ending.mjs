/** Ends this process in order when a signal asks for it, or npm has gone: what it started or wrote is taken away first. */
import { setTimeout as sleep } from 'node:timers/promises';
import { watchNpm } from './npmParent.mjs';

const LIMIT_MILLISECONDS = 10_000;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** @type {Set<(signal: NodeJS.Signals) => unknown>} */
const cleanUps = new Set();
let isEnding = false;

async function end(signal) {
  if (isEnding) return; // npm and the terminal both send one
  isEnding = true;
  const results = Promise.allSettled([...cleanUps].map(async (cleanUp) => cleanUp(signal)));
  const settled = (await Promise.race([results, sleep(LIMIT_MILLISECONDS)])) ?? [];
  process.exit(settled.find(({ value }) => typeof value === 'number')?.value ?? CODES[signal]);
}

for (const signal of Object.keys(CODES)) process.on(signal, () => void end(signal));
watchNpm(() => void end('SIGTERM'));

/**
 * Has `cleanUp` called, and waited for, when a signal ends this process. A number that it gives becomes the exit code.
 * @param {(signal: NodeJS.Signals) => unknown} cleanUp
 * @returns {() => void} forgets it
 */
export function whenEnded(cleanUp) {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}
