/** Tests two simultaneous changes of one segment: from one window, two windows, and two machines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planRemoval } from '../../../src/domain/keys/keyPlan.ts';
import { useService } from '../service.ts';
import { heldIn, prepare } from './prepared.ts';
import { newKeys, openJournal, uploadOf } from './changes.ts';

const service = useService();
const added = async (): Promise<readonly string[]> =>
  (await heldIn(service)).filter((key) => /^(new|one|other)-/.test(key)).toSorted();

describe('two simultaneous changes', () => {
  it('with the same journal entry: only one of them runs', async (t) => {
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

  it('an upload and a removal of the same keys end with either result, and both are reported as done', async (t) => {
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
