/** Tests that plans are correct for any segment and any file: within the limits, and with the intended result. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  keyDifference,
  MAX_KEYS_PER_SEGMENT,
  MAX_KEYS_PER_UPLOAD,
  planEqual,
  planRemoval,
  planUndo,
  planUpload,
  type KeyBatch,
  type KeyPlan,
  type Refused,
} from '../../src/domain/keys/keyPlan.ts';
import { runs } from './runs.ts';

/** Keys from `first` on. Reaches the limits without drawing each key. */
const range = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `k${first + index}`);

const size = fc.oneof(fc.nat(12), fc.nat(MAX_KEYS_PER_SEGMENT), fc.constantFrom(0, 10_000, 10_001, 99_999, MAX_KEYS_PER_SEGMENT));
/** Two ranges, which may overlap. */
const twoLists = fc
  .record({ one: size, other: size, shift: fc.oneof(fc.nat(12), fc.nat(MAX_KEYS_PER_SEGMENT)) })
  .map(({ one, other, shift }) => ({ file: range(shift, one), segment: range(0, other) }));

/** Returns the segment after the plan. Throws if a step exceeds a limit or loses a key. */
function applied(plan: KeyPlan, segment: readonly string[], staying: readonly string[] = []): Set<string> {
  const held = new Set(segment);
  for (const { operation, keys } of plan.batches) {
    assert.ok(keys.length > 0 && keys.length <= MAX_KEYS_PER_UPLOAD);
    for (const key of keys) {
      if (operation === 'add') held.add(key);
      else held.delete(key);
    }
    assert.ok(held.size <= MAX_KEYS_PER_SEGMENT, `the segment holds ${held.size} in between`);
    for (const index of [0, staying.length >> 1, staying.length - 1]) {
      if (staying[index] !== undefined) assert.ok(held.has(staying[index]), 'one that is to stay is removed');
    }
  }
  return held;
}

function undone(plan: KeyPlan, before: readonly string[], after: ReadonlySet<string>): KeyPlan | Refused {
  const was = new Set(before);
  const done = plan.batches.map((batch: KeyBatch) => ({ ...batch, wasThere: (index: number) => was.has(batch.keys[index]!) }));
  return planUndo(done, after.size);
}

function assertSame(one: ReadonlySet<string>, other: ReadonlySet<string>): void {
  assert.equal(one.size, other.size);
  assert.ok(one.isSubsetOf(other));
}

const RUNS = 60;

describe('a plan', () => {
  it('to make a segment equal to a list does so, and its undo restores the segment', () => {
    fc.assert(
      fc.property(twoLists, ({ file, segment }) => {
        const difference = keyDifference(file, segment);
        const plan = planEqual(difference);
        if (!plan.ok) {
          const isSame = difference.onlyInFile.length === 0 && difference.onlyInSegment.length === 0;
          assert.ok(file.length === 0 || isSame, plan.refusal.code);
          return;
        }
        const after = applied(plan, segment, difference.both);
        assertSame(after, new Set(file));
        const undo = undone(plan, segment, after);
        assert.ok(undo.ok);
        assertSame(applied(undo, [...after]), new Set(segment));
      }),
      runs(RUNS),
    );
  });

  it('to upload gives the union of both, one to remove leaves the other keys, and their undo restores the segment', () => {
    fc.assert(
      fc.property(twoLists, fc.boolean(), fc.boolean(), ({ file, segment }, isKnown, isUpload) => {
        const was = new Set(segment);
        const known = isKnown ? was : segment.length;
        const plan = isUpload ? planUpload(file, known) : planRemoval(file, known);
        const wanted = isUpload ? new Set([...segment, ...file]) : was.difference(new Set(file));
        if (!plan.ok) {
          const counted = isKnown ? wanted.size : segment.length + file.length;
          const isNeedless = isUpload ? counted > MAX_KEYS_PER_SEGMENT : wanted.size === was.size;
          assert.ok(file.length === 0 || isNeedless, plan.refusal.code);
          return;
        }
        const staying = isUpload ? segment : [];
        const after = applied(plan, segment, staying);
        assertSame(after, wanted);
        const undo = undone(plan, segment, after);
        if (undo.ok) assertSame(applied(undo, [...after], staying), was);
        else assert.ok(undo.refusal.code === 'nothingToUndo' && after.size === was.size);
      }),
      runs(2 * RUNS),
    );
  });
});
