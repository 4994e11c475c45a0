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
import type { Answer, Json, KeyName } from './raw.ts';

/** The fields that both a sandbox and its ready line have. */
export type Running = Pick<Sandbox, 'baseUrl' | 'keys' | 'environments'>;

/** Returns paths for state files in a new folder, which is removed after the tests of the file. */
export function stateFiles(): () => string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-state-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => path.join(mkdtempSync(path.join(folder, 'one-')), 'state.json');
}

export async function call(
  running: Running,
  method: string,
  callPath: string,
  body?: unknown,
  as: KeyName = 'submitter-key',
): Promise<Answer> {
  const key = running.keys.find(({ name }) => name === as)?.key;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${running.baseUrl}/internal/api/v2${callPath}`, { method, headers, ...init });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Json };
}

/** The id of an environment of the Storefront. */
export function environment(running: Running, name: string): string {
  return running.environments.find((one) => one.name === name && one.workspace.name === 'Storefront')!.id;
}

const keysPath = (running: Running): string => `/segments/${environment(running, 'development')}/beta-accounts`;

/** Adds keys to a segment; the answer. */
export const addKeys = (running: Running, ...keys: readonly string[]): Promise<Answer> =>
  call(running, 'PUT', `${keysPath(running)}/upload`, keys);

/** The keys that tests have added: those that begin with `new`. */
export async function addedKeys(running: Running): Promise<string[]> {
  const { body, status, text } = await call(running, 'GET', `${keysPath(running)}/keys?limit=100000`);
  assert.equal(status, 200, text);
  const keys = body['keys'] as unknown as readonly { key: string }[];
  return keys.map(({ key }) => key).filter((key) => key.startsWith('new'));
}

/** Submits the addition of a key in an environment that requires approvals. Returns the ID of the change request. */
export async function submit(running: Running, key: string): Promise<string> {
  const workspace = running.environments.find((one) => one.workspace.name === 'Storefront')!.workspace.id;
  const { body, status, text } = await call(
    running,
    'POST',
    `/changeRequests/ws/${workspace}/environments/${environment(running, 'production')}`,
    {
      title: 'One more',
      comment: 'Please',
      approvers: [],
      operationType: 'CREATE',
      segment: { name: 'beta-accounts', keys: [key] },
    },
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
  /** Resolves to the ready line. Rejects if the process ends before that. */
  ready(): Promise<Running>;
  /** Ends it at once, as a power loss or a task manager would. */
  kill(): Promise<void>;
}

/** Runs the command line. `shell` is put in front of it, for example to set a limit. */
export function startProcess(file: string, { shell = '' }: { readonly shell?: string } = {}): Process {
  const args = [CLI, '--json', '--state', file];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child =
    shell === ''
      ? spawn(process.execPath, args, { stdio })
      : spawn('sh', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...args], { stdio });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const ended = once(child, 'close');
  return {
    child,
    said,
    ended,
    async ready() {
      while (!said.out.includes('\n')) {
        const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
        if (isOver) throw new Error(`it ended: ${said.err}`);
      }
      return JSON.parse(said.out) as Running;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
