/** Tests which change of a segment is the last one and can be undone, whatever the clock says. */
import assert from 'node:assert/strict';
import { describe, it, afterEach, mock } from 'node:test';
import {
  isOutdatedCopy,
  isResumable,
  type ChangeKind,
  type KeyChange,
  type PartState,
} from '../../../src/operations/keys/keyChange.ts';
import { discardChange, keysOfUndo, lastChanges, undoObstacle, undoOf } from '../../../src/operations/keys/undo.ts';
import { add, inStates, withKnownKeys, openJournal, remove, startOne, newKeys, uploadOf } from './changes.ts';
import { submitPart } from '../../../src/operations/keys/requestParts.ts';
import { setSystemClock } from '../../time/passTime.ts';
import { requestPermit } from '../permits.ts';
import { useService } from '../service.ts';
import { prepare } from './prepared.ts';

describe('the last change of a segment', () => {
  const sentAt = async (startedAt: number, segment = 's', kind: ChangeKind = 'upload'): Promise<KeyChange> => {
    const { change, keys } = await startOne({ kind, batches: [add('a')], segment, startedAt });
    return { ...inStates(withKnownKeys(change, keys, []), 'sent'), state: 'done', endedAt: startedAt };
  };
  const undoOfIt = async (of: KeyChange, state: PartState): Promise<KeyChange> => {
    const { change } = await startOne({
      kind: 'undo',
      batches: [remove('a')],
      segment: of.target.name,
      source: { ...of.source, undoes: of.id },
    });
    return { ...inStates(change, state), way: 'request' };
  };

  it('is the one that ended last in each segment and changed something; after its undo, it is the previous one', async () => {
    const [first, second, elsewhere] = [await sentAt(1), await sentAt(2), await sentAt(0, 'other')];
    assert.deepEqual(lastChanges([second, first, elsewhere]), [second, elsewhere]);
    const resumed = { ...first, endedAt: 3 };
    assert.deepEqual(lastChanges([second, resumed, elsewhere]), [resumed, elsewhere]);
    assert.deepEqual(lastChanges([await undoOfIt(second, 'sent'), second, first, elsewhere]), [first, elsewhere]);
    const published: KeyChange = { ...first, way: 'request', endedAt: 3 };
    assert.deepEqual(lastChanges([second, published]), [second], 'an earlier one may be published later');
    const { change, keys } = await startOne({ batches: [add('a'), add('b')], segment: 's', startedAt: 3 });
    const known = withKnownKeys(change, keys, ['a']);
    assert.deepEqual(lastChanges([inStates(known, 'sent', 'waiting'), second, first]), [second]);
    assert.deepEqual(lastChanges([inStates(known, 'sent'), second, first]), [inStates(known, 'sent')]);
  });

  it('is not undone twice, even if the rest of the undo is discarded; one that was declined can be undone again', async (t) => {
    for (const [state, obstacle] of [
      ['waiting', undefined],
      ['open', 'isUnfinished'],
      ['sending', 'isUnfinished'],
      ['sent', 'isUndone'],
    ] as const) {
      const journal = openJournal(t);
      const upload = await sentAt(1);
      const undoing = await undoOfIt(upload, state);
      await journal.save(upload);
      await journal.save(undoing);
      assert.equal((await undoObstacle(journal, upload))?.code, obstacle, state);
      assert.ok(await discardChange(journal, undoing.id));
      assert.equal((await undoObstacle(journal, upload))?.code, obstacle && 'isUndone', state);
      assert.equal(undoOf(await journal.list(), upload) === undefined, obstacle === undefined);
    }
  });

  it('stays in the journal if its remaining parts are discarded, so that no earlier change is undone instead', async (t) => {
    const journal = openJournal(t);
    const [first, second] = [await sentAt(1), await sentAt(2)];
    const rest = inStates({ ...second, parts: [...second.parts, ...second.parts] }, 'sent', 'waiting');
    await journal.save(first);
    await journal.save(rest);
    assert.ok(isResumable(rest));
    assert.ok(await discardChange(journal, rest.id));
    const kept = await journal.read(rest.id);
    assert.ok(kept && !isResumable(kept) && isOutdatedCopy(rest, kept), 'it is not resumed any more, by no window');
    assert.equal(kept.state, 'done');
    assert.deepEqual(await undoObstacle(journal, first), { code: 'changedSince', after: kept });
  });

  it('is removed from the journal if nothing was sent, and stays while a different window uses it', async (t) => {
    const journal = openJournal(t);
    const { change } = await startOne({ batches: [add('a')] });
    await journal.save(change);
    const lock = await journal.lock(change.id);
    assert.equal(await discardChange(journal, change.id), false);
    assert.deepEqual(await journal.list(), [change]);
    await lock?.release();
    assert.equal(await discardChange(journal, change.id), true);
    assert.deepEqual(await journal.list(), []);
    assert.equal(await discardChange(journal, change.id), true, 'it is gone, as was wished');
  });

  it('can’t be undone during a change in a different window, after a later change, or if it made the segment equal to a list', async (t) => {
    const journal = openJournal(t);
    const lost = inStates(await sentAt(1, 'lost'), 'sending');
    await journal.save(lost);
    assert.deepEqual(await undoObstacle(journal, lost), { code: 'isUnfinished', unfinished: lost }, 'it must be resumed first');
    const upload = await sentAt(1);
    await journal.save(upload);
    assert.equal(await undoObstacle(journal, upload), undefined);
    const running: KeyChange = { ...(await sentAt(0)), state: 'running' };
    await journal.save(running);
    const lock = await journal.lock(running.id);
    assert.deepEqual(await undoObstacle(journal, upload), { code: 'busy' });
    await lock?.release();
    assert.equal(await undoObstacle(journal, upload), undefined);
    const equal = await sentAt(2, 's', 'equal');
    await journal.save(equal);
    assert.deepEqual(await undoObstacle(journal, upload), { code: 'changedSince', after: equal });
    assert.deepEqual(await undoObstacle(journal, equal), { code: 'notKnown' });
  });

  it('can’t be undone while the change request of another part is open, even if that part is discarded', async (t) => {
    const journal = openJournal(t);
    const { change, keys } = await startOne({ batches: [add('a'), add('b')], way: 'request' });
    const open = inStates(withKnownKeys(change, keys, []), 'published', 'open');
    await journal.save(open);
    assert.deepEqual(await undoObstacle(journal, open), { code: 'isUnfinished', unfinished: open });
    assert.ok(await discardChange(journal, open.id));
    assert.equal((await undoObstacle(journal, (await journal.read(open.id))!))?.code, 'isUnfinished');
  });

  it('can be undone while a different window changes a different segment, and while the caller itself has the lock', async (t) => {
    const journal = openJournal(t);
    const upload = await sentAt(1);
    const rest = inStates({ ...upload, state: 'stopped', parts: [...upload.parts, ...upload.parts] }, 'sent', 'waiting');
    const running: KeyChange = { ...(await sentAt(0, 'other')), state: 'running' };
    for (const change of [rest, running]) {
      await journal.save(change);
      const lock = await journal.lock(change.id);
      t.after(async () => lock?.release());
    }
    assert.equal(await undoObstacle(journal, rest), undefined);
  });

  it('provides the keys of an interrupted undo from its list of keys, if that is unchanged', async () => {
    const { change: started, keys: list } = await startOne({ batches: [add('a', 'b'), add('c')] });
    const change = inStates(withKnownKeys(started, list, ['b']), 'sent');
    const undoing = await startOne({ kind: 'undo', batches: [remove('a', 'c')] });
    assert.deepEqual(await keysOfUndo(undoing.change, change, list), ['a', 'c']);
    const refusal = { code: 'keysChanged', countThen: 3, countNow: 4 };
    assert.deepEqual(await keysOfUndo(undoing.change, change, [...list, 'd']), refusal);
    assert.deepEqual(await keysOfUndo(undoing.change, change, ['a', 'b', 'd']), { ...refusal, countNow: 3 });
  });
});

const service = useService();

const HOUR = 3_600_000;

describe('the last change of a segment is the one that was sent last', () => {
  afterEach(() => mock.restoreAll());

  for (const part of [1, 2]) {
    it(`also if its window is killed during part ${part}, after a different window has finished a change`, async (t) => {
      const journal = openJournal(t);
      const first = await prepare(service, t, { journal, batches: [add('a'), add('b')] });
      const second = await prepare(service, t, { journal, batches: [add('b')] });
      const during: (string | undefined)[] = [];
      service.onCall = async ({ method }) => {
        // The second change runs after the first change has begun, immediately before the part: while the first change reads
        // the segment, or while the earlier part is being sent.
        if (during.length === 0 && method === (part === 1 ? 'GET' : 'PUT')) {
          during.push('second');
          await second.run();
        } else if (method === 'PUT') during.push(lastChanges(await journal.list())[0]?.id);
        return undefined;
      };
      await first.run();
      // The calls of the second change, and then the remaining parts of the first one.
      const own = during.slice(2);
      assert.ok(own.length === 3 - part);
      assert.ok(own.every((id) => id === first.begun.id));
    });
  }

  for (const hours of [-24, 1]) {
    it(`if the clock is set by ${hours} hours while it is being sent`, async (t) => {
      const journal = openJournal(t);
      const begin = (name: string, later = 0) =>
        prepare(service, t, { journal, batches: uploadOf(newKeys(3, name)), startedAt: Date.now() + later });
      const [first, second] = [await begin('first'), await begin('second', hours)];
      // A different window sends the second one while the first one is being sent.
      let duringSecond: string | undefined;
      let isFirst = true;
      service.onCall = async ({ method }) => {
        if (method !== 'PUT') return undefined;
        if (!isFirst) {
          duringSecond = lastChanges(await journal.list())[0]?.id;
          return undefined;
        }
        isFirst = false;
        setSystemClock(hours * HOUR);
        await second.run();
        setSystemClock(-2 * hours * HOUR);
        return undefined;
      };
      await first.run();
      assert.equal(duringSecond, second.begun.id);
      const [last, earlier, ...others] = await journal.list();
      assert.deepEqual([last?.id, earlier?.id, others], [first.begun.id, second.begun.id, []]);
      assert.deepEqual(await undoObstacle(journal, earlier!), { code: 'changedSince', after: last });
    });

    it(`if the clock is set by ${hours} hours before it is submitted, or before it is resumed`, async (t) => {
      const journal = openJournal(t);
      const uploadOptions = { journal, batches: uploadOf(newKeys(3, 'first')), startedAt: Date.now() };
      const { run, begun } = await prepare(service, t, uploadOptions);
      assert.equal((await run({ signal: AbortSignal.abort() })).outcome, 'cancelled');
      setSystemClock(hours * HOUR);
      const requested = await startOne({
        batches: uploadOf(newKeys(3, 'second')),
        way: 'request',
        environment: service.environment('production'),
        workspaceId: service.workspace('Storefront'),
        startedAt: Date.now(),
      });
      const draft = { title: 'x', comment: 'x', approvers: [] };
      const options = { permit: requestPermit() };
      const client = service.as('submitter-key');
      const submitted = await submitPart(client, journal, requested.change, requested.keys, draft, options);
      assert.equal(submitted.outcome, 'submitted');
      const order = async ({ id }: KeyChange): Promise<number> => (await journal.read(id))?.order ?? 0;
      assert.ok((await order(requested.change)) > (await order(begun)));
      setSystemClock(-2 * hours * HOUR);
      assert.equal((await run({}, await journal.read(begun.id))).outcome, 'done');
      assert.ok((await order(begun)) > (await order(requested.change)));
    });
  }
});
