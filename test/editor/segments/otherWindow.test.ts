/** What another window writes into the journal while this one asks the service is not lost. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { discardWork, updateWork } from '../../../src/operations/keyWork/updateWork.ts';
import { useService } from '../../operations/service.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');
const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { pointOut } = await import('../../../src/editor/segments/work/pointOut.ts');
const { journalOf } = await import('../../../src/editor/segments/work/workRoom.ts');

const service = useService();
const keep = { keep: true } as const;

interface Begun {
  readonly window: Window;
  readonly journal: KeyJournal;
  readonly work: KeyWork;
  readonly requestId: string;
}

/** As far as the first of two parts is published. */
async function begun(t: TestContext): Promise<Begun> {
  const window = openWindow(t, service);
  const args = window.drop('many.txt', lines(10_001), segmentIn(service, 'production'));
  const replies = ['Upload 10,001 keys', 'production', keep, keep, '', 'Submit the change request'];
  await withReplies(replies, () => uploadKeys(window, args));
  const journal = await journalOf(window.room);
  const [work] = await journal.list();
  const requestId = work?.parts[0]?.requestId;
  assert.ok(work && requestId !== undefined);
  await service.as('release-key').decideChangeRequest(requestId, { status: 'APPROVED', comment: 'Seen.' });
  return { window, journal, work, requestId };
}

/** Does something of another window's while this one reads the request. */
function whileAsked(requestId: string, act: () => Promise<unknown>): void {
  let isDone = false;
  service.onCall = async ({ method, path }) => {
    if (method === 'GET' && path.includes(requestId) && !isDone) {
      isDone = true;
      await act();
    }
    return undefined;
  };
}

/** `isFree`: no other window is at it, so that there is something to ask. */
const lookers: readonly (readonly [name: string, look: (window: Window, isFree: boolean) => Promise<unknown>])[] = [
  ['pointing out', (window) => withReplies([], () => pointOut(window))],
  ['a receipt', (window) => withReplies([], () => openReceipt(window, []))],
  [
    'an undo',
    (window, isFree) =>
      withReplies(isFree ? [undefined] : [], () => undoLast(window, [{ target: segmentIn(service, 'production') }])),
  ],
  [
    'going on',
    (window) =>
      withReplies(['Upload of many.txt to beta-accounts', 'Go on with part 2 of 2…', undefined], () => resumeUpload(window, [])),
  ],
];

describe('what another window has written meanwhile', () => {
  for (const [name, look] of lookers) {
    it(`is kept beside what ${name} learns`, async (t) => {
      const { window, journal, work, requestId } = await begun(t);
      whileAsked(requestId, () => journal.save({ ...work, title: 'Typed elsewhere' }));
      await look(window, true);
      const kept = await journal.read(work.id);
      assert.deepEqual([kept?.title, kept?.parts[0]?.state], ['Typed elsewhere', 'published']);
    });

    it(`is not overwritten by ${name} while that window is at it`, async (t) => {
      const { window, journal, work, requestId } = await begun(t);
      const claims: Awaited<ReturnType<KeyJournal['claim']>>[] = [];
      whileAsked(requestId, async () => void claims.push(await journal.claim(work.id)));
      await look(window, false);
      await claims[0]?.release();
      assert.deepEqual([claims.length, await journal.read(work.id)], [1, work]);
    });
  }

  it('a part that was submitted again stays open, whatever became of the request before', async (t) => {
    const { window, journal, work, requestId } = await begun(t);
    const again = work.parts.map((part, index) => (index === 0 ? { ...part, requestId: 'another' } : part));
    whileAsked(requestId, () => journal.save({ ...work, parts: again }));
    await withReplies([], () => openReceipt(window, []));
    assert.deepEqual((await journal.read(work.id))?.parts, again);
  });

  it('is named where it can’t be resumed because that window is at it, or was a moment ago', async (t) => {
    const { window, journal, work } = await begun(t);
    const claim = await journal.claim(work.id);
    const named = { work: work.id };
    for (const args of [[], [named]]) {
      const told = await withReplies([], () => resumeUpload(window, args));
      assert.match(
        told.join(),
        /^Another window, or this one, is still at it: Upload of many\.txt to beta-accounts in Storefront \/ production \(.+\)\. If its window was closed, try again in a moment\.$/,
      );
    }
    await claim?.release();
    await discardWork(journal, work.id);
    assert.match((await withReplies([], () => resumeUpload(window, []))).join(), /^Nothing waits to be resumed/);
    assert.match((await withReplies([], () => resumeUpload(window, [named]))).join(), /^It is not left half way any more/);
  });

  it('is not discarded while that window is at it', async (t) => {
    const { journal, work } = await begun(t);
    const claim = await journal.claim(work.id);
    assert.equal(await discardWork(journal, work.id), false);
    assert.deepEqual(await journal.read(work.id), work);
    await claim?.release();
    assert.equal(await discardWork(journal, work.id), true);
    assert.equal(await journal.read(work.id), undefined);
    assert.equal(await updateWork(journal, work.id, (kept) => kept), undefined, 'what is discarded does not come back');
  });
});
