/** The editor killed (-9) at every step of a piece of work, which is then gone on with: the end is that of an undisturbed run. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../../../src/api/client.ts';
import { keyDifference } from '../../../src/domain/keys/keyDifference.ts';
import { planEqual, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import { isUnfinished, type KeyWork, type WorkKind } from '../../../src/operations/keyWork/keyWork.ts';
import { resumeCheck } from '../../../src/operations/keyWork/resumeCheck.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { writePermit } from '../permits.ts';
import type { Task } from './killable.ts';
import { startWork } from './work.ts';

const HELD = ['a', 'b', 'x', 'y', 'z'];
const add = (...keys: readonly string[]): KeyBatch => ({ operation: 'add', keys });
const remove = (...keys: readonly string[]): KeyBatch => ({ operation: 'remove', keys });

/** Some of the keys are held before, so that a batch's keys are new all, none, or some. */
const CASES: readonly { readonly kind: WorkKind; readonly batches: readonly KeyBatch[]; readonly end: string }[] = [
  { kind: 'upload', batches: [add('c', 'd'), add('a', 'e'), add('b')], end: 'abcdexyz' },
  { kind: 'removal', batches: [remove('a', 'b'), remove('x', 'w'), remove('v')], end: 'yz' },
  { kind: 'equal', batches: [add('c', 'd'), remove('x', 'y'), remove('z')], end: 'abcd' },
];

let sandbox: Sandbox;
let client: Client;
let environment: Task['environment'];
let workspaceId: string;
let place: { readonly folder: string };
let segments = 0;

before(async () => {
  sandbox = await startSandbox();
  const found = sandbox.environments.find(({ name, workspace }) => name === 'development' && workspace.name === 'Storefront');
  assert.ok(found);
  environment = { id: found.id, name: found.name, isProduction: found.production };
  workspaceId = found.workspace.id;
  client = createClient({ baseUrl: sandbox.baseUrl, apiKey: apiKey(), vocabulary: { flag: 'flag' } });
  place = { folder: mkdtempSync(path.join(os.tmpdir(), 'flag-admin-kill-')) };
});
after(async () => {
  rmSync(place.folder, { recursive: true, force: true });
  await client.close();
  await sandbox.close();
});

const apiKey = (): string => sandbox.keys[0]?.key ?? '';

async function newSegment(): Promise<string> {
  const name = `killed-${(segments += 1)}`;
  await client.createSegment(workspaceId, 'user', { name, description: '' });
  await client.activateSegment(environment.id, name);
  await client.uploadKeys(environment.id, name, HELD);
  return name;
}

const held = async (segment: string): Promise<readonly string[]> =>
  (await client.readKeys(environment.id, segment, { offset: 0, limit: 100 })).keys.map(({ key }) => key).toSorted();

interface Ended {
  readonly signal: string | null;
  readonly printed: string;
}

async function runChild(task: Task): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('killable.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined).end(JSON.stringify(task));
  const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number, string | null]>]);
  return { signal, printed };
}

/** As the next window does it: from what the journal has, and the keys found again. */
async function resume(folder: string, segment: string, { kind, batches }: (typeof CASES)[number]): Promise<KeyWork> {
  const journal = createKeyJournal(folder);
  const permit = writePermit(environment);
  ageFiles(folder);
  const [found, ...others] = await journal.list();
  assert.deepEqual(others, []);
  const again = await startWork({ kind, batches, environment, segment });
  let next = { work: found ?? again.work, keys: again.keys };
  if (found) {
    assert.equal(await journal.isRunning(found.id), false, 'what a killed process had is free');
    if (!isUnfinished(found)) return found;
    const checked = await resumeCheck(found, again.keys);
    if (kind === 'equal') {
      assert.deepEqual(checked, { ok: false, refusal: { code: 'compareAgain' } });
      const plan = planEqual(keyDifference(['a', 'b', 'c', 'd'], await held(segment)));
      if (!plan.ok) {
        assert.equal(plan.refusal.code, 'alreadyEqual');
        return found;
      }
      next = await startWork({ kind, batches: plan.batches, environment, segment });
    } else {
      assert.ok(checked.ok);
    }
  }
  const outcome = await runKeyWork(client, journal, next.work, next.keys, { permit });
  assert.ok(outcome.outcome === 'done', outcome.outcome);
  const left = readdirSync(folder).filter((file) => !file.endsWith('.json'));
  assert.deepEqual(
    left.filter((file) => !file.startsWith(next.work.id)),
    [],
    'nothing is left of the files of the one that was killed',
  );
  return outcome.work;
}

describe('a piece of work that is killed', { concurrency: 2 }, () => {
  for (const one of CASES) {
    it(`of kind ${one.kind}, at every step`, async (t) => {
      const { kind, batches, end } = one;
      const taskFor = async (killAt?: number): Promise<Task> => {
        const segment = await newSegment();
        const folder = path.join(place.folder, segment);
        return {
          baseUrl: sandbox.baseUrl,
          apiKey: apiKey(),
          environment,
          segment,
          folder,
          kind,
          batches,
          ...(killAt !== undefined && { killAt }),
        };
      };
      const undisturbed = await taskFor();
      const { printed } = await runChild(undisturbed);
      const { outcome, steps } = JSON.parse(printed) as { outcome: string; steps: readonly string[] };
      assert.equal(outcome, 'done');
      assert.equal((await held(undisturbed.segment)).join(''), end);
      assert.ok(steps.length > 30 && steps.filter((name) => /^before (upload|remove)Keys/.test(name)).length === 3);

      for (const [killAt, name] of steps.entries()) {
        const task = await taskFor(killAt);
        assert.equal((await runChild(task)).signal, 'SIGKILL', name);
        const work = await resume(task.folder, task.segment, one);
        assert.equal((await held(task.segment)).join(''), end, name);
        if (kind === 'equal') continue;
        assert.equal(isUnfinished(work), false, name);
        const undo = await undoPlan(
          work,
          batches.flatMap(({ keys }) => keys),
          end.length,
        );
        if (undo.ok) assertUndoes(undo.batches, end);
      }
      t.diagnostic(`${steps.length} steps`);
    });
  }
});

/** The next window is opened a while later. */
function ageFiles(folder: string): void {
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) utimesSync(path.join(folder, name), anHourAgo, anHourAgo);
}

/** Never removes a key that was held before, and adds none that was not. */
function assertUndoes(batches: readonly KeyBatch[], end: string): void {
  const after = new Set(end);
  for (const { operation, keys } of batches) {
    for (const key of keys) {
      assert.equal(HELD.includes(key), operation === 'add', `${operation} ${key}`);
      if (operation === 'add') after.add(key);
      else after.delete(key);
    }
  }
  assert.equal([...after].toSorted().join(''), HELD.join(''));
}
