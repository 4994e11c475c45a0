/** A sandbox, and processes that are killed while they change its data. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../../../src/api/client.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import type { Task } from './killable.ts';

export interface Killing {
  /** Submits; `approver` approves. */
  readonly client: Client;
  readonly approver: Client;
  /** A new segment that is active in the environment. */
  newSegment(environment: Task['environment']): Promise<string>;
  environment(name: string): Task['environment'];
  readonly workspaceId: string;
  held(environment: Task['environment'], segment: string): Promise<string>;
  /** Returns the steps of an undisturbed run, which must end with this outcome. */
  stepsOf(task: Wish, outcome: string): Promise<readonly string[]>;
  /** Runs it until the step at which it is killed. */
  kill(task: Wish, killAt: number): Promise<void>;
  folderOf(segment: string): string;
}

export type Wish = Pick<Task, 'environment' | 'segment' | 'kind' | 'batches' | 'way' | 'source' | 'held'>;

export function useKilling(): Killing {
  let sandbox: Sandbox;
  let clients: readonly Client[] = [];
  let folder = '';
  let segments = 0;
  const keyOf = (role: string): string => sandbox.keys.find((key) => key.role === role)?.key ?? '';
  const here = () => sandbox.environments.filter(({ workspace }) => workspace.name === 'Storefront');

  before(async () => {
    sandbox = await startSandbox();
    clients = ['submitter', 'approver'].map((role) =>
      createClient({ baseUrl: sandbox.baseUrl, apiKey: keyOf(role), vocabulary: { flag: 'flag' } }),
    );
    folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-kill-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const client of clients) await client.close();
    await sandbox.close();
  });

  const killing: Killing = {
    get client() {
      return clients[0]!;
    },
    get approver() {
      return clients[1]!;
    },
    get workspaceId() {
      return here()[0]!.workspace.id;
    },
    environment(name) {
      const found = here().find((one) => one.name === name);
      assert.ok(found);
      return { id: found.id, name, isProduction: found.production };
    },
    async newSegment({ id }) {
      const name = `killed-${(segments += 1)}`;
      await killing.client.createSegment(killing.workspaceId, 'user', { name, description: '' });
      await killing.client.activateSegment(id, name);
      return name;
    },
    async held({ id }, segment) {
      const { keys } = await killing.client.readKeys(id, segment, { offset: 0, limit: 100 });
      return keys
        .map(({ key }) => key)
        .toSorted()
        .join('');
    },
    folderOf: (segment) => path.join(folder, segment),
    async stepsOf(wish, outcome) {
      const { printed } = await run(taskOf(wish));
      const told = JSON.parse(printed) as { readonly outcome: string; readonly steps: readonly string[] };
      assert.equal(told.outcome, outcome);
      return told.steps;
    },
    async kill(wish, killAt) {
      const { signal } = await run({ ...taskOf(wish), killAt });
      assert.equal(signal, 'SIGKILL');
      ageFiles(killing.folderOf(wish.segment));
    },
  };
  const taskOf = (wish: Wish): Task => ({
    ...wish,
    baseUrl: sandbox.baseUrl,
    apiKey: keyOf('submitter'),
    workspaceId: killing.workspaceId,
    folder: killing.folderOf(wish.segment),
  });
  return killing;
}

async function run(task: Task): Promise<{ readonly signal: string | null; readonly printed: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('killable.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Uses stdin, because others can see the arguments of a program, and the task contains an API key.
  child.stdin.on('error', () => undefined).end(JSON.stringify(task));
  const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number, string | null]>]);
  return { signal, printed };
}

/** The next window opens a while later. */
function ageFiles(folder: string): void {
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) utimesSync(path.join(folder, name), anHourAgo, anHourAgo);
}
