/** Tests an undo whose editor is killed (-9) at each step and which is then resumed: keys that others have added since stay. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planUpload } from '../../../src/domain/keys/keyPlan.ts';
import { createJournal } from '../../../src/operations/keys/journal.ts';
import { isUnfinished, type KeyChange } from '../../../src/operations/keys/keyChange.ts';
import { runChange } from '../../../src/operations/keys/runChange.ts';
import { keysOfUndo, undoObstacle, undoOf } from '../../../src/operations/keys/undo.ts';
import { casesOf } from '../../properties/runs.ts';
import { writePermit } from '../permits.ts';
import { remove, startOne } from './changes.ts';
import { useKilling, type Wish } from './killing.ts';

const killing = useKilling();

const HELD = ['a', 'x', 'y'];
const LIST = ['a', 'c', 'd', 'e', 'f'];
const UNDO = [remove('c', 'd'), remove('e', 'f')];

/** A finished upload, and its undo in two parts. */
async function prepare(): Promise<Wish & { readonly upload: KeyChange }> {
  const environment = killing.environment('development');
  const segment = await killing.newSegment(environment, HELD);
  const plan = planUpload(LIST, new Set(HELD));
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
async function undoAgain({ environment, segment, upload, source }: Wish & { readonly upload: KeyChange }): Promise<boolean> {
  const journal = createJournal(killing.folderOf(segment));
  const found = (await journal.list()).find(({ kind }) => kind === 'undo');
  const isBegun = undoOf(await journal.list(), upload) !== undefined;
  assert.equal(
    (await undoObstacle(journal, upload))?.code,
    found && isBegun ? (isUnfinished(found) ? 'isLeft' : 'isUndone') : undefined,
  );
  if (found && !isUnfinished(found)) return true;
  const begun =
    found ?? (await startOne({ kind: 'undo', batches: UNDO, environment, segment, ...(source && { source }) })).change;
  const keys = await keysOfUndo(begun, upload, LIST);
  assert.deepEqual(keys, ['c', 'd', 'e', 'f']);
  const outcome = await runChange(killing.place.direct, journal, begun, keys, { permit: writePermit(environment) });
  if (outcome.outcome === 'moved') return false;
  assert.equal(outcome.outcome, 'done');
  assert.equal((await undoObstacle(journal, upload))?.code, 'isUndone');
  return true;
}

describe('an undo that is killed', () => {
  it('at any step removes no key that was added since', { timeout: 230_000 }, async (t) => {
    const steps = await killing.stepsOf(await prepare(), 'done');
    assert.equal(steps.filter((name) => name.startsWith('before removeKeys')).length, 2);
    let refused = 0;
    const killedAt = casesOf(steps);
    for (const [step, name] of killedAt) {
      await t.test(`${step}: ${name}`, async () => {
        const wish = await prepare();
        await killing.kill(wish, step);
        const heldNow = await killing.held(wish);
        const taken = ['c', 'e'].filter((key) => !heldNow.includes(key));
        if (taken.length > 0) await killing.place.direct.uploadKeys(wish.environment.id, wish.segment, taken);
        const isDone = await undoAgain(wish);
        const held = await killing.held(wish);
        for (const key of [...HELD, ...taken]) assert.ok(held.includes(key), key);
        if (isDone) assert.equal(held, [...HELD, ...taken].toSorted().join(''));
        else refused += 1;
      });
    }
    assert.ok(refused > 0 && refused < killedAt.length, `${refused} of ${killedAt.length} are left to the user`);
  });
});
