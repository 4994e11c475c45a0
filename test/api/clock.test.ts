import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/api/network/clock.ts';

const LONG = 60_000;

/** Timers that would keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a sleep on the clock of the world', () => {
  it('lasts at least as long as asked', async () => {
    const start = performance.now();
    await systemClock.sleep(20);
    assert.ok(performance.now() - start >= 19, 'a timer may be a fraction of a millisecond early');
  });

  it('ends at once with the reason when its signal aborts, and leaves no timer', async () => {
    const abort = new AbortController();
    const before = timers();
    const sleep = systemClock.sleep(LONG, abort.signal);
    assert.equal(timers(), before + 1);
    const reason = new Error('enough');
    abort.abort(reason);
    await assert.rejects(sleep, reason);
    assert.equal(timers(), before);
  });

  it('does not begin on a signal that has aborted', async () => {
    const before = timers();
    const sleep = systemClock.sleep(LONG, AbortSignal.abort());
    assert.equal(timers(), before);
    await assert.rejects(sleep, { name: 'AbortError' });
  });

  it('leaves nothing on a signal that is used again', async () => {
    const { signal } = new AbortController();
    for (let time = 0; time < 3; time += 1) await systemClock.sleep(1, signal);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});
