/** Tests approvals for which no name was typed, on a service that is exactly like admin-api.md. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewChangeRequest } from '../../../src/api/model.ts';
import { approveRequest } from '../../../src/operations/changeRequests/decideRequest.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { submitRequest } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { useService } from '../service.ts';

const service = useService({ endpoints: 'documented' });

const said = { title: 'As agreed', comment: 'They asked for it', approvers: [] };

async function submitted(environment: string, request: NewChangeRequest): Promise<string> {
  const permit = requestPermit();
  const outcome = await submitRequest(service.as('submitter-key'), service.place(environment), request, { permit });
  assert.ok(outcome.outcome === 'submitted' && !outcome.isFoundAfterwards);
  return outcome.request.id;
}

const addition: NewChangeRequest = { operationType: 'CREATE', segment: { name: 'beta-accounts', keys: ['acct-90001'] }, ...said };

describe('an approval for which no name was typed', () => {
  const KILL: NewChangeRequest = { operationType: 'KILL', flag: { name: 'holiday-prices' }, ...said };
  const approver = () => service.as('release-key');
  const free = () => writePermit(service.environment('pre-production'));
  const approve = async (id: string, isSubmittedHere = false) => {
    const { environmentId } = service.place('pre-production');
    const reviewed = await readReview(approver(), id, environmentId);
    return approveRequest(approver(), reviewed, environmentId, 'fine', { permit: free(), isSubmittedHere });
  };
  const assertRefused = async (id: string): Promise<void> => {
    await assert.rejects(approve(id), /the service does not confirm/);
    assert.equal((await approver().readChangeRequest(id)).status, 'REQUESTED');
    assert.equal(service.count('PUT', /^\/changeRequests/), 0);
  };

  it('is refused for a production request that the caller assigns to a different environment', async () => {
    await assertRefused(await submitted('production', KILL));
    await assertRefused(await submitted('production', addition));
  });

  it('is refused if only memory says which environment it is', async () => {
    await assertRefused(await submitted('pre-production', KILL));
  });

  it('is possible if the service proves the environment: by the lock on the keys, or by its answer to the submission', async () => {
    assert.equal((await approve(await submitted('pre-production', addition))).outcome, 'published');
    assert.equal((await approve(await submitted('pre-production', KILL), true)).outcome, 'published');
  });
});
