/** Long work lets the event loop run, and ends when it is told to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../src/operations/inSlices.ts';

/** Steps of `cost` milliseconds on a clock of their own. */
function work(count: number, cost: number) {
  let time = 0;
  const log: string[] = [];
  function* steps(): Generator<void, string> {
    try {
      for (let step = 0; step < count; step += 1) {
        time += cost;
        log.push('step');
        yield;
      }
      return 'done';
    } finally {
      log.push('end');
    }
  }
  const rest = async (): Promise<void> => void log.push('rest');
  return { steps, log, now: () => time, rest };
}

describe('work in slices', () => {
  it('rests when 8 ms are used, and gives what the work gives', async () => {
    const { steps, log, now, rest } = work(6, 3);
    assert.equal(await drain(steps(), { now, rest }), 'done');
    assert.deepEqual(log, ['step', 'step', 'step', 'rest', 'step', 'step', 'step', 'rest', 'end']);
  });

  it('lets what waits in the event loop run at each rest', async () => {
    const { steps, log, now } = work(9, 3);
    const beat = (): void => {
      log.push('other');
      if (!log.includes('end')) setImmediate(beat);
    };
    setImmediate(beat);
    await drain(steps(), { now });
    const turn = ['step', 'step', 'step', 'other'];
    assert.deepEqual(log.slice(0, 12), [...turn, ...turn, ...turn]);
  });

  it('has timers run, too', async () => {
    let isOver = false;
    const timer = setTimeout(() => (isOver = true), 1);
    function* untilOver(): Generator<void, string> {
      // Ends by itself only where the timer had its turn.
      for (let step = 0; step < 1_000_000 && !isOver; step += 1) yield;
      return isOver ? 'in time' : 'never';
    }
    let time = 0;
    assert.equal(await drain(untilOver(), { now: () => (time += 9) }), 'in time');
    clearTimeout(timer);
  });

  it('goes on to the end of the slice in which it is aborted, and no further', async () => {
    const { steps, log, now, rest } = work(1000, 3);
    const controller = new AbortController();
    function* aborting(): Generator<void, string> {
      const inner = steps();
      try {
        for (let step = inner.next(); !step.done; step = inner.next()) {
          if (log.length === 1) controller.abort(new Error('enough'));
          yield;
        }
        return 'done';
      } finally {
        inner.return('');
      }
    }
    await assert.rejects(drain(aborting(), { signal: controller.signal, now, rest }), /enough/);
    assert.deepEqual(log, ['step', 'step', 'step', 'rest', 'end']);
  });

  it('that is aborted in its last slice is done', async () => {
    const controller = new AbortController();
    const last = (function* last(): Generator<void, string> {
      yield;
      controller.abort();
      return 'done';
    })();
    assert.equal(await drain(last, { signal: controller.signal }), 'done');
  });

  it('ends between two slices where it is aborted, with the reason and with what it has open closed', async () => {
    const { steps, log, now } = work(1000, 3);
    const controller = new AbortController();
    const reason = new Error('enough');
    const rest = async (): Promise<void> => controller.abort(reason);
    await assert.rejects(drain(steps(), { signal: controller.signal, now, rest }), reason);
    assert.deepEqual(log, ['step', 'step', 'step', 'end']);
  });

  it('does not begin where it is aborted already', async () => {
    const { steps, log } = work(1, 1);
    await assert.rejects(drain(steps(), { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual(log, []);
  });

  it('throws what the work throws', async () => {
    const failing = (function* failing(): Generator<void, never> {
      yield;
      throw new Error('broken');
    })();
    await assert.rejects(drain(failing), { message: 'broken' });
  });
});
