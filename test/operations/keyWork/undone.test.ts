/** What an undo makes of parts that were on their way: what may be somebody else's stays. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyBatch } from '../../../src/domain/keys/keyPlan.ts';
import type { KeyWork, PartState } from '../../../src/operations/keyWork/keyWork.ts';
import { settled, undoneCount } from '../../../src/operations/keyWork/undone.ts';
import { undoPlan } from '../../../src/operations/keyWork/undoPlan.ts';
import { discardWork } from '../../../src/operations/keyWork/updateWork.ts';
import { undoOf } from '../../../src/operations/keyWork/undoable.ts';
import { openJournal, startWork } from './work.ts';

const add = (...keys: readonly string[]): KeyBatch => ({ operation: 'add', keys });
const remove = (...keys: readonly string[]): KeyBatch => ({ operation: 'remove', keys });

async function work(
  batches: readonly KeyBatch[],
  states: readonly PartState[],
  held: readonly string[],
  isProduction = false,
): Promise<{ readonly work: KeyWork; readonly keys: readonly string[] }> {
  const environment = { id: 'e1', name: 'e', isProduction };
  const begun = await startWork({ batches, held: new Set(held), environment });
  const parts = begun.work.parts.map((part, index) => ({ ...part, state: states[index] ?? part.state }));
  return { work: { ...begun.work, parts }, keys: begun.keys };
}

/** What is changed back where the segment holds `now`: "-a +b", and how many keys stay. */
async function changedBack(of: Awaited<ReturnType<typeof work>>, now: readonly string[]): Promise<readonly [string, number]> {
  const judged = settled(of.work, of.keys, new Set(now));
  const plan = await undoPlan(judged.work, of.keys, now.length);
  const signs = { add: '+', remove: '-' };
  const said = plan.ok
    ? plan.batches.flatMap(({ operation, keys }) => keys.map((key) => signs[operation] + key)).join(' ')
    : plan.refusal.code;
  return [said, judged.stays];
}

const twoAdds = [add('a', 'b'), add('c', 'd')];
const twoRemoves = [remove('a', 'b'), remove('c', 'd')];

describe('a part that was on its way', () => {
  it('of an upload has come where all of it is there, and what was held before stays', async () => {
    const of = await work(twoAdds, ['sent', 'sending'], ['d', 'x']);
    assert.deepEqual(await changedBack(of, ['a', 'b', 'c', 'd', 'x']), ['-a -b -c', 0]);
  });

  it('of an upload has not come where some of it is missing: what is there is somebody else’s', async () => {
    const of = await work(twoAdds, ['sent', 'sending'], ['x']);
    assert.deepEqual(await changedBack(of, ['a', 'b', 'c', 'x']), ['-a -b', 1]);
    assert.deepEqual(await changedBack(of, ['a', 'b', 'x']), ['-a -b', 0]);
  });

  it('of an upload to production is left alone: others may have sent the same list', async () => {
    const of = await work(twoAdds, ['sent', 'sending'], ['x'], true);
    assert.deepEqual(await changedBack(of, ['a', 'b', 'c', 'd', 'x']), ['-a -b', 2]);
  });

  it('of a removal has come where none of it is there, else what is gone was taken away by others', async () => {
    const of = await work(twoRemoves, ['sent', 'sending'], ['a', 'c', 'd', 'x']);
    assert.deepEqual(await changedBack(of, ['x']), ['+a +c +d', 0]);
    assert.deepEqual(await changedBack(of, ['d', 'x']), ['+a', 1]);
  });

  it('alone, and not come, leaves nothing to change back', async () => {
    const of = await work([add('a', 'b')], ['sending'], ['x']);
    assert.deepEqual(await changedBack(of, ['x']), ['nothingToUndo', 0]);
    assert.deepEqual(await changedBack(of, ['a', 'x']), ['nothingToUndo', 1]);
  });
});

it('what is in an open request of an undo that is discarded may be changed back later: it is judged by what the segment holds then', async (t) => {
  const journal = openJournal(t);
  const of = await work([add('a', 'b')], ['sent'], ['x']);
  const undo = await startWork({
    kind: 'undo',
    batches: [remove('a', 'b')],
    source: { ...of.work.source, undoes: of.work.id, undoing: 'Aw==' },
  });
  await journal.save(of.work);
  await journal.save({
    ...undo.work,
    way: 'request',
    parts: undo.work.parts.map((part) => ({ ...part, state: 'open' as const })),
  });
  assert.ok(await discardWork(journal, undo.work.id));
  const kept = await journal.read(of.work.id);
  assert.ok(kept);
  assert.deepEqual([kept.undoing, undoOf([kept], kept)], ['Aw==', 'begun']);
  assert.deepEqual(await changedBack({ ...of, work: kept }, ['a', 'x']), ['nothingToUndo', 1]);
  assert.deepEqual(await changedBack({ ...of, work: kept }, ['a', 'b', 'x']), ['-a -b', 0]);
});

it('what is undone is counted key by key', async () => {
  const of = await work(twoAdds, ['sent', 'sending'], ['x']);
  assert.equal(undoneCount(settled(of.work, of.keys, new Set(['a', 'b', 'c'])).work), 2);
  assert.equal(undoneCount(of.work), 0);
});
