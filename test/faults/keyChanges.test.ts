/**
 * Tests an upload and a removal under each fault: on all calls, on the first part, and from the second part on. Then resumes from
 * the journal, like a new window. The segment ends in the same state as without a fault, and the journal is correct about each
 * part.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { KeyBatch, KeyOperation } from '../../src/domain/keys/keyPlan.ts';
import { createJournal } from '../../src/operations/keys/journal.ts';
import {
  isUnfinished,
  countDoneKeys,
  keysOfPart,
  countUnconfirmedKeys,
  type KeyChange,
} from '../../src/operations/keys/keyChange.ts';
import { runChange } from '../../src/operations/keys/runChange.ts';
import { mayUndo, undoPlan } from '../../src/operations/keys/undo.ts';
import { afterBatches, startOne } from '../operations/keys/changes.ts';
import { casesOf } from '../properties/runs.ts';
import { writePermit } from '../operations/permits.ts';
import { assertNoSecret, assertUsable, endCell, withoutHang } from './cell.ts';
import { isWrite, runColumns, scoped } from './describeMatrix.ts';
import type { NamedFault } from './ending.ts';
import type { Seen } from './faultLink.ts';
import { filled } from './segmentCalls.ts';
import { ENDPOINTS, openFaultSetup, type FaultSetup } from './faultSetup.ts';
import type { Fault } from './tcpFaultProxy.ts';

const HELD = ['a', 'b', 'x', 'y'];
const SCOPES = ['everything', 'the first part', 'all after the first part'] as const;
type Scope = (typeof SCOPES)[number];

interface Case {
  readonly title: string;
  readonly operation: KeyOperation;
  readonly parts: readonly (readonly string[])[];
  readonly end: string;
}
const CASES: readonly Case[] = [
  { title: 'an upload', operation: 'add', parts: [['c', 'd'], ['a', 'b'], ['e']], end: 'abcdexy' },
  { title: 'a removal', operation: 'remove', parts: [['a', 'b'], ['v', 'w'], ['x']], end: 'y' },
];

function faultOn(scope: Scope, fault: Fault | undefined, seen: readonly Seen[]): Parameters<FaultSetup['proxy']['set']>[0] {
  if (scope === 'everything' || fault?.at === 'connection') return fault;
  // The parts, however often each is sent. A fault may occur before the keys of a part arrive, so parts are identified by
  // answers.
  const isFirstDone = (): boolean => seen.some((request) => isWrite(request) && request.status === 200);
  if (scope === 'the first part') return (request) => (isWrite(request) && !isFirstDone() ? fault : undefined);
  return () => (isFirstDone() ? fault : undefined);
}

async function runCell(
  setup: FaultSetup,
  { operation, parts, end }: Case,
  name: string,
  scope: Scope,
  { fault, ending }: NamedFault,
): Promise<{ readonly outcome: 'done' | 'stopped'; readonly isUndone: boolean }> {
  const { place, proxy } = setup;
  await filled(place, name, place.development, HELD);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-faults-'));
  const journal = createJournal(folder);
  const environment = { id: place.development, name: 'development', isProduction: false };
  const permit = writePermit(environment);
  const batches = parts.map((keys): KeyBatch => ({ operation, keys }));
  const { change, keys } = await startOne({ batches, environment, segment: name, comment: operation === 'remove' ? 'x' : '' });
  const client = setup.client('submitter');
  const held = async (): Promise<string> =>
    (await place.direct.readKeys(place.development, name, { offset: 0, limit: 100 })).keys
      .map(({ key }) => key)
      .toSorted()
      .join('');
  try {
    proxy.seen.length = 0;
    await proxy.set(faultOn(scope, fault, proxy.seen));
    const outcome = await withoutHang(runChange(client, journal, change, keys, { permit }));
    await proxy.set(undefined);
    assert.ok(outcome.outcome === 'done' || (outcome.outcome === 'stopped' && ending !== 'success'), outcome.outcome);
    if (outcome.outcome === 'stopped') assertNoSecret(outcome.error, setup.secrets);
    const kept = await journal.read(change.id);
    assert.deepEqual(kept, outcome.change, 'the journal is what is told');
    assertTold(outcome.change, keys, await held());
    await assertUsable(client, place);
    if (isUnfinished(outcome.change)) {
      const resumed = await runChange(client, journal, outcome.change, keys, { permit });
      assert.ok(resumed.outcome === 'done', resumed.outcome);
    }
    assert.equal(await held(), end);
    return { outcome: outcome.outcome, isUndone: await assertUndo((await journal.read(change.id))!, keys, end) };
  } finally {
    rmSync(folder, { recursive: true });
    await endCell(proxy, client);
  }
}

/** Keys that are reported as sent exist (or are removed). Only keys that are reported as pending may differ. */
function assertTold(change: KeyChange, keys: readonly string[], held: string): void {
  for (const part of change.parts) {
    const isAdd = part.operation === 'add';
    for (const key of keysOfPart(part, keys)) {
      const isDone = held.includes(key) === isAdd;
      if (part.state === 'sent') assert.ok(isDone, `${key} is told as sent`);
      if (part.state === 'waiting') assert.equal(held.includes(key), HELD.includes(key), `${key} waits`);
    }
  }
  assert.ok(countUnconfirmedKeys(change) <= 2 && countDoneKeys(change) + countUnconfirmedKeys(change) <= change.keyCount);
}

/** Undoes the change and checks that the segment is as before. False if that is refused. */
async function assertUndo(change: KeyChange, keys: readonly string[], end: string): Promise<boolean> {
  if (!mayUndo(change)) return false;
  const undo = await undoPlan(change, keys, end.length);
  assert.ok(undo.ok);
  assert.equal(afterBatches(undo.batches, end), HELD.join(''), 'changed back');
  return true;
}

const COLUMNS = scoped(SCOPES);
const RUNS = ENDPOINTS.flatMap((endpoints) => CASES.map((one) => ({ endpoints, one })));

describe(`changes of keys under every fault: ${RUNS.length * COLUMNS.length} cells`, { concurrency: 2 }, () => {
  for (const [first, { endpoints, one }] of RUNS.entries()) {
    it(`${one.title} (${endpoints})`, async (t) => {
      const setup = await openFaultSetup(endpoints);
      t.after(() => setup.close());
      const columns = casesOf(COLUMNS, first);
      const ends = { done: 0, stopped: 0, undone: 0 };
      const nameOf = ({ name, scope }: (typeof COLUMNS)[number]): string => `${name}, on ${scope}`;
      await runColumns(t, columns, nameOf, async (fault, index) => {
        const { outcome, isUndone } = await runCell(setup, one, `change-${index}-x`, fault.scope, fault);
        ends[outcome] += 1;
        if (isUndone) ends.undone += 1;
      });
      t.diagnostic(JSON.stringify(ends));
      const often = columns.length / 10;
      assert.ok(ends.done > often && ends.stopped > often && ends.undone > often / 2, 'every end is met');
    });
  }
});
