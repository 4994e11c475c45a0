/** An undo takes away no key that others have put into the segment before the part that has it went. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { asRequests, nextPart, submitPart } from '../../../src/operations/keyWork/requestQueue.ts';
import { mayUndo, undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { requestPermit } from '../permits.ts';
import { useService } from '../service.ts';
import { heldIn, prepare } from './prepared.ts';
import { newKeys, openJournal, startWork, uploadOf } from './work.ts';

const service = useService();
const keys = newKeys(25_000);
const batches = uploadOf(keys);
/** In the third part. */
const theirs = keys.slice(20_500, 20_505);

/** Left after its first part; others upload some keys of the third before it goes on. */
async function resumed(t: TestContext, segment: string, held?: ReadonlySet<string>): Promise<KeyWork> {
  const { run } = await prepare(service, t, { batches, segment, ...(held && { held }) });
  service.onCall = ({ method }) =>
    method === 'PUT' && service.count('PUT', /upload$/) > 1 ? { status: 400, body: {} } : undefined;
  const stopped = await run();
  assert.ok(stopped.outcome === 'stopped');
  service.onCall = () => undefined;
  await service.as('submitter-key').uploadKeys(service.environment('development').id, segment, theirs);
  const outcome = await run({}, stopped.work);
  assert.ok(outcome.outcome === 'done');
  return outcome.work;
}

const removedBy = async (work: KeyWork): Promise<readonly string[]> => {
  const plan = await undoPlan(work, keys, 0);
  return plan.ok ? plan.batches.flatMap((batch) => batch.keys) : [];
};

describe('what others have added before a later part went', () => {
  it('stays, where the segment was read before: it is read again', async (t) => {
    const work = await resumed(t, 'beta-accounts', new Set(await heldIn(service)));
    const removed = await removedBy(work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('stays, where the segment was empty: nothing is undone by a guess', async (t) => {
    const work = await resumed(t, 'churn-risk-accounts');
    assert.equal(work.held?.count, 0);
    assert.deepEqual([mayUndo(work), (await removedBy(work)).length], [false, 0]);
  });

  it('stays, where a work begins later than the segment was read', async (t) => {
    const before = new Set(await heldIn(service));
    const { run } = await prepare(service, t, { batches, held: before, startedAt: Date.now() });
    await service.as('submitter-key').uploadKeys(service.environment('development').id, 'beta-accounts', theirs);
    const outcome = await run();
    assert.ok(outcome.outcome === 'done');
    const removed = await removedBy(outcome.work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('stays, where the segment was read long before the work was begun, and holds as many keys as then', async (t) => {
    const before = await heldIn(service);
    const now = Date.now();
    const { run } = await prepare(service, t, { batches, held: new Set(before), heldAt: now - 3_600_000, startedAt: now });
    const { id } = service.environment('development');
    await service.as('submitter-key').uploadKeys(id, 'beta-accounts', theirs);
    await service.as('submitter-key').removeKeys(id, 'beta-accounts', { keys: before.slice(0, theirs.length), comment: 'x' });
    const outcome = await run();
    assert.ok(outcome.outcome === 'done');
    const removed = await removedBy(outcome.work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('stays, where the parts are change requests', async (t) => {
    const environment = { ...service.environment('production'), isProduction: true };
    const client = service.as('submitter-key');
    const journal = openJournal(t);
    const workspaceId = service.workspace('Storefront');
    const held = new Set(await heldIn(service, 'production'));
    const started = await startWork({ batches, environment, workspaceId, held, way: 'request', startedAt: Date.now() });
    let work = asRequests(started.work);
    const decide = (id: string): Promise<unknown> =>
      service.as('release-key').decideChangeRequest(id, { status: 'APPROVED', comment: 'x' });
    const draft = { title: 'Add', comment: 'x', approvers: [] };
    let reads = 0;
    const readHeld = async (): Promise<ReadonlySet<string>> => {
      reads += 1;
      return new Set(await heldIn(service, 'production'));
    };
    const submit = async (keysOf: readonly string[]): Promise<void> => {
      const outcome = await submitPart(client, journal, work, keysOf, draft, { permit: requestPermit(), readHeld });
      assert.ok(outcome.outcome === 'submitted');
      await decide(outcome.request.id);
      ({ work } = await nextPart(client, outcome.work));
    };
    await submit(keys);
    assert.equal(reads, 0, 'what was read just now holds for the first part');
    const others = await startWork({ batches: uploadOf(theirs), environment, workspaceId });
    const given = await submitPart(client, journal, asRequests(others.work), theirs, draft, { permit: requestPermit() });
    assert.ok(given.outcome === 'submitted');
    await decide(given.request.id);
    await submit(keys);
    await submit(keys);
    assert.equal(reads, 2);
    assert.equal(work.state, 'done');
    const removed = await removedBy(work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });
});

it('in production, counts prove nothing of what was held: other machines are not seen', async () => {
  const environment = { id: 'e1', name: 'production', isProduction: true };
  const { work } = await startWork({ batches: uploadOf(['a', 'b']), held: 7, environment });
  const proved = { ...work, parts: work.parts.map((part) => ({ ...part, state: 'sent' as const, held: 'none' as const })) };
  assert.equal(mayUndo(proved), false);
  assert.equal((await undoPlan(proved, ['a', 'b'], 9)).ok, false);
  const elsewhere = { ...proved, target: { ...work.target, environment: { ...environment, isProduction: false } } };
  assert.equal(mayUndo(elsewhere), true);
});
