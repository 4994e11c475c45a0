/** Tests a change from its submission to the approval by a second API key, on a service that is exactly like admin-api.md. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewChangeRequest } from '../../../src/api/model.ts';
import { approveRequest } from '../../../src/operations/changeRequests/decideRequest.ts';
import { findEnvironment } from '../../../src/operations/changeRequests/findEnvironment.ts';
import { readAllKeys } from '../../../src/operations/keys/keyPages.ts';
import { readReview } from '../../../src/operations/changeRequests/readReview.ts';
import { submitRequest } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit, writePermit } from '../permits.ts';
import { sendable, useService } from '../service.ts';

const service = useService({ endpoints: 'documented' });

const said = { title: 'As agreed', comment: 'They asked for it', approvers: [] };

async function submitted(environment: string, request: NewChangeRequest): Promise<string> {
  const permit = requestPermit();
  const outcome = await submitRequest(service.as('submitter-key'), service.place(environment), request, { permit });
  assert.ok(outcome.outcome === 'submitted' && !outcome.isAdopted);
  return outcome.request.id;
}

const addition: NewChangeRequest = { operationType: 'CREATE', segment: { name: 'beta-accounts', keys: ['acct-90001'] }, ...said };

describe('the approval of a request about a segment', () => {
  it('finds the environment by the keys, shows the change, and publishes it', async () => {
    const id = await submitted('production', addition);
    const approver = service.as('release-key');
    const environment = await findEnvironment(approver, await approver.readChangeRequest(id));
    assert.deepEqual(environment, service.environment('production'));
    const reviewed = await readReview(approver, id, environment?.id);
    assert.ok(reviewed.live.kind === 'keys' && !reviewed.live.keys.includes('acct-90001'));
    const permit = writePermit(environment, 'production');
    const outcome = await approveRequest(approver, reviewed, environment?.id, 'fine', { permit });
    assert.equal(outcome.outcome, 'published');
    const now = await readAllKeys(approver, environment?.id ?? '', 'beta-accounts');
    assert.ok(now.isComplete && now.keys.includes('acct-90001'));
  });
});

describe('the approval of a request about a flag', () => {
  it('knows the environment only from its submitter, and counts as production', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const client = service.as('submitter-key');
    const live = await client.readDefinition(workspaceId, 'holiday-prices', environmentId);
    const rolloutStatusId = await service.rolloutStatus();
    const flag = { ...sendable(live), trafficAllocation: 42 };
    const id = await submitted('production', { operationType: 'UPDATE', flag, rolloutStatusId, ...said });
    const approver = service.as('release-key');
    assert.equal(await findEnvironment(approver, await approver.readChangeRequest(id)), undefined);
    const reviewed = await readReview(approver, id, environmentId);
    assert.ok(reviewed.live.kind === 'definition');
    const permit = writePermit(service.environment('production'), 'production');
    const outcome = await approveRequest(approver, reviewed, environmentId, 'fine', { permit });
    assert.equal(outcome.outcome, 'published');
    assert.equal((await client.readDefinition(workspaceId, 'holiday-prices', environmentId)).trafficAllocation, 42);
  });
});

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
    await assert.rejects(approve(id), /the service does not say/);
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
