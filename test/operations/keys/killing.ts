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
import type { Place } from '../../faults/call.ts';
import { filled } from '../../faults/segmentCalls.ts';
import { openFaultSetup, type FaultSetup } from '../../faults/faultSetup.ts';
import type { Task } from './killable.ts';

export type KillingOptions = Pick<Task, 'environment' | 'segment' | 'kind' | 'batches' | 'way' | 'source' | 'held'>;

export interface Killing {
  readonly place: Place;
  environment(name: string): Task['environment'];
  /** Returns a new segment that is active in the environment and contains these keys. */
  newSegment(environment: Task['environment'], keys?: readonly string[]): Promise<string>;
  /** Returns the keys of the segment, joined. Each key is one letter. */
  held(options: Pick<KillingOptions, 'environment' | 'segment'>): Promise<string>;
  /** Returns the steps of an undisturbed run, which must end with this outcome. */
  stepsOf(options: KillingOptions, outcome: string): Promise<readonly string[]>;
  /** Runs it until the step at which it is killed. */
  kill(options: KillingOptions, killAt: number): Promise<void>;
  folderOf(segment: string): string;
}

export function useKilling(): Killing {
  let setup: FaultSetup;
  let folder = '';
  let segments = 0;
  before(async () => {
    setup = await openFaultSetup();
    folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-kill-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await setup.close();
  });

  async function run(
    options: KillingOptions,
    killAt?: number,
  ): Promise<{ readonly signal: string | null; readonly printed: string }> {
    const { workspaceId } = setup.place;
    const { baseUrl, keys } = setup.sandbox;
    const apiKey = keys.find(({ role }) => role === 'submitter')?.key;
    const task = { ...options, baseUrl, apiKey, workspaceId, folder: killing.folderOf(options.segment), killAt };
    const child = spawn(process.execPath, [fileURLToPath(new URL('killable.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // Uses stdin, because others can see the arguments of a program, and the task contains an API key.
    child.stdin.on('error', () => undefined).end(JSON.stringify(task));
    const closed = once(child, 'close') as Promise<[number, string | null]>;
    const [printed, [, signal]] = await Promise.all([text(child.stdout), closed]);
    return { signal, printed };
  }

  const killing: Killing = {
    get place() {
      return setup.place;
    },
    environment(name) {
      const found = setup.place.environments.find((one) => one.name === name);
      assert.ok(found);
      return { id: found.id, name, isProduction: found.production !== false };
    },
    async newSegment({ id }, keys = []) {
      const name = `killed-${(segments += 1)}`;
      await filled(setup.place, name, id, keys);
      return name;
    },
    async held({ environment, segment }) {
      const { keys } = await setup.place.direct.readKeys(environment.id, segment, { offset: 0, limit: 100 });
      return keys
        .map(({ key }) => key)
        .toSorted()
        .join('');
    },
    folderOf: (segment) => path.join(folder, segment),
    async stepsOf(options, outcome) {
      const { printed } = await run(options);
      const told = JSON.parse(printed) as { readonly outcome: string; readonly steps: readonly string[] };
      assert.equal(told.outcome, outcome);
      return told.steps;
    },
    async kill(options, killAt) {
      const { signal } = await run(options, killAt);
      assert.equal(signal, 'SIGKILL');
      // The next window opens a while later.
      const anHourAgo = Date.now() / 1000 - 3600;
      const own = killing.folderOf(options.segment);
      for (const name of existsSync(own) ? readdirSync(own) : []) utimesSync(path.join(own, name), anHourAgo, anHourAgo);
    },
  };
  return killing;
}
