/** Tests Undo: which keys it restores or removes, when it is refused, and how an interrupted undo or upload continues. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { shown, executed } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering } from '../scripted.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { keep, useUndo, submitUndo, crowd } from './undoing.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { readAllKeys } = await import('../../../src/operations/keys/keyPages.ts');

const { service, heldIn, ofThese, upload, decide } = useUndo();

describe('an undo', () => {
  it('is done only once, and keeps the keys that others have added since', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('three.txt', lines(3), target)));
    const [upload] = await journalOf(window.changes).list();
    const [way, why] = await answering(['Remove 3 keys', undefined], () => undoLast(window, [{ target }]));
    // The comment, which is the next question, is already filled in: if a row were active, Enter alone would send the undo.
    assert.deepEqual([way?.active, way?.prompt], [undefined, 'Nothing is undone yet']);
    assert.match(way?.details[0] ?? '', /^Sent .+\. It holds 15 keys now$/);
    assert.equal(why?.title, 'Change 3 keys of beta-accounts back in Storefront / development');
    await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.options[0] ?? '', /^Remove 3 keys: .* It holds 15 keys now$/);
    await service.as('submitter-key').uploadKeys(target.environment.id, target.name, lines(3).split('\n'));
    const before = await heldIn(target.environment.id);
    assert.match(
      (await withReplies([], () => undoLast(window, [{ target }]))).join(),
      /^There is no upload or removal to undo\.$/,
    );
    assert.match((await withReplies([], () => undoLast(window, [{ change: upload?.id }]))).join(), /^It is undone already/);
    assert.equal(await heldIn(target.environment.id), before);
  });

  it('reverts only the last change, even if the button of an older one is pressed', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('a.txt', lines(3), target)));
    const [first] = await journalOf(window.changes).list();
    await withReplies(['Upload 2 keys'], () => uploadKeysCommand(window, window.drop('b.txt', lines(2, 'other'), target)));
    const told = await withReplies([], () => undoLast(window, [{ change: first?.id }]));
    assert.match(told.join(), /were changed here later\. Only the last change can be undone\.$/);
  });

  it('by change requests continues with its next part, and keeps its record', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 10,001 keys'], () => uploadKeysCommand(window, window.drop('many.txt', lines(10_001), target)));
    const journal = journalOf(window.changes);
    const [upload] = await journal.list();
    assert.ok(upload);
    const part = { operation: 'remove', start: 0, count: 10_000, state: 'published', requestId: 'r1' } as const;
    const undo = {
      ...upload,
      id: `${upload.id.slice(0, 13)}0123456789ab`,
      kind: 'undo' as const,
      way: 'request' as const,
      state: 'waiting' as const,
      source: { ...upload.source, undoes: upload.id },
      startedAt: upload.startedAt + 1,
      parts: [part, { ...part, start: 10_000, count: 1, state: 'waiting' as const, requestId: undefined }],
    };
    await journal.save(undo);
    await withReplies(['Go on with part 2 of 2…', undefined], () => resumeUpload(window, [{ change: undo.id }]));
    assert.match(questions.at(-1)?.title ?? '', /\(part 2 of 2\)$/);
    assert.ok((await journal.list()).some(({ id }) => id === undo.id));
    await withReplies([], () => undoLast(window, [{ change: upload.id }]));
    assert.match(shown.at(-1)?.message ?? '', / is only partly done: 10,000 of 10,001 keys are published\.$/);
  });
});

it('a change that can’t be undone makes earlier changes final, and a message says so', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
  await service.as('submitter-key').uploadKeys(target.environment.id, target.name, lines(10_000, 'crowd').split('\n'));
  await withReplies(['Upload 1 key'], () => uploadKeysCommand(window, window.drop('b.txt', 'y1', target)));
  assert.match(
    questions.at(-1)?.options.slice(0, 2).join('\n') ?? '',
    /^It can’t be undone, unless you choose “Show which of these keys the segment contains” first\nUpload 1 key: It holds 10,015 keys now/,
  );
  assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
  const [unread, first] = await journalOf(window.changes).list();
  const told = await withReplies([], () => undoLast(window, [{ change: first?.id }]));
  assert.match(told.join(), /were changed here later, and that can’t be undone\.$/);
  assert.deepEqual(shown.at(-1)?.buttons, ['Close']);
  const why = await withReplies([], () => undoLast(window, [{ change: unread?.id }]));
  assert.match(why.join(), /^This can’t be undone: not all keys of beta-accounts were read before the change\.$/);
});

it('keys that somebody else may have added while an answer was lost stay, and a message says so', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  service.onCall = ({ method }) => (method === 'PUT' ? 'loseRequest' : undefined);
  await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
  service.onCall = () => undefined;
  await service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['x1']);
  const [left] = await journalOf(window.changes).list();
  await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window, [{ change: left?.id }]));
  // Nobody knows which of these keys others have added, so no key is removed.
  const told = await withReplies([], () => undoLast(window, [{ target }]));
  assert.match(told.join(), /^This can’t be undone: somebody else changed beta-accounts at the same time\.$/);
  assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3']);
});

describe('an interrupted upload', () => {
  async function half(t: TestContext): Promise<{ window: Window; target: SegmentTarget; change: string }> {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    service.onCall = ({ method }) =>
      method === 'PUT' && service.count('PUT', /upload/) > 1 ? { status: 400, body: {} } : undefined;
    await withReplies(['Upload 10,001 keys'], () => uploadKeysCommand(window, window.drop('many.txt', lines(10_001), target)));
    service.onCall = () => undefined;
    const [left] = await journalOf(window.changes).list();
    assert.ok(left);
    return { window, target, change: left.id };
  }

  it('that was undone is not resumed, because its remaining keys are no longer the ones to send', async (t) => {
    const { window, target, change } = await half(t);
    const before = await heldIn(target.environment.id);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ change }]));
    assert.equal(await heldIn(target.environment.id), before - 10_000);
    assert.match((await withReplies([], () => resumeUpload(window, []))).join(), /^There is no unfinished upload or removal/);
    assert.match(
      (await withReplies([], () => resumeUpload(window, [{ change }]))).join(),
      /^There is no unfinished upload or removal\.$/,
    );
  });
});

describe('an undo by change request', () => {
  it('that was withdrawn does not count: the same undo is offered again, and no older one', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    await upload(window, target, 'a.txt', 'x1\nx2\nx3');
    await decide(target, 'APPROVED');
    await upload(window, target, 'b.txt', 'x3\ny1\ny2');
    await decide(target, 'APPROVED');
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    const waits = await withReplies([], () => undoLast(window, [{ target }]));
    assert.deepEqual(waits, ['A change request is open on beta-accounts in production: decide it first, or withdraw it.']);
    await decide(target, 'WITHDRAWN');
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.options[0] ?? '', /\. From b\.txt\. /);
    await decide(target, 'APPROVED');
    assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3']);
    const undos = (await journalOf(window.changes).list()).filter(({ kind }) => kind === 'undo');
    assert.equal(undos.length, 1, 'the one that was withdrawn is not to be submitted again');
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.options[0] ?? '', /\. From a\.txt\. /);
  });

  it('whose answer was lost says which keys a second submission would remove', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    await upload(window, target, 'a.txt', 'x1\nx2\nx3');
    await decide(target, 'APPROVED');
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseRequest' : undefined);
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    service.onCall = () => undefined;
    const undo = (await journalOf(window.changes).list()).find(({ kind }) => kind === 'undo');
    assert.equal(undo?.parts[0]?.state, 'sending');
    await withReplies(['Submit as a change request…'], () => resumeUpload(window, [{ change: undo.id }]));
    assert.match(shown.at(-1)?.detail ?? '', /you may overwrite what others have changed since\.$/);
  });

  it('says before the choice that a request is open on the segment, and offers the review', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    await upload(window, target, 'a.txt', 'x1\nx2\nx3');
    await decide(target, 'APPROVED');
    await upload(window, target, 'b.txt', 'y1\ny2');
    await withReplies(['Review the open change request'], () => undoLast(window, [{ target }]));
    assert.match(questions.at(-1)?.options[1] ?? '', /: .* It holds 11 keys now/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.changeRequest.open');
  });
});

describe('an undo in two windows', () => {
  it('is done in one: the other window can’t undo it while the first one asks', async (t) => {
    const one = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(one, one.drop('a.txt', 'x1\nx2\nx3', target)));
    let other: readonly string[] = [];
    Object.assign(one.texts, {
      open: async () => {
        const from = shown.length;
        await undoLast(one.again(), [{ target }]);
        other = shown.slice(from).map(({ message }) => message);
      },
    });
    await withReplies(['Show Keys', 'Remove 3 keys', keep], () => undoLast(one, [{ target }]));
    assert.match(other.join(), /^Another window is already working on this\./);
    assert.deepEqual(await ofThese(target), []);
  });

  it('is planned again if somebody changed the segment before the last question was answered', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
    Object.assign(window.texts, {
      open: () => service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['z1']),
    });
    const told = await withReplies(['Show Keys', 'Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.match(told.join(), /^Somebody has changed beta-accounts since this was planned\. Nothing was sent\.$/);
    assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3', 'z1']);
    await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.deepEqual(await ofThese(target), ['z1']);
  });
});

describe('Undo', () => {
  const others = () => service.as('submitter-key');

  it('is offered after the keys of a large segment were read again, and removes only the keys that were new', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await crowd(service, target, 10_000);
    const replies = ['Show which of these keys the segment contains', 'Upload 2 keys'];
    await withReplies(replies, () => uploadKeysCommand(window, window.drop('two.txt', 'x1\nx2', target)));
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt', 'Undo…']);
    await withReplies(['Remove 2 keys', keep], () => undoLast(window, [{ target }]));
    assert.equal(await heldIn(target.environment.id), 10_012);
  });

  it('reads the keys first if they could not be read after the change, and then undoes it or says why not', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const unreadable = { status: 400, body: { code: 400, message: 'no' } };
    for (const isSwapped of [false, true]) {
      let isSent = false;
      service.onCall = ({ method, path }) => {
        isSent ||= method === 'PUT';
        return isSent && /\/keys\?limit=(?!1&)/.test(path) ? unreadable : undefined;
      };
      const told = await withReplies(['Upload 1 key'], () => uploadKeysCommand(window, window.drop('one.txt', 'x1', target)));
      service.onCall = () => undefined;
      assert.match(
        told.join(),
        /\. No Undo is offered: not all keys of beta-accounts could be read again, so somebody else may /,
      );
      assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
      if (isSwapped) {
        await others().uploadKeys(target.environment.id, target.name, ['y1']);
        await others().removeKeys(target.environment.id, target.name, { keys: ['x1'], comment: 'x' });
        const refused = await withReplies([], () => undoLast(window, [{ target }]));
        assert.deepEqual(refused.slice(-1), ['This can’t be undone: somebody else changed beta-accounts at the same time.']);
      } else await withReplies(['Remove 1 key', keep], () => undoLast(window, [{ target }]));
      assert.deepEqual(await ofThese(target), isSwapped ? ['y1'] : []);
    }
  });
});

const newIn = async ({ environment, name }: SegmentTarget): Promise<readonly string[]> =>
  (await readAllKeys(service.as('submitter-key'), environment.id, name)).keys.filter((key) => /^(new-|x|y)/.test(key));

const add = ({ environment, name }: SegmentTarget, ...keys: readonly string[]): Promise<unknown> =>
  service.as('submitter-key').uploadKeys(environment.id, name, keys);

const remove = ({ environment, name }: SegmentTarget, ...keys: readonly string[]): Promise<unknown> =>
  service.as('submitter-key').removeKeys(environment.id, name, { keys, comment: 'x' });

async function uploaded(t: TestContext, count: number): Promise<{ window: Window; target: SegmentTarget; change: string }> {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  const words = `${count.toLocaleString('en')} keys`;
  await withReplies([`Upload ${words}`], () => uploadKeysCommand(window, window.drop('many.txt', lines(count), target)));
  const [change] = await journalOf(window.changes).list();
  assert.ok(change);
  return { window, target, change: change.id };
}

/** Lets the removal with this number and all later removals fail like this. */
function failAt(number: number, what: 'loseRequest' | 'loseAnswer' | { status: number; body: object }): void {
  service.onCall = ({ path }) => (path.includes('removeKeys') && service.count('PUT', /removeKeys/) >= number ? what : undefined);
}

/** Returns the ID of the undo in the journal. */
async function undoIn(window: Window): Promise<string> {
  const undo = (await journalOf(window.changes).list()).find(({ kind }) => kind === 'undo');
  assert.ok(undo);
  return undo.id;
}

describe('an interrupted undo', () => {
  it('continues with the remaining keys, but not if somebody else has changed the segment since', async (t) => {
    const { window, target, change } = await uploaded(t, 10_003);
    failAt(2, { status: 400, body: {} });
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ change }]));
    service.onCall = () => undefined;
    await add(target, 'new-000007');
    const told = await withReplies([], () => undoLast(window.again(), [{ change }]));
    assert.match(told.join(), /^“Change 10,003 keys of beta-accounts back” in Storefront \/ development is only partly done: /);
    const undo = { change: await undoIn(window) };
    const refused = await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window.again(), [undo]));
    assert.deepEqual(refused, ['Somebody has changed beta-accounts since this was planned. Nothing more was sent.']);
    assert.ok((await newIn(target)).includes('new-000007'));
    await remove(target, 'new-000007');
    await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window.again(), [undo]));
    assert.deepEqual(await newIn(target), []);
    assert.match((await withReplies([], () => undoLast(window, [{ change }]))).join(), /^It is undone already/);
  });
});

describe('an undo by change requests', () => {
  /** The first part is published, as if by others; the second one waits. */
  async function begun(t: TestContext): Promise<{ window: Window; target: SegmentTarget; change: string; undo: string }> {
    const { window, target, change } = await uploaded(t, 10_003);
    const journal = journalOf(window.changes);
    const upload = await journal.read(change);
    assert.ok(upload);
    const part = { operation: 'remove', start: 0, count: 10_000, state: 'published', requestId: 'r1' } as const;
    const undo = {
      ...upload,
      id: `${upload.id.slice(0, 13)}0123456789ab`,
      kind: 'undo',
      way: 'request',
      state: 'waiting',
      source: { ...upload.source, undoes: upload.id },
      startedAt: upload.startedAt + 1,
      before: { count: 10_015 },
      parts: [part, { operation: 'remove', start: 10_000, count: 3, state: 'waiting' }],
    } as const;
    await journal.save(undo);
    return { window, target, change, undo: undo.id };
  }

  it('does not continue if this window has changed keys of the segment since', async (t) => {
    const { window, target, undo } = await begun(t);
    await withReplies(['Upload 2 keys'], () => uploadKeysCommand(window, window.drop('few.txt', 'new-010001\nx1', target)));
    const told = await withReplies(['Go on with part 2 of 2…'], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.equal(told.at(-1), 'Keys of beta-accounts in development were changed here later, and that can’t be undone.');
  });
});

describe('a change that was made in a different sandbox, or before a reset,', () => {
  it('is not undone in this sandbox, even if it has the same keys', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'before' });
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(before, before.drop('three.txt', lines(3), target)));
    await service.sandbox.reset();
    const client = service.as('submitter-key');
    await client.uploadKeys(target.environment.id, target.name, ['new-000001']);
    const now = openWindow(t, service, { connectionId: 'sandbox', instance: 'now' }, before.folder);
    const told = await withReplies([], () => undoLast(now, [{ target }]));
    assert.match(told.join(), /^It was done in a different sandbox, or in this one before a reset/);
    const { keys } = await client.readKeys(target.environment.id, target.name, { offset: 0, limit: 1_000 });
    assert.ok(keys.some(({ key }) => key === 'new-000001'));
  });

  it('is not continued in this sandbox', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'before' });
    const target = segmentIn(service, 'development');
    service.onCall = ({ method, path }) => (method === 'PUT' && /upload/.test(path) ? { status: 400, body: {} } : undefined);
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(before, before.drop('three.txt', lines(3), target)));
    service.onCall = () => undefined;
    const [change] = await journalOf(before.changes).list();
    assert.equal(change?.connection.instance, 'before');
    const puts = service.count('PUT', /upload/);
    const now = openWindow(t, service, { connectionId: 'sandbox', instance: 'now' }, before.folder);
    await withReplies([undefined], () => resumeUpload(now, [{ change: change.id }]));
    assert.equal(service.count('PUT', /upload/), puts);
  });

  it('belongs to this sandbox again after a reload', async (t) => {
    const before = openWindow(t, service, { connectionId: 'sandbox', instance: 'same' });
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeysCommand(before, before.drop('three.txt', lines(3), target)));
    await withReplies(['Remove 3 keys', { keep: true }], () => undoLast(before.again(), [{ target }]));
    const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, { offset: 0, limit: 1_000 });
    assert.ok(!keys.some(({ key }) => key === 'new-000001'));
  });
});
