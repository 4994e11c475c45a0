/** Tests that a change request is sent once, even if the answer is lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import type { NewFlagRequest, NewSegmentRequest } from '../../../src/api/model.ts';
import { submitRequest as submitWith, type SubmitClient } from '../../../src/operations/changeRequests/submission.ts';
import { sendable, useService, type Fault, type Seen } from '../service.ts';
import { requestPermit } from '../permits.ts';

const submitRequest = async (
  client: SubmitClient,
  place: Parameters<typeof submitWith>[1],
  request: Parameters<typeof submitWith>[2],
  options: { signal?: AbortSignal } = {},
) => submitWith(client, place, request, { permit: requestPermit(), ...options });

const service = useService();

const addition = (fields: Partial<NewSegmentRequest> = {}): NewSegmentRequest => ({
  operationType: 'CREATE',
  segment: { name: 'beta-accounts', keys: ['acct-90001', 'acct-90002'] },
  title: 'Add two accounts',
  comment: 'They asked for it',
  approvers: [],
  ...fields,
});

const isSubmission = ({ method, path }: Seen): boolean => method === 'POST' && path.startsWith('/changeRequests');
const faultOnSubmission = (fault: Fault) => (call: Seen) => (isSubmission(call) ? fault : undefined);
const submissions = (): number => service.count('POST', /^\/changeRequests/);

async function update(environment: string, flagName = 'holiday-prices'): Promise<NewFlagRequest> {
  const client = service.as('submitter-key');
  const { workspaceId, environmentId } = service.place(environment);
  const live = await client.readDefinition(workspaceId, flagName, environmentId);
  return {
    operationType: 'UPDATE',
    flag: { ...sendable(live), trafficAllocation: 42 },
    title: 'Less traffic',
    comment: 'For the holidays',
    approvers: [],
    rolloutStatusId: await service.rolloutStatus(),
  };
}

describe('submitting', () => {
  it('returns the request as the service created it', async () => {
    const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), addition());
    assert.ok(outcome.outcome === 'submitted');
    assert.deepEqual([outcome.isAdopted, outcome.request.status], [false, 'REQUESTED']);
    assert.ok(outcome.request.approvers.includes('release-key'));
  });

  it('with approvers is refused in a recognizable way if the environment names its own', async () => {
    const request = addition({ approvers: ['maria@example.com'] });
    const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), request);
    assert.equal(outcome.outcome, 'approversRefused');
    assert.equal(submissions(), 1);
  });

  it('a refused request fails, without a search for it', async () => {
    const request = addition({ segment: { name: 'no-such-segment', keys: ['a'] } });
    await assert.rejects(submitRequest(service.as('submitter-key'), service.place('production'), request), (error) => {
      assert.ok(isApiError(error) && error.kind === 'service');
      return error.status === 404;
    });
    await assert.rejects(submitRequest(service.as('submitter-key'), service.place('development'), addition()), (error) => {
      assert.ok(isApiError(error) && error.kind === 'service');
      return error.status === 400;
    });
    assert.equal(service.count('GET', /^\/changeRequests/), 0);
  });

  it('continues after an unexpected answer to the check before it, which then proves nothing', async () => {
    const client = service.as('submitter-key');
    const isLook = ({ method, path }: Seen): boolean => method === 'GET' && path.includes('/keys');
    for (const answer of [{ text: '<html>' }, { status: 200, body: { another: 'shape' } }, { status: 500, body: {} }]) {
      await service.sandbox.reset();
      service.seen.length = 0;
      service.onCall = (call) => (isLook(call) ? answer : undefined);
      let isFree = false;
      const onFree = async (): Promise<void> => void (isFree = true);
      const options = { permit: requestPermit(), onFree };
      const outcome = await submitWith(client, service.place('production'), addition(), options);
      assert.deepEqual([outcome.outcome, submissions(), isFree], ['submitted', 1, false]);
    }
  });

  it('that is cancelled stays cancelled', async () => {
    const abort = new AbortController();
    service.onCall = (call) => {
      if (!isSubmission(call)) return undefined;
      abort.abort();
      return 'loseRequest';
    };
    const submitting = submitRequest(service.as('submitter-key'), service.place('production'), addition(), {
      signal: abort.signal,
    });
    await assert.rejects(submitting, { name: 'AbortError' });
  });
});

describe('after a lost answer', () => {
  for (const fault of ['loseAnswer', 502] as const) {
    it(`(${fault}) the request that was created is accepted`, async () => {
      service.onCall = faultOnSubmission(fault);
      const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), addition());
      assert.ok(outcome.outcome === 'submitted');
      assert.equal(outcome.isAdopted, true);
      assert.deepEqual(outcome.request.segment, addition().segment);
      assert.equal(submissions(), 1);
    });
  }

  it('an answer that can’t be read leads to the same result', async () => {
    const client = service.as('submitter-key');
    service.onCall = async (call) => {
      if (!isSubmission(call) || submissions() > 1) return undefined;
      // Carried out as requested, but with a wrong answer.
      await client.submitChangeRequest(service.workspace('Storefront'), service.environment('production').id, addition());
      return { status: 200, body: ['ok'] };
    };
    const outcome = await submitRequest(client, service.place('production'), addition());
    assert.ok(outcome.outcome === 'submitted');
    assert.equal(outcome.isAdopted, true);
  });

  it('a request with a definition is found by the sent fields, even if the service adds others', async () => {
    for (const environment of ['production', 'staging']) {
      await service.sandbox.reset();
      const request = await update(environment);
      service.onCall = faultOnSubmission('loseAnswer');
      const outcome = await submitRequest(service.as('submitter-key'), service.place(environment), request);
      assert.ok(outcome.outcome === 'submitted');
      assert.deepEqual([outcome.isAdopted, outcome.request.flag?.trafficAllocation], [true, 42]);
    }
  });

  it('a kill is found by the name of the flag', async () => {
    service.onCall = faultOnSubmission('loseAnswer');
    const kill: NewFlagRequest = { operationType: 'KILL', flag: { name: 'holiday-prices' }, title: 'Kill it', approvers: [] };
    const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), kill);
    assert.ok(outcome.outcome === 'submitted');
    assert.equal(outcome.isAdopted, true);
  });

  it('the result is unknown if no request is found, and nothing is sent again', async () => {
    service.onCall = faultOnSubmission('loseRequest');
    const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), addition());
    assert.ok(outcome.outcome === 'unknown' && isApiError(outcome.error));
    assert.equal(outcome.error.kind, 'network');
    assert.equal(submissions(), 1);
    assert.equal(service.count('GET', /^\/segments\/.*\/keys/), 2);
  });

  it('a request with any difference does not count as the sent one', async () => {
    const client = service.as('submitter-key');
    const others: readonly Partial<NewSegmentRequest>[] = [
      { title: 'Add 2 accounts' },
      { comment: 'Somebody asked for it' },
      { segment: { name: 'beta-accounts', keys: ['acct-90001', 'acct-90003'] } },
      { segment: { name: 'beta-accounts', keys: ['acct-90001'] } },
      { segment: { name: 'beta-accounts', keys: ['acct-90001', 'acct-90002', 'acct-90003'] } },
      { segment: { name: 'internal-users', keys: ['acct-90001', 'acct-90002'] } },
      { operationType: 'ARCHIVE' },
    ];
    for (const other of others) {
      await service.sandbox.reset();
      service.seen.length = 0;
      service.onCall = async (call) => {
        if (!isSubmission(call) || submissions() > 1) return undefined;
        // Somebody else is faster.
        await client.submitChangeRequest(service.workspace('Storefront'), service.environment('production').id, addition(other));
        return 'loseRequest';
      };
      assert.equal(
        (await submitRequest(client, service.place('production'), addition())).outcome,
        'unknown',
        JSON.stringify(other),
      );
    }
  });

  it('the result is unknown, with the first error, if nothing can be read', async () => {
    let isDown = false;
    service.onCall = (call) => {
      isDown ||= isSubmission(call);
      return isDown ? 'loseRequest' : undefined;
    };
    const outcome = await submitRequest(service.as('submitter-key'), service.place('production'), addition());
    assert.ok(outcome.outcome === 'unknown' && isApiError(outcome.error));
    assert.equal(outcome.error.method, 'POST');
  });
});
