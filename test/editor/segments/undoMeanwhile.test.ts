/** An undo in one window while another one, or somebody else, changes the same segment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { writePermit } from '../../operations/permits.ts';
import { shown } from '../fakeVscode.ts';
import { questions, withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';
import { keep, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/work/workRoom.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const { service, heldIn, ofThese } = useUndo();

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

it('an undo leaves what a colleague added while the upload went, and says what it can’t see', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  const others = service.as('submitter-key');
  let isAdded = false;
  service.onCall = async ({ method }) => {
    if (method !== 'PUT' || isAdded) return undefined;
    isAdded = true;
    await others.uploadKeys(target.environment.id, target.name, ['x1']);
    return undefined;
  };
  const list = `${lines(10_000)}\nx1\nx2`;
  await withReplies(['See how many are new', 'Upload 10,002 keys'], () =>
    uploadKeys(window, window.drop('many.txt', list, target)),
  );
  await withReplies(['Remove 10,001 keys', keep], () => undoLast(window, [{ target }]));
  assert.match(questions[0]?.options[0] ?? '', /This is known by the service’s counts: .* added as many keys as they removed/);
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
