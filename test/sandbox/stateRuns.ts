/** Sandboxes with a state file in a folder of their own: in this process, or as the command line starts them. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../src/sandbox/server.ts';
import { callSandbox, environmentIn, listOf, type Answer } from './raw.ts';

/** The fields that both a sandbox and its ready line have. */
type Running = Pick<Sandbox, 'baseUrl' | 'keys' | 'environments'>;
export type Ready = Running & Pick<Sandbox, 'vocabulary' | 'controlKey'>;

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

/** Submits the addition of a key in an environment that requires approvals. Returns the ID of the change request. */
export async function submit(running: Running, key: string): Promise<string> {
  const { id, workspace } = environmentIn(running, 'production');
  const segment = { name: 'beta-accounts', keys: [key] };
  const request = { title: 'One more', comment: 'Please', approvers: [], operationType: 'CREATE', segment };
  const { body, status, text } = await callSandbox(
    running,
    'POST',
    `/changeRequests/ws/${workspace.id}/environments/${id}`,
    request,
  );
  assert.equal(status, 200, text);
  return String(body['id']);
}

const CLI = fileURLToPath(new URL('../../src/sandbox/cli.ts', import.meta.url));

export interface Process {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  /** The exit code and the signal. */
  readonly ended: Promise<unknown[]>;
  /** Resolves to the ready line, or to an empty object if the output is not JSON. Rejects if the process ends before that. */
  ready(isReady?: (out: string) => boolean): Promise<Ready>;
  /** Ends it at once, as a power loss or a task manager would. */
  kill(): Promise<void>;
}

/** Runs the command line. `shell` is put in front of it, for example to set a limit. */
export function startProcess(args: readonly string[], { shell = '' }: { readonly shell?: string } = {}): Process {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const all = [CLI, ...args];
  const child =
    shell === ''
      ? spawn(process.execPath, all, { stdio })
      : spawn('sh', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...all], { stdio });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'close');
  return {
    child,
    said,
    ended,
    async ready(isReady = (out) => out.includes('\n')) {
      while (!isReady(said.out)) {
        const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
        if (isOver) throw new Error(`it ended: ${said.err}`);
      }
      return (said.out.startsWith('{') ? JSON.parse(said.out) : {}) as Ready;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
