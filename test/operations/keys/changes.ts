/** Sample changes in the places of the sandbox. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { planUpload, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import type { KeyChange, PartState } from '../../../src/operations/keys/keyChange.ts';
import { createJournal, type Journal } from '../../../src/operations/keys/journal.ts';
import { startChange, type ChangeIntent, type StartedChange } from '../../../src/operations/keys/startChange.ts';

export const newKeys = (count: number, prefix = 'new'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

export function uploadOf(keys: readonly string[]): readonly KeyBatch[] {
  const plan = planUpload(keys, 0);
  assert.ok(plan.ok);
  return plan.batches;
}

export const add = (...keys: readonly string[]): KeyBatch => ({ operation: 'add', keys });
export const remove = (...keys: readonly string[]): KeyBatch => ({ operation: 'remove', keys });

/** The change as the journal has it, with what the segment contained before: one bit for each key of the list. */
export function withKnownKeys(change: KeyChange, keys: readonly string[], contents: readonly string[]): KeyChange {
  const bits = Buffer.alloc(Math.ceil(keys.length / 8));
  for (const [place, key] of keys.entries()) if (contents.includes(key)) bits[place >> 3]! |= 1 << (place & 7);
  return { ...change, before: { count: contents.length, contained: bits.toString('base64') } };
}

/** The change with these states of its parts. The last state applies to all further parts. */
export const inStates = (change: KeyChange, ...states: readonly PartState[]): KeyChange => ({
  ...change,
  parts: change.parts.map((part, index) => ({ ...part, state: states[index] ?? states.at(-1)! })),
});

/** The states of the parts, as `sent sending waiting`. */
export const statesOf = (change: KeyChange | undefined): string | undefined => change?.parts.map(({ state }) => state).join(' ');

/** Returns the keys of a segment after these batches, joined and sorted. Each key is one letter. */
export function afterBatches(batches: readonly KeyBatch[], before: string): string {
  const held = new Set(before);
  for (const { operation, keys } of batches) for (const key of keys) held[operation === 'add' ? 'add' : 'delete'](key);
  return [...held].toSorted().join('');
}

const developmentEnvironment = { id: 'e1', name: 'development', isProduction: false };

export type ChangeOptions = Partial<Omit<ChangeIntent, 'target'>> & {
  readonly batches: readonly KeyBatch[];
  readonly environment?: typeof developmentEnvironment;
  readonly segment?: string;
  readonly workspaceId?: string;
  readonly requiresTitleAndComments?: boolean;
};

/** Returns a change. Default: an upload to `beta-accounts`. */
export async function startOne(options: ChangeOptions): Promise<StartedChange> {
  const {
    environment = developmentEnvironment,
    segment = 'beta-accounts',
    workspaceId = 'w1',
    requiresTitleAndComments = false,
    ...rest
  } = options;
  return startChange({
    kind: 'upload',
    connection: { id: 'c1', name: 'Sandbox', origin: 'http://127.0.0.1', keyName: 'submitter-key' },
    target: {
      workspace: { id: workspaceId, name: 'Storefront', requiresTitleAndComments },
      environment,
      name: segment,
      trafficType: 'account',
    },
    source: { description: 'accounts.csv', form: { format: 'lines' }, uri: 'file:///accounts.csv' },
    way: 'direct',
    startedAt: 1_790_000_000_000,
    ...rest,
  });
}

export interface JournalInFolder extends Journal {
  readonly folder: string;
}

/** Returns a journal in a new folder, which is removed after the test. */
export function openJournal(t: TestContext): JournalInFolder {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-journal-'));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'storage', 'keyWork');
  return { ...createJournal(folder), folder };
}
