/** Tests uploads that a different window or a different API key resumes, and how a decision in this window affects them. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Journal } from '../../../src/operations/keys/journal.ts';
import { saveDecided } from '../../../src/operations/keys/requestParts.ts';
import type { KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { discardChange } from '../../../src/operations/keys/undo.ts';
import { useService } from '../../operations/service.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { writePermit } from '../../operations/permits.ts';
import { withReplies } from '../person.ts';
import { casesOf } from '../../properties/runs.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';
import { submit, fill } from '../scripted.ts';
import type { WindowEvent } from '../../../src/editor/window/events.ts';
import { shown } from '../fakeVscode.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { openReceipt } = await import('../../../src/editor/segments/openReceipt.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { offerResume } = await import('../../../src/editor/segments/offerResume.ts');
const { journalOf } = await import('../../../src/editor/segments/changes.ts');
const { registerSegments } = await import('../../../src/editor/segments/index.ts');

const service = useService();

interface Begun {
  readonly window: Window;
  readonly journal: Journal;
  readonly change: KeyChange;
  readonly requestId: string;
}

/** As far as the first of two parts is published. */
async function begun(t: TestContext): Promise<Begun> {
  const window = openWindow(t, service);
  const args = window.drop('many.txt', lines(10_001), segmentIn(service, 'production'));
  const replies = ['Upload 10,001 keys', 'production', submit];
  await withReplies(replies, () => uploadKeysCommand(window, args));
  const journal = journalOf(window.changes);
  const [change] = await journal.list();
  const requestId = change?.parts[0]?.requestId;
  assert.ok(change && requestId !== undefined);
  await service.as('release-key').decideChangeRequest(requestId, { status: 'APPROVED', comment: 'Seen.' });
  return { window, journal, change, requestId };
}

/** Acts as another window while this window reads the request. */
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
  ['pointing out', (window) => withReplies([], () => offerResume(window))],
  ['a receipt', (window) => withReplies([], () => openReceipt(window, []))],
  [
    'an undo',
    (window, isFree) =>
      withReplies(isFree ? [undefined] : [], () => undoLast(window, [{ target: segmentIn(service, 'production') }])),
  ],
  [
    'going on',
    (window) =>
      withReplies(['Add 10,001 keys to beta-accounts', 'Go on with part 2 of 2…', undefined], () => resumeUpload(window, [])),
  ],
];

describe('the state that a different window has written meanwhile', () => {
  for (const [, [name, look]] of casesOf(lookers)) {
    it(`is kept together with the new facts of ${name}`, async (t) => {
      const { window, journal, change, requestId } = await begun(t);
      whileAsked(requestId, () => journal.save({ ...change, title: 'Typed elsewhere' }));
      await look(window, true);
      const kept = await journal.read(change.id);
      assert.deepEqual([kept?.title, kept?.parts[0]?.state], ['Typed elsewhere', 'published']);
    });

    it(`is not overwritten by ${name} while that window works on it`, async (t) => {
      const { window, journal, change, requestId } = await begun(t);
      const locks: Awaited<ReturnType<Journal['lock']>>[] = [];
      whileAsked(requestId, async () => void locks.push(await journal.lock(change.id)));
      await look(window, false);
      await locks[0]?.release();
      assert.deepEqual([locks.length, await journal.read(change.id)], [1, change]);
    });
  }

  it('a part that was submitted again stays open, whatever the result of its earlier request', async (t) => {
    const { window, journal, change, requestId } = await begun(t);
    const again = change.parts.map((part, index) => (index === 0 ? { ...part, requestId: 'another' } : part));
    whileAsked(requestId, () => journal.save({ ...change, parts: again }));
    await withReplies([], () => openReceipt(window, []));
    assert.deepEqual((await journal.read(change.id))?.parts, again);
  });

  it('can’t be resumed while a different window works on it, or did so a moment ago', async (t) => {
    const { window, journal, change } = await begun(t);
    const lock = await journal.lock(change.id);
    const named = { change: change.id };
    for (const args of [[], [named]]) {
      const told = await withReplies([], () => resumeUpload(window, args));
      assert.match(told.join(), /^Another window is already working on this\. Nothing was changed from here: try again later\.$/);
    }
    await lock?.release();
    await discardChange(journal, change.id);
    assert.match((await withReplies([], () => resumeUpload(window, []))).join(), /^There is no unfinished upload or removal/);
    assert.match(
      (await withReplies([], () => resumeUpload(window, [named]))).join(),
      /^There is no unfinished upload or removal/,
    );
  });

  it('is not discarded while that window works on it', async (t) => {
    const { journal, change } = await begun(t);
    const lock = await journal.lock(change.id);
    assert.equal(await discardChange(journal, change.id), false);
    assert.deepEqual(await journal.read(change.id), change);
    await lock?.release();
    assert.equal(await discardChange(journal, change.id), true);
    await saveDecided(journal, change);
    assert.equal((await journal.read(change.id))?.isDiscarded, true, 'what is discarded does not come back');
  });
});

/** Returns the lines of the receipt about API keys. */
async function receiptOf(window: Window, id: string): Promise<readonly string[]> {
  await withReplies([], () => openReceipt(window, [{ change: id }]));
  const { text } = window.opened.at(-1)!;
  return text.split('\n').filter((line) => line.startsWith('API key'));
}

it('the receipt names both API keys after a resume with a different one', async (t) => {
  const one = openWindow(t, service);
  const target = segmentIn(service, 'development');
  let puts = 0;
  service.onCall = ({ method, path }) =>
    method === 'PUT' && /upload/.test(path) && (puts += 1) > 1 ? { status: 400, body: {} } : undefined;
  await withReplies(['Upload 20,000 keys'], () => uploadKeysCommand(one, one.drop('many.txt', lines(20_000), target)));
  service.onCall = () => undefined;
  const journal = journalOf(one.changes);
  const [change] = await journal.list();
  assert.match((await receiptOf(one, change!.id))[0]!, /^API key +submitter-key$/);
  const two = openWindow(t, service, { keyName: 'release-key' }, one.folder);
  await withReplies(['Send the rest: 10,000 keys'], () => resumeUpload(two, [{ change: change!.id }]));
  const [named] = await receiptOf(two, change!.id);
  assert.match(named!, /^API key +submitter-key, release-key$/);
});

it('the next part of an upload is offered once the previous request is decided in this window, and not before', async (t) => {
  const window = openWindow(t, service);
  const registered = registerSegments(window);
  t.after(() => void registered.dispose());
  const args = window.drop('many.txt', lines(10_001), segmentIn(service, 'production'));
  await withReplies(['Upload 10,001 keys', 'production', ...fill({ comment: 'They signed up.' }), submit], () =>
    uploadKeysCommand(window, args),
  );
  const submitted = window.fired.find((event) => event.kind === 'request') ?? assert.fail('no request was submitted');
  assert.equal(submitted.state, 'submitted');
  await service.as('release-key').decideChangeRequest(submitted.requestId, { status: 'APPROVED', comment: 'Seen.' });
  shown.length = 0;
  const fire = (state: Extract<WindowEvent, { kind: 'request' }>['state']): void => window.events.fire({ ...submitted, state });
  fire('outdated');
  await setTimeout(800);
  assert.equal(shown.length, 0);
  fire('published');
  for (let tries = 0; tries < 200 && shown.length === 0; tries += 1) await setTimeout(20);
  assert.match(shown[0]?.message ?? '', /^Part 1 of 2 is published\./);
  assert.equal(shown[0]?.buttons[0], 'Resume Upload…');
});

describe('an upload with an outdated copy in a window', () => {
  const oldCopy = (change: KeyChange): KeyChange => {
    const parts = change.parts.map((one) => ({ ...one, state: 'waiting' as const }));
    return { ...change, state: 'stopped', parts };
  };

  for (const isUndone of [false, true])
    it(`is not sent again after a different window has ${isUndone ? 'undone' : 'sent'} it`, async (t) => {
      const window = openWindow(t, service);
      const target = segmentIn(service, 'development');
      await withReplies(['Upload 3 keys'], () => uploadKeysCommand(window, window.drop('three.txt', lines(3), target)));
      const journal = journalOf(window.changes);
      const [sent = assert.fail()] = await journal.list();
      if (isUndone) await withReplies(['Remove 3 keys', { keep: true }], () => undoLast(window, [{ target }]));
      const puts = service.count('PUT', /upload/);
      const permit = writePermit(target.environment);
      const old = isUndone ? sent : oldCopy(sent);
      const outcome = await runChange(service.as('submitter-key'), journal, old, lines(3).split('\n'), { permit });
      assert.equal(outcome.outcome, 'running');
      assert.equal(service.count('PUT', /upload/), puts);
    });
});
