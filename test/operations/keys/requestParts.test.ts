/** Tests keys for an environment that requires approvals: the parts become change requests, one after the other. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { nextPart, saveDecidedParts, submitPart, type PartDraft } from '../../../src/operations/keys/requestParts.ts';
import type { KeyChange, KeyPart, PartState } from '../../../src/operations/keys/keyChange.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { mayUndo } from '../../../src/operations/keys/undo.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService } from '../service.ts';
import { newKeys, openJournal, startOne, statesOf, uploadOf, type JournalInFolder } from './changes.ts';

const service = useService();
const draft: PartDraft = { title: 'Add accounts', comment: 'from a file', approvers: [] };

interface Queue {
  readonly journal: JournalInFolder;
  readonly keys: readonly string[];
  change: KeyChange;
}

/** An upload that was refused with the documented 403, as a queue of change requests. */
async function refusedUpload(t: TestContext, count: number): Promise<Queue> {
  const environment = { ...service.environment('production'), isProduction: true };
  const journal = openJournal(t);
  const workspaceId = service.workspace('Storefront');
  const { change, keys } = await startOne({ batches: uploadOf(newKeys(count)), environment, workspaceId });
  const permit = writePermit(environment, 'production');
  const outcome = await runChange(service.as('submitter-key'), journal, change, keys, { permit });
  assert.ok(outcome.outcome === 'approvalsRequired');
  assert.match(statesOf(outcome.change)!, /^waiting(?: waiting)*$/);
  return { journal, keys, change: outcome.change };
}

/** Submits the next part of the queue, or of an earlier copy of its change. */
const attempt = ({ journal, change, keys }: Queue, copy = change, named = draft) =>
  submitPart(service.as('submitter-key'), journal, copy, keys, named, { permit: requestPermit() });

async function submit(queue: Queue): Promise<string> {
  const outcome = await attempt(queue);
  assert.ok(outcome.outcome === 'submitted');
  queue.change = outcome.change;
  return outcome.request.id;
}

/** Somebody else submits the same keys. */
const submitTheirs = ({ change, keys }: Queue): Promise<unknown> => {
  const segment = { name: change.target.name, keys };
  const place = [service.workspace('Storefront'), service.environment('production').id] as const;
  return service.as('release-key').submitChangeRequest(...place, { ...draft, operationType: 'CREATE', segment });
};

const decide = (id: string, status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'): Promise<unknown> =>
  service.as(status === 'WITHDRAWN' ? 'submitter-key' : 'release-key').decideChangeRequest(id, { status, comment: 'x' });

describe('a queue of change requests', () => {
  it('offers the next part when the previous one is published, until the last', async (t) => {
    const queue = await refusedUpload(t, 25_000);
    const client = service.as('submitter-key');
    for (const index of [0, 1, 2]) {
      const id = await submit(queue);
      assert.deepEqual(await queue.journal.read(queue.change.id), queue.change);
      assert.equal(queue.change.state, 'waiting');
      const open = await nextPart(client, queue.change);
      assert.deepEqual([open.next, open.next === 'open' && open.request.id], ['open', id]);
      await assert.rejects(submit(queue), /no part/);
      await decide(id, 'APPROVED');
      const next = await nextPart(client, queue.change);
      assert.equal(next.change.parts[index]?.state, 'published');
      assert.equal(next.next, index < 2 ? 'submit' : 'done');
      queue.change = next.change;
    }
    const { count } = await client.readKeys(service.environment('production').id, 'beta-accounts', { offset: 0, limit: 1 });
    assert.deepEqual([queue.change.state, queue.change.countAfter], ['done', count]);
    assert.equal(mayUndo(queue.change), true, 'a small segment is read before the first part, and counted before the others');
  });

  it('ends with the publication of the last part, even if the keys of the segment can’t be counted', async (t) => {
    const queue = await refusedUpload(t, 3);
    await decide(await submit(queue), 'APPROVED');
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 404, body: {} } : undefined);
    const next = await nextPart(service.as('submitter-key'), queue.change);
    service.onCall = () => undefined;
    assert.deepEqual([next.next, next.change.state, statesOf(next.change)], ['done', 'done', 'published']);
    assert.equal(next.change.countAfter, undefined);
  });

  it('accepts an open request after a lost answer only if none was open before it was sent', async (t) => {
    const client = service.as('submitter-key');
    for (const isTheirs of [true, false]) {
      const queue = await refusedUpload(t, 3);
      if (isTheirs) await submitTheirs(queue);
      let isSent = false;
      service.onCall = ({ method }) => {
        if (method !== 'POST') return isSent ? 'loseRequest' : undefined;
        isSent = true;
        return 'loseAnswer';
      };
      const lost = await attempt(queue);
      service.onCall = () => undefined;
      assert.ok(lost.outcome === 'unknown');
      const kept = await queue.journal.read(queue.change.id);
      // A journal that can't be written does not hide what the service shows.
      const lock = t.mock.method(queue.journal, 'lock', () => Promise.reject(new Error('EROFS')));
      assert.equal(typeof (await lost.find()), isTheirs ? 'undefined' : 'object');
      lock.mock.restore();
      await lost.find();
      assert.equal((await queue.journal.read(queue.change.id))?.parts[0]?.state, isTheirs ? 'sending' : 'open');
      const next = await nextPart(client, kept!, queue.keys);
      assert.equal(next.next, isTheirs ? 'submit' : 'open');
      const unread = await nextPart(client, kept!);
      assert.ok(unread.next === 'submit' && unread.mayBeSubmitted, 'nobody can tell without the keys');
      const elsewhere = { ...kept!, target: { ...kept!.target, workspace: { ...kept!.target.workspace, id: 'another' } } };
      assert.equal((await nextPart(client, elsewhere, queue.keys)).next, 'submit');
      const { environment, name } = kept!.target;
      const { openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
      await decide(openChangeRequestId!, 'WITHDRAWN');
    }
  });

  it('submits nothing with different keys, while a different window works on the change, or after that has continued', async (t) => {
    const queue = await refusedUpload(t, 3);
    const before = service.seen.length;
    const lock = await queue.journal.lock(queue.change.id);
    assert.deepEqual(await attempt(queue), { outcome: 'running' });
    await lock?.release();
    await assert.rejects(submit({ ...queue, keys: queue.keys.slice(1) }), /no part/);
    assert.equal(service.seen.length, before);
    const copy = queue.change;
    await submit(queue);
    const posts = service.count('POST', /changeRequests/);
    assert.equal((await attempt(queue, copy)).outcome, 'running');
    assert.equal(service.count('POST', /changeRequests/), posts);
    assert.deepEqual(await queue.journal.read(copy.id), queue.change);
  });

  it('submits no undo if others have changed the keys since the user was asked', async (t) => {
    const environment = { ...service.environment('production'), isProduction: true };
    const workspaceId = service.workspace('Storefront');
    const { change, keys } = await startOne({ kind: 'undo', batches: uploadOf(['a']), way: 'request', environment, workspaceId });
    const client = service.as('submitter-key');
    const { count } = await client.readKeys(environment.id, change.target.name, { offset: 0, limit: 1 });
    const options = { permit: requestPermit(), planned: { count: count + 1 } };
    assert.deepEqual(await submitPart(client, openJournal(t), change, keys, draft, options), { outcome: 'changedElsewhere' });
    assert.equal(service.count('POST', /changeRequests/), 0);
  });

  it('makes a part wait again if it or its approvers are refused, and does not mistake a later request for it', async (t) => {
    const queue = await refusedUpload(t, 3);
    service.onCall = ({ method }) => (method === 'POST' ? { status: 400, body: { code: 400, details: '' } } : undefined);
    const named = { ...draft, approvers: ['someone'] };
    assert.equal((await attempt(queue, queue.change, named)).outcome, 'approversRefused');
    assert.equal((await queue.journal.read(queue.change.id))?.parts[0]?.state, 'waiting');
    service.onCall = ({ method }) => (method === 'POST' ? { status: 403, body: {} } : undefined);
    await assert.rejects(submit(queue));
    service.onCall = () => undefined;
    const kept = await queue.journal.read(queue.change.id);
    assert.equal(kept?.parts[0]?.state, 'waiting');
    await submitTheirs(queue);
    const next = await nextPart(service.as('submitter-key'), kept, queue.keys);
    assert.ok(next.next === 'submit' && !next.mayBeSubmitted);
  });

  it('still does not know whether a part was sent if a direct call was lost and then its request is refused', async (t) => {
    const queue = await refusedUpload(t, 3);
    const [part] = queue.change.parts;
    const unsure: KeyChange = { ...queue.change, parts: [{ ...part!, state: 'sending' }] };
    await queue.journal.save(unsure);
    service.onCall = ({ method }) => (method === 'POST' ? { status: 403, body: {} } : undefined);
    await assert.rejects(attempt(queue, unsure));
    assert.equal((await queue.journal.read(unsure.id))?.parts[0]?.state, 'sending');
  });

  it('makes a declined part wait again', async (t) => {
    for (const status of ['WITHDRAWN', 'REJECTED'] as const) {
      const queue = await refusedUpload(t, 11_000);
      const declined = await submit(queue);
      await decide(declined, status);
      const next = await nextPart(service.as('submitter-key'), queue.change);
      assert.ok(next.next === 'submit' && next.index === 0 && next.declined?.id === declined);
      queue.change = next.change;
      await decide(await submit(queue), 'WITHDRAWN');
      assert.equal(statesOf(queue.change), 'open waiting');
    }
  });
});

describe('the state of the change requests of a change', () => {
  /** The change with these states of its parts, and the IDs of their requests: "published r1". */
  const parts = (change: KeyChange, ...all: readonly string[]): KeyChange => ({
    ...change,
    parts: change.parts.map((part, index): KeyPart => {
      const [state, requestId] = all[index]!.split(' ') as [PartState, string?];
      return { ...part, state, ...(requestId !== undefined && { requestId }) };
    }),
  });
  const begin = async (): Promise<KeyChange> => (await startOne({ batches: uploadOf(newKeys(20_001)), way: 'request' })).change;

  it('is saved with the result of the change', async (t) => {
    const journal = openJournal(t);
    const change = await begin();
    await journal.save(parts(change, 'published r1', 'published r2', 'open r3'));
    const all = parts(change, 'published r1', 'published r2', 'published r3');
    const ended: KeyChange = { ...all, state: 'done', endedAt: 7, countAfter: 20_001 };
    assert.deepEqual(await saveDecidedParts(journal, ended), ended);
    assert.deepEqual(await journal.read(change.id), ended);
    // While the request is open, it has no outcome.
    const declined = parts(change, 'published r1', 'published r2', 'waiting r3');
    await journal.save(parts(change, 'published r1', 'published r2', 'open r3'));
    assert.deepEqual(Object.keys(await saveDecidedParts(journal, declined)).toSorted(), Object.keys(change).toSorted());
    assert.deepEqual(await journal.read(change.id), declined);
  });

  it('does not change what a different window has submitted since, and finds the request of a part whose answer was lost', async (t) => {
    const journal = openJournal(t);
    const change = await begin();
    const saved = parts(change, 'published r1', 'open r2', 'waiting');
    await journal.save(saved);
    const read: KeyChange = { ...parts(change, 'published r1', 'waiting', 'waiting'), state: 'stopped' };
    assert.deepEqual(await saveDecidedParts(journal, read), saved);
    assert.deepEqual(await journal.read(change.id), saved);
    await journal.save(parts(change, 'sending', 'waiting', 'waiting'));
    assert.deepEqual((await saveDecidedParts(journal, change)).parts[0]?.state, 'sending', 'what is not found stays lost');
    const found = parts(change, 'open r1', 'waiting', 'waiting');
    assert.deepEqual(await saveDecidedParts(journal, found), found);
  });

  it('is not saved if the journal has no such change, or a different window works on it', async (t) => {
    const journal = openJournal(t);
    const change = parts(await begin(), 'open r1', 'waiting', 'waiting');
    const read = parts(change, 'published r1', 'waiting', 'waiting');
    assert.equal(await saveDecidedParts(journal, read), read);
    assert.deepEqual(await journal.list(), []);
    await journal.save(change);
    const lock = await journal.lock(change.id);
    assert.equal(await saveDecidedParts(journal, read), read);
    await lock?.release();
    assert.deepEqual(await journal.read(change.id), change);
  });
});
