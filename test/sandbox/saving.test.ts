/** Tests how the state is saved: one write at a time, one write for all waiting changes, and the state after a failed write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { saveWorld } from '../../src/sandbox/world/stateFile.ts';
import { worldOf, type World } from '../../src/sandbox/world/world.ts';
import { environmentNamed, smallWorld } from './direct.ts';

/** A disk on which each write ends when the test says so. */
function slowDisk() {
  const writes: { readonly keys: readonly string[]; finish(): void; fail(code: string): void }[] = [];
  return {
    writes,
    write: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const fail = (code: string) => {
          reject(Object.assign(new Error(code), { code }));
        };
        writes.push({ keys: keysOf(worldOf(text)), finish: resolve, fail });
      }),
  };
}

const segmentOf = (world: World) => environmentNamed(world, 'development').segments.get('beta-accounts')!;
/** The keys that tests add. */
const keysOf = (world: World): readonly string[] => [...segmentOf(world).keys].filter((key) => key.startsWith('new'));

function start() {
  const service = { world: smallWorld() };
  const disk = slowDisk();
  const { saved, close } = saveWorld(service, disk.write);
  const outcomes: string[] = [];
  const wait = (what: string, promise: Promise<void>): void => {
    const took = (how: string) => void outcomes.push(`${what} ${how}`);
    promise.then(
      () => took('saved'),
      (error: unknown) => took(error instanceof Refusal ? `${error.status} ${error.message}` : String(error)),
    );
  };
  /** Adds a key as a call does, and waits for it to be saved. */
  const change = (key: string): void => {
    const segment = segmentOf(service.world);
    segment.keys = new Set([...segment.keys, key]);
    segment.lastUpdateTime += 1;
    wait(key, saved());
  };
  return { service, ...disk, outcomes, change, saved, close, wait };
}

const refused = (key: string, code: string): string =>
  `${key} 507 The sandbox could not save its state (${code}), so nothing was changed`;

describe('the state of a sandbox that is saved', () => {
  it('is written once for all changes that arrive during a write', async () => {
    const { writes, change, outcomes } = start();
    change('new-1');
    change('new-2');
    change('new-3');
    assert.deepEqual(
      writes.map(({ keys }) => keys),
      [['new-1']],
    );
    await setImmediate();
    assert.deepEqual(outcomes, []);
    writes[0]!.finish();
    await setImmediate();
    assert.deepEqual(outcomes, ['new-1 saved']);
    change('new-4');
    assert.deepEqual(
      writes.map(({ keys }) => keys),
      [['new-1'], ['new-1', 'new-2', 'new-3']],
    );
    writes[1]!.finish();
    await setImmediate();
    writes[2]!.finish();
    await setImmediate();
    assert.deepEqual(outcomes, ['new-1 saved', 'new-2 saved', 'new-3 saved', 'new-4 saved']);
    assert.equal(writes.length, 3);
    change('new-5');
    assert.deepEqual(writes[3]?.keys, ['new-1', 'new-2', 'new-3', 'new-4', 'new-5']);
  });

  it('is reset to the last saved state if a write fails, so later changes are refused as well', async () => {
    const { service, writes, change, outcomes } = start();
    change('new-1');
    writes[0]!.finish();
    await setImmediate();
    const before = segmentOf(service.world).lastUpdateTime;
    change('new-2');
    change('new-3');
    writes[1]!.fail('ENOSPC');
    await setImmediate();
    assert.deepEqual(outcomes, ['new-1 saved', refused('new-2', 'ENOSPC'), refused('new-3', 'ENOSPC')]);
    assert.deepEqual(keysOf(service.world), ['new-1']);
    assert.equal(segmentOf(service.world).lastUpdateTime, before);
    assert.equal(writes.length, 2);
    change('new-4');
    assert.deepEqual(writes[2]?.keys, ['new-1', 'new-4']);
    writes[2].fail('EIO');
    await setImmediate();
    assert.deepEqual(keysOf(service.world), ['new-1']);
    change('new-5');
    writes[3]!.finish();
    await setImmediate();
    assert.deepEqual(outcomes.slice(3), [refused('new-4', 'EIO'), 'new-5 saved']);
    assert.deepEqual(keysOf(service.world), ['new-1', 'new-5']);
  });

  it('contains the first change but not the second if only the second write fails', async () => {
    const { service, writes, change, outcomes } = start();
    change('new-1');
    change('new-2');
    writes[0]!.finish();
    await setImmediate();
    writes[1]!.fail('EROFS');
    await setImmediate();
    assert.deepEqual(outcomes, ['new-1 saved', refused('new-2', 'EROFS')]);
    assert.deepEqual(keysOf(service.world), ['new-1']);
  });

  it('is replaced by a reset during a write, and the new state is saved after that write', async () => {
    const { service, writes, change, outcomes, saved, wait } = start();
    change('new-1');
    service.world = smallWorld();
    wait('reset', saved());
    change('new-2');
    writes[0]!.finish();
    await setImmediate();
    assert.deepEqual(
      writes.map(({ keys }) => keys),
      [['new-1'], ['new-2']],
    );
    writes[1]!.finish();
    await setImmediate();
    assert.deepEqual(outcomes, ['new-1 saved', 'reset saved', 'new-2 saved']);
  });

  it('is restored if a reset can’t be saved', async () => {
    const { service, writes, change, outcomes, saved, wait } = start();
    change('new-1');
    writes[0]!.finish();
    await setImmediate();
    service.world = smallWorld();
    wait('reset', saved());
    writes[1]!.fail('ENOSPC');
    await setImmediate();
    assert.deepEqual(outcomes.slice(1), [refused('reset', 'ENOSPC')]);
    assert.deepEqual(keysOf(service.world), ['new-1']);
  });

  it('is closed when all writes are done, failed ones too', async () => {
    const { writes, change, outcomes, close, wait } = start();
    wait('nothing', close());
    await setImmediate();
    change('new-1');
    change('new-2');
    wait('close', close());
    writes[0]!.finish();
    await setImmediate();
    assert.deepEqual(outcomes, ['nothing saved', 'new-1 saved']);
    writes[1]!.fail('EIO');
    await setImmediate();
    assert.deepEqual(outcomes.slice(2), [refused('new-2', 'EIO'), 'close saved']);
  });
});
