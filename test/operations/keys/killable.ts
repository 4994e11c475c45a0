/**
 * `node killable.ts` runs a change of keys and kills itself with SIGKILL at the given step: during or after a write of the
 * journal, or before, during or after a call. It reads a Task as JSON from stdin, and prints its steps if it finishes.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import type { ChangeKind, ChangeSource } from '../../../src/operations/keys/keyChange.ts';

export interface Task {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly environment: { readonly id: string; readonly name: string; readonly isProduction: boolean };
  readonly segment: string;
  readonly folder: string;
  readonly kind: ChangeKind;
  readonly batches: readonly KeyBatch[];
  readonly way: 'direct' | 'request';
  readonly workspaceId: string;
  /** The keys of the segment when the user was asked. */
  readonly held?: readonly string[];
  /** Of an undo. */
  readonly source?: ChangeSource;
  /** Counted from 0. Undefined = never. */
  readonly killAt?: number;
}

const task = (await json(process.stdin)) as Task;
const steps: string[] = [];

/** Nothing else in this process runs after it. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

function step(name: string): void {
  steps.push(name);
  if (steps.length - 1 === task.killAt) die();
}

/** Wraps the real system calls of the journal. */
function watchWrites(): void {
  const { writeFile, rename, rm } = fs;
  const named = (file: unknown): string => String(file).replace(/^.*\.(json|lock)(\..*)?$/, '$1');
  fs.writeFile = async (file, data, options) => {
    if (steps.length === task.killAt) {
      // Writes half of it, as a kill or a full disk would leave it.
      const text = String(data);
      await writeFile(file, text.slice(0, text.length / 2), options);
    }
    step(`in the middle of writing ${named(file)}`);
    await writeFile(file, data, options);
    step(`after writing ${named(file)}`);
  };
  fs.rename = async (from, to) => {
    await rename(from, to);
    step(`after renaming to ${named(to)}`);
  };
  fs.rm = async (file, options) => {
    await rm(file, options);
    step(`after removing ${named(file)}`);
  };
  syncBuiltinESMExports();
}
watchWrites();

const { createClient } = await import('../../../src/api/client.ts');
const { createJournal } = await import('../../../src/operations/keys/journal.ts');
const { runChange } = await import('../../../src/operations/keys/runChange.ts');
const { startOne } = await import('./changes.ts');
const { submitPart } = await import('../../../src/operations/keys/requestParts.ts');
const { requestPermit, writePermit } = await import('../permits.ts');

const { baseUrl, apiKey, folder, kind, way } = task;
const client = createClient({ baseUrl, apiKey, vocabulary: { flag: 'flag' } });

function watched<Call extends (...args: never[]) => Promise<unknown>>(name: string, call: Call): Call {
  return (async (...args: never[]) => {
    step(`before ${name}`);
    const answer = call(...args);
    if (steps.length === task.killAt) await setTimeout(3);
    step(`during ${name}`);
    await answer;
    step(`after ${name}`);
    return answer;
  }) as Call;
}

const { change, keys } = await startOne({ ...task, comment: kind === 'removal' ? 'they left' : '' });
const journal = createJournal(folder);
const watchedClient = {
  ...client,
  uploadKeys: watched('uploadKeys', client.uploadKeys),
  removeKeys: watched('removeKeys', client.removeKeys),
  submitChangeRequest: watched('submitChangeRequest', client.submitChangeRequest),
};
const draft = { title: 'New', comment: 'why', approvers: [] };
const { outcome } =
  way === 'request'
    ? await submitPart(watchedClient, journal, change, keys, draft, { permit: requestPermit() })
    : await runChange(watchedClient, journal, change, keys, {
        permit: writePermit(task.environment),
        planned: task.held && { count: task.held.length, keys: new Set(task.held) },
      });
process.stdout.write(`${JSON.stringify({ outcome, steps })}\n`, () => process.exit());
