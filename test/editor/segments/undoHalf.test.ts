/** The undo of an upload that was left half way. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { writePermit } from '../../operations/permits.ts';
import { shown } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/target.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { keep, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/work/workRoom.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const { service, heldIn } = useUndo();

describe('an upload that was left half way', () => {
  async function half(t: TestContext): Promise<{ window: Window; target: SegmentTarget; work: string }> {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    service.onCall = ({ method }) =>
      method === 'PUT' && service.count('PUT', /upload/) > 1 ? { status: 400, body: {} } : undefined;
    await withReplies(['See how many are new', 'Upload 10,001 keys'], () =>
      uploadKeys(window, window.drop('many.txt', lines(10_001), target)),
    );
    service.onCall = () => undefined;
    const [left] = await (await journalOf(window.room)).list();
    assert.ok(left);
    return { window, target, work: left.id };
  }

  it('and then undone is not resumed: its rest is not what was to be sent', async (t) => {
    const { window, target, work } = await half(t);
    const before = await heldIn(target.environment.id);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ work }]));
    assert.equal(await heldIn(target.environment.id), before - 10_000);
    assert.match((await withReplies([], () => resumeUpload(window, []))).join(), /^Nothing waits to be resumed/);
    assert.match((await withReplies([], () => resumeUpload(window, [{ work }]))).join(), /^Upload of many\.txt .* was undone/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Upload It Again…']);
  });

  it('is not gone on with by a window that was at its questions while another one has undone it', async (t) => {
    const { window, target, work } = await half(t);
    const journal = await journalOf(window.room);
    const asked = await journal.read(work);
    assert.ok(asked);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ work }]));
    const permit = writePermit(target.environment);
    const keys = lines(10_001).split('\n');
    const outcome = await runKeyWork(service.as('submitter-key'), journal, asked, keys, { permit });
    assert.equal(outcome.outcome, 'running');
  });

  it('is not resumed either where its undo was left half way and discarded', async (t) => {
    const { window, work } = await half(t);
    service.onCall = ({ path }) => (path.includes('removeKeys') ? { status: 400, body: {} } : undefined);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ work }]));
    service.onCall = () => undefined;
    const undo = (await (await journalOf(window.room)).list()).find(({ kind }) => kind === 'undo');
    await withReplies(['Discard it'], () => resumeUpload(window, [{ work: undo?.id }]));
    assert.match((await withReplies([], () => resumeUpload(window, [{ work }]))).join(), /or the undo of it was begun/);
    assert.match(
      (await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ work }]))).join(),
      /now holds 12 keys/,
    );
  });
});
