/** What an undo must not do: take away twice, or take away what came later. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { answering } from '../scripted.ts';
import { lines, openWindow, segmentIn } from './window.ts';
import { keep, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const { service, heldIn, ofThese } = useUndo();

describe('an undo', () => {
  it('is done once: what others have put there since stays', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('three.txt', lines(3), target)));
    const [upload] = await journalOf(window.changes).list();
    const [way, why] = await answering(['Remove 3 keys', undefined], () => undoLast(window, [{ target }]));
    // The comment that follows has words in it already: with an active row, Enter alone would send it.
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

  it('is of the last change only, even if the button of an older one is pressed', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('a.txt', lines(3), target)));
    const [first] = await journalOf(window.changes).list();
    await withReplies(['Upload 2 keys'], () => uploadKeys(window, window.drop('b.txt', lines(2, 'other'), target)));
    const told = await withReplies([], () => undoLast(window, [{ change: first?.id }]));
    assert.match(told.join(), /were changed here later\. Only the last change can be undone\.$/);
  });

  it('by change requests continues with its next part, and keeps its record', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 10,001 keys'], () => uploadKeys(window, window.drop('many.txt', lines(10_001), target)));
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

it('what can’t be undone makes what came before it final, and says so', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
  await service.as('submitter-key').uploadKeys(target.environment.id, target.name, lines(10_000, 'crowd').split('\n'));
  await withReplies(['Upload 1 key'], () => uploadKeys(window, window.drop('b.txt', 'y1', target)));
  assert.match(
    questions.at(-1)?.options[0] ?? '',
    /^Upload 1 key: It holds 10,015 keys now\. It can’t be undone, unless you choose “Show which of these keys the segment contains” first/,
  );
  assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
  const [unread, first] = await journalOf(window.changes).list();
  const told = await withReplies([], () => undoLast(window, [{ change: first?.id }]));
  assert.match(told.join(), /were changed here later, and that can’t be undone\.$/);
  assert.deepEqual(shown.at(-1)?.buttons, ['Close']);
  const why = await withReplies([], () => undoLast(window, [{ change: unread?.id }]));
  assert.match(why.join(), /^This can’t be undone: not all keys of beta-accounts were read before the change\.$/);
});

it('keys that somebody else may have added while the answer of the service was lost stay, and that is said', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  service.onCall = ({ method }) => (method === 'PUT' ? 'loseRequest' : undefined);
  await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
  service.onCall = () => undefined;
  await service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['x1']);
  const [left] = await journalOf(window.changes).list();
  await withReplies(['Send the rest: 3 keys'], () => resumeUpload(window, [{ change: left?.id }]));
  // Which of them others have added can’t be told: nothing is taken away.
  const told = await withReplies([], () => undoLast(window, [{ target }]));
  assert.match(told.join(), /^This can’t be undone: somebody else changed beta-accounts at the same time\.$/);
  assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3']);
});
