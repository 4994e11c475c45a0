/**
 * Tests that after a lost answer, an open change request is accepted only with proof that it was the sent one: its object was not
 * locked before in this environment, and is locked by it now.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import type { ChangeRequest, NewChangeRequest, NewFlagRequest, NewSegmentRequest } from '../../../src/api/model.ts';
import { submitRequest, type SubmitOutcome } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit } from '../permits.ts';
import { useService, type Fault, type Seen, type Service } from '../service.ts';

const addition: NewSegmentRequest = {
  operationType: 'CREATE',
  segment: { name: 'beta-accounts', keys: ['acct-90001', 'acct-90002'] },
  title: 'Add two accounts',
  comment: 'They asked for it',
  approvers: [],
};
const kill: NewFlagRequest = {
  operationType: 'KILL',
  flag: { name: 'holiday-prices' },
  title: 'Kill it',
  comment: 'It breaks',
  approvers: [],
};

const submit = (service: Service, environment: string, request: NewChangeRequest): Promise<SubmitOutcome> =>
  submitRequest(service.as('submitter-key'), service.place(environment), request, { permit: requestPermit() });
const isSubmission = ({ method, path }: Seen): boolean => method === 'POST' && path.startsWith('/changeRequests');
const onSubmission =
  (fault: Fault): Service['onCall'] =>
  (call) =>
    isSubmission(call) ? fault : undefined;

async function submitted(service: Service, environment: string, request: NewChangeRequest): Promise<ChangeRequest> {
  const outcome = await submit(service, environment, request);
  assert.ok(outcome.outcome === 'submitted' && !outcome.isAdopted);
  return outcome.request;
}

describe('a lost answer of a service as documented', () => {
  const service = useService({ endpoints: 'documented' });

  it('does not accept the same kill that is open in a different environment', async () => {
    for (const fault of ['loseRequest', 'loseAnswer'] as const) {
      await service.sandbox.reset();
      service.onCall = () => undefined;
      await submitted(service, 'production', kill);
      service.onCall = onSubmission(fault);
      const outcome = await submit(service, 'pre-production', kill);
      assert.ok(outcome.outcome === 'unknown' && isApiError(outcome.error), fault);
    }
  });

  it('gives an unknown result for a flag’s request, because a definition does not show its open requests', async () => {
    service.onCall = onSubmission('loseAnswer');
    assert.equal((await submit(service, 'production', kill)).outcome, 'unknown');
  });

  it('accepts a segment’s request by the lock on its keys', async () => {
    await submitted(service, 'pre-production', addition);
    service.onCall = onSubmission('loseAnswer');
    const outcome = await submit(service, 'production', addition);
    assert.ok(outcome.outcome === 'submitted' && outcome.isAdopted);
    const { environmentId } = service.place('production');
    const keys = await service.as('submitter-key').readKeys(environmentId, 'beta-accounts', { offset: 0, limit: 1 });
    assert.equal(keys.openChangeRequestId, outcome.request.id);
  });
});

describe('a lost answer', () => {
  const service = useService();

  it('does not accept a request that was open before', async () => {
    await submitted(service, 'production', addition);
    await submitted(service, 'production', kill);
    service.onCall = onSubmission('loseRequest');
    assert.equal((await submit(service, 'production', addition)).outcome, 'unknown');
    assert.equal((await submit(service, 'production', kill)).outcome, 'unknown');
  });

  it('accepts no request unless it was known that no request was open before', async () => {
    const client = service.as('submitter-key');
    const { environmentId } = service.place('production');
    const { openChangeRequestId: _, ...keys } = await client.readKeys(environmentId, 'beta-accounts', { offset: 0, limit: 1 });
    let isSent = false;
    for (const before of [
      { status: 200, body: keys },
      { status: 500, body: {} },
      { status: 403, body: {} },
    ]) {
      await service.sandbox.reset();
      isSent = false;
      service.onCall = (call) => {
        if (isSubmission(call)) {
          isSent = true;
          return 'loseAnswer';
        }
        return !isSent && call.path.includes('/beta-accounts/keys') ? before : undefined;
      };
      assert.equal((await submit(service, 'production', addition)).outcome, 'unknown', JSON.stringify(before));
    }
  });

  it('does not accept a request in a different workspace, or one that names a different environment', async () => {
    const workspace = { id: service.workspace('Payments'), type: 'workspace' };
    const environment = service.environment('staging');
    for (const other of [{ workspace }, { workspace: null }, { segment: { ...addition.segment, environment } }]) {
      await service.sandbox.reset();
      service.onCall = () => undefined;
      const { id, ...rest } = await submitted(service, 'production', addition);
      await service.as('submitter-key').decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'again' });
      service.onCall = (call) => {
        if (isSubmission(call)) return 'loseAnswer';
        const read = /^\/changeRequests\/([^/?]+)$/.exec(call.path)?.[1];
        return read === undefined ? undefined : { status: 200, body: { ...rest, id: read, ...other } };
      };
      assert.equal((await submit(service, 'production', addition)).outcome, 'unknown', JSON.stringify(other));
    }
  });

  it('can’t happen if nothing can be read before, because then nothing is sent', async () => {
    service.onCall = () => 'loseRequest';
    await assert.rejects(submit(service, 'production', addition), (error) => isApiError(error) && error.method === 'GET');
    assert.equal(service.count('POST', /./), 0);
  });
});
