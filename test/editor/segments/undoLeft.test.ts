/** An undo that was left half way, or of what was on its way: what others have added since stays. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useService } from '../../operations/service.ts';
import { questions, withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { readAllKeys } = await import('../../../src/operations/keys/keyPages.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();
const keep = { keep: true } as const;

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
  await withReplies([`Upload ${words}`], () => uploadKeys(window, window.drop('many.txt', lines(count), target)));
  const [change] = await journalOf(window.changes).list();
  assert.ok(change);
  return { window, target, change: change.id };
}

/** What becomes of the removal with this number; and of those after it. */
function failAt(number: number, what: 'loseRequest' | 'loseAnswer' | { status: number; body: object }): void {
  service.onCall = ({ path }) => (path.includes('removeKeys') && service.count('PUT', /removeKeys/) >= number ? what : undefined);
}

/** The record of the undo. */
async function undoIn(window: Window): Promise<string> {
  const undo = (await journalOf(window.changes).list()).find(({ kind }) => kind === 'undo');
  assert.ok(undo);
  return undo.id;
}

describe('an undo that was left half way', () => {
  it('continues with the rest, and not if somebody else has changed the segment since', async (t) => {
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

  it('is remembered after it was discarded, and is not started again', async (t) => {
    const { window, target, change } = await uploaded(t, 10_003);
    failAt(2, { status: 400, body: {} });
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ change }]));
    service.onCall = () => undefined;
    await withReplies(['Discard it'], async () => resumeUpload(window, [{ change: await undoIn(window) }]));
    await add(target, 'new-000007');
    const told = await withReplies([], () => undoLast(window.again(), [{ change }]));
    assert.deepEqual(told, ['It is undone already, or an undo was started and then discarded.']);
    assert.equal((await newIn(target)).length, 4);
  });

  it('when its answer was lost, and it was done, is not done again', async (t) => {
    const { window, target, change } = await uploaded(t, 10_003);
    failAt(2, 'loseAnswer');
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ change }]));
    service.onCall = () => undefined;
    await add(target, 'new-010001');
    const undo = await undoIn(window);
    const told = await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.match(told.join(), /^Somebody has changed beta-accounts since this was planned/);
    assert.deepEqual(await newIn(target), ['new-010001']);
    await remove(target, 'new-010001');
    await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.deepEqual(await newIn(target), []);
    assert.deepEqual(await withReplies([], () => undoLast(window.again(), [{ change }])), [
      'It is undone already, or an undo was started and then discarded.',
    ]);
  });

  it('continues with the part whose answer was lost if that part was not done', async (t) => {
    const { window, target, change } = await uploaded(t, 10_003);
    failAt(1, 'loseRequest');
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ change }]));
    service.onCall = () => undefined;
    await withReplies(['Send the rest: 10,003 keys'], async () =>
      resumeUpload(window.again(), [{ change: await undoIn(window) }]),
    );
    assert.deepEqual(await newIn(target), []);
  });
});

describe('an upload with a lost answer', () => {
  for (const how of ['loseRequest', 'loseAnswer'] as const) {
    it(`is resumed before it is undone (${how})`, async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'development');
      service.onCall = ({ method, path }) =>
        method === 'PUT' && /upload/.test(path) && service.count('PUT', /upload/) > 1 ? how : undefined;
      await withReplies(['Upload 10,003 keys'], () => uploadKeys(window, window.drop('many.txt', lines(10_003), target)));
      service.onCall = () => undefined;
      const [lost] = await journalOf(window.changes).list();
      assert.equal(lost?.parts[1]?.state, 'sending');
      const change = lost.id;
      const told = await withReplies([], () => undoLast(window, [{ change }]));
      assert.match(told.join(), /^“Add 10,003 keys to beta-accounts” in Storefront \/ development is only partly done: /);
      await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window, [{ change }]));
      await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ change }]));
      assert.deepEqual(await newIn(target), []);
    });
  }
});

describe('an undo that goes as change requests', () => {
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

  it('continues with its own keys in another window, though some of the work is known to be changed back', async (t) => {
    const { window, undo } = await begun(t);
    await withReplies(['Go on with part 2 of 2…', undefined], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.match(questions.at(-1)?.title ?? '', /\(part 2 of 2\)$/);
  });

  it('does not continue if keys of the segment were sent from here since', async (t) => {
    const { window, target, undo } = await begun(t);
    await withReplies(['Upload 2 keys'], () => uploadKeys(window, window.drop('few.txt', 'new-010001\nx1', target)));
    const told = await withReplies(['Go on with part 2 of 2…'], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.equal(told.at(-1), 'Keys of beta-accounts in development were changed here later, and that can’t be undone.');
  });
});
