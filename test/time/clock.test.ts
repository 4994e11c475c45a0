/** Tests that no timer runs too early, for any delay, and that no timer is left running. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, describe, it, mock } from 'node:test';
import { after, every, sleep, systemClock, timeoutSignal, within } from '../../src/time/clock.ts';
import { setSystemClock } from './passTime.ts';

const LONG = 60_000;
const LONGEST = 2 ** 31 - 1;
const never = (): never => assert.fail('it ran');

/** Node uses 1 ms for each of these delays. */
const TOO_LONG = [2 ** 31, 99_999_999_000, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN];

afterEach(() => mock.restoreAll());

/** Returns the delays that `start` passes to Node. */
function delaysOf(name: 'setTimeout' | 'setInterval', start: () => void): readonly unknown[] {
  const started = mock.method(globalThis, name).mock;
  start();
  return started.calls.map(({ arguments: [, delay] }) => delay as unknown);
}

/** Timers that would keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a delay that Node does not accept', () => {
  it('is no delay if it is negative', () =>
    assert.deepEqual(
      delaysOf('setTimeout', () => after(-1, never).dispose()),
      [0],
    ));

  for (const delay of TOO_LONG)
    it(`is the longest one if it is ${delay}`, () => {
      const { signal } = new AbortController();
      const enough = new AbortController();
      const delays = delaysOf('setTimeout', () => {
        after(delay, never).dispose();
        void sleep(delay, enough.signal).catch(() => undefined);
        void within(delay, Promise.resolve());
      });
      assert.deepEqual(delays, [LONGEST, LONGEST, LONGEST]);
      const intervals = delaysOf('setInterval', () => every(delay, never).dispose());
      assert.deepEqual(intervals, [LONGEST]);
      enough.abort();
      const timeout = mock.method(AbortSignal, 'timeout', () => signal);
      assert.equal(timeoutSignal(delay), signal);
      assert.deepEqual(timeout.mock.calls[0]?.arguments, [LONGEST]);
    });
});

it('the steady clock continues if the system’s clock is set back or forward', async () => {
  for (const jump of [-86_400_000, -3_600_000, 3_600_000, 86_400_000]) {
    const before = systemClock.now();
    assert.ok(Math.abs(before - Date.now()) < LONG, 'it begins at the time of the system');
    setSystemClock(jump);
    const passed = systemClock.now() - before;
    assert.ok(passed >= 0 && passed < LONG, `${passed}`);
    mock.restoreAll();
  }
});

describe('a timer', () => {
  it('runs once or repeatedly, and no longer after it is disposed', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const ran: string[] = [];
    const [once, often] = [after(100, () => ran.push('once')), every(100, () => ran.push('often'))];
    after(100, () => ran.push('never')).dispose();
    mock.timers.tick(99);
    assert.deepEqual(ran, []);
    mock.timers.tick(101);
    assert.deepEqual([ran.filter((one) => one === 'once').length, ran.length], [1, 3]);
    often.dispose();
    once.dispose();
    mock.timers.tick(1000);
    assert.equal(ran.length, 3);
    mock.timers.reset();
  });

  it('keeps no process alive', () => {
    const before = timers();
    const all = [after(LONG, never), every(LONG, never)];
    assert.equal(timers(), before);
    for (const timer of all) timer.dispose();
  });
});

describe('work with a limit', () => {
  it('returns its result or throws its error, and leaves no timer', async () => {
    const cleared = mock.method(globalThis, 'clearTimeout');
    assert.equal(await within(LONG, Promise.resolve(7)), 7);
    await assert.rejects(within(LONG, Promise.reject(new Error('no'))), { message: 'no' });
    assert.equal(cleared.mock.callCount(), 2);
  });

  it('gives no result after the time limit', async () => {
    const keepAlive = sleep(1000);
    assert.equal(await within(1, new Promise(() => undefined)), undefined);
    await keepAlive;
  });
});

it('a signal with a limit aborts with a TimeoutError', async () => {
  const signal = timeoutSignal(1);
  await sleep(50);
  assert.equal((signal.reason as Error).name, 'TimeoutError');
});

describe('a sleep', () => {
  it('ends at once with the reason when its signal aborts, does not begin on an aborted one, and leaves no timer', async () => {
    const abort = new AbortController();
    const before = timers();
    const sleeping = sleep(LONG, abort.signal);
    assert.equal(timers(), before + 1);
    const reason = new Error('enough');
    abort.abort(reason);
    await assert.rejects(sleeping, reason);
    const unstarted = sleep(LONG, AbortSignal.abort());
    assert.equal(timers(), before);
    await assert.rejects(unstarted, { name: 'AbortError' });
  });

  it('leaves nothing on a signal that is used again', async () => {
    const { signal } = new AbortController();
    for (let time = 0; time < 3; time += 1) await sleep(1, signal);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});
