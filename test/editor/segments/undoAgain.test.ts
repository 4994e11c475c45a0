/** What an undo must not do: take away twice, take away what came later, or begin anew what goes on as change requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { writePermit } from '../../operations/permits.ts';
import { useService } from '../../operations/service.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { journalOf } = await import('../../../src/editor/segments/work/workRoom.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const service = useService();
const keep = { keep: true } as const;
const heldIn = async (environmentId: string): Promise<number> =>
  (await service.as('submitter-key').readKeys(environmentId, 'beta-accounts', { offset: 0, limit: 1 })).count;

describe('an undo', () => {
  it('is done once: what others have put there since stays', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('three.txt', lines(3), target)));
    const [upload] = await (await journalOf(window.room)).list();
    await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.options[0] ?? '', /known by the service’s counts: what another machine changed .* is not seen$/);
    await service.as('submitter-key').uploadKeys(target.environment.id, target.name, lines(3).split('\n'));
    const before = await heldIn(target.environment.id);
    assert.match((await withReplies([], () => undoLast(window, [{ target }]))).join(), /^No upload to beta-accounts/);
    assert.match((await withReplies([], () => undoLast(window, [{ work: upload?.id }]))).join(), /^It is undone already\.$/);
    assert.equal(await heldIn(target.environment.id), before);
  });

  it('is of the last change only, also where the button of an older one is pressed', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('a.txt', lines(3), target)));
    const [first] = await (await journalOf(window.room)).list();
    await withReplies(['Upload 2 keys'], () => uploadKeys(window, window.drop('b.txt', lines(2), target)));
    const told = await withReplies([], () => undoLast(window, [{ work: first?.id }]));
    assert.match(told.join(), /were changed from here after it\. Undo that first\.$/);
  });

  it('by change requests goes on with its next part, and keeps its record', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['See how many are new', 'Upload 10,001 keys'], () =>
      uploadKeys(window, window.drop('many.txt', lines(10_001), target)),
    );
    const journal = await journalOf(window.room);
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
    await withReplies(['Go on with part 2 of 2…', undefined], () => resumeUpload(window, [{ work: undo.id }]));
    assert.match(questions.at(-1)?.title ?? '', /part 2 of 2$/);
    assert.ok((await journal.list()).some(({ id }) => id === undo.id));
    await withReplies([], () => undoLast(window, [{ work: upload.id }]));
    assert.match(shown.at(-1)?.message ?? '', /was begun as change requests\. Go on with that, or discard it\.$/);
  });
});

it('a copy of a work that another window has gone on with sends nothing', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('three.txt', lines(3), target)));
  const journal = createKeyJournal(`${window.folder}/keyWork`);
  const [done] = await (await journalOf(window.room)).list();
  assert.ok(done);
  await journal.save(done);
  const stale = { ...done, state: 'stopped' as const, parts: done.parts.map((one) => ({ ...one, state: 'waiting' as const })) };
  const puts = service.count('PUT', /upload/);
  const permit = writePermit(service.environment('development'));
  const outcome = await runKeyWork(service.as('submitter-key'), journal, stale, lines(3).split('\n'), { permit });
  assert.equal(outcome.outcome, 'running');
  assert.equal(service.count('PUT', /upload/), puts);
});
