/** An undo in one window while another one, or somebody else, changes the same segment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from '../fakeVscode.ts';
import { withReplies } from '../person.ts';
import { openWindow, segmentIn } from './window.ts';
import { crowd, keep, useUndo } from './undoing.ts';

const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { uploadKeys } = await import('../../../src/editor/segments/uploadKeys.ts');

const { service, heldIn, ofThese } = useUndo();

describe('an undo in two windows', () => {
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

describe('Undo', () => {
  const others = () => service.as('submitter-key');

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
