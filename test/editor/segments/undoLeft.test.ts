/** An undo that was left half way, or of what was on its way: what others have added since stays. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useService } from '../../operations/service.ts';
import { questions, withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/target.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { journalOf } = await import('../../../src/editor/segments/work/workRoom.ts');
const { keepUndo } = await import('../../../src/operations/keyWork/updateWork.ts');
const { readAllKeys } = await import('../../../src/operations/readAllKeys.ts');
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

async function uploaded(t: TestContext, count: number): Promise<{ window: Window; target: SegmentTarget; work: string }> {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  const words = `${count.toLocaleString('en')} keys`;
  await withReplies(['See how many are new', `Upload ${words}`], () =>
    uploadKeys(window, window.drop('many.txt', lines(count), target)),
  );
  const [work] = await (await journalOf(window.room)).list();
  assert.ok(work);
  return { window, target, work: work.id };
}

/** What becomes of the removal with this number; and of those after it. */
function failAt(number: number, what: 'loseRequest' | 'loseAnswer' | { status: number; body: object }): void {
  service.onCall = ({ path }) => (path.includes('removeKeys') && service.count('PUT', /removeKeys/) >= number ? what : undefined);
}

describe('an undo that was left half way', () => {
  it('goes on with the rest: what it has taken away, and somebody else has added since, stays', async (t) => {
    const { window, target, work } = await uploaded(t, 10_003);
    failAt(2, { status: 400, body: {} });
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ work }]));
    service.onCall = () => undefined;
    await add(target, 'new-000007');
    await withReplies(['Remove 3 keys', keep], () => undoLast(window.again(), [{ work }]));
    assert.match(
      questions[0]?.options[0] ?? '',
      /The other 10,000 of its 10,003 keys were so before, or were changed back before/,
    );
    assert.deepEqual(await newIn(target), ['new-000007']);
    assert.match((await withReplies([], () => undoLast(window, [{ work }]))).join(), /^It is undone already/);
  });

  it('in another window, while the questions were asked in this one, is not begun anew with what it knew', async (t) => {
    const { window, target, work } = await uploaded(t, 10_003);
    failAt(2, { status: 400, body: {} });
    Object.assign(window.texts, {
      open: async () => {
        await undoLast(window.again(), [{ work }]);
        // As many keys as before: the count alone does not tell.
        await add(target, ...lines(10_000).split('\n'));
      },
    });
    const replies = ['Show the keys', 'Remove 10,003 keys', keep, 'Remove 10,003 keys', keep];
    const told = await withReplies(replies, () => undoLast(window, [{ work }]));
    assert.match(told.at(-1) ?? '', /^Another window is changing the keys of beta-accounts just now/);
    assert.equal((await newIn(target)).length, 10_003);
  });

  it('and was discarded is remembered all the same', async (t) => {
    const { window, target, work } = await uploaded(t, 10_003);
    failAt(2, { status: 400, body: {} });
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ work }]));
    service.onCall = () => undefined;
    const undo = (await (await journalOf(window.room)).list()).find(({ kind }) => kind === 'undo');
    await withReplies(['Discard it'], () => resumeUpload(window, [{ work: undo?.id }]));
    await add(target, 'new-000007');
    await withReplies(['Remove 3 keys', keep], () => undoLast(window.again(), [{ work }]));
    assert.deepEqual(await newIn(target), ['new-000007']);
  });

  it('when its answer was lost, and it was done, is not done again', async (t) => {
    const { window, target, work } = await uploaded(t, 10_003);
    failAt(2, 'loseAnswer');
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ work }]));
    service.onCall = () => undefined;
    await add(target, 'new-010001');
    const told = await withReplies([], () => undoLast(window.again(), [{ work }]));
    assert.match(told.join(), /^The answer of the service was lost, and of 1 key it is not known whether you or somebody else/);
    assert.deepEqual(await newIn(target), ['new-010001']);
    await remove(target, 'new-010001');
    assert.deepEqual(await withReplies([], () => undoLast(window.again(), [{ work }])), ['It is undone already.']);
    assert.equal((await (await journalOf(window.room)).read(work))?.undo, 'done');
  });

  it('when its answer was lost, and it was not done, goes on with it, however it was discarded', async (t) => {
    const { window, target, work } = await uploaded(t, 10_003);
    failAt(1, 'loseRequest');
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ work }]));
    service.onCall = () => undefined;
    const undo = (await (await journalOf(window.room)).list()).find(({ kind }) => kind === 'undo');
    await withReplies(['Discard it'], () => resumeUpload(window, [{ work: undo?.id }]));
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window.again(), [{ work }]));
    assert.match(
      questions[0]?.options[0] ?? '',
      /The answer to the last undo was lost; none of its 10,000 keys was changed back/,
    );
    assert.deepEqual(await newIn(target), []);
  });
});

describe('an upload of which an answer was lost, undone without being resumed,', () => {
  async function lost(
    t: TestContext,
    how: 'loseRequest' | 'loseAnswer',
    environment = 'development',
  ): Promise<{ window: Window; target: SegmentTarget; work: string }> {
    const window = openWindow(t, service);
    const target = segmentIn(service, environment);
    service.onCall = ({ method, path }) =>
      method === 'PUT' && /upload/.test(path) && service.count('PUT', /upload/) > 1 ? how : undefined;
    const permit = environment === 'production' ? [environment] : [];
    await withReplies(['See how many are new', 'Upload 10,003 keys', ...permit], () =>
      uploadKeys(window, window.drop('many.txt', lines(10_003), target)),
    );
    service.onCall = () => undefined;
    const [work] = await (await journalOf(window.room)).list();
    assert.equal(work?.parts[1]?.state, 'sending');
    return { window, target, work: work.id };
  }

  it('takes away what has come', async (t) => {
    const { window, target, work } = await lost(t, 'loseAnswer');
    await withReplies(['Remove 10,003 keys', keep], () => undoLast(window, [{ work }]));
    assert.match(questions[0]?.options[0] ?? '', /what another machine changed .* is not seen/);
    assert.deepEqual(await newIn(target), []);
  });

  it('leaves what somebody else has added where it has not come', async (t) => {
    const { window, target, work } = await lost(t, 'loseRequest');
    await add(target, 'new-010001');
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ work }]));
    assert.match(questions[0]?.options[0] ?? '', /The answer of the service was lost: 1 key may be somebody else’s, and stay/);
    assert.deepEqual(await newIn(target), ['new-010001']);
  });
});

describe('an undo that goes as change requests', () => {
  /** The first part is published, as if by others; the second one waits. */
  async function begun(t: TestContext): Promise<{ window: Window; target: SegmentTarget; work: string; undo: string }> {
    const { window, target, work } = await uploaded(t, 10_003);
    const journal = await journalOf(window.room);
    const upload = await journal.read(work);
    assert.ok(upload);
    const part = { operation: 'remove', start: 0, count: 10_000, state: 'published', requestId: 'r1' } as const;
    const undo = {
      ...upload,
      id: `${upload.id.slice(0, 13)}0123456789ab`,
      kind: 'undo',
      way: 'request',
      state: 'waiting',
      source: { ...upload.source, undoes: upload.id, undoing: Buffer.alloc(1251, 0xff).toString('base64') },
      startedAt: upload.startedAt + 1,
      parts: [part, { operation: 'remove', start: 10_000, count: 3, state: 'waiting' }],
    } as const;
    await journal.save(undo);
    await keepUndo(journal, work);
    return { window, target, work, undo: undo.id };
  }

  it('goes on with its own keys in another window, though some of the work is known to be changed back', async (t) => {
    const { window, undo } = await begun(t);
    await withReplies(['Go on with part 2 of 2…', undefined], () => resumeUpload(window.again(), [{ work: undo }]));
    assert.match(questions.at(-1)?.title ?? '', /part 2 of 2$/);
  });

  it('does not go on where keys of the segment were sent from here since', async (t) => {
    const { window, target, undo } = await begun(t);
    await withReplies(['See how many are new', 'Upload 2 keys'], () =>
      uploadKeys(window, window.drop('few.txt', 'new-010001\nx1', target)),
    );
    const told = await withReplies(['Go on with part 2 of 2…'], () => resumeUpload(window.again(), [{ work: undo }]));
    assert.match(
      told.join(),
      /^Keys of beta-accounts in development were changed from here since the undo was begun, so nothing more/,
    );
  });
});
