/**
 * Tests the undo of the last upload or removal: the segment contains its earlier keys again, and keys that others have added
 * stay.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { planRemoval, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { expectedCounts } from '../../../src/operations/keys/expected.ts';
import { countBits, emptyBits, setBit } from '../../../src/operations/keys/keyBits.ts';
import type { ChangeKind, KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { mayUndo, undoPlan } from '../../../src/operations/keys/undo.ts';
import { useService } from '../service.ts';
import { add, inStates, knowing, newKeys, remove, startOne, uploadOf } from './changes.ts';
import { heldIn, prepare } from './prepared.ts';

const service = useService();

type Done = { readonly change: KeyChange; readonly keys: readonly string[] };

async function done(t: TestContext, kind: ChangeKind, batches: readonly KeyBatch[], heldBefore?: ReadonlySet<string>) {
  const { run, keys } = await prepare(service, t, { kind, batches, comment: 'x' });
  const outcome = await run({ planned: heldBefore && { count: heldBefore.size, keys: heldBefore } });
  assert.ok(outcome.outcome === 'done');
  return { change: outcome.change, keys };
}

async function undo(t: TestContext, { change, keys }: Done): Promise<void> {
  assert.ok(mayUndo(change));
  const plan = await undoPlan(change, keys, (await heldIn(service)).length);
  assert.ok(plan.ok);
  await done(t, 'undo', plan.batches);
}

/** Adds so many keys that the segment is read only on request. */
async function makeLarge(segment = 'beta-accounts'): Promise<void> {
  const client = service.as('submitter-key');
  const { id } = service.environment('development');
  for (const name of ['large', 'more']) await client.uploadKeys(id, segment, newKeys(5_001, name));
  service.seen.length = 0;
}

describe('an undo', () => {
  it('removes only the new keys of an upload, because a segment of up to 10,000 keys is read before the upload', async (t) => {
    const before = await heldIn(service);
    const upload = await done(t, 'upload', uploadOf([...newKeys(12_000), ...before.slice(3, 9)]));
    assert.deepEqual(expectedCounts(upload.change), [before.length + 12_000]);
    await undo(t, upload);
    assert.deepEqual(new Set(await heldIn(service)), new Set(before));
  });

  it('is possible for an upload into a large segment only if that was read before and still has as many keys', async (t) => {
    await makeLarge();
    const before = await heldIn(service);
    const batches = uploadOf([...newKeys(10), before[0]!]);
    const unread = await done(t, 'upload', batches);
    assert.deepEqual([unread.change.proof, mayUndo(unread.change), expectedCounts(unread.change)], ['notRead', false, []]);
    assert.ok(!mayUndo((await done(t, 'upload', batches, new Set(before))).change), 'others have changed it since');
    const read = await done(t, 'upload', uploadOf([...newKeys(10, 'other'), before[0]!]), new Set(await heldIn(service)));
    const plan = await undoPlan(read.change, read.keys, 0);
    assert.deepEqual(plan.ok && plan.batches, [remove(...newKeys(10, 'other'))]);
  });

  it('restores only the removed keys that the segment had', async (t) => {
    const before = await heldIn(service);
    const plan = planRemoval([...before.slice(0, 7), 'nobody'], new Set(before));
    assert.ok(plan.ok);
    await undo(t, await done(t, 'removal', plan.batches));
    assert.deepEqual(new Set(await heldIn(service)), new Set(before));
  });

  it('is not possible if the segment can’t be counted between two parts, because others may have changed it', async (t) => {
    service.onCall = ({ method }) =>
      method === 'GET' && service.count('PUT', /upload/) > 0 ? { status: 400, body: {} } : undefined;
    assert.ok(!mayUndo((await done(t, 'upload', uploadOf(newKeys(25_000)))).change));
  });

  it('is refused if the list has changed since', async () => {
    const keys = newKeys(1050);
    const { change } = await startOne({ batches: uploadOf(keys) });
    const refusal = { code: 'keysChanged', countThen: 1050, countNow: 1050 };
    assert.deepEqual(await undoPlan(change, [keys[1]!, keys[0]!, ...keys.slice(2)], 0), { ok: false, refusal });
    const longer = await undoPlan(change, [...keys, 'one more'], 0);
    assert.deepEqual(!longer.ok && longer.refusal, { ...refusal, countNow: 1051 });
  });
});

describe('the expected number of keys', () => {
  it('counts the keys that changed something, and has two values for a part whose answer was lost', async () => {
    const { change, keys } = await startOne({ batches: [add('a', 'b'), add('c', 'd', 'e')] });
    const known = knowing(change, keys, ['b', 'd', 'x']);
    assert.deepEqual(expectedCounts(inStates(known, 'sent', 'waiting')), [4]);
    assert.deepEqual(expectedCounts(inStates(known, 'sent', 'sending')), [4, 6]);
    assert.deepEqual(expectedCounts(inStates(known, 'sent', 'sent')), [6]);
  });

  it('does not include removed keys that were not there', async () => {
    const { change, keys } = await startOne({ kind: 'removal', batches: [remove('a', 'b', 'c')] });
    const known = knowing(change, keys, ['a', 'b', 'x', 'y']);
    assert.deepEqual(expectedCounts(inStates(known, 'sent')), [2]);
  });

  it('includes each key of an undo or of making a segment equal, because these send only keys that change', async () => {
    for (const kind of ['undo', 'equal'] as const) {
      const { change } = await startOne({ kind, batches: [remove('a', 'b'), add('c')] });
      assert.deepEqual(expectedCounts({ ...inStates(change, 'sent'), before: { count: 10 } }), [9]);
    }
  });
});

it('the bits of any range of keys are counted', () => {
  const bits = emptyBits(21);
  for (const place of [0, 3, 7, 8, 14, 15, 20]) setBit(bits, place);
  assert.deepEqual([countBits(bits, 0, 21), countBits(bits, 3, 20), countBits(bits, 8, 16), countBits(bits, 1, 3)], [7, 5, 3, 0]);
});
