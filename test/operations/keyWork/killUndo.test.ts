/** The editor killed (-9) at every step of an undo, which is then planned anew: what somebody else has added since stays. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planUpload, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { heldBits } from '../../../src/operations/keyWork/heldBefore.ts';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import type { KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { undoOf, undosOf } from '../../../src/operations/keyWork/undoable.ts';
import { isAnswerLost, settled, withUndone } from '../../../src/operations/keyWork/undone.ts';
import { undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { discardWork, keepSettled, keepUndo } from '../../../src/operations/keyWork/updateWork.ts';
import { writePermit } from '../permits.ts';
import { useKilling, type Wish } from './killing.ts';
import { startWork } from './work.ts';

const killing = useKilling();

const HELD = ['a', 'x', 'y'];
const LIST = ['a', 'c', 'd', 'e', 'f'];
const remove = (...keys: readonly string[]): KeyBatch => ({ operation: 'remove', keys });

/** An upload that is done, and the undo of it in two parts. */
async function prepare(): Promise<Wish & { readonly upload: KeyWork }> {
  const environment = killing.environment('development');
  const segment = await killing.newSegment(environment);
  await killing.client.uploadKeys(environment.id, segment, HELD);
  const plan = planUpload(LIST, new Set(HELD));
  assert.ok(plan.ok);
  const begun = await startWork({ batches: plan.batches, held: new Set(HELD), heldAt: Date.now(), environment, segment });
  const journal = createKeyJournal(killing.folderOf(segment));
  const outcome = await runKeyWork(killing.client, journal, begun.work, begun.keys, { permit: writePermit(environment) });
  assert.ok(outcome.outcome === 'done');
  const { work: upload } = outcome;
  const undoing = await heldBits(LIST, new Set(['c', 'd', 'e', 'f']));
  const source = { ...upload.source, undoes: upload.id, undoing };
  const batches = [remove('c', 'd'), remove('e', 'f')];
  return { environment, segment, kind: 'undo', batches, way: 'direct', source, upload };
}

/** As the next window does it. False = there is nothing left to do. */
async function undoAgain({ environment, segment, upload }: Wish & { readonly upload: KeyWork }): Promise<boolean> {
  const journal = createKeyJournal(killing.folderOf(segment));
  const works = await journal.list();
  const kept = works.find(({ id }) => id === upload.id);
  assert.ok(kept);
  if (undoOf(works, kept) === 'done') return false;
  const known = withUndone(kept, undosOf(works, kept));
  const held = (await killing.held(environment, segment)).split('');
  const judged = isAnswerLost(known) ? settled(known, LIST, new Set(held)) : { work: known };
  const plan = await undoPlan(judged.work, LIST, held.length);
  if (!plan.ok) {
    assert.equal(plan.refusal.code, 'nothingToUndo');
    return false;
  }
  await keepUndo(journal, upload.id, true);
  for (const undo of undosOf(await journal.list(), upload)) assert.ok(await discardWork(journal, undo.id));
  await keepSettled(journal, judged.work);
  const keys = plan.batches.flatMap((batch) => batch.keys);
  const source = { ...upload.source, undoes: upload.id, undoing: await heldBits(LIST, new Set(keys)) };
  const next = await startWork({ kind: 'undo', batches: plan.batches, source, environment, segment });
  const outcome = await runKeyWork(killing.client, journal, next.work, keys, { permit: writePermit(environment) });
  assert.equal(outcome.outcome, 'done');
  return true;
}

describe('an undo that is killed', () => {
  it(
    'at every step, goes on with what it had not changed back, and takes away nothing that was added since',
    { timeout: 230_000 },
    async (t) => {
      const steps = await killing.stepsOf(await prepare(), 'done');
      assert.equal(steps.filter((name) => name.startsWith('before removeKeys')).length, 2);
      for (const [step, name] of steps.entries()) {
        await t.test(`${step}: ${name}`, async () => {
          const wish = await prepare();
          await killing.kill(wish, step);
          const heldNow = await killing.held(wish.environment, wish.segment);
          const taken = ['c', 'e'].filter((key) => !heldNow.includes(key));
          if (taken.length > 0) await killing.client.uploadKeys(wish.environment.id, wish.segment, taken);
          await undoAgain(wish);
          assert.equal(await killing.held(wish.environment, wish.segment), [...HELD, ...taken].toSorted().join(''));
          assert.equal(await undoAgain(wish), false);
        });
      }
    },
  );
});
