import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { progresses } from '../fakeVscode.ts';

const { createWaitNotice } = await import('../../../src/editor/connection/clients.ts');

describe('a wait that the service asked for', () => {
  it('is one notification for all waiting calls, which counts down the longest wait and closes with the last', async () => {
    const notice = createWaitNotice();
    const before = progresses.length;
    const [first, second] = [(): void => undefined, (): void => undefined];
    for (const [secondsLeft, giveUp] of [
      [2, first],
      [5, second],
      [1, first],
      [0, first],
      [4, second],
    ] as const)
      notice({ secondsLeft, giveUp });
    const [shown, ...more] = progresses.slice(before);
    assert.deepEqual([shown?.said, shown?.isShown, more], [['2 s', '5 s', '5 s', '5 s', '4 s'], true, []]);
    assert.doesNotMatch(shown?.title ?? '', /429/, 'a wait can also be predicted');
    notice({ secondsLeft: 0, giveUp: second });
    await settled();
    assert.equal(shown?.isShown, false);
    notice({ secondsLeft: 3, giveUp: first });
    assert.equal(progresses.length, before + 2);
    notice({ secondsLeft: 0, giveUp: first });
  });

  it('ends when the user cancels, for the origin that is shown; a new notification then shows the other origin', async () => {
    const notice = createWaitNotice();
    const given: string[] = [];
    for (const [name, secondsLeft] of Object.entries({ a: 5, b: 9 })) {
      const giveUp = (): void => {
        given.push(name);
        notice({ secondsLeft: 0, giveUp });
      };
      notice({ secondsLeft, giveUp });
    }
    const first = progresses.at(-1);
    first?.cancel();
    await settled();
    const second = progresses.at(-1);
    assert.notEqual(second, first);
    assert.deepEqual([given, first?.isShown, second?.isShown, second?.said], [['b'], false, true, ['5 s']]);
    second?.cancel();
    await settled();
    assert.deepEqual([given, second?.isShown], [['b', 'a'], false]);
  });
});
