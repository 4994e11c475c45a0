/** Tests who may decide what (admin-api.md, States and transitions, Approver rules). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestAction, TransitionReason, Verdict } from '../../../src/domain/changeRequests/transitions.ts';
import { TRANSITIONS } from '../../../src/domain/changeRequests/transitions.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import {
  decisionEntryOf,
  decisionOf,
  isSubmittedWith,
  apiKeysThatMay,
  submissionEntryOf,
  submitterOf,
  waitsForPerson,
  type ApiKeyFacts,
} from '../../../src/domain/changeRequests/decisions.ts';

const submitted = { comment: 'please', user: 'submitter-key', role: 'SUBMITTER', timestamp: 1_700_000_000_000 };
const ACTIONS = ['approve', 'withdraw', 'reject'] as const;

const request = (fields: Partial<ChangeRequest> = {}): ChangeRequest => ({
  id: 'r1',
  status: 'REQUESTED',
  operationType: 'CREATE',
  approvers: ['release-key'],
  comments: [submitted],
  segment: { name: 's', keys: ['a'] },
  ...fields,
});

type Expected = Partial<Record<RequestAction, readonly [Verdict, TransitionReason]>>;
const each = (verdict: Verdict, reason: TransitionReason): Expected =>
  Object.fromEntries(ACTIONS.map((action) => [action, [verdict, reason]]));

/** The identity of the API key is known. The user's own name for it does not matter. */
const as = (identity: string, known: Partial<ApiKeyFacts> = {}): ApiKeyFacts => ({ name: 'mine', identity, ...known });

function expect(key: ApiKeyFacts, expected: Expected, fields: Partial<ChangeRequest> = {}): void {
  for (const [action, what] of Object.entries(expected)) {
    const { verdict, reason } = decisionOf(action as RequestAction, request(fields), key);
    assert.deepEqual([verdict, reason], what, action);
  }
}

describe('the submitter', () => {
  const own: Expected = { ...each('refused', 'ownRequest'), withdraw: ['allowed', 'submitter'] };

  it('is the first person of the history in that role, or unknown', () => {
    const comments = [{ ...submitted, role: 'APPROVER', user: 'x' }, submitted, { ...submitted, user: 'somebody', timestamp: 2 }];
    assert.deepEqual(
      submitterOf(request({ comments })),
      { name: 'submitter-key', timestamp: 0 },
      'the first entry is not theirs',
    );
    for (const other of [[], [{ ...submitted, user: null }]]) assert.equal(submitterOf(request({ comments: other })), undefined);
  });

  it('has submitted at a known time only if their entry cannot belong to the withdrawal', () => {
    const withdrawn = (...comments: ChangeRequest['comments']) => request({ status: 'WITHDRAWN', comments });
    const later = { ...submitted, comment: 'Not now.', timestamp: 1_700_000_009_000 };
    for (const [one, at] of [
      [request(), submitted.timestamp],
      [request({ status: 'PUBLISHED' }), submitted.timestamp],
      [withdrawn(submitted, later), submitted.timestamp],
      [withdrawn(submitted, { ...later, role: 'EDITOR', user: 'x' }), submitted.timestamp],
      [withdrawn(later), 0],
      [withdrawn({ ...later, role: 'EDITOR', user: 'x' }, later), 0],
    ] as const)
      assert.deepEqual(submitterOf(one), { name: 'submitter-key', timestamp: at });
    assert.equal(submissionEntryOf(withdrawn(later)), undefined);
  });

  it('can neither approve nor reject, even as an approver, but withdraw', () => {
    expect(as('submitter-key'), own);
    expect(as('submitter-key'), own, { approvers: ['submitter-key'] });
  });

  it('is known by the ID of a request that the API key has submitted, whatever the identity of the key', () => {
    const key = { name: 'mine', submitted: new Set(['r1']) };
    expect(key, own);
    expect(key, own, { comments: [] });
    assert.equal(isSubmittedWith(request({ id: 'r2' }), key), undefined);
  });
});

describe('an approver', () => {
  it('approves what somebody else submitted, can’t withdraw it, and may try everything if the submitter is unknown', () => {
    expect(as('release-key'), { approve: ['allowed', 'approver'], withdraw: ['refused', 'approverMayNotWithdraw'] });
    expect(as('release-key'), each('unknown', 'submitterUnknown'), { comments: [] });
  });

  it('can reject if the service is known to support it, can’t if it is known not to, and may try if that is unknown', () => {
    expect(as('release-key', { canReject: true }), { reject: ['allowed', 'approver'] });
    expect(as('release-key', { canReject: false }), { reject: ['refused', 'rejectingUnsupported'] });
    expect(as('release-key'), { reject: ['unknown', 'rejectingUnproven'] });
  });

  it('may try again after a refusal, because rights can change', () => {
    expect(as('release-key', { canApprove: false }), { approve: ['unknown', 'approvalRefusedBefore'] });
    expect(as('release-key', { canWrite: false }), { approve: ['unknown', 'changeRefusedBefore'] });
  });
});

describe('a key that is neither submitter nor approver', () => {
  it('may try to approve and to reject: whether the list names all is not known', () => {
    expect(as('other-key'), { approve: ['unknown', 'notAmongApprovers'], reject: ['unknown', 'notAmongApprovers'] });
    const refused = as('other-key', { canApprove: false });
    expect(refused, { approve: ['unknown', 'approvalRefusedBefore'], reject: ['unknown', 'notAmongApprovers'] });
  });

  it('can withdraw if it is known to have write access; otherwise that is unknown', () => {
    expect(as('other-key', { canWrite: true }), { withdraw: ['allowed', 'nonApproverMayWithdraw'] });
    for (const known of [{}, { canWrite: false }]) expect(as('other-key', known), { withdraw: ['unknown', 'rightsUnknown'] });
  });

  it('gets the name of the submitter as the reason, and so does a key with an unverified name', () => {
    const named = (key: ApiKeyFacts) => decisionOf('withdraw', request(), key).submitter;
    assert.deepEqual([named(as('other-key')), named({ name: 'submitter-key' })], ['submitter-key', 'submitter-key']);
    assert.equal(named(as('submitter-key')), undefined);
  });
});

it('no decision is possible through a read-only connection', () =>
  expect(as('release-key', { isReadOnly: true }), each('refused', 'readOnly')));

describe('a request whose approvers are all people', () => {
  const approvers = ['tom@example.com', 'anya@example.com'];

  it('waits for each of them until it is decided', () => {
    assert.equal(waitsForPerson(request({ approvers }), 'Tom@example.com'), true);
    assert.equal(waitsForPerson(request({ approvers, status: 'PUBLISHED' }), 'tom@example.com'), false);
  });

  it('lets every API key try, because any of them may belong to an approver', () => {
    for (const key of [{ name: 'release-key' }, { name: 'tom@example.com' }, as('release-key')])
      expect(key, { approve: ['unknown', 'notAmongApprovers'], reject: ['unknown', 'notAmongApprovers'] }, { approvers });
  });

  it('does not count as such if it has no approvers, or if an API key is among them', () => {
    expect(as('release-key'), { approve: ['unknown', 'notAmongApprovers'] }, { approvers: [] });
    expect(as('release-key'), { approve: ['allowed', 'approver'] }, { approvers: [...approvers, 'release-key'] });
  });
});

describe('a decided request', () => {
  it('stays as it is', () => {
    for (const status of ['PUBLISHED', 'WITHDRAWN', 'REJECTED'])
      expect({ name: 'release-key' }, each('refused', 'finalStatus'), { status });
    expect({ name: 'release-key' }, { approve: ['refused', 'finalStatus'] }, { status: 'APPROVED' });
  });
});

it('a request for a later time can be decided like every other one, and can’t be approved a second time', () => {
  const waiting = request({ status: 'SCHEDULE_REQUESTED' });
  const scheduled = request({ status: 'SCHEDULED' });
  for (const key of [as('release-key'), as('submitter-key'), { name: 'release-key' }]) {
    for (const action of ACTIONS) assert.deepEqual(decisionOf(action, waiting, key), decisionOf(action, request(), key));
    const { verdict, reason } = decisionOf('approve', scheduled, key);
    assert.deepEqual([verdict, reason], ['refused', 'finalStatus']);
    assert.equal(decisionOf('withdraw', scheduled, key).verdict, 'unknown');
  }
});

it('the last history entry counts as the decision only if its role can make that decision', () => {
  const entry = (role: string | null, user = 'x') => ({ comment: 'x', user, role, timestamp: 2 });
  /** The status, the roles of the entries after the submission, and whether the last of them is the decision. */
  for (const [status, roles, isDecision] of [
    ['PUBLISHED', ['SUBMITTER', 'APPROVER'], true],
    ['APPROVED', ['APPROVER'], true],
    ['SCHEDULED', ['APPROVER'], true],
    ['REJECTED', ['APPROVER'], true],
    ['WITHDRAWN', ['SUBMITTER'], true],
    ['WITHDRAWN', ['EDITOR'], true],
    ['PUBLISHED', ['SUBMITTER'], false],
    ['PUBLISHED', ['APPROVER', 'SUBMITTER'], false],
    ['PUBLISHED', [null], false],
    ['REJECTED', [''], false],
    ['WITHDRAWN', ['APPROVER'], false],
    ['WITHDRAWN', [], false],
    ['REQUESTED', ['APPROVER'], false],
    ['SOMETHING_ELSE', ['APPROVER'], false],
  ] as const) {
    const later = roles.map((role, index) => entry(role, `user ${index}`));
    const found = decisionEntryOf(request({ status, comments: [entry('SUBMITTER'), ...later] }));
    assert.equal(found?.user, isDecision ? later.at(-1)?.user : undefined, `${status} ${roles.join()}`);
  }
  assert.equal(decisionEntryOf(request({ status: 'PUBLISHED', comments: [] })), undefined);
});

it('API keys that may approve are listed before those that perhaps may', () => {
  const [unknown, release, submitter] = [{ name: 'new' }, as('release-key'), as('submitter-key')];
  assert.deepEqual(apiKeysThatMay('approve', request(), [submitter, unknown, release]), [release, unknown]);
  assert.deepEqual(apiKeysThatMay('approve', request({ status: 'PUBLISHED' }), [submitter, unknown, release]), []);
});

it('only a decision that is proven to be impossible is refused, and each row of TRANSITIONS cites the API document', () => {
  const proofs = ['finalStatus', 'readOnly', 'refusedByService', 'rejectingUnsupported', 'ownRequest', 'approverMayNotWithdraw'];
  const refusing = TRANSITIONS.filter(({ verdict }) => verdict === 'refused').map(({ reason }) => reason);
  assert.deepEqual([...new Set(refusing)].toSorted(), proofs.toSorted());
  for (const { cites, reason } of TRANSITIONS)
    assert.match(cites, /^(States and transitions|Authentication|Approver rules|Change request)/, reason);
});
