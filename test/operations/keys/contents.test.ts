/** Tests the check of a segment before a part is sent, in the state that the change left or changed by others since, and the undo. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isCancelled } from '../../../src/api/errors.ts';
import type { KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { ChangedElsewhere, withContents } from '../../../src/operations/keys/contents.ts';
import {
  sumOfPart,
  withBefore,
  withoutUndoRecord,
  type Contents,
  expectedCounts,
} from '../../../src/operations/keys/expectedContents.ts';
import type { ChangeKind, KeyChange, PartState } from '../../../src/operations/keys/keyChange.ts';
import { useService } from '../service.ts';
import { add, inStates, newKeys, remove, startOne, withKnownKeys, uploadOf } from './changes.ts';
import { addManyKeys, keysInSegment, makeLarge, prepare } from './prepared.ts';
import { countBits, emptyBits, setBit } from '../../../src/operations/keys/keyBits.ts';
import { mayUndo, undoPlan } from '../../../src/operations/keys/undo.ts';

const service = useService();
const SEGMENT = 'beta-accounts';

const upload = async (keys: readonly string[]): Promise<unknown> =>
  keys.length > 0 && service.as('submitter-key').uploadKeys(service.environment('development').id, SEGMENT, keys);

const start = async (batches: readonly KeyBatch[], kind: ChangeKind = 'upload') =>
  startOne({ kind, batches, environment: service.environment('development') });

/** An unfinished change and the current keys of the segment. `heldBefore`: undefined = not known. */
async function halfWay(
  kind: ChangeKind,
  batches: readonly KeyBatch[],
  states: readonly PartState[],
  heldBefore: readonly string[] | undefined,
  held: readonly string[],
): Promise<{ readonly change: KeyChange; readonly after: Promise<KeyChange> }> {
  await service.sandbox.reset();
  const { change: started, keys } = await start(batches, kind);
  const others = await keysInSegment(service);
  const keysBefore = heldBefore && new Set([...others, ...heldBefore]);
  const known = await withBefore(started, keys, { count: keysBefore?.size ?? others.length, keys: keysBefore });
  const sums = await Promise.all(known.parts.map((part) => sumOfPart(known, part, keys)));
  const parts = known.parts.map((part, index) => ({ ...part, ...sums[index] }));
  const change = inStates({ ...known, parts }, ...states);
  await upload(held);
  service.seen.length = 0;
  return { change, after: withContents(service.as('submitter-key'), change, keys, undefined, {}) };
}

describe('if the answer to a part was lost', () => {
  const arrived = async (
    kind: ChangeKind,
    batches: readonly KeyBatch[],
    heldBefore: readonly string[] | undefined,
    cases: readonly (readonly [held: readonly string[], isExpected: boolean])[],
  ): Promise<void> => {
    for (const [held, isExpected] of cases) {
      const { change, after } = await halfWay(kind, batches, ['sent', 'sending', 'waiting'], heldBefore, held);
      if (isExpected) assert.deepEqual(await after, change, held.join());
      else if (kind === 'undo') await assert.rejects(after, ChangedElsewhere, held.join());
      else assert.deepEqual(await after, withoutUndoRecord(change, 'changedElsewhere'), held.join());
    }
  };

  it('an upload or a removal can still be undone if each part is there completely or not at all', async () => {
    await arrived('upload', [add('a', 'b'), add('c', 'd'), add('e')], ['a'], [
      [['a', 'b'], true],
      [['a', 'b', 'c', 'd'], true],
      [['a', 'b', 'c', 'e'], false], // as many as if it had arrived
      [['a', 'b', 'e'], false],
    ]); // prettier-ignore
    await arrived('removal', [remove('a', 'b'), remove('c', 'd'), remove('e')], ['a', 'c', 'e'], [
      [['c', 'e'], true],
      [['e'], true],
      [['b', 'c', 'e'], false],
    ]); // prettier-ignore
  });

  it('an undo continues only if nobody else has changed its keys', async () => {
    await arrived('undo', [remove('a', 'b'), add('c'), add('d')], undefined, [
      [[], true],
      [['c'], true],
      [['a'], false],
      [['d'], false],
      [['c', 'd'], false],
    ]);
  });
});

it('between two parts, the segment is only counted, if at all, and a different count shows that somebody else changed it', async () => {
  const paths = (): readonly string[] => service.seen.map(({ path }) => path);
  const batches = [add('a', 'b'), add('c')];
  const { change, after } = await halfWay('upload', batches, ['sent', 'waiting'], ['a'], ['a', 'b']);
  assert.deepEqual(await after, change);
  assert.deepEqual([paths().length, paths()[0]?.endsWith('limit=1&offset=0')], [1, true]);
  const moved = await halfWay('upload', batches, ['sent', 'waiting'], ['a'], ['a', 'b', 'x']);
  assert.deepEqual(await moved.after, withoutUndoRecord(moved.change, 'changedElsewhere'));
  const unknown = await halfWay('upload', batches, ['sent', 'waiting'], undefined, []);
  assert.equal(await unknown.after, unknown.change);
  assert.deepEqual(paths(), [], 'it is not read if its earlier contents are unknown');
});

describe('before the first part', () => {
  const isMoved = async (kind: ChangeKind, planned: Contents): Promise<boolean> => {
    const { change, keys } = await start([add('a')], kind);
    return withContents(service.as('submitter-key'), change, keys, planned, {}).then(
      () => false,
      (error: unknown) => error instanceof ChangedElsewhere,
    );
  };

  it('a plan to make the segment equal to a list depends on each key of the segment, an undo only on their number', async () => {
    const held = await keysInSegment(service);
    const count = held.length;
    assert.equal(await isMoved('equal', { count, keys: new Set(held) }), false);
    assert.equal(await isMoved('equal', { count, keys: new Set(held.with(0, 'another')) }), true);
    assert.equal(await isMoved('equal', { count: count - 1, keys: new Set(held.slice(1)) }), true);
    assert.equal(await isMoved('equal', { count }), true);
    assert.equal(await isMoved('undo', { count }), false);
    assert.equal(await isMoved('undo', { count: count + 1 }), true);
  });

  it('a cancelled reading of the segment does not report that others have changed it', async () => {
    await addManyKeys(service);
    const held = await keysInSegment(service);
    const { change, keys } = await start([add(...newKeys(2))], 'equal');
    const abort = new AbortController();
    service.seen.length = 0;
    service.onCall = () => {
      if (service.seen.length === 2) abort.abort();
      return undefined;
    };
    const planned = { count: held.length, keys: new Set(held) };
    const options = { signal: abort.signal };
    await assert.rejects(withContents(service.as('submitter-key'), change, keys, planned, options), isCancelled);
  });
});

async function done(t: TestContext, batches: readonly KeyBatch[], heldBefore?: ReadonlySet<string>) {
  const { run, keys } = await prepare(service, t, { batches });
  const outcome = await run({ planned: heldBefore && { count: heldBefore.size, keys: heldBefore } });
  assert.ok(outcome.outcome === 'done');
  return { change: outcome.change, keys };
}

describe('an undo', () => {
  it('is possible for an upload into a large segment only if that was read before and still has as many keys', async (t) => {
    await makeLarge(service);
    const before = await keysInSegment(service);
    const batches = uploadOf([...newKeys(10), before[0]!]);
    const unread = await done(t, batches);
    assert.deepEqual([unread.change.proof, mayUndo(unread.change), expectedCounts(unread.change)], ['notRead', false, []]);
    assert.ok(!mayUndo((await done(t, batches, new Set(before))).change), 'others have changed it since');
    const read = await done(t, uploadOf([...newKeys(10, 'other'), before[0]!]), new Set(await keysInSegment(service)));
    const plan = await undoPlan(read.change, read.keys, 0);
    assert.deepEqual(plan.ok && plan.batches, [remove(...newKeys(10, 'other'))]);
  });

  it('is not possible if the segment can’t be counted between two parts, because others may have changed it', async (t) => {
    service.onCall = ({ method }) =>
      method === 'GET' && service.count('PUT', /upload/) > 0 ? { status: 400, body: {} } : undefined;
    assert.ok(!mayUndo((await done(t, uploadOf(newKeys(25_000)))).change));
  });

  it('is refused if the list of keys was edited after the upload', async () => {
    const keys = newKeys(1050);
    const { change } = await startOne({ batches: uploadOf(keys) });
    const refusal = { code: 'keysChanged', countThen: 1050, countNow: 1050 };
    assert.deepEqual(await undoPlan(change, [keys[1]!, keys[0]!, ...keys.slice(2)], 0), { ok: false, refusal });
    const longer = await undoPlan(change, [...keys, 'one more'], 0);
    assert.deepEqual(!longer.ok && longer.refusal, { ...refusal, countNow: 1051 });
  });
});

it('the expected number of keys counts only the keys that change something, with two values for a part whose answer was lost', async () => {
  const added = await startOne({ batches: [add('a', 'b'), add('c', 'd', 'e')] });
  const upload = withKnownKeys(added.change, added.keys, ['b', 'd', 'x']);
  assert.deepEqual(expectedCounts(inStates(upload, 'sent', 'waiting')), [4]);
  assert.deepEqual(expectedCounts(inStates(upload, 'sent', 'sending')), [4, 6]);
  assert.deepEqual(expectedCounts(inStates(upload, 'sent', 'sent')), [6]);
  const removed = await startOne({ kind: 'removal', batches: [remove('a', 'b', 'c')] });
  assert.deepEqual(expectedCounts(inStates(withKnownKeys(removed.change, removed.keys, ['a', 'b', 'x', 'y']), 'sent')), [2]);
  // These send only keys that change.
  for (const kind of ['undo', 'equal'] as const) {
    const { change } = await startOne({ kind, batches: [remove('a', 'b'), add('c')] });
    assert.deepEqual(expectedCounts({ ...inStates(change, 'sent'), before: { count: 10 } }), [9]);
  }
});

it('the bits of any range of keys are counted', () => {
  const bits = emptyBits(21);
  for (const place of [0, 3, 7, 8, 14, 15, 20]) setBit(bits, place);
  assert.deepEqual([countBits(bits, 0, 21), countBits(bits, 3, 20), countBits(bits, 8, 16), countBits(bits, 1, 3)], [7, 5, 3, 0]);
});
