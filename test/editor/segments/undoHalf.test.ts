/** The undo of an upload that was left half way. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
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
});
