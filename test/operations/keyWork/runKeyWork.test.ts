/** Work on keys against the sandbox: in order, kept in the journal, counted by the service, stopping where it must. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { planRemoval } from '../../../src/domain/keys/keyPlan.ts';
import { keysDone, type KeyWork } from '../../../src/operations/keyWork/keyWork.ts';
import { receiptOf } from '../../../src/operations/keyWork/receipt.ts';
import { resumeCheck } from '../../../src/operations/keyWork/resumeCheck.ts';
import { runKeyWork, type KeyWorkOptions, type KeyWorkOutcome } from '../../../src/operations/keyWork/runKeyWork.ts';
import { undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { readAllKeys } from '../../../src/operations/readAllKeys.ts';
import { writePermit } from '../permits.ts';
import { useService } from '../service.ts';
import { newKeys, openJournal, startWork, uploadOf, type JournalInFolder, type WorkWish } from './work.ts';

const service = useService();

interface Run {
  readonly journal: JournalInFolder;
  readonly begun: KeyWork;
  readonly keys: readonly string[];
  run(options?: Partial<KeyWorkOptions>, work?: KeyWork): Promise<KeyWorkOutcome>;
}

async function prepare(t: TestContext, wish: WorkWish, name = 'development'): Promise<Run> {
  const environment = service.environment(name);
  const journal = openJournal(t);
  const { work, keys } = await startWork({ ...wish, environment });
  const permit = writePermit(environment, name);
  return {
    journal,
    begun: work,
    keys,
    run: (options = {}, changed = work) =>
      runKeyWork(service.as('submitter-key'), journal, changed, keys, { permit, ...options }),
  };
}

const held = async (name = 'development'): Promise<readonly string[]> =>
  (await readAllKeys(service.as('submitter-key'), service.environment(name).id, 'beta-accounts')).keys;

describe('work on keys', () => {
  it('is sent in order and counted by the service; its journal says it is done', async (t) => {
    const before = (await held()).length;
    const { run, journal, begun } = await prepare(t, { batches: uploadOf(newKeys(25_000)) });
    const told: (readonly [number, number])[] = [];
    const outcome = await run({ onProgress: (done, all) => told.push([done, all]) });
    assert.ok(outcome.outcome === 'done' && outcome.isKept);
    assert.equal(outcome.work.countAfter, before + 25_000);
    assert.deepEqual(
      told.map(([done]) => done),
      [0, 10_000, 20_000, 25_000],
    );
    assert.deepEqual(await journal.read(begun.id), outcome.work);
    assert.deepEqual(
      outcome.work.parts.map(({ state, held }) => [state, held]),
      Array.from({ length: 3 }, () => ['sent', 'none']),
    );
    assert.deepEqual([receiptOf(outcome.work).keys.added, receiptOf(outcome.work).keys.before], [25_000, before]);
  });

  it('is gone on with after a cancel: only the rest is sent', async (t) => {
    const { run, begun, keys } = await prepare(t, { batches: uploadOf(newKeys(25_000)) });
    const abort = new AbortController();
    const outcome = await run({ signal: abort.signal, onProgress: (done) => done === 10_000 && abort.abort() });
    assert.ok(outcome.outcome === 'cancelled');
    assert.deepEqual([keysDone(outcome.work), outcome.unconfirmed], [10_000, 0]);
    assert.deepEqual(await resumeCheck(outcome.work, keys), { ok: true, rest: 15_000 });
    assert.deepEqual(await resumeCheck(outcome.work, newKeys(24_999)), {
      ok: false,
      refusal: { code: 'keysChanged', countThen: 25_000, countNow: 24_999, firstKey: 24_901, lastKey: 25_000 },
    });
    assert.equal(service.count('PUT', /upload$/), 1);
    assert.equal((await run({}, outcome.work)).outcome, 'done');
    assert.equal(service.count('PUT', /upload$/), 3);
    assert.equal((await held()).filter((key) => key.startsWith('new-')).length, begun.keyCount);
  });

  it('removes with its comment, and is undone by adding what was there', async (t) => {
    const before = await held();
    const plan = planRemoval([...before.slice(0, 5), 'nobody'], new Set(before));
    assert.ok(plan.ok);
    const { run, keys } = await prepare(t, {
      kind: 'removal',
      batches: plan.batches,
      comment: 'they left',
      held: new Set(before),
    });
    const outcome = await run();
    assert.ok(outcome.outcome === 'done');
    assert.equal(outcome.work.countAfter, before.length - 5);
    const undo = await undoPlan(outcome.work, keys, before.length - 5);
    assert.ok(undo.ok);
    assert.deepEqual(undo.batches, [{ operation: 'add', keys: before.slice(0, 5) }]);
  });
});
