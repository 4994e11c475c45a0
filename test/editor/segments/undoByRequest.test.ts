/** An undo that is a change request: withdrawn, lost, waiting. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { openWindow, segmentIn } from './window.ts';
import { submitUndo, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');

const { service, upload, decide, ofThese } = useUndo();

describe('an undo by change request', () => {
  it('that was withdrawn has undone nothing: the same is offered again, and no older one', async (t) => {
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

  it('whose answer was lost says what submitting it again would take away', async (t) => {
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
    assert.match(shown.at(-1)?.detail ?? '', /Submitting it again also changes what somebody has changed since\.$/);
  });

  it('says before the choice that a request is open on the segment, with the review', async (t) => {
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
