/** State files in a folder of their own, and the keys that tests add to a sandbox with such a file. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { callSandbox, environmentIn, listOf, type Answer } from './raw.ts';

/** The fields that both a sandbox and the ready line of the command line have. */
type Running = Pick<Sandbox, 'baseUrl' | 'keys' | 'environments'>;

/** Returns paths for state files in a new folder, which is removed after the tests of the file. */
export function stateFiles(): () => string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-state-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => path.join(mkdtempSync(path.join(folder, 'one-')), 'state.json');
}

const segment = (running: Running): string => `/segments/${environmentIn(running, 'development').id}/beta-accounts`;

/** Adds keys to a segment. */
export const addKeys = (running: Running, ...keys: readonly string[]): Promise<Answer> =>
  callSandbox(running, 'PUT', `${segment(running)}/upload`, keys);

/** The keys that tests have added: those that begin with `new`. */
export async function addedKeys(running: Running): Promise<readonly string[]> {
  const { body, status, text } = await callSandbox(running, 'GET', `${segment(running)}/keys?limit=100000`);
  assert.equal(status, 200, text);
  return listOf(body['keys']).map(({ key }) => String(key)).filter((key) => key.startsWith('new')); // prettier-ignore
}
