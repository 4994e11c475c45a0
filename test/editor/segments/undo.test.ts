/** Tests Undo: which keys it restores or removes, when it is refused, and how an interrupted undo continues. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyPart } from '../../../src/operations/keys/keyChange.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { proveUndo } from '../../../src/operations/keys/undo.ts';
import { writePermit } from '../../operations/permits.ts';
import { executed, shown } from '../fakeVscode.ts';
import { acceptText, questions, withReplies } from '../person.ts';
import { fill, submit } from '../scripted.ts';
import {
  asRequest,
  keyLines,
  keysIn,
  lastButtons,
  openWindow,
  refuseAfter,
  service,
  stopRefusing,
  type Window,
} from './window.ts';

const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const inProduction = { environment: 'production' } as const;
const submitUndo = [asRequest, submit];
const firstRow = (): string => questions[0]?.options[0] ?? '';
/** Returns the keys that consist of x, y or z and a digit, such as x1. */
const shortKeysIn = async (environment?: string): Promise<readonly string[]> =>
  (await keysIn(environment)).filter((key) => /^[xyz]\d$/.test(key));
const newKeys = async (): Promise<readonly string[]> => (await keysIn()).filter((key) => key.startsWith('new-'));

/** A window that has uploaded so many keys. `change`: the ID of the upload. */
async function uploaded(t: TestContext, text: string): Promise<{ readonly window: Window; readonly change: string }> {
  const window = openWindow(t);
  const count = text.split('\n').length.toLocaleString('en');
  await window.upload([`Upload ${count} keys`], text);
  return { window, change: await window.newest() };
}

/** Uploads keys by a change request, and approves the request, which publishes it. */
async function publishUpload(window: Window, text: string, file?: string): Promise<void> {
  await window.upload([asRequest, submit], text, file);
  await window.decide('APPROVED');
}

/** Returns the ID of the undo in the journal. */
const undoIn = async ({ journal }: Window): Promise<string | undefined> =>
  (await journal.list()).find(({ kind }) => kind === 'undo')?.id;

/** An undo of the latest upload by change requests: the first part is published, as if by others, and the second one waits. */
async function undoBegun({ journal }: Window): Promise<string> {
  const [upload] = await journal.list();
  assert.ok(upload);
  const published: KeyPart = { operation: 'remove', start: 0, count: 10_000, state: 'published', requestId: 'r1' };
  const waiting: KeyPart = { operation: 'remove', start: 10_000, count: upload.keyCount - 10_000, state: 'waiting' };
  const id = `${upload.id.slice(0, 13)}0123456789ab`;
  const source = { ...upload.source, undoes: upload.id };
  const more = { kind: 'undo', way: 'request', state: 'waiting', startedAt: upload.startedAt + 1 } as const;
  await journal.save({ ...upload, ...more, id, source, before: { count: 10_015 }, parts: [published, waiting] });
  return id;
}

describe('an undo', () => {
  it('keeps the keys that were there before the upload', async (t) => {
    const { window } = await uploaded(t, [...(await keysIn()).slice(0, 5), 'new-1', 'new-2'].join('\n'));
    assert.match(firstRow(), /: The segment contains 12 keys now; new: 2 of the 7 listed keys\. /);
    assert.match(
      shown.at(-1)?.message ?? '',
      /now contains 14 keys, as counted by the service \(7 sent, 2 of them new, 12 before\)\.$/,
    );
    const told = await window.again().undo(['Remove 2 keys', acceptText]);
    assert.match(
      firstRow(),
      /: .* The segment contains 14 keys now\. 5 of the 7 keys stay as they are, because the change did not affect them$/,
    );
    assert.match(told.join(), /now contains 12 keys, as counted by the service \(2 sent for removal, 14 before\)\.$/);
  });

  it('has the keys of the latest lists in memory, up to 500,000 keys, and first drops those of files', async (t) => {
    const window = openWindow(t);
    const { keys } = window.changes;
    const list = (length: number, isInFile = false) => ({ keys: Array.from({ length }, (_, index) => `${index}`), isInFile });
    keys.set('first', list(100)).set('filed', list(100_000, true)).set('second', list(400_000));
    await window.upload(['Upload 1 key'], 'new-1');
    assert.deepEqual([...keys.keys()], ['first', 'second', await window.newest()]);
    keys.set('third', list(200_000));
    await window.upload(['Upload 1 key'], 'new-2');
    assert.deepEqual(
      ['first', 'second', 'third', await window.newest()].filter((id) => keys.has(id)),
      ['third', await window.newest()],
    );
  });

  it('is refused for a large segment whose keys were not read, and for earlier changes, even if their button is pressed', async (t) => {
    const { window, change } = await uploaded(t, 'x1\nx2\nx3');
    await window.addByOther(...keyLines(10_000, 'crowd').split('\n'));
    await window.upload(['Upload 1 key'], 'y1');
    assert.match(
      questions.at(-1)?.options.join('\n') ?? '',
      /^This change can’t be undone unless you first choose “Show which of: these keys the segment contains”\nUpload 1 key: The segment contains 10,015 keys now/,
    );
    assert.deepEqual(lastButtons(), ['Show Keys', 'Open Receipt']);
    assert.match(
      (await window.undo([], change)).join(),
      /were changed from this editor after this change\. The newer change can’t be undone either\.$/,
    );
    assert.deepEqual(lastButtons(), ['Close']);
    const told = await window.undo([], await window.newest());
    assert.match(told.join(), /^This can’t be undone: not all keys of beta-accounts were read before the change\.$/);
    await window.upload(['Show which of these keys the segment contains', 'Upload 2 keys'], 'y2\ny3');
    assert.deepEqual(lastButtons(), ['Show Keys', 'Open Receipt', 'Undo…']);
    assert.match(
      (await window.undo([], change)).join(),
      /were changed from this editor after this change\. Only the last change can be undone\.$/,
    );
    await window.undo(['Remove 2 keys', acceptText]);
    assert.deepEqual((await shortKeysIn()).toSorted(), ['x1', 'x2', 'x3', 'y1']);
  });

  it('reads the keys first if they could not be read after the change, and then undoes it or says why not', async (t) => {
    const window = openWindow(t);
    for (const isSwapped of [false, true]) {
      let isSent = false;
      service.onCall = ({ method, path }) => {
        isSent ||= method === 'PUT';
        return isSent && /\/keys\?limit=(?!1&)/.test(path) ? { status: 400, body: { code: 400, message: 'no' } } : undefined;
      };
      const told = await window.upload(['Upload 1 key'], 'x1');
      stopRefusing();
      assert.match(told.join(), /\. Undo isn’t offered: Flag Admin could not read all keys of beta-accounts again /);
      assert.deepEqual(lastButtons(), ['Show Keys', 'Open Receipt']);
      if (isSwapped) {
        await window.addByOther('y1');
        await window.removeByOther('x1');
        assert.match((await window.undo([])).join(), /^This can’t be undone: somebody else or a different window changed /);
      } else await window.undo(['Remove 1 key', acceptText]);
      assert.deepEqual(await shortKeysIn(), isSwapped ? ['y1'] : []);
    }
  });

  it('is refused after a later part of an earlier upload is published, because that part may ask for the same keys', async (t) => {
    const window = openWindow(t, inProduction);
    const words = ['production', ...fill({ comment: 'They signed up.' }), submit];
    await window.upload(['Upload 10,001 keys', ...words], keyLines(10_001));
    const first = await window.newest();
    await window.decide('APPROVED');
    await window.upload(['Show which of these keys the segment contains', asRequest, submit], 'new-010000', 'one.txt');
    const second = await window.newest();
    await window.decide('APPROVED');
    await window.receipt(second);
    assert.equal((await window.journal.read(second))?.proof, 'proven');
    await window.resume(['Go on with part 2 of 2…', submit], first);
    await window.decide('APPROVED');
    const told = await window.undo([], second);
    assert.match(told.join(), /were changed from this editor after this change\. The newer change can’t be undone either\.$/);
    assert.equal(await window.newest(), first);
  });

  it('is done in one window: a different one can’t undo the same change while the first one asks', async (t) => {
    const { window } = await uploaded(t, 'x1\nx2\nx3');
    let other: readonly string[] = [];
    Object.assign(window.texts, {
      open: async () => {
        const from = shown.length;
        await undoLast(window.again(), [window]);
        other = shown.slice(from).map(({ message }) => message);
      },
    });
    await window.undo(['Show Keys', 'Remove 3 keys', acceptText]);
    assert.match(other.join(), /^Another command or window is working on this change, /);
    assert.deepEqual(await shortKeysIn(), []);
  });

  it('reverts all parts of the change, also those that a different window sends while this one asks for the change', async (t) => {
    const keys = keyLines(10_003);
    for (const isProven of [false, true]) {
      const window = openWindow(t);
      refuseAfter(1);
      await window.upload(['Upload 10,003 keys'], keys);
      stopRefusing();
      const [stopped = assert.fail()] = await window.journal.list();
      if (isProven) await proveUndo(service.as('submitter-key'), window.journal, stopped);
      const permit = writePermit(window.target.environment);
      const resume = () => runChange(service.as('submitter-key'), window.journal, stopped, keys.split('\n'), { permit });
      const choice = { pick: 'Add 10,003 keys to beta-accounts', after: resume };
      await withReplies([choice, 'Remove 10,003 keys', acceptText], () => undoLast(window, []));
      assert.deepEqual(await newKeys(), []);
    }
  });

  it('is refused if the change has left the journal while this window asks for the change', async (t) => {
    const { window, change } = await uploaded(t, 'x1\nx2');
    const choice = { pick: 'Add 2 keys to beta-accounts', after: () => window.journal.remove(change) };
    const told = await withReplies([choice], () => undoLast(window, []));
    assert.deepEqual(told, ['There is no upload or removal to undo.']);
    assert.deepEqual(await shortKeysIn(), ['x1', 'x2']);
  });

  it('that was interrupted continues with the remaining keys, but not if somebody else has changed the segment or the file since', async (t) => {
    const { window, change } = await uploaded(t, keyLines(10_003));
    service.onCall = ({ path }) =>
      path.includes('removeKeys') && service.count('PUT', /removeKeys/) >= 2 ? { status: 400, body: {} } : undefined;
    await window.undo(['Remove 10,003 keys', acceptText], change);
    stopRefusing();
    await window.addByOther('new-000007');
    const told = await window.again().undo([], change);
    assert.match(
      told.join(),
      /^“Undo the change of 10,003 keys in beta-accounts” in Storefront \/ development is only partly done: /,
    );
    const undo = await undoIn(window);
    window.drop(keyLines(10_004));
    const changed = await window.again().resume(['Send the rest: 3 keys'], undo);
    const counts = '10,003 keys then, 10,004 now';
    assert.deepEqual(changed, [`list.txt has changed since its keys were read: ${counts}. Nothing more was sent.`]);
    assert.deepEqual(lastButtons(), ['Close']);
    window.drop(keyLines(10_003));
    const refused = await window.again().resume(['Send the rest: 3 keys'], undo);
    assert.deepEqual(refused, ['Somebody has changed beta-accounts since this change was planned. Nothing more was sent.']);
    assert.ok((await newKeys()).includes('new-000007'));
    await window.removeByOther('new-000007');
    await window.again().resume(['Send the rest: 3 keys'], undo);
    assert.deepEqual(await newKeys(), []);
    assert.match((await window.undo([], change)).join(), /^This change is already undone/);
  });
});

describe('an undo by change requests', () => {
  it('continues with its next part and keeps its record, but not if this window has changed keys of the segment since', async (t) => {
    const { window, change } = await uploaded(t, keyLines(10_003));
    const undo = await undoBegun(window);
    await window.resume(['Go on with part 2 of 2…', undefined], undo);
    assert.match(questions.at(-1)?.title ?? '', /\(part 2 of 2\)$/);
    assert.equal(await undoIn(window), undo);
    const told = await window.undo([], change);
    assert.match(told.join(), / is only partly done: 10,000 of 10,003 keys are published\.$/);
    await window.upload(['Upload 2 keys'], 'new-010001\nx1');
    const refused = await window.again().resume(['Go on with part 2 of 2…'], undo);
    assert.equal(
      refused.at(-1),
      'This change can’t be undone: keys of beta-accounts in development were changed from this editor after this change. The newer change can’t be undone either.',
    );
  });

  it('that was withdrawn does not count: the same undo is offered again, and no older one; an open request is offered for review', async (t) => {
    const window = openWindow(t, inProduction);
    await publishUpload(window, 'x1\nx2\nx3', 'a.txt');
    await window.upload([asRequest, submit], 'x3\ny1\ny2', 'b.txt');
    await window.undo(['Review the open change request']);
    assert.match(questions.at(-1)?.options[1] ?? '', /: .* The segment contains 11 keys now/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.changeRequest.open');
    await window.decide('APPROVED');
    await window.undo(submitUndo);
    const waits = await window.undo([]);
    assert.deepEqual(waits, ['A change request is open on beta-accounts in production. Approve, reject or withdraw it first.']);
    await window.decide('WITHDRAWN');
    await window.undo(submitUndo);
    assert.match(firstRow(), /\. From b\.txt\. /);
    await window.decide('APPROVED');
    assert.deepEqual(await shortKeysIn('production'), ['x1', 'x2', 'x3']);
    const undos = (await window.journal.list()).filter(({ kind }) => kind === 'undo');
    assert.equal(undos.length, 1, 'the one that was withdrawn is not to be submitted again');
    await window.undo(submitUndo);
    assert.match(firstRow(), /\. From a\.txt\. /);
  });

  it('whose answer was lost says which keys a second submission would remove', async (t) => {
    const window = openWindow(t, inProduction);
    await publishUpload(window, 'x1\nx2\nx3');
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseRequest' : undefined);
    await window.undo(submitUndo);
    stopRefusing();
    await window.resume([asRequest], await undoIn(window));
    assert.match(shown.at(-1)?.detail ?? '', /you might overwrite changes that others have made since then\.$/);
  });
});

it('a change of a different sandbox, or from before a reset, is neither undone nor resumed, even if this one has the same keys', async (t) => {
  const before = openWindow(t, { connectionId: 'sandbox', instance: 'before' });
  await before.upload(['Upload 3 keys'], keyLines(3));
  service.onCall = ({ method, path }) => (method === 'PUT' && /upload/.test(path) ? { status: 400, body: {} } : undefined);
  await before.upload(['Upload 4 keys'], keyLines(4, 'more'));
  stopRefusing();
  const left = await before.newest();
  await service.sandbox.reset();
  await before.addByOther('new-000001');
  const puts = service.count('PUT', /./);
  const now = before.again({ instance: 'now' });
  assert.match((await now.undo([])).join(), /^This change was made in a different sandbox, or before this sandbox was reset/);
  await now.resume([undefined], left);
  assert.deepEqual([await newKeys(), service.count('PUT', /./)], [['new-000001'], puts]);
  // It belongs to this sandbox again after a reload.
  await before.again().resume(['Send the rest: 4 keys'], left);
  await before.again().undo(['Remove 4 keys', acceptText]);
  assert.deepEqual(
    (await keysIn()).filter((key) => key.startsWith('more')),
    [],
  );
});
