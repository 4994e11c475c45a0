/** The undo of an upload that was left half way. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { writePermit } from '../../operations/permits.ts';
import { withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/window/target.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { keep, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const { service, heldIn } = useUndo();

describe('an upload that was left half way', () => {
  async function half(t: TestContext): Promise<{ window: Window; target: SegmentTarget; change: string }> {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    service.onCall = ({ method }) =>
      method === 'PUT' && service.count('PUT', /upload/) > 1 ? { status: 400, body: {} } : undefined;
    await withReplies(['Upload 10,001 keys'], () => uploadKeys(window, window.drop('many.txt', lines(10_001), target)));
    service.onCall = () => undefined;
    const [left] = await journalOf(window.changes).list();
    assert.ok(left);
    return { window, target, change: left.id };
  }

  it('and then undone is not resumed: its rest is not what was to be sent', async (t) => {
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

  it('is not gone on with by a window that was at its questions while another one has undone it', async (t) => {
    const { window, target, change } = await half(t);
    const journal = journalOf(window.changes);
    const asked = await journal.read(change);
    assert.ok(asked);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ change }]));
    const permit = writePermit(target.environment);
    const keys = lines(10_001).split('\n');
    const outcome = await runChange(service.as('submitter-key'), journal, asked, keys, { permit });
    assert.equal(outcome.outcome, 'running');
  });

  it('is not resumed either if its undo was left half way, and is undone in part if that is discarded', async (t) => {
    const { window, change } = await half(t);
    service.onCall = ({ path }) => (path.includes('removeKeys') ? 'loseRequest' : undefined);
    await withReplies(['Remove 10,000 keys', keep], () => undoLast(window, [{ change }]));
    service.onCall = () => undefined;
    const undo = (await journalOf(window.changes).list()).find(({ kind }) => kind === 'undo');
    assert.match(
      (await withReplies([], () => resumeUpload(window, [{ change }]))).join(),
      /^There is no unfinished upload or removal/,
    );
    await withReplies(['Discard it'], () => resumeUpload(window, [{ change: undo?.id }]));
    assert.match((await withReplies([], () => resumeUpload(window, []))).join(), /^There is no unfinished upload or removal/);
    assert.deepEqual(await withReplies([], () => undoLast(window, [{ change }])), [
      'It is undone already, or an undo was started and then discarded.',
    ]);
  });
});
