/** The last upload or removal changed back: what the segment held before, it holds again. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { keyDifference } from '../../../src/domain/keys/keyDifference.ts';
import { planEqual, planRemoval, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { heldBits, wasHeld } from '../../../src/operations/keyWork/heldBefore.ts';
import type { KeyWork, WorkKind } from '../../../src/operations/keyWork/keyWork.ts';
import { receiptOf } from '../../../src/operations/keyWork/receipt.ts';
import { resumeCheck } from '../../../src/operations/keyWork/resumeCheck.ts';
import { mayUndo, undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { useService } from '../service.ts';
import { crowd, heldIn, prepare } from './prepared.ts';
import { newKeys, startWork, uploadOf } from './work.ts';

const service = useService();

interface Done {
  readonly work: KeyWork;
  readonly keys: readonly string[];
}

async function done(t: TestContext, kind: WorkKind, batches: readonly KeyBatch[], held?: ReadonlySet<string>): Promise<Done> {
  const { run, keys } = await prepare(service, t, { kind, batches, comment: 'x', ...(held && { held }) });
  const outcome = await run();
  assert.ok(outcome.outcome === 'done');
  return { work: outcome.work, keys };
}

async function undo(t: TestContext, { work, keys }: Done): Promise<void> {
  assert.ok(mayUndo(work));
  const plan = await undoPlan(work, keys, (await heldIn(service)).length);
  assert.ok(plan.ok);
  await done(t, 'undo', plan.batches);
}

const sorted = (keys: readonly string[]): readonly string[] => keys.toSorted();

describe('an undo', () => {
  it('of an upload takes away what was new, where it is known which keys were', async (t) => {
    const before = await heldIn(service);
    const batches = uploadOf([...newKeys(12_000), ...before.slice(3, 9)]);
    await undo(t, await done(t, 'upload', batches, new Set(before)));
    assert.deepEqual(sorted(await heldIn(service)), sorted(before));
  });

  it('of an upload is refused where some keys of a part were there: which ones is not known', async (t) => {
    await crowd(service);
    const before = await heldIn(service);
    const { work, keys } = await done(t, 'upload', uploadOf([...newKeys(12_000), before[0]!]));
    assert.ok(!mayUndo(work));
    assert.deepEqual(await undoPlan(work, keys, 0), {
      ok: false,
      refusal: { code: 'heldUnknown', known: 10_000, unknown: 2001 },
    });
  });

  it('of an upload into an empty segment takes all away, however often it was stopped', async (t) => {
    const { run, keys } = await prepare(service, t, { batches: uploadOf(newKeys(12_000)), segment: 'churn-risk-accounts' });
    service.onCall = ({ method }) => (method === 'PUT' && service.count('PUT', /./) > 1 ? 'loseRequest' : undefined);
    const stopped = await run();
    assert.ok(stopped.outcome === 'stopped');
    service.onCall = () => undefined;
    const outcome = await run({}, stopped.work);
    assert.ok(outcome.outcome === 'done' && outcome.work.held?.count === 0);
    const plan = await undoPlan(outcome.work, keys, 12_000);
    assert.ok(plan.ok);
    assert.deepEqual([plan.adding, plan.removing], [0, 12_000]);
  });

  it('of an upload to a service that knows no paging knows all keys from its first count', async (t) => {
    const before = await heldIn(service);
    const listing = { keys: before.map((key) => ({ key })), count: before.length, openChangeRequestId: null };
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: listing } : undefined);
    const { work, keys } = await done(t, 'upload', uploadOf([...newKeys(30), ...before.slice(0, 2)]));
    assert.equal(service.count('GET', /keys/), 1 + 2, 'it is read before and after, and not for each part');
    const plan = await undoPlan(work, keys, 0);
    assert.ok(plan.ok);
    assert.deepEqual(plan.batches, [{ operation: 'remove', keys: newKeys(30) }]);
  });

  it('of an upload knows what others have changed since it was read, though as many went as came, where its first count has all keys', async (t) => {
    const before = await heldIn(service);
    const now = [...before.slice(1), 'new-1'];
    const listing = { keys: now.map((key) => ({ key })), count: now.length, openChangeRequestId: null };
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: listing } : undefined);
    const { work, keys } = await done(t, 'upload', uploadOf(newKeys(3)), new Set(before));
    const plan = await undoPlan(work, keys, 0);
    assert.ok(plan.ok);
    assert.deepEqual(plan.batches, [{ operation: 'remove', keys: ['new-0', 'new-2'] }]);
  });

  it('of a removal brings back what was there, and no other', async (t) => {
    const before = await heldIn(service);
    const plan = planRemoval([...before.slice(0, 7), 'nobody'], new Set(before));
    assert.ok(plan.ok);
    await undo(t, await done(t, 'removal', plan.batches, new Set(before)));
    assert.deepEqual(sorted(await heldIn(service)), sorted(before));
  });

  it('of a removal is known without reading the segment where the service says that it removed them all', async (t) => {
    const before = await heldIn(service);
    const plan = planRemoval(before.slice(0, 7), before.length);
    assert.ok(plan.ok);
    await undo(t, await done(t, 'removal', plan.batches));
    assert.deepEqual(sorted(await heldIn(service)), sorted(before));
  });

  it('of making equal brings the segment back', async (t) => {
    const before = await heldIn(service);
    const plan = planEqual(keyDifference([...newKeys(50), ...before.slice(10)], before));
    assert.ok(plan.ok);
    const made = await done(t, 'equal', plan.batches, new Set(before));
    assert.deepEqual(sorted(await heldIn(service)), sorted([...newKeys(50), ...before.slice(10)]));
    await undo(t, made);
    assert.deepEqual(sorted(await heldIn(service)), sorted(before));
  });

  it('says where a list has changed since', async () => {
    const keys = newKeys(1050);
    const { work } = await startWork({ batches: uploadOf(keys) });
    const changed = keys.with(730, 'another');
    const refusal = { code: 'keysChanged', countThen: 1050, countNow: 1050, firstKey: 701, lastKey: 800 };
    assert.deepEqual(await resumeCheck(work, changed), { ok: false, refusal });
    assert.deepEqual(await undoPlan(work, changed, 0), { ok: false, refusal });
    const longer = await resumeCheck(work, [...keys, 'one more']);
    assert.deepEqual(!longer.ok && longer.refusal, { ...refusal, countNow: 1051, firstKey: 1001, lastKey: 1051 });
    const swapped = await resumeCheck(work, [keys[1]!, keys[0]!, ...keys.slice(2)]);
    assert.deepEqual(!swapped.ok && swapped.refusal, { ...refusal, firstKey: 1, lastKey: 100 });
  });
});

it('a bitmap knows each key of each part', async () => {
  const keys = newKeys(21);
  const { work } = await startWork({
    batches: [
      { operation: 'add', keys: keys.slice(0, 9) },
      { operation: 'add', keys: keys.slice(9) },
    ],
  });
  const held = new Set(keys.filter((_, index) => index % 3 === 0));
  const known = { ...work, held: { count: 99, which: await heldBits(keys, held) } };
  for (const part of known.parts) {
    for (let index = 0; index < part.count; index += 1)
      assert.equal(wasHeld(known, part)(index), held.has(keys[part.start + index]!));
  }
  const short = { ...known, held: { count: 99, which: 'AAA=' } };
  assert.equal(wasHeld(short, short.parts[0]!)(0), undefined, 'one that does not fit knows nothing');
});

it('a receipt says what was done, where, when, with which API key, and no key of the segment', async (t) => {
  const before = (await heldIn(service)).length;
  const { work } = await done(t, 'upload', uploadOf(newKeys(12_000, 'very-secret')));
  const receipt = receiptOf(work);
  assert.deepEqual(receipt.keys, {
    all: 12_000,
    added: 12_000,
    removed: 0,
    unconfirmed: 0,
    left: 0,
    before,
    after: before + 12_000,
    hash: work.keysHash,
  });
  assert.deepEqual(
    [
      receipt.apiKeys.join(),
      receipt.segment,
      receipt.environment,
      receipt.state,
      receipt.parts.length,
      receipt.parts[1]?.firstKey,
    ],
    ['submitter-key', 'beta-accounts', 'development', 'done', 2, 10_001],
  );
  assert.ok(receipt.endedAt !== undefined && !JSON.stringify(receipt).includes('very-secret'));
});

it('a receipt says where the service has no place for the comment of an upload', async (t) => {
  service.onCall = ({ path }) => (path.includes('/uploadKeys') ? { status: 405, body: {} } : undefined);
  const { work } = await done(t, 'upload', uploadOf(newKeys(3)));
  assert.deepEqual([receiptOf(work).comment, receiptOf(work).isCommentLost], ['x', true]);
  service.onCall = () => undefined;
  const kept = await done(t, 'removal', [{ operation: 'remove', keys: newKeys(3) }]);
  assert.deepEqual([receiptOf(kept.work).comment, receiptOf(kept.work).isCommentLost], ['x', false]);
});
