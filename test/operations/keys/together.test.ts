/** Two pieces of work on one segment at once: from one window, two windows, and two machines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planRemoval } from '../../../src/domain/keys/keyPlan.ts';
import { mayUndo } from '../../../src/operations/keys/undo.ts';
import { useService } from '../service.ts';
import { crowd, heldIn, prepare } from './prepared.ts';
import { newKeys, openJournal, uploadOf } from './changes.ts';

const service = useService();
const added = async (): Promise<readonly string[]> =>
  (await heldIn(service)).filter((key) => /^(new|one|other)-/.test(key)).toSorted();

describe('two at once', () => {
  it('of the same work: only one of them runs', async (t) => {
    const one = await prepare(service, t, { batches: uploadOf(newKeys(15_000)) });
    const outcomes = await Promise.all([one.run(), one.run()]);
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), ['done', 'running']);
    assert.equal(service.count('PUT', /upload$/), 2);
  });

  for (const isOneMachine of [true, false]) {
    const where = isOneMachine ? 'on one machine' : 'on two machines';

    it(`with the same keys, ${where}`, async (t) => {
      const journal = openJournal(t);
      const one = await prepare(service, t, { batches: uploadOf(newKeys(15_000)), journal });
      const other = await prepare(service, t, { batches: uploadOf(newKeys(15_000)), ...(isOneMachine && { journal }) });
      for (const { outcome } of await Promise.all([one.run(), other.run()])) assert.equal(outcome, 'done');
      assert.deepEqual(await added(), newKeys(15_000).toSorted());
    });

    it(`with different keys, ${where}`, async (t) => {
      const journal = openJournal(t);
      const one = await prepare(service, t, { batches: uploadOf(newKeys(15_000, 'one')), journal });
      const other = await prepare(service, t, { batches: uploadOf(newKeys(15_000, 'other')), ...(isOneMachine && { journal }) });
      for (const { outcome } of await Promise.all([one.run(), other.run()])) assert.equal(outcome, 'done');
      assert.deepEqual(await added(), [...newKeys(15_000, 'one'), ...newKeys(15_000, 'other')].toSorted());
    });
  }

  it('can’t be undone if the other has added keys meanwhile: those stay', async (t) => {
    await crowd(service);
    const held = newKeys(100, 'new');
    const first = await prepare(service, t, { batches: uploadOf(held) });
    await first.run();
    const journal = openJournal(t);
    const one = await prepare(service, t, { batches: uploadOf(held), journal });
    const other = await prepare(service, t, { batches: uploadOf(newKeys(100, 'other')), journal });
    // The other's part comes in between the two counts of the first.
    let running: Promise<unknown> | undefined;
    service.onCall = async ({ method }) => {
      if (method === 'PUT' && !running) {
        running = other.run();
        await running;
      }
      return undefined;
    };
    const outcome = await one.run();
    assert.ok(outcome.outcome === 'done');
    assert.equal(outcome.change.countAfter, (outcome.change.before?.count ?? 0) + 100);
    assert.deepEqual([mayUndo(outcome.change), outcome.change.proof], [false, 'moved']);
  });

  it('an upload and a removal of the same keys end with one or the other, and both are told done', async (t) => {
    const keys = newKeys(15_000);
    const plan = planRemoval(keys, keys.length);
    assert.ok(plan.ok);
    const one = await prepare(service, t, { batches: uploadOf(keys) });
    const other = await prepare(service, t, { kind: 'removal', batches: plan.batches, comment: 'x' });
    for (const { outcome } of await Promise.all([one.run(), other.run()])) assert.equal(outcome, 'done');
    const left = await added();
    assert.ok([0, 5_000, 10_000, 15_000].includes(left.length), `whole parts, not ${left.length}`);
  });
});
