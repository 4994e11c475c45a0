/**
 * Tests that a change request is sent once, even if the answer is lost. An open change request is then accepted only with proof that
 * it was the sent one: it requests the same, its object was not locked before in this environment, and is locked by it now.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '../../../src/api/errors.ts';
import { ChangeRequest, type NewChangeRequest, type NewFlagRequest, type NewSegmentRequest } from '../../../src/api/model.ts';
import { isSameRequest, submitRequest, type SubmitOptions } from '../../../src/operations/changeRequests/submission.ts';
import { requestPermit } from '../permits.ts';
import { sendable, useService, type Fault, type Seen, type Service } from '../service.ts';

const addition: NewSegmentRequest = {
  operationType: 'CREATE',
  segment: { name: 'beta-accounts', keys: ['acct-90001', 'acct-90002'] },
  title: 'Add two accounts',
  comment: 'They asked for it',
  approvers: [],
};
const kill: NewFlagRequest = { operationType: 'KILL', flag: { name: 'holiday-prices' }, title: 'Kill it', approvers: [] };

const submit = (service: Service, environment: string, request: NewChangeRequest, options: Partial<SubmitOptions> = {}) =>
  submitRequest(service.as('submitter-key'), service.place(environment), request, { permit: requestPermit(), ...options });
const isSubmission = ({ method, path }: Seen): boolean => method === 'POST' && path.startsWith('/changeRequests');
const onSubmission =
  (fault: Fault): Service['onCall'] =>
  (call) =>
    isSubmission(call) ? fault : undefined;

/** Submits without a fault. */
async function submitted(service: Service, environment: string, request: NewChangeRequest): Promise<ChangeRequest> {
  service.onCall = () => undefined;
  const outcome = await submit(service, environment, request);
  assert.ok(outcome.outcome === 'submitted' && !outcome.isFoundAfterwards);
  return outcome.request;
}

const service = useService();
const submissions = (): number => service.count('POST', /^\/changeRequests/);
const startAgain = async (): Promise<void> => {
  await service.sandbox.reset();
  service.seen.length = 0;
};

/** The next submission of `addition` loses its answer. The service then shows its request with these fields. */
async function loseAnswer(fields: object): Promise<void> {
  await startAgain();
  const { id, ...rest } = await submitted(service, 'production', addition);
  await service.as('submitter-key').decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'again' });
  service.onCall = (call) => {
    if (isSubmission(call)) return 'loseAnswer';
    const read = /^\/changeRequests\/([^/?]+)$/.exec(call.path)?.[1];
    return read === undefined ? undefined : { status: 200, body: { ...rest, id: read, ...fields } };
  };
}

describe('submitting', () => {
  it('with approvers is refused in a recognizable way if the environment names its own', async () => {
    const outcome = await submit(service, 'production', { ...addition, approvers: ['maria@example.com'] });
    assert.deepEqual([outcome.outcome, submissions()], ['approversRefused', 1]);
  });

  it('continues after an unexpected answer to the check before it, which then proves nothing', async () => {
    for (const answer of [{ text: '<html>' }, { status: 200, body: { another: 'shape' } }, { status: 500, body: {} }]) {
      await startAgain();
      service.onCall = ({ method, path }) => (method === 'GET' && path.includes('/keys') ? answer : undefined);
      let isFree = false;
      const { outcome } = await submit(service, 'production', addition, { onNoOpenRequest: async () => void (isFree = true) });
      assert.deepEqual([outcome, submissions(), isFree], ['submitted', 1, false]);
    }
  });

  it('sends nothing if the check before it does not reach the service', async () => {
    service.onCall = () => 'loseRequest';
    await assert.rejects(submit(service, 'production', addition), (error) => isApiError(error) && error.method === 'GET');
    assert.equal(submissions(), 0);
  });
});

describe('after a lost answer', () => {
  async function update(environment: string): Promise<NewFlagRequest> {
    const { workspaceId, environmentId } = service.place(environment);
    const live = await service.as('submitter-key').readDefinition(workspaceId, 'holiday-prices', environmentId);
    const flag = { ...sendable(live), trafficAllocation: 42 };
    return { operationType: 'UPDATE', flag, title: 'Less', approvers: [], rolloutStatusId: await service.rolloutStatus() };
  }

  it('the request that was created is accepted; a definition is found by the sent fields, a kill by the name of the flag', async () => {
    for (const [environment, request, fault] of [
      ['production', async () => addition, 502],
      ['production', () => update('production'), 'loseAnswer'],
      ['staging', () => update('staging'), 'loseAnswer'],
      ['production', async () => kill, 'loseAnswer'],
    ] as const) {
      await startAgain();
      service.onCall = onSubmission(fault);
      const outcome = await submit(service, environment, await request());
      assert.ok(outcome.outcome === 'submitted' && outcome.isFoundAfterwards);
      assert.equal(submissions(), 1);
    }
  });

  it('the result is unknown, with the first error, if no request is found or nothing can be read', async () => {
    let isDown = false;
    for (const isFound of [true, false]) {
      await startAgain();
      isDown = false;
      service.onCall = (call) => {
        isDown ||= isSubmission(call);
        return isDown && (isSubmission(call) || !isFound) ? 'loseRequest' : undefined;
      };
      const outcome = await submit(service, 'production', addition);
      assert.ok(outcome.outcome === 'unknown' && isApiError(outcome.error));
      assert.deepEqual([outcome.error.method, outcome.error.kind, submissions()], ['POST', 'network', 1]);
    }
  });

  it('a request of somebody else who was faster does not count as the sent one', async () => {
    service.onCall = async (call) => {
      if (!isSubmission(call) || submissions() > 1) return undefined;
      const { workspaceId, environmentId } = service.place('production');
      const other = { ...addition, title: 'Add 2 accounts' };
      await service.as('submitter-key').submitChangeRequest(workspaceId, environmentId, other);
      return 'loseRequest';
    };
    assert.equal((await submit(service, 'production', addition)).outcome, 'unknown');
  });

  it('a request that was open before does not count', async () => {
    for (const request of [addition, kill]) {
      await submitted(service, 'production', request);
      service.onCall = onSubmission('loseRequest');
      assert.equal((await submit(service, 'production', request)).outcome, 'unknown');
    }
  });

  it('no request counts unless it was known that none was open before', async () => {
    const { environmentId } = service.place('production');
    const page = { offset: 0, limit: 1 };
    const { openChangeRequestId: _, ...keys } = await service.as('submitter-key').readKeys(environmentId, 'beta-accounts', page);
    for (const before of [{ status: 200, body: keys }, 500, 403] as const) {
      await startAgain();
      service.onCall = (call) => {
        if (isSubmission(call)) return 'loseAnswer';
        return submissions() === 0 && call.path.includes('/beta-accounts/keys') ? before : undefined;
      };
      assert.equal((await submit(service, 'production', addition)).outcome, 'unknown', JSON.stringify(before));
    }
  });

  it('a request in a different workspace does not count, nor one that names a different environment', async () => {
    const workspace = { id: service.workspace('Payments'), type: 'workspace' };
    const environment = service.environment('staging');
    for (const other of [{ workspace }, { workspace: null }, { segment: { ...addition.segment, environment } }]) {
      await loseAnswer(other);
      assert.equal((await submit(service, 'production', addition)).outcome, 'unknown', JSON.stringify(other));
    }
  });
});

it('after a lost answer, the same request without a workspace may be the sent one, and one of another workspace is not', async () => {
  for (const [workspace, expected] of [
    [null, undefined],
    [{ id: service.workspace('Payments'), type: 'workspace' }, 'notOpen'],
  ] as const) {
    await loseAnswer({ workspace });
    const outcome = await submit(service, 'production', addition);
    assert.ok(outcome.outcome === 'unknown');
    assert.equal(outcome.found, expected);
  }
});

describe('after a lost answer of a service as documented', () => {
  const documented = useService({ endpoints: 'documented' });

  it('a kill of the same flag does not count as the sent one, because a definition does not show its open requests', async () => {
    for (const fault of ['loseRequest', 'loseAnswer'] as const) {
      await documented.sandbox.reset();
      await submitted(documented, 'production', kill);
      documented.onCall = onSubmission(fault);
      assert.equal((await submit(documented, 'pre-production', kill)).outcome, 'unknown', fault);
    }
  });
});

describe('an open change request counts as the sent one', () => {
  const open = (fields: object): ChangeRequest => ChangeRequest.parse({ id: 'i', status: 'REQUESTED', approvers: [], ...fields });

  it('only if it has the same operation, title, first comment and keys, and no other object', () => {
    const comments = [{ comment: addition.comment, user: 'u', role: 'SUBMITTER', timestamp: 1 }];
    const same = { ...addition, comments };
    assert.ok(isSameRequest(addition, open(same)));
    const { name } = addition.segment;
    for (const other of [
      { title: 'Add 2 accounts' },
      { comments: [{ ...comments[0], comment: 'Somebody asked for it' }] },
      { segment: { name, keys: ['acct-90001', 'acct-90003'] } },
      { segment: { name, keys: ['acct-90001'] } },
      { segment: { name, keys: [...addition.segment.keys, 'acct-90003'] } },
      { segment: { ...addition.segment, name: 'internal-users' } },
      { operationType: 'ARCHIVE' },
      { flag: { name: 'f' } },
    ])
      assert.ok(!isSameRequest(addition, open({ ...same, ...other })), JSON.stringify(other));
    assert.ok(!isSameRequest(kill, open({ ...kill, segment: addition.segment })));
  });

  it('if its definition has at least the sent fields, of which inherited ones like `constructor` are none', () => {
    const update = (fields: object) =>
      ({ operationType: 'UPDATE', title: 'T', approvers: [], flag: { name: 'f', ...fields } }) as const;
    const isSame = (sent: object, found: object): boolean => isSameRequest(update(sent), open(update(found)));
    assert.ok(isSame({ rules: [], note: { a: 1 } }, { rules: null, note: { a: 1, b: 2 } }));
    assert.ok(!isSame({ note: { a: 1 } }, { note: { b: 2 } }));
    assert.ok(isSame({ constructor: null, note: { toString: [] } }, { note: {} }));
    assert.ok(!isSame({ valueOf: {} }, {}));
  });
});
