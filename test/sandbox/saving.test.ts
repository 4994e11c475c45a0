/** Tests how the state is saved: one write at a time, one write for all waiting changes, and the state after a failed write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { saveWorld } from '../../src/sandbox/world/stateFile.ts';
import { worldOf, type World } from '../../src/sandbox/world/world.ts';
import { environmentNamed, smallWorld } from './direct.ts';

const segmentOf = (world: World) => environmentNamed(world, 'development').segments.get('beta-accounts')!;
/** The keys that tests add. */
const keysOf = (world: World): readonly string[] => [...segmentOf(world).keys].filter((key) => key.startsWith('new'));

/** A world on a disk on which each write ends when the test says so. */
function start() {
  const service = { world: smallWorld() };
  const writes: { readonly keys: readonly string[]; finish(): Promise<void>; fail(code: string): Promise<void> }[] = [];
  const write = (text: string): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const finish = async (): Promise<void> => {
      resolve();
      await setImmediate();
    };
    const fail = async (code: string): Promise<void> => {
      reject(Object.assign(new Error(code), { code }));
      await setImmediate();
    };
    writes.push({ keys: keysOf(worldOf(text)), finish, fail });
    return promise;
  };
  const { saved, close } = saveWorld(service, write);
  const outcomes: string[] = [];
  const wait = (what: string, promise: Promise<void>): void =>
    void promise.then(
      () => outcomes.push(`${what} saved`),
      (error: unknown) =>
        outcomes.push(`${what} ${error instanceof Refusal ? `${error.status} ${error.message}` : String(error)}`),
    );
  /** Adds keys as calls do, and waits for them to be saved. */
  const change = (...keys: readonly string[]): void => {
    for (const key of keys) {
      const segment = segmentOf(service.world);
      segment.keys = new Set([...segment.keys, key]);
      segment.lastUpdateTime += 1;
      wait(key, saved());
    }
  };
  const reset = (): void => {
    service.world = smallWorld();
    wait('reset', saved());
  };
  const written = () => writes.map(({ keys }) => keys.join(' '));
  return { service, writes, written, outcomes, change, reset, close, wait };
}

const refused = (key: string, code: string): string =>
  `${key} 507 The sandbox could not save its state (${code}), so nothing was changed`;

describe('the state of a sandbox that is saved', () => {
  it('is written once for all changes that arrive during a write', async () => {
    const { writes, written, change, outcomes } = start();
    change('new-1', 'new-2', 'new-3');
    assert.deepEqual(written(), ['new-1']);
    await setImmediate();
    assert.deepEqual(outcomes, []);
    await writes[0]!.finish();
    assert.deepEqual(outcomes, ['new-1 saved']);
    change('new-4');
    assert.deepEqual(written(), ['new-1', 'new-1 new-2 new-3']);
    await writes[1]!.finish();
    await writes[2]!.finish();
    assert.deepEqual(outcomes, ['new-1 saved', 'new-2 saved', 'new-3 saved', 'new-4 saved']);
    assert.equal(writes.length, 3);
    change('new-5');
    assert.deepEqual(written()[3], 'new-1 new-2 new-3 new-4 new-5');
  });

  it('is reset to the last saved state if a write fails, so later changes are refused as well', async () => {
    const { service, writes, written, change, outcomes } = start();
    change('new-1');
    await writes[0]!.finish();
    const before = segmentOf(service.world).lastUpdateTime;
    change('new-2', 'new-3');
    await writes[1]!.fail('ENOSPC');
    assert.deepEqual(outcomes, ['new-1 saved', refused('new-2', 'ENOSPC'), refused('new-3', 'ENOSPC')]);
    assert.deepEqual(keysOf(service.world), ['new-1']);
    assert.equal(segmentOf(service.world).lastUpdateTime, before);
    assert.equal(writes.length, 2);
    change('new-4');
    assert.equal(written()[2], 'new-1 new-4');
    await writes[2]!.fail('EIO');
    assert.deepEqual(keysOf(service.world), ['new-1']);
    change('new-5');
    await writes[3]!.finish();
    assert.deepEqual(outcomes.slice(3), [refused('new-4', 'EIO'), 'new-5 saved']);
    assert.deepEqual(keysOf(service.world), ['new-1', 'new-5']);
  });

  it('is replaced by a reset during a write, and the new state is saved after that write', async () => {
    const { writes, written, change, reset, outcomes } = start();
    change('new-1');
    reset();
    change('new-2');
    await writes[0]!.finish();
    assert.deepEqual(written(), ['new-1', 'new-2']);
    await writes[1]!.finish();
    assert.deepEqual(outcomes, ['new-1 saved', 'reset saved', 'new-2 saved']);
  });

  it('is closed when all writes are done, failed ones too', async () => {
    const { writes, change, outcomes, close, wait } = start();
    wait('nothing', close());
    await setImmediate();
    change('new-1', 'new-2');
    wait('close', close());
    await writes[0]!.finish();
    assert.deepEqual(outcomes, ['nothing saved', 'new-1 saved']);
    await writes[1]!.fail('EIO');
    assert.deepEqual(outcomes.slice(2), [refused('new-2', 'EIO'), 'close saved']);
  });
});
