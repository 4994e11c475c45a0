/** Keys for an environment that asks for approvals: the parts become change requests, one after the other. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { nextPart, submitPart } from '../../../src/operations/keyChanges/requestParts.ts';
import type { KeyChange } from '../../../src/operations/keyChanges/keyChange.ts';
import { runChange } from '../../../src/operations/keyChanges/runChange.ts';
import { mayUndo } from '../../../src/operations/keyChanges/undo.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService } from '../service.ts';
import { newKeys, openJournal, startOne, uploadOf, type JournalInFolder } from './changes.ts';

const service = useService();
const draft = { title: 'Add accounts', comment: 'from a file', approvers: [] };

interface Queue {
  readonly journal: JournalInFolder;
  readonly keys: readonly string[];
  change: KeyChange;
}

/** An upload that was refused with the documented 403, as a queue. */
async function refusedUpload(t: TestContext, count: number): Promise<Queue> {
  const environment = { ...service.environment('production'), isProduction: true };
  const journal = openJournal(t);
  const workspaceId = service.workspace('Storefront');
  const { change, keys } = await startOne({ batches: uploadOf(newKeys(count)), environment, workspaceId });
  const permit = writePermit(environment, 'production');
  const outcome = await runChange(service.as('submitter-key'), journal, change, keys, { permit });
  assert.ok(outcome.outcome === 'approvalsRequired');
  assert.ok(outcome.change.parts.every(({ state }) => state === 'waiting'));
  return { journal, keys, change: outcome.change };
}

async function submit(queue: Queue): Promise<string> {
  const outcome = await submitPart(service.as('submitter-key'), queue.journal, queue.change, queue.keys, draft, {
    permit: requestPermit(),
  });
  assert.ok(outcome.outcome === 'submitted');
  queue.change = outcome.change;
  return outcome.request.id;
}

const decide = (id: string, status: 'APPROVED' | 'WITHDRAWN'): Promise<unknown> =>
  service.as(status === 'APPROVED' ? 'release-key' : 'submitter-key').decideChangeRequest(id, { status, comment: 'x' });

describe('a queue of change requests', () => {
  it('offers the next part when the one before is published, to the end', async (t) => {
    const queue = await refusedUpload(t, 25_000);
    const client = service.as('submitter-key');
    for (const index of [0, 1, 2]) {
      const id = await submit(queue);
      assert.deepEqual(await queue.journal.read(queue.change.id), queue.change);
      const open = await nextPart(client, queue.change);
      assert.deepEqual([open.next, open.next === 'open' && open.request.id], ['open', id]);
      await assert.rejects(submit(queue), /no part/);
      await decide(id, 'APPROVED');
      const next = await nextPart(client, queue.change);
      assert.equal(next.change.parts[index]?.state, 'published');
      assert.equal(next.next, index < 2 ? 'submit' : 'done');
      queue.change = next.change;
    }
    const { count } = await client.readKeys(service.environment('production').id, 'beta-accounts', { offset: 0, limit: 1 });
    assert.deepEqual([queue.change.state, queue.change.countAfter], ['done', count]);
    assert.equal(mayUndo(queue.change), true, 'a small segment is read before the first part, and counted before the others');
  });

  it('takes an open request for one whose answer was lost only if nothing was open before that was sent', async (t) => {
    const client = service.as('submitter-key');
    for (const isTheirs of [true, false]) {
      const queue = await refusedUpload(t, 3);
      const place = [service.workspace('Storefront'), service.environment('production').id] as const;
      const segment = { name: queue.change.target.name, keys: queue.keys };
      if (isTheirs) await service.as('release-key').submitChangeRequest(...place, { ...draft, operationType: 'CREATE', segment });
      let isSent = false;
      service.onCall = ({ method }) => {
        if (method !== 'POST') return isSent ? 'loseRequest' : undefined;
        isSent = true;
        return 'loseAnswer';
      };
      const lost = await submitPart(client, queue.journal, queue.change, queue.keys, draft, { permit: requestPermit() });
      service.onCall = () => undefined;
      assert.ok(lost.outcome === 'unknown');
      const kept = await queue.journal.read(queue.change.id);
      const next = await nextPart(client, kept!, queue.keys);
      assert.equal(next.next, isTheirs ? 'submit' : 'open');
      const { openChangeRequestId } = await client.readKeys(place[1], segment.name, { offset: 0, limit: 1 });
      await client.decideChangeRequest(openChangeRequestId!, { status: 'WITHDRAWN', comment: 'x' });
    }
  });

  it('submits nothing from a copy that another window has gone on with', async (t) => {
    const queue = await refusedUpload(t, 3);
    const copy = queue.change;
    await submit(queue);
    const posts = service.count('POST', /changeRequests/);
    const client = service.as('submitter-key');
    const again = await submitPart(client, queue.journal, copy, queue.keys, draft, { permit: requestPermit() });
    assert.equal(again.outcome, 'running');
    assert.equal(service.count('POST', /changeRequests/), posts);
    assert.deepEqual(await queue.journal.read(copy.id), queue.change);
  });

  it('has a part that was declined wait again', async (t) => {
    const queue = await refusedUpload(t, 11_000);
    const declined = await submit(queue);
    await decide(declined, 'WITHDRAWN');
    const next = await nextPart(service.as('submitter-key'), queue.change);
    assert.ok(next.next === 'submit' && next.index === 0 && next.declined?.id === declined);
    queue.change = next.change;
    await submit(queue);
    assert.deepEqual(
      queue.change.parts.map(({ state }) => state),
      ['open', 'waiting'],
    );
  });
});
