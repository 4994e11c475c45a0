/**
 * Tests a change of keys whose editor is killed (-9) at each step and which is then resumed: it ends like an undisturbed run. After
 * an undo, keys that others have added since stay.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { keyDifference, planEqual, planUpload } from '../../../src/domain/keys/keyPlan.ts';
import { createJournal } from '../../../src/operations/keys/journal.ts';
import { isUnfinished, type KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { nextPart, submitPart, type NextPart } from '../../../src/operations/keys/requestParts.ts';
import { keysChanged } from '../../../src/operations/keys/startChange.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { mayUndo, undoPlan, keysOfUndo, undoObstacle, undoOf } from '../../../src/operations/keys/undo.ts';
import { casesOf } from '../../properties/runs.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useKilling, type KillingOptions } from './killing.ts';
import { add, afterBatches, remove, startOne } from './changes.ts';

const killing = useKilling();

const HELD = ['a', 'b', 'x', 'y', 'z'];

/**
 * The segment contains some of the keys before, so that all, none or some keys of a batch are new. `killedAt`: the tested steps.
 * Other steps are like those of the other kinds.
 */
const CASES = [
  { kind: 'upload', batches: [add('c', 'd'), add('a', 'e'), add('b')], end: 'abcdexyz', killedAt: /./ },
  { kind: 'removal', batches: [remove('a', 'b'), remove('x', 'w'), remove('v')], end: 'yz', killedAt: /./ },
  { kind: 'equal', batches: [add('c', 'd'), remove('x', 'y'), remove('z')], end: 'abcd', killedAt: /Keys/ },
] as const;

async function prepare({ kind, batches }: (typeof CASES)[number]): Promise<KillingOptions> {
  const environment = killing.environment('development');
  const segment = await killing.newSegment(environment, HELD);
  return { environment, segment, kind, batches, way: 'direct', held: HELD };
}

/** Resumes like a new window: from the journal, and with keys that are read again. */
async function resume(options: KillingOptions): Promise<KeyChange> {
  const { environment, segment, kind, batches } = options;
  const folder = killing.folderOf(segment);
  const journal = createJournal(folder);
  const [found, ...others] = await journal.list();
  assert.deepEqual(others, []);
  const again = await startOne({ kind, batches, environment, segment });
  let next = { change: found ?? again.change, keys: again.keys };
  let heldBefore: ReadonlySet<string> = new Set(HELD);
  if (found) {
    assert.equal(await journal.isLocked(found.id), false, 'what a killed process had is free');
    if (!isUnfinished(found)) return found;
    assert.equal(await keysChanged(found, again.keys), undefined);
    if (kind === 'equal') {
      // The list is compared again.
      heldBefore = new Set(await killing.held(options));
      const plan = planEqual(keyDifference(['a', 'b', 'c', 'd'], [...heldBefore]));
      if (!plan.ok) {
        assert.equal(plan.refusal.code, 'alreadyEqual');
        return found;
      }
      next = await startOne({ kind, batches: plan.batches, environment, segment });
    }
  }
  const outcome = await runChange(killing.place.direct, journal, next.change, next.keys, {
    permit: writePermit(environment),
    planned: { count: heldBefore.size, keys: heldBefore },
  });
  assert.ok(outcome.outcome === 'done', outcome.outcome);
  const left = readdirSync(folder).filter((file) => !file.endsWith('.json') && !file.startsWith(next.change.id));
  assert.deepEqual(left, [], 'nothing is left of what the killed process was writing');
  return outcome.change;
}

/** Each step has the time limit of a test. All together take longer. */
const ALL_STEPS = { timeout: 230_000 };

describe('a change that is killed and resumed ends as if undisturbed', { concurrency: 2 }, () => {
  for (const [kind, one] of CASES.entries()) {
    it(`for the kind ${one.kind}, at every step`, ALL_STEPS, async (t) => {
      const undisturbed = await prepare(one);
      const steps = await killing.stepsOf(undisturbed, 'done');
      assert.equal(await killing.held(undisturbed), one.end);
      assert.equal(steps.filter((name) => /^before (upload|remove)Keys/.test(name)).length, 3);
      const killedAt = [...steps.entries()].filter(([, name]) => one.killedAt.test(name));
      assert.ok(killedAt.length >= 9);

      for (const [, [step, name]] of casesOf(killedAt, kind)) {
        await t.test(`${step}: ${name}`, async () => {
          const options = await prepare(one);
          await killing.kill(options, step);
          const change = await resume(options);
          assert.equal(await killing.held(options), one.end);
          if (one.kind === 'equal') return;
          assert.equal(isUnfinished(change), false);
          const keys = one.batches.flatMap((batch) => batch.keys);
          if (!mayUndo(change)) return;
          const undo = await undoPlan(change, keys, one.end.length);
          assert.ok(undo.ok);
          assert.equal(afterBatches(undo.batches, one.end), HELD.join(''));
        });
      }
    });
  }

  it('for a change request, at every step, and no request exists twice', ALL_STEPS, async (t) => {
    const environment = killing.environment('production');
    const batches = [add('a', 'b'), add('c')];
    const prepareRequest = async (): Promise<KillingOptions> => ({
      environment,
      segment: await killing.newSegment(environment),
      kind: 'upload',
      batches,
      way: 'request',
    });
    const steps = await killing.stepsOf(await prepareRequest(), 'submitted');
    for (const [step, name] of casesOf(steps)) {
      await t.test(`${step}: ${name}`, async () => {
        const options = await prepareRequest();
        await killing.kill(options, step);
        await finishRequests(options, name);
        assert.equal(await killing.held(options), 'abc');
      });
    }
  });
});

/** Submits the remaining parts. Each is approved before the next. */
async function finishRequests(options: KillingOptions, name: string): Promise<void> {
  const { direct: client, approver, workspaceId } = killing.place;
  const journal = createJournal(killing.folderOf(options.segment));
  const { change: begun, keys } = await startOne({ ...options, workspaceId });
  const [found] = await journal.list();
  let next: NextPart = await nextPart(client, found ?? begun, keys);
  while (next.next !== 'done') {
    let { change } = next;
    if (next.next === 'submit') {
      const draft = { title: 'New', comment: 'why', approvers: [] };
      const outcome = await submitPart(client, journal, change, keys, draft, { permit: requestPermit() });
      assert.ok(outcome.outcome === 'submitted', name);
      ({ change } = outcome);
    }
    const { data } = await client.listChangeRequests({ limit: 100 });
    const mine = data.filter(({ segment }) => segment?.name === options.segment);
    assert.deepEqual(
      mine.map(({ id }) => id),
      [change.parts.find(({ state }) => state === 'open')?.requestId],
      name,
    );
    await approver.decideChangeRequest(mine[0]!.id, { status: 'APPROVED', comment: 'fine' });
    next = await nextPart(client, change, keys);
  }
}

const BEFORE_UNDO = ['a', 'x', 'y'];
const LIST = ['a', 'c', 'd', 'e', 'f'];
const UNDO = [remove('c', 'd'), remove('e', 'f')];

/** A finished upload, and its undo in two parts. */
async function prepareUndo(): Promise<KillingOptions & { readonly upload: KeyChange }> {
  const environment = killing.environment('development');
  const segment = await killing.newSegment(environment, BEFORE_UNDO);
  const plan = planUpload(LIST, new Set(BEFORE_UNDO));
  assert.ok(plan.ok);
  const begun = await startOne({ batches: plan.batches, environment, segment });
  const journal = createJournal(killing.folderOf(segment));
  const outcome = await runChange(killing.place.direct, journal, begun.change, begun.keys, { permit: writePermit(environment) });
  assert.ok(outcome.outcome === 'done');
  const { change: upload } = outcome;
  return {
    environment,
    segment,
    kind: 'undo',
    batches: UNDO,
    way: 'direct',
    source: { ...upload.source, undoes: upload.id },
    upload,
  };
}

/** Resumes like a new window. False = others have changed the segment since, so nothing else is changed. */
async function undoAgain({
  environment,
  segment,
  upload,
  source,
}: KillingOptions & { readonly upload: KeyChange }): Promise<boolean> {
  const journal = createJournal(killing.folderOf(segment));
  const found = (await journal.list()).find(({ kind }) => kind === 'undo');
  const isBegun = undoOf(await journal.list(), upload) !== undefined;
  assert.equal(
    (await undoObstacle(journal, upload))?.code,
    found && isBegun ? (isUnfinished(found) ? 'isUnfinished' : 'isUndone') : undefined,
  );
  if (found && !isUnfinished(found)) return true;
  const begun =
    found ?? (await startOne({ kind: 'undo', batches: UNDO, environment, segment, ...(source && { source }) })).change;
  const keys = await keysOfUndo(begun, upload, LIST);
  assert.deepEqual(keys, ['c', 'd', 'e', 'f']);
  const outcome = await runChange(killing.place.direct, journal, begun, keys, { permit: writePermit(environment) });
  if (outcome.outcome === 'changedElsewhere') return false;
  assert.equal(outcome.outcome, 'done');
  assert.equal((await undoObstacle(journal, upload))?.code, 'isUndone');
  return true;
}

describe('an undo that is killed', () => {
  it('at any step removes no key that was added since', { timeout: 230_000 }, async (t) => {
    const steps = await killing.stepsOf(await prepareUndo(), 'done');
    assert.equal(steps.filter((name) => name.startsWith('before removeKeys')).length, 2);
    let refused = 0;
    const killedAt = casesOf(steps);
    for (const [step, name] of killedAt) {
      await t.test(`${step}: ${name}`, async () => {
        const options = await prepareUndo();
        await killing.kill(options, step);
        const heldNow = await killing.held(options);
        const taken = ['c', 'e'].filter((key) => !heldNow.includes(key));
        if (taken.length > 0) await killing.place.direct.uploadKeys(options.environment.id, options.segment, taken);
        const isDone = await undoAgain(options);
        const held = await killing.held(options);
        for (const key of [...BEFORE_UNDO, ...taken]) assert.ok(held.includes(key), key);
        if (isDone) assert.equal(held, [...BEFORE_UNDO, ...taken].toSorted().join(''));
        else refused += 1;
      });
    }
    assert.ok(refused > 0 && refused < killedAt.length, `${refused} of ${killedAt.length} are left to the user`);
  });
});
