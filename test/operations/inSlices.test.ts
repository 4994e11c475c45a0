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

  it('lets timers and others run', async () => {
    let beats = 0;
    const timer = setInterval(() => (beats += 1), 1);
    const { steps } = work(400, 1);
    let time = 0;
    await drain(steps(), { now: () => (time += 5) });
    clearInterval(timer);
    assert.ok(beats > 0 || time > 0);
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
