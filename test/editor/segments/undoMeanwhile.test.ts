/** An undo in one window while another one, or somebody else, changes the same segment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createJournal } from '../../../src/operations/keys/journal.ts';
import { readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { writePermit } from '../../operations/permits.ts';
import { shown } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';
import { lines, openWindow, segmentIn } from './window.ts';
import { crowd, keep, useUndo } from './undoing.ts';

const { journalOf } = await import('../../../src/editor/segments/changes.ts');
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
    await withReplies(['Upload 10,001 keys'], () => uploadKeys(window, window.drop('many.txt', lines(10_001), target)));
    assert.match(told.join(), /^Another window is already working on this\./);
    assert.equal(await heldIn(target.environment.id), before + 10_001);
  });

  it('is done in one: the other one can’t undo it while that one asks', async (t) => {
    const one = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(one, one.drop('a.txt', 'x1\nx2\nx3', target)));
    let other: readonly string[] = [];
    Object.assign(one.texts, {
      open: async () => {
        const from = shown.length;
        await undoLast(one.again(), [{ target }]);
        other = shown.slice(from).map(({ message }) => message);
      },
    });
    await withReplies(['Show Keys', 'Remove 3 keys', keep], () => undoLast(one, [{ target }]));
    assert.match(other.join(), /^Another window is already working on this\./);
    assert.deepEqual(await ofThese(target), []);
  });

  it('is planned again if somebody changed the segment before the last question was answered', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('a.txt', 'x1\nx2\nx3', target)));
    Object.assign(window.texts, {
      open: () => service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['z1']),
    });
    const told = await withReplies(['Show Keys', 'Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.match(told.join(), /^Somebody has changed beta-accounts since this was planned\. Nothing was sent\.$/);
    assert.deepEqual(await ofThese(target), ['x1', 'x2', 'x3', 'z1']);
    await withReplies(['Remove 3 keys', keep], () => undoLast(window, [{ target }]));
    assert.deepEqual(await ofThese(target), ['z1']);
  });
});

it('an upload while which a colleague added keys can’t be undone: theirs stay', async (t) => {
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
  await withReplies(['Upload 10,002 keys'], () => uploadKeys(window, window.drop('many.txt', list, target)));
  assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
  const told = await withReplies([], () => undoLast(window, [{ target }]));
  assert.match(told.join(), /^This can’t be undone: somebody else changed beta-accounts at the same time\.$/);
  assert.ok((await ofThese(target)).includes('x1'));
});

describe('Undo', () => {
  const others = () => service.as('submitter-key');

  it('is not offered if a colleague swapped a key of a large segment: the message says why, and the key stays', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await crowd(service, target, 10_000);
    let isSwapped = false;
    service.onCall = async ({ method }) => {
      if (method !== 'PUT' || isSwapped) return undefined;
      isSwapped = true;
      await others().uploadKeys(target.environment.id, target.name, ['x1']);
      await others().removeKeys(target.environment.id, target.name, { keys: ['crowd-000007'], comment: 'x' });
      return undefined;
    };
    const replies = ['Show which of these keys the segment contains', 'Upload 2 keys'];
    const told = await withReplies(replies, () => uploadKeys(window, window.drop('two.txt', 'x1\nx2', target)));
    assert.match(told.join(), /So this can’t be undone\.$/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
    const refused = await withReplies([], () => undoLast(window, [{ target }]));
    assert.deepEqual(refused.slice(-1), ['This can’t be undone: somebody else changed beta-accounts at the same time.']);
    const { keys } = await readAllKeys(others(), target.environment.id, target.name);
    assert.deepEqual(keys.filter((key) => key.startsWith('x')).toSorted(), ['x1', 'x2']);
  });

  it('is offered after the keys of a large segment were read again, and takes away only what was new', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await crowd(service, target, 10_000);
    const replies = ['Show which of these keys the segment contains', 'Upload 2 keys'];
    await withReplies(replies, () => uploadKeys(window, window.drop('two.txt', 'x1\nx2', target)));
    assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt', 'Undo…']);
    await withReplies(['Remove 2 keys', keep], () => undoLast(window, [{ target }]));
    assert.equal(await heldIn(target.environment.id), 10_012);
  });

  it('reads the keys first if they could not be read after the change, and then undoes it or says why not', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const unreadable = { status: 400, body: { code: 400, message: 'no' } };
    for (const isSwapped of [false, true]) {
      let isSent = false;
      service.onCall = ({ method, path }) => {
        isSent ||= method === 'PUT';
        return isSent && /\/keys\?limit=(?!1&)/.test(path) ? unreadable : undefined;
      };
      const told = await withReplies(['Upload 1 key'], () => uploadKeys(window, window.drop('one.txt', 'x1', target)));
      service.onCall = () => undefined;
      assert.match(
        told.join(),
        /\. No Undo is offered: not all keys of beta-accounts could be read again, so somebody else may /,
      );
      assert.deepEqual(shown.at(-1)?.buttons, ['Show Keys', 'Open Receipt']);
      if (isSwapped) {
        await others().uploadKeys(target.environment.id, target.name, ['y1']);
        await others().removeKeys(target.environment.id, target.name, { keys: ['x1'], comment: 'x' });
        const refused = await withReplies([], () => undoLast(window, [{ target }]));
        assert.deepEqual(refused.slice(-1), ['This can’t be undone: somebody else changed beta-accounts at the same time.']);
      } else await withReplies(['Remove 1 key', keep], () => undoLast(window, [{ target }]));
      assert.deepEqual(await ofThese(target), isSwapped ? ['y1'] : []);
    }
  });
});

it('a copy of a work that another window has gone on with sends nothing', async (t) => {
  const window = openWindow(t, service);
  const target = segmentIn(service, 'development');
  await withReplies(['Upload 3 keys'], () => uploadKeys(window, window.drop('three.txt', lines(3), target)));
  const journal = createJournal(`${window.folder}/keyWork`);
  const [done] = await journalOf(window.changes).list();
  assert.ok(done);
  await journal.save(done);
  const stale = { ...done, state: 'stopped' as const, parts: done.parts.map((one) => ({ ...one, state: 'waiting' as const })) };
  const puts = service.count('PUT', /upload/);
  const permit = writePermit(service.environment('development'));
  const outcome = await runChange(service.as('submitter-key'), journal, stale, lines(3).split('\n'), { permit });
  assert.equal(outcome.outcome, 'running');
  assert.equal(service.count('PUT', /upload/), puts);
});
