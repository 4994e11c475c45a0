/** Tests that Undo needs proof: after a change, the segment contains exactly the expected keys if nobody else changed it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import type { KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { changedSum, sumOfKeys } from '../../../src/operations/keys/keySum.ts';
import { nextPart, saveDecidedParts, submitPart } from '../../../src/operations/keys/requestParts.ts';
import type { ChangeOutcome } from '../../../src/operations/keys/runChange.ts';
import { isUndoProven, mayUndo, proveUndo } from '../../../src/operations/keys/undo.ts';
import { requestPermit } from '../permits.ts';
import { useService, type Seen } from '../service.ts';
import { add, newKeys, openJournal, remove, startOne, uploadOf } from './changes.ts';
import { addManyKeys, keysInSegment, makeLarge, prepare } from './prepared.ts';

const service = useService();
const isSend = ({ method }: Seen): boolean => method === 'PUT';
const isKeyRead = ({ method, path }: Seen): boolean => method === 'GET' && /\/keys\?/.test(path) && !/limit=1&/.test(path);

/** A colleague adds one key and removes another, so that the segment has as many keys as before. */
async function swap(added: string, removed: string, environment = 'development'): Promise<void> {
  const { id } = service.environment(environment);
  const { onCall } = service;
  service.onCall = () => undefined;
  await service.as('release-key').uploadKeys(id, 'beta-accounts', [added]);
  await service.as('release-key').removeKeys(id, 'beta-accounts', { keys: [removed], comment: 'x' });
  service.onCall = onCall;
}

/** Calls it once, right before the part with this number reaches the service. */
function beforePart(number: number, act: () => Promise<void>): void {
  let parts = 0;
  service.onCall = async (call) => {
    if (isSend(call) && (parts += 1) === number) await act();
    return undefined;
  };
}

const done = (outcome: ChangeOutcome): KeyChange => {
  assert.ok(outcome.outcome === 'done', outcome.outcome);
  return outcome.change;
};

async function planned(): Promise<{ readonly count: number; readonly keys: ReadonlySet<string> }> {
  const keys = new Set(await keysInSegment(service));
  return { count: keys.size, keys };
}

const upload = async (t: TestContext, ...batches: readonly KeyBatch[]) => prepare(service, t, { batches });

describe('a sum of keys', () => {
  it('depends on the set and not on the order, and is updated by additions and removals', async () => {
    const all = newKeys(3_000);
    const sum = await sumOfKeys(all);
    assert.equal(await sumOfKeys(all.toReversed()), sum);
    assert.notEqual(await sumOfKeys(all.with(7, 'another')), sum);
    const [first, rest] = [await sumOfKeys(all.slice(0, 5)), await sumOfKeys(all.slice(5))];
    assert.equal(changedSum(rest, [{ isAdd: true, sum: first }]), sum);
    assert.equal(changedSum(sum, [{ isAdd: false, sum: first }]), rest);
    assert.equal(await sumOfKeys([]), changedSum(first, [{ isAdd: false, sum: first }]));
  });

  it('differs for sets of similar keys, in which only digits are exchanged', async () => {
    const key = (number: number): string => `acct-${String(number).padStart(6, '0')}`;
    const sets = Array.from({ length: 5_000 }, (_, index) => [key(index), key(9_999 - index)]);
    const short = [['a'], ['a\0'], ['a', 'b'], ['ab'], ['']];
    const sums = await Promise.all([...sets, ...short].map(sumOfKeys));
    assert.equal(new Set(sums).size, sums.length);
  });
});

describe('a change is proven', () => {
  it('if the segment has the expected keys after the last part of an upload or a removal', async (t) => {
    const held = await keysInSegment(service);
    const added = await upload(t, add('x1', held[0]!), add('x2'));
    assert.equal(done(await added.run()).proof, 'proven');
    const batches = [remove('x1', 'nobody'), remove(held[1]!)];
    const removed = await prepare(service, t, { kind: 'removal', batches, comment: 'x' });
    assert.equal(done(await removed.run()).proof, 'proven');
    assert.ok(isUndoProven(done(await (await upload(t, add('x3'))).run())));
  });

  it('by reading all keys once after the last part, with progress', async (t) => {
    await addManyKeys(service);
    const { run } = await upload(t, add('x1'), add('x2'), add('x3'));
    let readsBefore: number | undefined;
    let checks = 0;
    const onCheck = (): void => {
      checks += 1;
      readsBefore = service.seen.filter(isKeyRead).length;
    };
    assert.equal(done(await run({ onCheck })).proof, 'proven');
    const readsAfter = service.seen.filter(isKeyRead).length - readsBefore!;
    assert.deepEqual([checks, readsBefore, readsAfter], [1, 2, 2]);
  });
});

describe('an interrupted change', () => {
  const cancelAfterFirst = async (run: Awaited<ReturnType<typeof upload>>['run']): Promise<KeyChange> => {
    const abort = new AbortController();
    const outcome = await run({ signal: abort.signal, onProgress: (count) => count === 1 && abort.abort() });
    assert.ok(outcome.outcome === 'cancelled');
    return outcome.change;
  };

  it('is proven for the parts that were sent, and loses that proof as soon as it continues, also if it stops again', async (t) => {
    const { run, journal } = await upload(t, add('x1'), add('x2'));
    const cancelled = await cancelAfterFirst(run);
    assert.equal(cancelled.proof, 'proven');
    service.onCall = (call) => (isSend(call) ? { status: 400, body: {} } : undefined);
    const stopped = await run({}, cancelled);
    assert.ok(stopped.outcome === 'stopped');
    assert.deepEqual([stopped.change.proof, (await journal.read(cancelled.id))?.proof], [undefined, undefined]);
    beforePart(1, () => swap('x2', 'x1'));
    assert.equal(
      done(await run({}, stopped.change)).proof,
      'changedElsewhere',
      'the proof of the first half says nothing of the second',
    );
  });

  it('stays unproven if somebody else changed the segment meanwhile, whatever the final keys are', async (t) => {
    const [other] = await keysInSegment(service);
    const { run } = await upload(t, add('x1'), add('x2'));
    beforePart(1, () => swap('x2', other!));
    const cancelled = await cancelAfterFirst(run);
    assert.equal(cancelled.proof, 'changedElsewhere');
    const { id } = service.environment('development');
    beforePart(1, async () => void (await service.as('release-key').uploadKeys(id, 'beta-accounts', [other!])));
    assert.equal(done(await run({}, cancelled)).proof, 'changedElsewhere', 'x2 is the colleague’s');
  });
});

describe('a change is not proven, even if the count is the expected one,', () => {
  it('if somebody adds one of its keys and removes a key that is not in the list', async (t) => {
    const [other] = await keysInSegment(service);
    for (const part of [1, 2]) {
      const { run, journal } = await upload(t, add(`a${part}`), add(`b${part}`));
      beforePart(part, () => swap(`b${part}`, part === 1 ? other! : 'b1'));
      const change = done(await run());
      assert.deepEqual([change.proof, mayUndo(change)], ['changedElsewhere', false]);
      assert.equal((await journal.read(change.id))?.proof, 'changedElsewhere');
    }
  });

  it('if somebody swaps two keys that are both still to be sent, which no reading at the end shows', async (t) => {
    const held = await keysInSegment(service);
    const { run } = await upload(t, add('x1'), add('x2', held[0]!));
    beforePart(1, () => swap('x2', held[0]!));
    assert.equal(done(await run()).proof, 'changedElsewhere');
    assert.deepEqual(new Set(await keysInSegment(service)), new Set([...held, 'x1', 'x2']), 'all are there as if nobody had');
  });
});

describe('a large segment whose keys were read before the user was asked', () => {
  it('is not read again before the first part if all keys of the list are new: the reading at the end is enough', async (t) => {
    await makeLarge(service);
    const known = await planned();
    const { run } = await upload(t, add('x1', 'x2'));
    service.seen.length = 0;
    assert.equal(done(await run({ planned: known })).proof, 'proven');
    assert.equal(service.seen.slice(0, service.seen.findIndex(isSend)).filter(isKeyRead).length, 1);
  });

  it('is read again if it contains some keys of the list, so that an undo keeps a key that a colleague exchanged since', async (t) => {
    await makeLarge(service);
    const known = await planned();
    await swap('x1', 'crowd-0-5');
    const { run } = await upload(t, add('x1', 'x2', 'crowd-0-5', 'crowd-0-6'));
    const change = done(await run({ planned: known }));
    assert.equal(change.proof, 'proven');
    const bits = Buffer.from(change.before?.contained ?? '', 'base64');
    assert.deepEqual([...bits], [0b1001], 'x1 and crowd-0-6 were there');
  });

  it('is not read between the parts if it is too large, and then the change is not proven', async (t) => {
    await addManyKeys(service, 30_001);
    const known = await planned();
    const { run } = await upload(t, add('x1'), add('x2', 'crowd-0-5'));
    const change = done(await run({ planned: known }));
    assert.deepEqual([change.proof, mayUndo(change)], ['notChecked', false]);
  });
});

describe('the reading after a change', () => {
  const failAfterSending = (): void => {
    service.onCall = (call) =>
      isKeyRead(call) && service.seen.some(isSend) ? { status: 400, body: { code: 400, message: 'no' } } : undefined;
  };

  it('leaves the change done but unproven if it fails, and is repeated before an undo', async (t) => {
    const client = service.as('submitter-key');
    for (const isMoved of [false, true]) {
      const { run, journal } = await upload(t, add(`x${isMoved}`));
      failAfterSending();
      const change = done(await run());
      service.onCall = () => undefined;
      assert.deepEqual([change.proof, mayUndo(change), isUndoProven(change)], ['notChecked', true, false]);
      if (isMoved) await swap('another', `x${isMoved}`);
      const proven = await proveUndo(client, journal, change);
      assert.deepEqual([proven.proof, proven.countAfter], [isMoved ? 'changedElsewhere' : 'proven', change.countAfter]);
      assert.deepEqual(await journal.read(change.id), proven);
      service.seen.length = 0;
      assert.deepEqual(await proveUndo(client, journal, proven), proven);
      assert.deepEqual(service.seen, [], 'it is read once');
    }
  });

  it('is made for the saved change, if that has more parts than an outdated copy', async (t) => {
    const client = service.as('submitter-key');
    for (const isRead of [true, false]) {
      const { run, journal } = await upload(t, add(`x${isRead}`), add(`y${isRead}`));
      service.onCall = (call) => (isSend(call) && service.count('PUT', /upload/) > 1 ? { status: 400, body: {} } : undefined);
      service.seen.length = 0;
      const stopped = await run();
      assert.ok(stopped.outcome === 'stopped');
      service.onCall = () => undefined;
      if (!isRead) failAfterSending();
      const change = done(await run({}, stopped.change));
      service.onCall = () => undefined;
      const proven = await proveUndo(client, journal, stopped.change);
      assert.deepEqual(proven, { ...change, proof: 'proven' });
      assert.deepEqual(await journal.read(change.id), proven);
    }
  });

  it('is not made if the count shows already that somebody else changed the segment', async (t) => {
    const { id } = service.environment('development');
    const { run } = await upload(t, add('x1'));
    beforePart(1, async () => void (await service.as('release-key').uploadKeys(id, 'beta-accounts', ['another'])));
    service.seen.length = 0;
    assert.equal(done(await run()).proof, 'changedElsewhere');
    assert.deepEqual(service.seen.slice(service.seen.findLastIndex(isSend)).filter(isKeyRead), []);
  });

  it('leaves the change done if it is cancelled', async (t) => {
    const abort = new AbortController();
    const { run } = await upload(t, add('x1'));
    const change = done(await run({ signal: abort.signal, onCheck: () => abort.abort() }));
    assert.deepEqual([change.proof, change.state, typeof change.countAfter], ['notChecked', 'done', 'number']);
  });

  it('proves nothing for a change that has no sum of the keys before it', async (t) => {
    const { run, journal } = await upload(t, add('x1'));
    const { proof: _, ...change } = done(await run());
    const { sum: __, ...before } = change.before!;
    const old: KeyChange = { ...change, before };
    await journal.save(old);
    assert.equal((await proveUndo(service.as('submitter-key'), journal, old)).proof, 'notChecked');
  });

  it('is made for change requests once the last one is published', async (t) => {
    for (const isSwapped of [false, true]) {
      const journal = openJournal(t);
      const environment = { ...service.environment('production'), isProduction: true };
      const keys = [`x${isSwapped}`];
      const options = { batches: uploadOf(keys), environment, workspaceId: service.workspace('Storefront') };
      const { change } = await startOne({ ...options, way: 'request' });
      const client = service.as('submitter-key');
      const draft = { title: 'x', comment: 'x', approvers: [] };
      const submitted = await submitPart(client, journal, change, keys, draft, { permit: requestPermit() });
      assert.ok(submitted.outcome === 'submitted');
      await service.as('release-key').decideChangeRequest(submitted.request.id, { status: 'APPROVED', comment: 'x' });
      if (isSwapped) {
        // Uses a different change request in an environment that accepts no direct changes.
        const listing = await client.readKeys(environment.id, 'beta-accounts', { offset: 0, limit: 100 });
        const body = { ...listing, keys: [...listing.keys.slice(1), { key: 'another' }] };
        service.onCall = (call) => (isKeyRead(call) ? { status: 200, body } : undefined);
      }
      const next = await nextPart(client, submitted.change);
      service.onCall = () => undefined;
      assert.ok(next.next === 'done');
      assert.equal(next.change.proof, isSwapped ? 'changedElsewhere' : 'proven');
      assert.equal((await saveDecidedParts(journal, next.change)).proof, next.change.proof);
      assert.equal((await journal.read(change.id))?.proof, next.change.proof);
    }
  });
});
