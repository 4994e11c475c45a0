/** Tests when the open change requests are read, with a test clock. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeError, type ServiceError } from '../../../src/api/errors.ts';
import { createRequestWatch } from '../../../src/operations/changeRequests/requestWatch.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A clock that moves only when the test says so. */
function useClock() {
  let now = 1_000_000;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    sleep: async (milliseconds: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const sleeper = { until: now + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(Object.assign(new Error('given up'), { name: 'AbortError' }));
        });
      }),
    get asleep() {
      return sleepers.size;
    },
    async pass(milliseconds: number): Promise<void> {
      await settle();
      const end = now + milliseconds;
      for (;;) {
        const next = [...sleepers].toSorted((a, b) => a.until - b.until)[0];
        if (!next || next.until > end) break;
        now = Math.max(now, next.until);
        sleepers.delete(next);
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

const refusal = (status: number, retryAfterSeconds?: number): Error => {
  const call = { kind: 'service', method: 'GET', path: '/changeRequests' } as const;
  const none = { code: undefined, serviceMessage: '', details: '', transactionId: undefined };
  return makeError<ServiceError>({ ...call, ...none, status, retryAfterSeconds }, 'refused');
};

interface Wish {
  readonly answer?: (look: number) => Error | undefined;
  readonly random?: number;
  readonly isChanged?: boolean;
  readonly minutes?: number;
}

/** A watch with a visible view. `looks` has the seconds at which it reads, and `pauses` the seconds between them. */
function watched({ answer = () => undefined, random = 0.5, isChanged = true, minutes = 1 }: Wish = {}) {
  const clock = useClock();
  const looks: number[] = [];
  const failures: unknown[] = [];
  const start = clock.now();
  const watch = createRequestWatch({
    clock,
    random: () => random,
    minutes: () => minutes,
    async read() {
      looks.push((clock.now() - start) / SECOND);
      const said = answer(looks.length);
      if (said) throw said;
      return isChanged;
    },
    onFailure: (error) => failures.push(error) < 0,
  });
  watch.setWatched(true);
  return { clock, watch, looks, failures, pauses: () => looks.slice(1).map((at, index) => at - looks[index]!) };
}

describe('the periodic check of change requests', () => {
  it('runs at once once a view is visible, and then again within a minute, each pause varied by up to a fifth', async () => {
    for (const random of [0, 0.5, 1]) {
      const { clock, looks, pauses } = watched({ random });
      await clock.pass(120 * MINUTE);
      assert.equal(looks[0], 0);
      assert.deepEqual(new Set(pauses()), new Set([40 + 20 * random]));
    }
  });

  it('runs less and less often while nothing changes, down to every ten minutes', async () => {
    const { clock, watch, looks, pauses } = watched({ isChanged: false });
    await clock.pass(120 * MINUTE);
    assert.deepEqual(pauses().slice(0, 3), [75, 112.5, 168.75]);
    assert.equal(pauses().at(-1), 500);
    // After an action in this window, it runs at once and then often.
    const count = looks.length;
    watch.wake();
    await clock.pass(2 * MINUTE);
    assert.equal(looks.length, count + 2);
  });

  it('runs as often as the user has set, or only after an action if the setting is “never”', async () => {
    const slow = watched({ minutes: 30 });
    await slow.clock.pass(60 * MINUTE);
    assert.deepEqual(slow.looks, [0, 1500, 3000]);
    const never = watched({ minutes: 0 });
    await never.clock.pass(60 * MINUTE);
    never.watch.setWatched(false);
    never.watch.setWatched(true);
    await never.clock.pass(60 * MINUTE);
    assert.deepEqual(never.looks, [0]);
    never.watch.wake();
    await never.clock.pass(60 * MINUTE);
    assert.deepEqual(never.looks, [0, 7200]);
  });

  it('runs less and less often while the service is unavailable, and often again once it responds', async () => {
    const { clock, failures, pauses } = watched({ answer: (look) => (look < 4 ? refusal(503) : undefined) });
    await clock.pass(30 * MINUTE);
    assert.deepEqual([pauses().slice(0, 5), failures.length], [[75, 112.5, 168.75, 50, 50], 3]);
  });

  it('stops without a timer while no view is visible and after its end, and does not run at once when a view is shown again', async () => {
    const { clock, watch, looks } = watched();
    await clock.pass(10 * SECOND);
    watch.setWatched(false);
    await clock.pass(0);
    assert.equal(clock.asleep, 0);
    await clock.pass(20 * SECOND);
    watch.setWatched(true);
    await clock.pass(20 * SECOND);
    assert.deepEqual(looks, [0, 50]);
    watch.setWatched(false);
    await clock.pass(60 * MINUTE);
    assert.equal(looks.length, 2);
    watch.setWatched(true);
    await clock.pass(0);
    assert.equal(looks.length, 3);
    watch.dispose();
    watch.wake();
    await clock.pass(60 * MINUTE);
    assert.deepEqual([looks.length, clock.asleep], [3, 0]);
  });

  it('stops after a 401 until something changes', async () => {
    let isRefused = true;
    const { clock, watch, looks, failures } = watched({ answer: () => (isRefused ? refusal(401) : undefined) });
    await clock.pass(60 * MINUTE);
    assert.deepEqual([looks.length, failures.length, clock.asleep], [1, 1, 0]);
    watch.setWatched(false);
    watch.setWatched(true);
    await clock.pass(60 * MINUTE);
    assert.equal(looks.length, 1);
    isRefused = false;
    watch.wake();
    await clock.pass(99 * SECOND);
    assert.equal(looks.length, 3);
  });

  it('ignores the result of an earlier run with a different API key', async () => {
    const clock = useClock();
    const answers: ((error: Error) => void)[] = [];
    const failures: unknown[] = [];
    const watch = createRequestWatch({
      clock,
      random: () => 0.5,
      read: async () => new Promise((_resolve, reject) => answers.push(reject)),
      onFailure: (error) => failures.push(error) > 0,
    });
    watch.setWatched(true);
    await clock.pass(0);
    watch.wake();
    await clock.pass(0);
    assert.equal(answers.length, 2);
    answers[0]?.(refusal(401));
    await clock.pass(0);
    assert.deepEqual(failures, []);
    watch.wake();
    await clock.pass(0);
    assert.equal(answers.length, 3, 'nobody has given up');
  });

  it('continues to wait if a timer ends too early', async () => {
    const { clock, looks } = watched();
    const { sleep } = clock;
    clock.sleep = (milliseconds, signal) => sleep(Math.min(milliseconds, 7 * SECOND), signal);
    await clock.pass(49 * SECOND);
    assert.deepEqual(looks, [0]);
    await clock.pass(SECOND);
    assert.deepEqual(looks, [0, 50]);
  });

  it('waits as long as a 429 says, even after an action, whatever the jitter', async () => {
    const { clock, watch, looks } = watched({ answer: (look) => (look === 1 ? refusal(429, 1000) : undefined), random: 0 });
    await clock.pass(10 * SECOND);
    watch.wake();
    await clock.pass(989 * SECOND);
    assert.deepEqual(looks, [0]);
    await clock.pass(2 * SECOND);
    assert.deepEqual(looks, [0, 1000]);
  });
});
