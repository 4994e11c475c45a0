/** An undo takes away no key that others have put into the segment before the part that has it went. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { asRequests, nextPart, submitPart } from '../../../src/operations/keyWork/requestQueue.ts';
import { mayUndo, restsOnCounts, undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { readWorkText, workText } from '../../../src/operations/keyWork/workText.ts';
import { requestPermit } from '../permits.ts';
import { useService } from '../service.ts';
import { crowd, heldIn, prepare } from './prepared.ts';
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

/** Others upload some keys of the third part while the first one is on its way. */
async function meanwhile(t: TestContext, segment: string, others: () => Promise<unknown>, held?: ReadonlySet<string>) {
  const { run } = await prepare(service, t, { batches, segment, ...(held && { held }), startedAt: Date.now() });
  let isBegun = false;
  service.onCall = async ({ method }) => {
    if (method !== 'PUT' || isBegun) return undefined;
    isBegun = true;
    await others();
    return undefined;
  };
  const outcome = await run();
  assert.ok(outcome.outcome === 'done');
  return outcome.work;
}

describe('what others have added while the parts before went', () => {
  const add = (segment: string) => (): Promise<unknown> =>
    service.as('submitter-key').uploadKeys(service.environment('development').id, segment, theirs);

  it('stays, where the segment was read before: it is read again', async (t) => {
    const held = new Set(await heldIn(service));
    const work = await meanwhile(t, 'beta-accounts', add('beta-accounts'), held);
    const removed = await removedBy(work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('stays, where the segment was empty', async (t) => {
    const work = await meanwhile(t, 'churn-risk-accounts', add('churn-risk-accounts'));
    const removed = await removedBy(work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('is not guessed, where it can’t be read again', async (t) => {
    const held = new Set(await heldIn(service));
    const before = service.count('GET', /keys/);
    const work = await meanwhile(
      t,
      'beta-accounts',
      async () => {
        await add('beta-accounts')();
        service.onCall = ({ method }) => (method === 'GET' ? { status: 400, body: {} } : undefined);
      },
      held,
    );
    assert.ok(service.count('GET', /keys/) > before);
    assert.deepEqual([mayUndo(work), (await removedBy(work)).length], [false, 0]);
  });

  it('may be overlooked, where they have removed as many: that is said', async (t) => {
    const held = new Set(await heldIn(service));
    const { id } = service.environment('development');
    const swap = async (): Promise<void> => {
      await add('beta-accounts')();
      const keysHeld = [...held].slice(0, theirs.length);
      await service.as('submitter-key').removeKeys(id, 'beta-accounts', { keys: keysHeld, comment: 'x' });
    };
    assert.equal(restsOnCounts(await meanwhile(t, 'beta-accounts', swap, held)), true);
  });

  it('is counted once for each part, and read again only where the count says so', async (t) => {
    const held = new Set(await heldIn(service));
    const before = service.count('GET', /keys/);
    await meanwhile(t, 'beta-accounts', async () => undefined, held);
    assert.equal(service.count('GET', /keys/) - before, 1 + 2 + 1);
  });
});

it('what an undo rests on was read key by key only where that was right before its part', async (t) => {
  const few = newKeys(3);
  const { run } = await prepare(service, t, { batches: uploadOf(few), held: new Set(await heldIn(service)), heldAt: Date.now() });
  const small = await run();
  assert.ok(small.outcome === 'done');
  assert.equal(restsOnCounts(small.work), false, 'one call reads all of a small segment');
  await crowd(service);
  const wish = { batches: uploadOf(newKeys(3, 'more')), held: new Set(await heldIn(service)), heldAt: Date.now() };
  const { run: runLarge } = await prepare(service, t, { ...wish, startedAt: Date.now() });
  const large = await runLarge();
  assert.ok(large.outcome === 'done');
  assert.equal(restsOnCounts(large.work), true, 'a large one was read before the questions');
});

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
    assert.equal(restsOnCounts(work), false, 'it was read before each');
    const removed = await removedBy(work);
    assert.deepEqual([removed.length, theirs.filter((key) => removed.includes(key))], [24_995, []]);
  });

  it('stays, where a request that was lost and then refused is submitted a third time', async (t) => {
    const few = newKeys(3);
    const environment = { ...service.environment('production'), isProduction: true };
    const client = service.as('submitter-key');
    const journal = openJournal(t);
    const workspaceId = service.workspace('Storefront');
    const readHeld = async () => new Set(await heldIn(service, 'production'));
    const options = { permit: requestPermit(), readHeld, readCount: async () => (await readHeld()).size };
    const draft = { title: 'Add', comment: 'x', approvers: [] };
    const begin = async (own: readonly string[]): Promise<KeyWork> => {
      const held = await readHeld();
      const wish = { batches: uploadOf(own), environment, workspaceId, held, way: 'request', startedAt: Date.now() } as const;
      return asRequests((await startWork(wish)).work);
    };
    const publish = async (work: KeyWork, own: readonly string[]): Promise<KeyWork> => {
      const outcome = await submitPart(client, journal, work, own, draft, options);
      assert.ok(outcome.outcome === 'submitted');
      await service.as('release-key').decideChangeRequest(outcome.request.id, { status: 'APPROVED', comment: 'x' });
      return (await nextPart(client, outcome.work)).work;
    };
    service.onCall = ({ method }) => (method === 'GET' ? undefined : 'loseRequest');
    const lost = await submitPart(client, journal, await begin(few), few, draft, options);
    assert.ok(lost.outcome === 'unknown');
    service.onCall = ({ method }) => (method === 'GET' ? undefined : { status: 403, body: {} });
    await assert.rejects(submitPart(client, journal, lost.work, few, draft, options));
    service.onCall = () => undefined;
    const waiting = await journal.read(lost.work.id);
    await publish(await begin(few.slice(0, 1)), few.slice(0, 1));
    assert.ok(waiting);
    const plan = await undoPlan(await publish(waiting, few), few, 9);
    assert.deepEqual(plan.ok && plan.batches, [{ operation: 'remove', keys: few.slice(1) }]);
  });
});

describe('a part whose answer was lost', () => {
  const few = newKeys(3);
  const lost = async (
    t: TestContext,
    kind: 'loseRequest' | 'loseAnswer',
    others: readonly string[],
    segment = 'beta-accounts',
  ) => {
    const held = segment === 'beta-accounts' ? new Set(await heldIn(service)) : undefined;
    const { run } = await prepare(service, t, { batches: uploadOf(few), segment, ...(held && { held }), startedAt: Date.now() });
    service.onCall = ({ method }) => (method === 'PUT' ? kind : undefined);
    const stopped = await run();
    assert.ok(stopped.outcome === 'stopped' && stopped.work.parts[0]?.state === 'sending');
    service.onCall = () => undefined;
    if (others.length > 0) await service.as('submitter-key').uploadKeys(service.environment('development').id, segment, others);
    const outcome = await run({}, stopped.work);
    assert.ok(outcome.outcome === 'done');
    return outcome.work;
  };
  const inProduction = (work: KeyWork): KeyWork => ({
    ...work,
    target: { ...work.target, environment: { ...work.target.environment, isProduction: true } },
  });

  it('leaves what others have added before it arrived; in production it is not known surely enough', async (t) => {
    const work = await lost(t, 'loseRequest', few.slice(0, 1));
    const refused = { ok: false, refusal: { code: 'heldUnknown', known: 2, unknown: 1 } };
    const plan = await undoPlan(work, few, 9);
    assert.deepEqual(plan.ok && plan.batches, [{ operation: 'remove', keys: few.slice(1) }]);
    assert.deepEqual(await undoPlan(inProduction(work), few, 9), refused);
    assert.deepEqual([mayUndo(work), restsOnCounts(work), mayUndo(inProduction(work))], [true, true, false]);
    const text = readWorkText(workText(work));
    assert.deepEqual(text, work, 'it is kept');
  });

  it('can be undone where it had arrived whole, but in production, where it is not known to be ours alone', async (t) => {
    const work = await lost(t, 'loseAnswer', []);
    const plan = await undoPlan(work, few, 9);
    assert.deepEqual(plan.ok && plan.batches, [{ operation: 'remove', keys: few }]);
    assert.deepEqual([restsOnCounts(work), mayUndo(inProduction(work))], [true, false]);
  });

  it('can be undone where it had not arrived, and nobody has added any of its keys', async (t) => {
    const plan = await undoPlan(inProduction(await lost(t, 'loseRequest', ['another'])), few, 9);
    assert.deepEqual(plan.ok && plan.batches, [{ operation: 'remove', keys: few }]);
  });

  it('knows as little where the segment was empty, unless its count says that nothing had arrived', async (t) => {
    const work = await lost(t, 'loseRequest', few.slice(0, 1), 'churn-risk-accounts');
    assert.equal((await undoPlan(work, few, 3)).ok, false);
  });
});

it('a request goes out with what the segment holds then, where others have changed it since it was read', async (t) => {
  const environment = { ...service.environment('production'), isProduction: true };
  const client = service.as('submitter-key');
  const workspaceId = service.workspace('Storefront');
  const few = newKeys(3);
  const held = new Set(await heldIn(service, 'production'));
  const started = await startWork({
    batches: uploadOf(few),
    environment,
    workspaceId,
    held,
    way: 'request',
    startedAt: Date.now(),
  });
  const draft = { title: 'Add', comment: 'x', approvers: [] };
  const journal = openJournal(t);
  const submit = async (work: KeyWork, keysOfIt: readonly string[]): Promise<KeyWork> => {
    const outcome = await submitPart(client, journal, asRequests(work), keysOfIt, draft, {
      permit: requestPermit(),
      readHeld: async () => new Set(await heldIn(service, 'production')),
      readCount: async () => (await heldIn(service, 'production')).length,
    });
    assert.ok(outcome.outcome === 'submitted');
    await service.as('release-key').decideChangeRequest(outcome.request.id, { status: 'APPROVED', comment: 'x' });
    return (await nextPart(client, outcome.work)).work;
  };
  const theirs = await startWork({ batches: uploadOf(few.slice(0, 1)), environment, workspaceId });
  await submit(theirs.work, few.slice(0, 1));
  const plan = await undoPlan(await submit(started.work, few), few, 9);
  assert.deepEqual(plan.ok && plan.batches, [{ operation: 'remove', keys: few.slice(1) }]);
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
