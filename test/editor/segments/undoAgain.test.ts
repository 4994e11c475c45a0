/** What an undo must not do: take away twice, take away what came later, or begin anew what goes on as change requests. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { writePermit } from '../../operations/permits.ts';
import { useService } from '../../operations/service.ts';
import { executed, shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import type { SegmentTarget } from '../../../src/editor/target.ts';
import { lines, openWindow, segmentIn, type Window } from './window.ts';

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
    await withReplies(['Upload 2 keys'], () => uploadKeys(window, window.drop('b.txt', lines(2, 'other'), target)));
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

/** By change requests of the production of the sandbox. */
const upload = (window: Window, target: SegmentTarget, file: string, text: string): Promise<unknown> =>
  withReplies(
    [
      'See how many are new',
      `Submit ${text.split('\n').length} keys as a change request…`,
      keep,
      keep,
      '',
      'Submit the change request',
    ],
    () => uploadKeys(window, window.drop(file, text, target)),
  );
const submitUndo = ['Submit it as a change request…', keep, keep, '', 'Submit the change request'];

async function decide({ environment, name }: SegmentTarget, status: 'APPROVED' | 'WITHDRAWN'): Promise<void> {
  const { openChangeRequestId } = await service.as('submitter-key').readKeys(environment.id, name, { offset: 0, limit: 1 });
  const by = status === 'APPROVED' ? 'release-key' : 'submitter-key';
  await service.as(by).decideChangeRequest(openChangeRequestId!, { status, comment: 'x' });
}

const ofThese = async (target: SegmentTarget): Promise<readonly string[]> => {
  const page = { offset: 0, limit: 100 };
  const { keys } = await service.as('submitter-key').readKeys(target.environment.id, target.name, page);
  return keys.map(({ key }) => key).filter((key) => /^[xyz]\d$/.test(key));
};

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
    assert.deepEqual(waits, ['The undo of beta-accounts is a change request that waits for an approval.']);
    await decide(target, 'WITHDRAWN');
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.title ?? '', /^Undo: Upload of b\.txt/);
    await decide(target, 'APPROVED');
    assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3']);
    const undos = (await (await journalOf(window.room)).list()).filter(({ kind }) => kind === 'undo');
    assert.equal(undos.length, 1, 'the one that was withdrawn is not to be submitted again');
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    assert.match(questions[0]?.title ?? '', /^Undo: Upload of a\.txt/);
  });

  it('whose answer was lost says what submitting it again would take away', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    await upload(window, target, 'a.txt', 'x1\nx2\nx3');
    await decide(target, 'APPROVED');
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseRequest' : undefined);
    await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    service.onCall = () => undefined;
    const undo = (await (await journalOf(window.room)).list()).find(({ kind }) => kind === 'undo');
    assert.equal(undo?.parts[0]?.state, 'sending');
    await withReplies(['Submit 3 keys as a change request…'], () => resumeUpload(window, [{ work: undo.id }]));
    assert.match(shown.at(-1)?.detail ?? '', /removes the same keys again, also those that somebody has added since\.$/);
  });

  it('says before the choice that a request is open on the segment, with the review', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'production');
    await upload(window, target, 'a.txt', 'x1\nx2\nx3');
    await decide(target, 'APPROVED');
    await upload(window, target, 'b.txt', 'y1\ny2');
    await withReplies(['Review the change request that is open on it'], () => undoLast(window, [{ target }]));
    assert.match(questions.at(-1)?.text ?? '', /^A change request is open on it\. .* It holds 11 keys now$/);
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.changeRequest.open');
  });

  it('that waits is in the way of no other segment, and keeps its record', async (t) => {
    const window = openWindow(t, service);
    const places = ['beta-accounts', 'churn-risk-accounts'].map((name) => segmentIn(service, 'production', name));
    for (const target of places) {
      await upload(window, target, `${target.name}.txt`, 'x1\nx2\nx3');
      await decide(target, 'APPROVED');
    }
    for (const target of places) await withReplies(submitUndo, () => undoLast(window, [{ target }]));
    for (const target of places) {
      const told = await withReplies([], () => undoLast(window, [{ target }]));
      assert.deepEqual(told, [`The undo of ${target.name} is a change request that waits for an approval.`]);
    }
    assert.equal((await (await journalOf(window.room)).list()).filter(({ kind }) => kind === 'undo').length, 2);
  });
});

describe('an undo in two windows', () => {
  it('is refused while the upload runs', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const before = await heldIn(target.environment.id);
    let told: readonly string[] = [];
    service.onCall = async ({ method }) => {
      if (method === 'PUT' && service.count('PUT', /upload/) === 2) {
        const from = shown.length;
        await undoLast(window.again(), [{ target }]);
        told = shown.slice(from).map(({ message }) => message);
      }
      return undefined;
    };
    await withReplies(['See how many are new', 'Upload 10,001 keys'], () =>
      uploadKeys(window, window.drop('many.txt', lines(10_001), target)),
    );
    assert.match(told.join(), /^Another window is changing the keys of beta-accounts just now\./);
    assert.equal(await heldIn(target.environment.id), before + 10_001);
  });

  it('is done in one: what the other one was asked before does not count any more', async (t) => {
    const one = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['See how many are new', 'Upload 3 keys'], () => uploadKeys(one, one.drop('a.txt', 'x1\nx2\nx3', target)));
    Object.assign(one.texts, {
      open: async () => {
        await undoLast(one.again(), [{ target }]);
        await service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['x1']);
      },
    });
    const told = await withReplies(['Show the keys', 'Remove 3 keys', keep, 'Remove 3 keys', keep], () =>
      undoLast(one, [{ target }]),
    );
    assert.equal(told.at(-1), 'It is undone already.');
    assert.deepEqual(await ofThese(target), ['x1']);
  });

  it('is planned anew where somebody changed the segment before the last question was answered', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['See how many are new', 'Upload 3 keys'], () =>
      uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)),
    );
    Object.assign(window.texts, {
      open: () => service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['z1']),
    });
    const told = await withReplies(['Show the keys', 'Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.match(told.join(), /^Somebody has changed beta-accounts meanwhile: it held 15 keys, and holds 16 keys now\./);
    assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3', 'z1']);
    await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.deepEqual(await ofThese(target), ['z1']);
  });
});

it('a change that changed nothing is in the way of none that came before it', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  for (const _ of [1, 2])
    await withReplies(['See how many are new', 'Upload 3 keys'], () =>
      uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)),
    );
  const [second] = await (await journalOf(window.room)).list();
  const told = await withReplies([], () => undoLast(window, [{ work: second?.id }]));
  assert.deepEqual(told, ['It changed nothing in beta-accounts, so there is nothing to undo.']);
  await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
  assert.match(questions[0]?.options[0] ?? '', /“Upload of a\.txt to beta-accounts” was sent after it: keys that stand in both/);
  assert.deepEqual(await ofThese(target), []);
});

it('what can’t be undone makes what came before it final, and says so', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'production');
  await upload(window, target, 'a.txt', 'x1\nx2\nx3');
  await decide(target, 'APPROVED');
  const unread = ['Submit 1 key as a change request…', ...submitUndo.slice(1)];
  await withReplies(unread, () => uploadKeys(window, window.drop('b.txt', 'y1', target)));
  await decide(target, 'APPROVED');
  const [, first] = await (await journalOf(window.room)).list();
  const told = await withReplies([], () => undoLast(window, [{ work: first?.id }]));
  assert.match(told.join(), /after it, and that can’t be undone, so this can’t be either\.$/);
});

it('a segment of the same name at another address is another one', async (t) => {
  const one = openWindow(t, service);
  const two = openWindow(t, service, { connectionId: 'c2', origin: 'http://127.0.0.1:2' }, one.folder);
  const target = segmentIn(service, 'development');
  await withReplies(['See how many are new', 'Upload 3 keys'], () => uploadKeys(one, one.drop('a.txt', 'x1\nx2\nx3', target)));
  await withReplies(['See how many are new', 'Upload 1 key'], () => uploadKeys(two, two.drop('b.txt', 'z1', target)));
  await withReplies(['Remove 3 keys', keep], () => undoLast(one, [{ target }]));
  assert.match(questions[0]?.title ?? '', /^Undo: Upload of a\.txt/);
});

it('an undo that was left half way keeps its record until the next one really begins', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  await withReplies(['See how many are new', 'Upload 10,001 keys'], () =>
    uploadKeys(window, window.drop('many.txt', lines(10_001), target)),
  );
  const journal = await journalOf(window.room);
  const [done] = await journal.list();
  assert.ok(done);
  service.onCall = ({ path }) =>
    path.includes('removeKeys') && service.count('PUT', /removeKeys/) > 1 ? { status: 400, body: {} } : undefined;
  await withReplies(['Remove 10,001 keys', keep], () => undoLast(window, [{ target }]));
  // An environment that is not known may be production: its name is asked for.
  service.onCall = ({ path }) => (path.includes('/environments') ? { status: 200, body: [] } : undefined);
  const half = (await journal.list()).find(({ kind }) => kind === 'undo');
  assert.ok(half);
  await withReplies(['Remove 1 key', keep, undefined], () => undoLast(window, [{ work: done.id }]));
  assert.ok(await journal.read(half.id), 'who walks away at the permit has begun nothing');
});

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

it('keys that somebody else may have added while the answer of the service was lost stay, and that is said', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  service.onCall = ({ method }) => (method === 'PUT' ? 'loseRequest' : undefined);
  await withReplies(['See how many are new', 'Upload 3 keys'], () =>
    uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)),
  );
  service.onCall = () => undefined;
  await service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['x1']);
  const [left] = await (await journalOf(window.room)).list();
  await withReplies(['Send the other 3 keys'], () => resumeUpload(window, [{ work: left?.id }]));
  await withReplies(['Remove 2 keys', keep], () => undoLast(window, [{ target }]));
  const [detail] = questions[0]?.options.filter((option) => option.startsWith('Remove 2 keys')) ?? [];
  assert.match(
    detail ?? '',
    /The other one of its 3 keys was so before, and stays\. .*what another machine changed .* is not seen/,
  );
  assert.deepEqual(await ofThese(target), ['x1']);
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
