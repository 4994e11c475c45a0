/** An upload against the sandbox: in order, counted by the service, and stopping where it must. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../src/api/errors.ts';
import { planUpload } from '../../src/domain/keys/keyPlan.ts';
import type { WritePermit } from '../../src/operations/productionGuard.ts';
import { readAllKeys } from '../../src/operations/readAllKeys.ts';
import { runUpload } from '../../src/operations/uploadKeys.ts';
import { useService } from './service.ts';
import { writePermit } from './permits.ts';

const service = useService();
const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `new-${index}`);

function batchesOf(count: number): readonly (readonly string[])[] {
  const plan = planUpload(keys(count), 0);
  assert.ok(plan.ok);
  return plan.batches.map((batch) => batch.keys);
}

const permitFor = (name: string): WritePermit => writePermit(service.environment(name), name);

const target = (environment: string, segmentName = 'beta-accounts') => ({
  environmentId: service.environment(environment).id,
  segmentName,
});
const isUpload = ({ method, path }: { method: string; path: string }): boolean => method === 'PUT' && path.endsWith('/upload');

describe('an upload', () => {
  it('ends with the count of the service, not with what was sent', async () => {
    const client = service.as('submitter-key');
    const held = (await readAllKeys(client, target('development').environmentId, 'beta-accounts')).keys;
    const outcome = await runUpload(client, target('development'), [[...held.slice(0, 5), 'new-1', 'new-2']], {
      permit: permitFor('development'),
    });
    assert.deepEqual(outcome, { outcome: 'uploaded', sent: 7, countBefore: held.length, countAfter: held.length + 2 });
  });

  it('tells how far it is, batch by batch', async () => {
    const told: (readonly [number, number])[] = [];
    const outcome = await runUpload(service.as('submitter-key'), target('development'), batchesOf(25_000), {
      permit: permitFor('development'),
      onProgress: (sent, all) => told.push([sent, all]),
    });
    assert.equal(outcome.outcome, 'uploaded');
    assert.deepEqual(told, [
      [0, 25_000],
      [10_000, 25_000],
      [20_000, 25_000],
      [25_000, 25_000],
    ]);
  });

  it('stops where approvals are required, with nothing sent', async () => {
    const outcome = await runUpload(service.as('submitter-key'), target('production'), batchesOf(20_000), {
      permit: permitFor('production'),
    });
    assert.deepEqual(outcome, { outcome: 'approvalsRequired', sent: 0 });
    assert.equal(service.count('PUT', /upload$/), 1);
  });

  it('stops where the key has no right to write: that is no request for approval', async () => {
    const outcome = await runUpload(service.as('read-only-key'), target('development'), batchesOf(1), {
      permit: permitFor('development'),
    });
    assert.ok(outcome.outcome === 'stopped' && isApiError(outcome.error) && outcome.error.kind === 'service');
    assert.deepEqual([outcome.sent, outcome.error.status], [0, 403]);
  });

  it('stops where the segment is not active', async () => {
    const outcome = await runUpload(service.as('submitter-key'), target('development', 'holiday-campaign-2026'), batchesOf(1), {
      permit: permitFor('development'),
    });
    assert.ok(outcome.outcome === 'stopped' && isApiError(outcome.error) && outcome.error.kind === 'service');
    assert.equal(outcome.error.status, 404);
    assert.equal(service.count('PUT', /upload$/), 0);
  });

  it('is cancelled between batches, and tells what is sent', async () => {
    const abort = new AbortController();
    const outcome = await runUpload(service.as('submitter-key'), target('development'), batchesOf(30_000), {
      permit: permitFor('development'),
      signal: abort.signal,
      onProgress: (sent) => sent === 20_000 && abort.abort(),
    });
    assert.deepEqual(outcome, { outcome: 'cancelled', sent: 20_000 });
    assert.equal(service.count('PUT', /upload$/), 2);
  });

  it('is cancelled in the middle of a call', async () => {
    const abort = new AbortController();
    service.onCall = (call) => {
      if (!isUpload(call)) return undefined;
      abort.abort();
      return 'loseRequest';
    };
    const outcome = await runUpload(service.as('submitter-key'), target('development'), batchesOf(1), {
      permit: permitFor('development'),
      signal: abort.signal,
    });
    assert.deepEqual(outcome, { outcome: 'cancelled', sent: 0 });
  });

  it('goes on after a lost answer: keys that are there already change nothing', async () => {
    let isLost = false;
    service.onCall = (call) => {
      if (!isUpload(call) || isLost) return undefined;
      isLost = true;
      return 'loseAnswer';
    };
    const client = service.as('submitter-key');
    const outcome = await runUpload(client, target('development'), batchesOf(100), { permit: permitFor('development') });
    assert.ok(outcome.outcome === 'uploaded');
    assert.equal(outcome.countAfter, outcome.countBefore + 100);
    assert.equal(service.count('PUT', /upload$/), 2);
  });

  it('stops half way when the service goes, and knows what was confirmed', async () => {
    service.onCall = (call) => (isUpload(call) && service.count('PUT', /upload$/) > 1 ? 'loseRequest' : undefined);
    const outcome = await runUpload(service.as('submitter-key'), target('development'), batchesOf(25_000), {
      permit: permitFor('development'),
    });
    assert.ok(outcome.outcome === 'stopped' && isApiError(outcome.error));
    assert.deepEqual([outcome.sent, outcome.error.kind], [10_000, 'network']);
  });

  it('is not begun with a permit for another environment', async () => {
    await assert.rejects(
      runUpload(service.as('submitter-key'), target('production'), batchesOf(1), { permit: permitFor('development') }),
      /another environment/,
    );
    assert.deepEqual(service.seen, []);
  });
});

describe('all keys of a segment', () => {
  it('are read to the last', async () => {
    const { id } = service.environment('production');
    const { keys: all, count, isComplete } = await readAllKeys(service.as('submitter-key'), id, 'eu-accounts');
    assert.deepEqual([all.length, new Set(all).size, count, isComplete], [5318, 5318, 5318, true]);
    assert.equal(service.count('GET', /keys/), 6);
  });

  it('of an empty segment are none', async () => {
    const { id } = service.environment('development');
    assert.deepEqual(await readAllKeys(service.as('submitter-key'), id, 'churn-risk-accounts'), {
      keys: [],
      count: 0,
      isComplete: true,
    });
  });

  it('end at a page that repeats: some services ignore the offset', async () => {
    service.onCall = ({ path }) =>
      path.includes('/keys')
        ? { status: 200, body: { keys: [{ key: 'a' }, { key: 'b' }], count: 500, openChangeRequestId: null } }
        : undefined;
    const read = await readAllKeys(service.as('submitter-key'), service.environment('development').id, 'beta-accounts');
    assert.deepEqual(read, { keys: ['a', 'b'], count: 500, isComplete: false });
    assert.equal(service.seen.length, 2);
  });

  it('end at an empty page', async () => {
    service.onCall = ({ path }) => (path.includes('/keys') ? { status: 200, body: { keys: [], count: 500 } } : undefined);
    const read = await readAllKeys(service.as('submitter-key'), service.environment('development').id, 'beta-accounts');
    assert.deepEqual(read, { keys: [], count: 500, isComplete: false });
  });
});
