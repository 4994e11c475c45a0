/**
 * Tests changes of keys on the sandbox: in order, with a journal, with the counts of the service, stopping when necessary, and two
 * changes at the same time.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { hasStatus } from '../../../src/api/errors.ts';
import { isUnfinished, countDoneKeys, countUnconfirmedKeys } from '../../../src/operations/keys/keyChange.ts';
import { keysChanged } from '../../../src/operations/keys/startChange.ts';
import { writePermit } from '../permits.ts';
import { useService, type Seen } from '../service.ts';
import { addManyKeys, keysInSegment, makeLarge, prepare } from './prepared.ts';
import { newKeys, openJournal, statesOf, uploadOf, type JournalInFolder } from './changes.ts';

const service = useService();
const isUpload = ({ method, path: called }: Seen): boolean => method === 'PUT' && called.endsWith('/upload');
const uploads = (): number => service.count('PUT', /upload$/);

describe('a change of keys', () => {
  it('is written to the journal before each part, sent in order, and counted by the service; its journal says it is done', async (t) => {
    await addManyKeys(service);
    const before = (await keysInSegment(service)).length;
    const { run, journal, begun } = await prepare(service, t, { batches: uploadOf(newKeys(25_000)) });
    assert.deepEqual([begun.state, begun.title, begun.comment], ['stopped', '', '']);
    const told: string[] = [];
    const kept: unknown[] = [];
    service.onCall = async (call) => {
      if (!isUpload(call)) return undefined;
      // Meanwhile, the mark of the next part is written, but the journal does not show it yet.
      const isWritten = (): boolean => readdirSync(journal.folder).some((name) => name.endsWith('.tmp'));
      while (uploads() < 3 && !isWritten()) await setTimeout(10);
      kept.push(statesOf(await journal.read(begun.id)));
      return undefined;
    };
    const outcome = await run({ onProgress: (done, all) => told.push(`${done} of ${all}`) });
    assert.ok(outcome.outcome === 'done');
    assert.equal(outcome.change.countAfter, before + 25_000);
    assert.deepEqual(told, ['0 of 25000', '10000 of 25000', '20000 of 25000', '25000 of 25000']);
    assert.deepEqual(kept, ['sending waiting waiting', 'sent sending waiting', 'sent sent sending']);
    assert.deepEqual(await journal.read(begun.id), outcome.change);
    assert.equal(outcome.change.state, 'done');
    assert.equal(statesOf(outcome.change), 'sent sent sent');
    assert.equal(await journal.isLocked(begun.id), false);
  });

  it('is resumed after a cancellation: only the rest is sent', async (t) => {
    const { run, begun, keys } = await prepare(service, t, { batches: uploadOf(newKeys(25_000)) });
    const abort = new AbortController();
    const outcome = await run({ signal: abort.signal, onProgress: (done) => done === 10_000 && abort.abort() });
    assert.ok(outcome.outcome === 'cancelled');
    assert.deepEqual([countDoneKeys(outcome.change), countUnconfirmedKeys(outcome.change), uploads()], [10_000, 0, 1]);
    assert.equal(outcome.change.countAfter, (await keysInSegment(service)).length);
    assert.equal(await keysChanged(outcome.change, keys), undefined);
    const told: number[] = [];
    assert.equal((await run({ onProgress: (done) => told.push(done) }, outcome.change)).outcome, 'done');
    assert.deepEqual([uploads(), told[0]], [3, 10_000]);
    assert.equal((await keysInSegment(service)).filter((key) => key.startsWith('new-')).length, begun.keyCount);
  });

  it('can be cancelled during a part, which may have been sent or not', async (t) => {
    const abort = new AbortController();
    service.onCall = (call) => {
      if (isUpload(call) && uploads() === 2) abort.abort();
      return undefined;
    };
    const { run, journal, begun } = await prepare(service, t, { batches: uploadOf(newKeys(25_000)) });
    const outcome = await run({ signal: abort.signal });
    assert.ok(outcome.outcome === 'cancelled');
    assert.deepEqual([countDoneKeys(outcome.change), countUnconfirmedKeys(outcome.change)], [10_000, 10_000]);
    assert.equal(outcome.change.proof, undefined, 'it is unknown which keys must be there');
    const kept = await journal.read(begun.id);
    assert.deepEqual([kept?.state, kept?.parts[1]?.state], ['cancelled', 'sending']);
    service.onCall = () => undefined;
    const resumed = await run({}, kept);
    assert.ok(resumed.outcome === 'done' && !isUnfinished(resumed.change));
    assert.equal((await keysInSegment(service)).filter((key) => key.startsWith('new-')).length, 25_000);
  });

  it('that is cancelled while the journal marks a part has not sent that part', async (t) => {
    // So large that it isn't counted between the parts. Only the run itself handles the cancellation.
    await makeLarge(service);
    const abort = new AbortController();
    const inFolder = openJournal(t);
    const journal: JournalInFolder = {
      ...inFolder,
      save: async (change, until) => {
        await inFolder.save(change, until);
        if (change.parts[1]?.state === 'sending') abort.abort();
      },
    };
    const { run, begun } = await prepare(service, t, { batches: uploadOf(newKeys(10_001)), journal });
    const outcome = await run({ signal: abort.signal });
    assert.ok(outcome.outcome === 'cancelled');
    for (const change of [outcome.change, await journal.read(begun.id)]) assert.equal(statesOf(change), 'sent waiting');
    assert.deepEqual([countUnconfirmedKeys(outcome.change), uploads()], [0, 1]);
  });

  it('that is cancelled is stored as cancelled, even if the journal is slow to show the next part as in flight', async (t) => {
    await makeLarge(service);
    const inFolder = openJournal(t);
    const journal: JournalInFolder = {
      ...inFolder,
      save: async (change, until) =>
        inFolder.save(
          change,
          until?.then(async () => setTimeout(100)),
        ),
    };
    const { run, begun } = await prepare(service, t, { batches: uploadOf(newKeys(10_001)), journal });
    const abort = new AbortController();
    await run({ signal: abort.signal, onProgress: (done) => done === 10_000 && abort.abort() });
    await setTimeout(200);
    const saved = await journal.read(begun.id);
    assert.deepEqual([saved?.state, statesOf(saved)], ['cancelled', 'sent waiting']);
  });

  it('stops before a part if the segment can’t be counted: that part has not been sent', async (t) => {
    const { run, journal, begun } = await prepare(service, t, { kind: 'undo', batches: uploadOf(newKeys(25_000, 'lost')) });
    service.onCall = ({ method }) => (method === 'GET' && uploads() > 0 ? 'loseRequest' : undefined);
    const outcome = await run();
    assert.ok(outcome.outcome === 'stopped');
    for (const change of [outcome.change, await journal.read(begun.id)]) assert.equal(statesOf(change), 'sent waiting waiting');
  });

  it('is not done if the service refuses the role, and nothing of it was sent', async (t) => {
    const { run, journal, begun } = await prepare(service, t, { batches: uploadOf(['a']), as: 'read-only-key' });
    const outcome = await run();
    assert.ok(outcome.outcome === 'stopped' && hasStatus(outcome.error, 403));
    const kept = await journal.read(begun.id);
    assert.deepEqual([kept?.state, kept?.parts[0]?.state], ['stopped', 'waiting']);
  });

  for (const [status, part, of] of [
    [401, 1, 1],
    [403, 2, 2],
    [429, 2, 2],
  ] as const)
    it(`does not know whether part ${part} of ${of} was sent if its answer is lost and the next attempt gets ${status}`, async (t) => {
      const { run, journal, begun } = await prepare(service, t, { batches: uploadOf(newKeys(10_000 * of)) });
      const refusal = { status, body: { code: status, message: 'no' }, headers: { 'retry-after': '120' } };
      service.onCall = (call) => {
        if (!isUpload(call) || uploads() < part) return undefined;
        return uploads() === part ? 504 : refusal;
      };
      const outcome = await run();
      assert.ok(outcome.outcome === 'stopped' && hasStatus(outcome.error, status));
      const saved = await journal.read(begun.id);
      assert.equal(saved?.parts[part - 1]?.state, 'sending');
      service.onCall = () => undefined;
      const resumed = await run({}, saved);
      assert.ok(resumed.outcome === 'done');
      assert.equal(resumed.change.proof, 'proven');
    });

  it('keeps the sent parts if the service then requires approvals', async (t) => {
    const message = { code: 403, message: 'Approvals are required in this environment', details: '', transactionId: 'x' };
    service.onCall = (call) => (isUpload(call) && uploads() > 1 ? { status: 403, body: message } : undefined);
    const { run } = await prepare(service, t, { batches: uploadOf(newKeys(25_000)) });
    const outcome = await run();
    assert.ok(outcome.outcome === 'approvalsRequired');
    assert.equal(statesOf(outcome.change), 'sent waiting waiting');
  });

  it('sends its title and comment if the workspace requires them, or if there is a comment', async (t) => {
    for (const wish of [{ requiresTitleAndComments: true }, { comment: 'a new customer' }]) {
      service.seen.length = 0;
      const { run } = await prepare(service, t, { batches: uploadOf(['a']), title: 'New', ...wish });
      assert.equal((await run()).outcome, 'done');
      assert.deepEqual([service.count('PUT', /uploadKeys\?/), uploads()], [1, 0]);
    }
  });

  it('does not start with a permit for a different environment, with other keys, or if it needs change requests', async (t) => {
    const [batches, fewer] = [uploadOf(newKeys(3)), uploadOf(newKeys(2))];
    const { run, begun } = await prepare(service, t, { batches });
    const permit = writePermit(service.environment('production'), 'production');
    await assert.rejects(run({ permit }), /another environment/);
    await assert.rejects((await prepare(service, t, { batches: fewer })).run({}, begun), /keys/);
    await assert.rejects((await prepare(service, t, { batches, way: 'request' })).run(), /this change/);
    assert.deepEqual(service.seen, []);
  });
});

describe('a journal that can’t be written', () => {
  it('is noticed before anything is sent', async (t) => {
    const { run, journal } = await prepare(service, t, { batches: uploadOf(newKeys(3)) });
    mkdirSync(path.dirname(journal.folder), { recursive: true });
    writeFileSync(journal.folder, 'a file in the place of the folder');
    await assert.rejects(run(), ({ code }: NodeJS.ErrnoException) => code === 'ENOTDIR' || code === 'EEXIST');
    assert.deepEqual(service.seen, []);
  });

  it('during the change does not stop it', async (t) => {
    const { run, journal } = await prepare(service, t, { batches: uploadOf(newKeys(20_001)) });
    const outcome = await run({
      onProgress: (done) => {
        if (done !== 10_000) return;
        // The journal may be writing a file in the folder, so the folder is moved as a whole.
        renameSync(journal.folder, `${journal.folder}-moved`);
        writeFileSync(journal.folder, '');
      },
    });
    assert.equal(outcome.outcome, 'done');
    assert.equal(uploads(), 3);
  });
});

describe('two simultaneous changes', () => {
  it('with the same journal entry: only one of them runs', async (t) => {
    const one = await prepare(service, t, { batches: uploadOf(newKeys(15_000)) });
    const outcomes = await Promise.all([one.run(), one.run()]);
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), ['done', 'running']);
    assert.equal(service.count('PUT', /upload$/), 2);
  });

  it('with different keys are both done', async (t) => {
    const journal = openJournal(t);
    const one = await prepare(service, t, { batches: uploadOf(newKeys(15_000, 'one')), journal });
    const other = await prepare(service, t, { batches: uploadOf(newKeys(15_000, 'other')), journal });
    for (const { outcome } of await Promise.all([one.run(), other.run()])) assert.equal(outcome, 'done');
    const held = (await keysInSegment(service)).filter((key) => /^(one|other)-/.test(key));
    assert.deepEqual(held.toSorted(), [...newKeys(15_000, 'one'), ...newKeys(15_000, 'other')].toSorted());
  });
});
