/** Tests the check of a segment before a part is sent: in the state that the change left, or changed by others since. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCancelled } from '../../../src/api/errors.ts';
import type { KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { SegmentMoved, withContents } from '../../../src/operations/keys/contents.ts';
import { sumOfPart, withBefore, withoutUndo, type Contents } from '../../../src/operations/keys/expected.ts';
import type { ChangeKind, KeyChange, PartState } from '../../../src/operations/keys/keyChange.ts';
import { useService } from '../service.ts';
import { add, inStates, newKeys, remove, startOne } from './changes.ts';
import { crowd, heldIn } from './prepared.ts';

const service = useService();
const SEGMENT = 'beta-accounts';

const upload = async (keys: readonly string[]): Promise<unknown> =>
  keys.length > 0 && service.as('submitter-key').uploadKeys(service.environment('development').id, SEGMENT, keys);

const start = async (batches: readonly KeyBatch[], kind: ChangeKind = 'upload') =>
  startOne({ kind, batches, environment: service.environment('development') });

/** An unfinished change and the current keys of the segment. `heldBefore`: undefined = not known. */
async function halfWay(
  kind: ChangeKind,
  batches: readonly KeyBatch[],
  states: readonly PartState[],
  heldBefore: readonly string[] | undefined,
  held: readonly string[],
): Promise<{ readonly change: KeyChange; readonly after: Promise<KeyChange> }> {
  await service.sandbox.reset();
  const { change: started, keys } = await start(batches, kind);
  const others = await heldIn(service);
  const keysBefore = heldBefore && new Set([...others, ...heldBefore]);
  const known = await withBefore(started, keys, { count: keysBefore?.size ?? others.length, keys: keysBefore });
  const sums = await Promise.all(known.parts.map((part) => sumOfPart(known, part, keys)));
  const parts = known.parts.map((part, index) => ({ ...part, ...sums[index] }));
  const change = inStates({ ...known, parts }, ...states);
  await upload(held);
  service.seen.length = 0;
  return { change, after: withContents(service.as('submitter-key'), change, keys, undefined, {}) };
}

describe('if the answer to a part was lost', () => {
  it('an upload can still be undone if each part is there completely or not at all', async () => {
    const batches = [add('a', 'b'), add('c', 'd'), add('e')];
    for (const [held, isExpected] of [
      [['a', 'b'], true],
      [['a', 'b', 'c', 'd'], true],
      [['a', 'b', 'c', 'e'], false], // as many as if it had arrived
      [['a', 'b', 'e'], false],
    ] as const) {
      const { change, after } = await halfWay('upload', batches, ['sent', 'sending', 'waiting'], ['a'], held);
      assert.deepEqual(await after, isExpected ? change : withoutUndo(change, 'moved'), held.join());
    }
  });

  it('a removal can still be undone, even if not all its keys were there', async () => {
    const batches = [remove('a', 'b'), remove('c', 'd'), remove('e')];
    for (const [held, isExpected] of [
      [['c', 'e'], true],
      [['e'], true],
      [['b', 'c', 'e'], false],
    ] as const) {
      const { change, after } = await halfWay('removal', batches, ['sent', 'sending', 'waiting'], ['a', 'c', 'e'], held);
      assert.deepEqual(await after, isExpected ? change : withoutUndo(change, 'moved'), held.join());
    }
  });

  it('an undo continues only if nobody else has changed its keys', async () => {
    const batches = [remove('a', 'b'), add('c'), add('d')];
    for (const [held, isExpected] of [
      [[], true],
      [['c'], true],
      [['a'], false],
      [['d'], false],
      [['c', 'd'], false],
    ] as const) {
      const { change, after } = await halfWay('undo', batches, ['sent', 'sending', 'waiting'], undefined, held);
      if (isExpected) assert.deepEqual(await after, change, held.join());
      else await assert.rejects(after, SegmentMoved, held.join());
    }
  });
});

describe('between two parts', () => {
  const paths = (): readonly string[] => service.seen.map(({ path }) => path);

  it('the segment is only counted, and a different count shows that somebody else changed it', async () => {
    const batches = [add('a', 'b'), add('c')];
    const { change, after } = await halfWay('upload', batches, ['sent', 'waiting'], ['a'], ['a', 'b']);
    assert.deepEqual(await after, change);
    assert.deepEqual([paths().length, paths()[0]?.endsWith('limit=1&offset=0')], [1, true]);
    const moved = await halfWay('upload', batches, ['sent', 'waiting'], ['a'], ['a', 'b', 'x']);
    assert.deepEqual(await moved.after, withoutUndo(moved.change, 'moved'));
  });

  it('the segment is not read if its earlier contents are unknown', async () => {
    const { change, after } = await halfWay('upload', [add('a'), add('b')], ['sent', 'waiting'], undefined, []);
    assert.equal(await after, change);
    assert.deepEqual(paths(), []);
  });
});

describe('before the first part', () => {
  const isMoved = async (kind: ChangeKind, planned: Contents): Promise<boolean> => {
    const { change, keys } = await start([add('a')], kind);
    return withContents(service.as('submitter-key'), change, keys, planned, {}).then(
      () => false,
      (error: unknown) => error instanceof SegmentMoved,
    );
  };

  it('a plan to make the segment equal to a list depends on each key that the segment contained', async () => {
    const held = await heldIn(service);
    const count = held.length;
    assert.equal(await isMoved('equal', { count, keys: new Set(held) }), false);
    assert.equal(await isMoved('equal', { count, keys: new Set(held.with(0, 'another')) }), true);
    assert.equal(await isMoved('equal', { count: count - 1, keys: new Set(held.slice(1)) }), true);
    assert.equal(await isMoved('equal', { count }), true);
  });

  it('an undo depends on the count', async () => {
    const held = await heldIn(service);
    assert.equal(await isMoved('undo', { count: held.length }), false);
    assert.equal(await isMoved('undo', { count: held.length + 1 }), true);
  });

  it('a cancelled reading of the segment does not report that others have changed it', async () => {
    await crowd(service);
    const held = await heldIn(service);
    const { change, keys } = await start([add(...newKeys(2))], 'equal');
    const abort = new AbortController();
    service.seen.length = 0;
    service.onCall = () => {
      if (service.seen.length === 2) abort.abort();
      return undefined;
    };
    const planned = { count: held.length, keys: new Set(held) };
    const options = { signal: abort.signal };
    await assert.rejects(withContents(service.as('submitter-key'), change, keys, planned, options), isCancelled);
  });
});
