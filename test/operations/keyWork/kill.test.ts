/** The editor killed (-9) at every step of a piece of work, which is then gone on with: the end is that of an undisturbed run. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { keyDifference } from '../../../src/domain/keys/keyDifference.ts';
import { planEqual, type KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import { createKeyJournal } from '../../../src/operations/keyWork/keyJournal.ts';
import { isUnfinished, type KeyWork, type WorkKind } from '../../../src/operations/keyWork/keyWork.ts';
import { nextPart, submitPart, type NextPart } from '../../../src/operations/keyWork/requestQueue.ts';
import { resumeCheck } from '../../../src/operations/keyWork/resumeCheck.ts';
import { runKeyWork } from '../../../src/operations/keyWork/runKeyWork.ts';
import { undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useKilling, type Wish } from './killing.ts';
import { startWork } from './work.ts';

const killing = useKilling();

const HELD = ['a', 'b', 'x', 'y', 'z'];
const add = (...keys: readonly string[]): KeyBatch => ({ operation: 'add', keys });
const remove = (...keys: readonly string[]): KeyBatch => ({ operation: 'remove', keys });

interface Case {
  readonly kind: WorkKind;
  readonly batches: readonly KeyBatch[];
  readonly end: string;
  /** Of the steps; the others are as those of the other kinds. */
  readonly killedAt: RegExp;
}

/** Some of the keys are held before, so that a batch's keys are new all, none, or some. */
const CASES: readonly Case[] = [
  { kind: 'upload', batches: [add('c', 'd'), add('a', 'e'), add('b')], end: 'abcdexyz', killedAt: /./ },
  { kind: 'removal', batches: [remove('a', 'b'), remove('x', 'w'), remove('v')], end: 'yz', killedAt: /./ },
  { kind: 'equal', batches: [add('c', 'd'), remove('x', 'y'), remove('z')], end: 'abcd', killedAt: /Keys/ },
];

async function prepare({ kind, batches }: Case): Promise<Wish> {
  const environment = killing.environment('development');
  const segment = await killing.newSegment(environment);
  await killing.client.uploadKeys(environment.id, segment, HELD);
  return { environment, segment, kind, batches, way: 'direct' };
}

/** As the next window does it: from what the journal has, and the keys found again. */
async function resume({ environment, segment, kind, batches }: Wish): Promise<KeyWork> {
  const folder = killing.folderOf(segment);
  const journal = createKeyJournal(folder);
  const [found, ...others] = await journal.list();
  assert.deepEqual(others, []);
  const again = await startWork({ kind, batches, environment, segment });
  let next = { work: found ?? again.work, keys: again.keys };
  if (found) {
    assert.equal(await journal.isRunning(found.id), false, 'what a killed process had is free');
    if (!isUnfinished(found)) return found;
    const checked = await resumeCheck(found, again.keys);
    if (kind === 'equal') {
      assert.deepEqual(checked, { ok: false, refusal: { code: 'compareAgain' } });
      const plan = planEqual(keyDifference(['a', 'b', 'c', 'd'], (await killing.held(environment, segment)).split('')));
      if (!plan.ok) {
        assert.equal(plan.refusal.code, 'alreadyEqual');
        return found;
      }
      next = await startWork({ kind, batches: plan.batches, environment, segment });
    } else {
      assert.ok(checked.ok);
    }
  }
  const outcome = await runKeyWork(killing.client, journal, next.work, next.keys, { permit: writePermit(environment) });
  assert.ok(outcome.outcome === 'done', outcome.outcome);
  const left = readdirSync(folder).filter((file) => !/\.(?:json|last)$/.test(file) && !file.startsWith(next.work.id));
  assert.deepEqual(left, [], 'nothing is left of what the killed process was writing');
  return outcome.work;
}

/** Never removes a key that was held before, and adds none that was not. */
function assertUndoes(batches: readonly KeyBatch[], end: string): void {
  const after = new Set(end);
  for (const { operation, keys } of batches) {
    for (const key of keys) {
      assert.equal(HELD.includes(key), operation === 'add', `${operation} ${key}`);
      if (operation === 'add') after.add(key);
      else after.delete(key);
    }
  }
  assert.equal([...after].toSorted().join(''), HELD.join(''));
}

/** Each step has the time of a test; all together take longer. */
const ALL_STEPS = { timeout: 230_000 };

describe('a piece of work that is killed', { concurrency: 2 }, () => {
  for (const one of CASES) {
    it(`of kind ${one.kind}, at every step`, ALL_STEPS, async (t) => {
      const undisturbed = await prepare(one);
      const steps = await killing.stepsOf(undisturbed, 'done');
      assert.equal(await killing.held(undisturbed.environment, undisturbed.segment), one.end);
      assert.equal(steps.filter((name) => /^before (upload|remove)Keys/.test(name)).length, 3);
      const killedAt = [...steps.entries()].filter(([, name]) => one.killedAt.test(name));
      assert.ok(killedAt.length >= 9);

      for (const [step, name] of killedAt) {
        await t.test(`${step}: ${name}`, async () => {
          const wish = await prepare(one);
          await killing.kill(wish, step);
          const work = await resume(wish);
          assert.equal(await killing.held(wish.environment, wish.segment), one.end);
          if (one.kind === 'equal') return;
          assert.equal(isUnfinished(work), false);
          const keys = one.batches.flatMap((batch) => batch.keys);
          const undo = await undoPlan(work, keys, one.end.length);
          if (undo.ok) assertUndoes(undo.batches, one.end);
        });
      }
    });
  }

  it('while it submits a change request, at every step: none exists twice', ALL_STEPS, async (t) => {
    const environment = killing.environment('production');
    const batches = [add('a', 'b'), add('c')];
    const prepareRequest = async (): Promise<Wish> => ({
      environment,
      segment: await killing.newSegment(environment),
      kind: 'upload',
      batches,
      way: 'request',
    });
    const steps = await killing.stepsOf(await prepareRequest(), 'submitted');
    for (const [step, name] of steps.entries()) {
      await t.test(`${step}: ${name}`, async () => {
        const wish = await prepareRequest();
        await killing.kill(wish, step);
        await finishRequests(wish, name);
        assert.equal(await killing.held(environment, wish.segment), 'abc');
      });
    }
  });
});

/** Submits what is left, part by part, each approved before the next. */
async function finishRequests(wish: Wish, name: string): Promise<void> {
  const { client, approver, workspaceId } = killing;
  const journal = createKeyJournal(killing.folderOf(wish.segment));
  const { work: begun, keys } = await startWork({ ...wish, workspaceId });
  const [found] = await journal.list();
  let next: NextPart = await nextPart(client, found ?? begun, { keys });
  while (next.next !== 'done') {
    let { work } = next;
    if (next.next === 'submit') {
      const draft = { title: 'New', comment: 'why', approvers: [] };
      const outcome = await submitPart(client, journal, work, keys, draft, { permit: requestPermit() });
      assert.ok(outcome.outcome === 'submitted', name);
      ({ work } = outcome);
    }
    const { data } = await client.listChangeRequests({ limit: 100 });
    const mine = data.filter(({ segment }) => segment?.name === wish.segment);
    assert.deepEqual(
      mine.map(({ id }) => id),
      [work.parts.find(({ state }) => state === 'open')?.requestId],
      name,
    );
    await approver.decideChangeRequest(mine[0]!.id, { status: 'APPROVED', comment: 'fine' });
    next = await nextPart(client, work, { keys });
  }
}
