/** Tests the limits of admin-api.md, and the batches that respect them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_KEYS_PER_SEGMENT,
  MAX_KEYS_PER_UPLOAD,
  countBatches,
  planEqual,
  planRemoval,
  planUndo,
  planUpload,
  type KeyPlan,
} from '../../../src/domain/keys/keyPlan.ts';

const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `k${index}`);

/** The operation and the size of each batch. */
const batchesOf = (plan: KeyPlan | { readonly ok: false }): readonly string[] => {
  assert.ok(plan.ok);
  return plan.batches.map(({ operation, keys: { length } }) => `${operation} ${length}`);
};
const keysOf = (plan: KeyPlan | { readonly ok: false }): readonly string[] => {
  assert.ok(plan.ok);
  return plan.batches.flatMap((batch) => batch.keys);
};
const refused = (refusal: object) => ({ ok: false, refusal });
const tooMany = (count: number, adding: number) => refused({ code: 'tooManyForSegment', count, adding, limit: 100_000 });

it('the limits of a plan are those of the API document', () => {
  assert.deepEqual([MAX_KEYS_PER_UPLOAD, MAX_KEYS_PER_SEGMENT], [10_000, 100_000]);
});

describe('an upload', () => {
  it('is sent in batches of at most 10,000 keys, in order and complete', () => {
    const plan = planUpload(keys(25_001), 0);
    assert.deepEqual(batchesOf(plan), ['add 10000', 'add 10000', 'add 5001']);
    assert.deepEqual(keysOf(plan), keys(25_001));
  });

  it('uses more batches if the host limits the request body, measured by the JSON text that is sent', () => {
    const quoted = Array.from({ length: 10_000 }, (_, index) => `"${String(index).padStart(57, '0')}"`);
    const plan = planUpload(quoted, 0, 500_000);
    assert.deepEqual(keysOf(plan), quoted);
    // In JSON, each key has two escaped quotes inside and two quotes around it.
    assert.deepEqual(batchesOf(plan), ['add 7500', 'add 2500']);
    assert.ok(JSON.stringify(quoted.slice(0, 7500)).length <= 480_001);
    assert.equal(countBatches(quoted, 500_000), 2);
    assert.deepEqual(batchesOf(planRemoval(quoted, new Set(quoted), 500_000)), ['remove 7500', 'remove 2500']);
    assert.deepEqual(batchesOf(planUpload(keys(25_001), 0, 500_000)), ['add 10000', 'add 10000', 'add 5001']);
    // A key that is longer than the limit gets its own batch.
    assert.deepEqual(batchesOf(planUpload(['k'.repeat(600), 'l'.repeat(600), 'm'], 0, 20_500)), ['add 1', 'add 1', 'add 1']);
  });

  it('may fill the segment, and no more, and does not count keys twice that are known to be there', () => {
    assert.equal(planUpload(keys(100_000), 0).ok, true);
    assert.equal(planUpload(keys(60_000), 40_000).ok, true);
    assert.deepEqual(planUpload(keys(60_000), 40_001), tooMany(40_001, 60_000));
    assert.deepEqual(planUpload(keys(100_001), 0), tooMany(0, 100_001));
    assert.equal(planUpload(keys(100_000), new Set(keys(100_000))).ok, true);
    assert.deepEqual(planUpload(keys(100_000), new Set(['another'])), tooMany(1, 100_000));
  });

  it('without keys is refused', () => assert.deepEqual(planUpload([], 5), refused({ code: 'noKeys' })));
});

describe('a removal', () => {
  it('sends all keys, and counts those that may be there', () => {
    const plan = planRemoval(keys(10_001), 20_000);
    assert.deepEqual(batchesOf(plan), ['remove 10000', 'remove 1']);
    assert.ok(plan.ok);
    assert.deepEqual([plan.adding, plan.removing], [0, 10_001]);
    const most = planRemoval(keys(5), 3);
    assert.equal(most.ok && most.removing, 3);
    const known = planRemoval(keys(5), new Set(['k1', 'another']));
    assert.equal(known.ok && known.removing, 1);
  });

  it('without keys, or without keys that the segment contains, is refused', () => {
    assert.deepEqual(planRemoval([], 5), refused({ code: 'noKeys' }));
    assert.deepEqual(planRemoval(keys(2), 0), refused({ code: 'nothingToRemove', count: 0 }));
    assert.deepEqual(planRemoval(keys(2), new Set(['another'])), refused({ code: 'nothingToRemove', count: 1 }));
  });
});

describe('a plan to make a segment equal to a list', () => {
  const others = (count: number): readonly string[] => keys(count).map((key) => `other-${key}`);

  it('adds keys first, and before that removes only as many keys as needed for space', () => {
    assert.deepEqual(batchesOf(planEqual({ onlyInFile: keys(2), onlyInSegment: others(3), both: ['b'] })), ['add 2', 'remove 3']);
    const full = { onlyInFile: keys(15_000), onlyInSegment: others(25_000), both: others(65_000) };
    assert.deepEqual(batchesOf(planEqual(full)), ['add 10000', 'remove 10000', 'add 5000', 'remove 10000', 'remove 5000']);
    const exactly = { onlyInFile: keys(10_000), onlyInSegment: others(1), both: others(89_999) };
    assert.deepEqual(batchesOf(planEqual(exactly)), ['add 10000', 'remove 1']);
  });

  it('is refused if the list has no keys, the same keys, or more than the limit', () => {
    assert.deepEqual(planEqual({ onlyInFile: [], onlyInSegment: keys(3), both: [] }), refused({ code: 'noKeys' }));
    const same = { onlyInFile: [], onlyInSegment: [], both: keys(3) };
    assert.deepEqual(planEqual(same), refused({ code: 'alreadyEqual', count: 3 }));
    assert.equal(planEqual({ onlyInFile: keys(60_000), onlyInSegment: [], both: others(40_000) }).ok, true);
    const full = { onlyInFile: keys(60_000), onlyInSegment: [], both: others(40_001) };
    assert.deepEqual(planEqual(full), tooMany(40_001, 60_000));
  });
});

describe('an undo', () => {
  const done = (operation: 'add' | 'remove', before: readonly boolean[]) => ({
    operation,
    keys: before.map((_, index) => `${operation}-${index}`),
    wasThere: (index: number) => before[index]!,
  });

  it('is refused if there is nothing to revert', () => {
    assert.deepEqual(planUndo([done('add', [true]), done('remove', [false])], 10), refused({ code: 'nothingToUndo' }));
  });

  it('is refused if the restored keys would exceed the limit', () => {
    const one = [done('remove', [true]), done('add', [false])];
    assert.equal(planUndo(one, 100_000).ok, true);
    assert.deepEqual(planUndo(one, 100_001), tooMany(100_000, 1));
    assert.equal(planUndo(one, 0).ok, true, 'of a segment that was emptied since');
  });
});
