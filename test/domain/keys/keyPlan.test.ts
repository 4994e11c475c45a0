/** The limits of admin-api.md, and the batches that keep them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_KEYS_PER_REQUEST,
  MAX_KEYS_PER_SEGMENT,
  MAX_KEYS_PER_UPLOAD,
  planRequest,
  planUpload,
} from '../../../src/domain/keys/keyPlan.ts';

const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `k${index}`);

it('the limits are those of the document', () => {
  assert.deepEqual([MAX_KEYS_PER_UPLOAD, MAX_KEYS_PER_SEGMENT, MAX_KEYS_PER_REQUEST], [10_000, 100_000, 10_000]);
});

describe('an upload', () => {
  it('goes in batches of at most 10,000, in order, nothing lost', () => {
    const plan = planUpload(keys(25_001), 0);
    assert.ok(plan.ok);
    assert.deepEqual(
      plan.batches.map((batch) => batch.keys.length),
      [10_000, 10_000, 5001],
    );
    assert.deepEqual(
      plan.batches.flatMap((batch) => batch.keys),
      keys(25_001),
    );
  });

  it('of 10,000 is one batch', () => {
    const plan = planUpload(keys(10_000), 0);
    assert.ok(plan.ok);
    assert.equal(plan.batches.length, 1);
  });

  it('may fill the segment, and no more', () => {
    assert.equal(planUpload(keys(100_000), 0).ok, true);
    assert.equal(planUpload(keys(60_000), 40_000).ok, true);
    assert.deepEqual(planUpload(keys(60_000), 40_001), {
      ok: false,
      refusal: { code: 'tooManyForSegment', held: 40_001, adding: 60_000, limit: 100_000 },
    });
    assert.deepEqual(planUpload(keys(100_001), 0), {
      ok: false,
      refusal: { code: 'tooManyForSegment', held: 0, adding: 100_001, limit: 100_000 },
    });
  });

  it('does not count keys twice that are known to be there', () => {
    assert.equal(planUpload(keys(100_000), new Set(keys(100_000))).ok, true);
    assert.deepEqual(planUpload(keys(100_000), new Set(['another'])), {
      ok: false,
      refusal: { code: 'tooManyForSegment', held: 1, adding: 100_000, limit: 100_000 },
    });
  });

  it('of nothing is refused', () => {
    assert.deepEqual(planUpload([], 5), { ok: false, refusal: { code: 'noKeys' } });
  });
});

it('a change request carries at most 10,000 keys', () => {
  assert.deepEqual(planRequest(keys(10_000)), { ok: true });
  assert.deepEqual(planRequest(keys(10_001)), {
    ok: false,
    refusal: { code: 'tooManyForRequest', count: 10_001, limit: 10_000 },
  });
});
