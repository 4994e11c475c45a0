/** An undo that was left half way, or of what was on its way: what others have added since stays. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useService } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
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

  it('does not continue if keys of the segment were sent from here since', async (t) => {
    const { window, target, undo } = await begun(t);
    await withReplies(['Upload 2 keys'], () => uploadKeys(window, window.drop('few.txt', 'new-010001\nx1', target)));
    const told = await withReplies(['Go on with part 2 of 2…'], () => resumeUpload(window.again(), [{ change: undo }]));
    assert.equal(told.at(-1), 'Keys of beta-accounts in development were changed here later, and that can’t be undone.');
  });
});
