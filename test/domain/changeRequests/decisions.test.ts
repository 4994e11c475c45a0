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
  keysThatMay,
  submitterOf,
  waitsForPerson,
  type KeyInUse,
} from '../../../src/domain/changeRequests/decisions.ts';

const submitted = { comment: 'please', user: 'submitter-key', role: 'SUBMITTER', timestamp: 1_700_000_000_000 };

function request(fields: Partial<ChangeRequest> = {}): ChangeRequest {
  return {
    id: 'r1',
    status: 'REQUESTED',
    operationType: 'CREATE',
    approvers: ['release-key'],
    comments: [submitted],
    segment: { name: 's', keys: ['a'] },
    ...fields,
  };
}

type Expected = Partial<Record<RequestAction, readonly [Verdict, TransitionReason]>>;

/** The identity of the API key is known. The user's own name for it does not matter. */
const as = (identity: string): KeyInUse => ({ name: 'mine', identity });

function expect(key: KeyInUse, expected: Expected, fields: Partial<ChangeRequest> = {}): void {
  for (const [action, what] of Object.entries(expected)) {
    const { verdict, reason } = decisionOf(action as RequestAction, request(fields), key);
    assert.deepEqual([verdict, reason], what, action);
  }
}

describe('the submitter', () => {
  it('is the first person of the history in that role', () => {
    const later = { ...submitted, user: 'somebody', timestamp: 2 };
    assert.deepEqual(submitterOf(request({ comments: [{ ...submitted, role: 'APPROVER', user: 'x' }, submitted, later] })), {
      name: 'submitter-key',
      timestamp: 1_700_000_000_000,
    });
  });

  it('is unknown without a comment', () => {
    assert.equal(submitterOf(request({ comments: [] })), undefined);
    assert.equal(submitterOf(request({ comments: [{ ...submitted, user: null }] })), undefined);
  });

  const own = {
    approve: ['refused', 'ownRequest'],
    withdraw: ['allowed', 'submitter'],
    reject: ['refused', 'ownRequest'],
  } as const;
  it('can neither approve nor reject, but withdraw', () => expect(as('submitter-key'), own));
  it('can’t approve even as an approver, but withdraw', () => expect(as('submitter-key'), own, { approvers: ['submitter-key'] }));
  it('is known by the ID of a request that the API key has submitted, whatever the identity of the key', () => {
    const key = { name: 'mine', submitted: new Set(['r1']) };
    expect(key, own);
    expect(key, own, { comments: [] });
    assert.equal(isSubmittedWith(request({ id: 'r2' }), key), undefined);
  });
  it('is the same person in any case of letters, and may withdraw also as an approver', () => {
    const comments = [{ ...submitted, user: 'Anya@example.com' }];
    expect(as('anya@example.com'), own, { comments, approvers: ['anya@example.com'] });
    assert.equal(isSubmittedWith(request({ comments: [{ ...submitted, user: 'Release-Key' }] }), as('release-key')), false);
  });
  it('is not an API key that only has this label', () => {
    const unknown = ['unknown', 'identityUnknown'] as const;
    expect({ name: 'submitter-key' }, { approve: unknown, withdraw: unknown, reject: unknown });
    assert.equal(isSubmittedWith(request(), { name: 'submitter-key' }), undefined);
    assert.equal(isSubmittedWith(request(), as('release-key')), false);
  });
});

describe('an approver', () => {
  const key = as('release-key');

  it('approves what somebody else submitted, and can’t withdraw it', () =>
    expect(key, { approve: ['allowed', 'approver'], withdraw: ['refused', 'approverMayNotWithdraw'] }));

  it('may try every decision if the submitter is unknown', () => {
    const open = ['unknown', 'submitterUnknown'] as const;
    expect(key, { approve: open, withdraw: open, reject: open }, { comments: [] });
  });

  it('can reject if the service is known to support it, can’t if it is known not to, and may try if that is unknown', () => {
    expect({ ...key, canReject: true }, { reject: ['allowed', 'approver'] });
    expect({ ...key, canReject: false }, { reject: ['refused', 'rejectingLacks'] });
    expect(key, { reject: ['unknown', 'rejectingNotShown'] });
  });

  it('may try again after a refusal, because rights can change', () => {
    expect({ ...key, canWrite: false }, { approve: ['unknown', 'refusedBefore'] });
    expect({ ...key, canApprove: false }, { approve: ['unknown', 'refusedBefore'] });
  });

  it('does not count as one if only the user says so', () =>
    expect({ name: 'release-key' }, { approve: ['unknown', 'identityUnknown'], withdraw: ['unknown', 'identityUnknown'] }));
});

describe('a key that is neither submitter nor approver', () => {
  const key = as('other-key');

  it('may try to approve and to reject: whether the list names all is not known', () =>
    expect(key, { approve: ['unknown', 'notApprover'], reject: ['unknown', 'notApprover'] }));

  it('is reported as refused before if the service refused it in this environment, whoever the listed approvers are', () =>
    expect({ ...key, canApprove: false }, { approve: ['unknown', 'refusedBefore'], reject: ['unknown', 'notApprover'] }));

  it('can withdraw if it is known to have write access; otherwise that is unknown', () => {
    expect({ ...key, canWrite: true }, { withdraw: ['allowed', 'notAnApprover'] });
    expect(key, { withdraw: ['unknown', 'rightsUnknown'] });
    expect({ ...key, canWrite: false }, { withdraw: ['unknown', 'rightsUnknown'] });
  });

  it('gets the name of the submitter as the reason, and so does a key with an unverified name', () => {
    assert.equal(decisionOf('withdraw', request(), key).submitter, 'submitter-key');
    assert.equal(decisionOf('withdraw', request(), { name: 'submitter-key' }).submitter, 'submitter-key');
    assert.equal(decisionOf('withdraw', request(), as('submitter-key')).submitter, undefined);
  });
});

describe('a decision that the service has refused to an API key', () => {
  it('is refused to the key on this request, and no other decision is', () => {
    for (const action of ['approve', 'withdraw', 'reject'] as const) {
      const key = { ...as('release-key'), canReject: true, refused: new Map([['r1', [action]]]) };
      for (const other of ['approve', 'withdraw', 'reject'] as const) {
        const { reason } = decisionOf(other, request(), key);
        assert.equal(reason === 'refusedByService', action === other, `${action}, ${other}`);
        assert.notEqual(decisionOf(other, request({ id: 'r2' }), key).reason, 'refusedByService');
      }
    }
  });
});

it('no decision is possible through a read-only connection', () => {
  const refused = ['refused', 'readOnly'] as const;
  expect({ ...as('release-key'), isReadOnly: true }, { approve: refused, withdraw: refused, reject: refused });
});

describe('a request whose approvers are all people', () => {
  const approvers = ['tom@example.com', 'anya@example.com'];

  it('waits for each of them until it is decided', () => {
    assert.equal(waitsForPerson(request({ approvers }), 'Tom@example.com'), true);
    assert.equal(waitsForPerson(request({ approvers, status: 'PUBLISHED' }), 'tom@example.com'), false);
  });

  it('lets every API key try, because any of them may belong to an approver', () => {
    const open = ['unknown', 'notApprover'] as const;
    for (const key of [{ name: 'release-key' }, { name: 'tom@example.com' }, as('release-key')])
      expect(key, { approve: open, reject: open }, { approvers });
  });

  it('can be approved with an API key that has the name of one of them, in any letter case', () =>
    expect(as('Anya@example.com'), { approve: ['allowed', 'approver'] }, { approvers }));

  it('does not count as such if it has no approvers', () =>
    expect(as('release-key'), { approve: ['unknown', 'notApprover'] }, { approvers: [] }));

  it('does not count as such if an API key is among them', () =>
    expect(as('release-key'), { approve: ['allowed', 'approver'] }, { approvers: [...approvers, 'release-key'] }));
});

describe('a decided request', () => {
  for (const status of ['PUBLISHED', 'WITHDRAWN', 'REJECTED']) {
    it(`stays ${status}`, () => {
      const refused = ['refused', 'finalStatus'] as const;
      expect({ name: 'release-key' }, { approve: refused, withdraw: refused, reject: refused }, { status });
    });
  }

  it('is not approved again', () =>
    expect({ name: 'release-key' }, { approve: ['refused', 'finalStatus'] }, { status: 'APPROVED' }));

  it('may still be open for decisions if its status is not documented', () => {
    const open = ['unknown', 'statusNotShown'] as const;
    for (const key of [{ name: 'release-key' }, as('release-key'), as('other-key')])
      expect(key, { approve: open, withdraw: open, reject: open }, { status: 'IN_REVIEW' });
    // A request belongs to its submitter in each state.
    const own = ['refused', 'ownRequest'] as const;
    expect(as('submitter-key'), { approve: own, withdraw: open, reject: own }, { status: 'IN_REVIEW' });
  });
});

describe('a request for a later time', () => {
  it('can be decided like every other request while it waits for approval, and can’t be approved a second time', () => {
    const waiting = request({ status: 'SCHEDULE_REQUESTED' });
    for (const key of [as('release-key'), as('submitter-key'), { name: 'release-key' }]) {
      for (const action of ['approve', 'withdraw', 'reject'] as const)
        assert.deepEqual(decisionOf(action, waiting, key), decisionOf(action, request(), key));
      const approved = decisionOf('approve', request({ status: 'SCHEDULED' }), key);
      assert.deepEqual([approved.verdict, approved.reason], ['refused', 'finalStatus']);
      assert.equal(decisionOf('withdraw', request({ status: 'SCHEDULED' }), key).verdict, 'unknown');
    }
  });
});

describe('the history entry of the decision', () => {
  const entry = (role: string | null, user = 'somebody') => ({ comment: 'x', user, role, timestamp: 2 });
  const submission = entry('SUBMITTER', 'submitter-key');
  const found = (status: string, ...later: readonly ReturnType<typeof entry>[]): string | null | undefined =>
    decisionEntryOf(request({ status, comments: [submission, ...later] }))?.user;

  it('is the last, if its role is one that decides so', () => {
    assert.equal(found('PUBLISHED', entry('SUBMITTER', 'a'), entry('APPROVER', 'b')), 'b');
    for (const status of ['APPROVED', 'SCHEDULED']) assert.equal(found(status, entry('APPROVER', 'b')), 'b');
    assert.equal(found('REJECTED', entry('APPROVER', 'b')), 'b');
    assert.equal(found('WITHDRAWN', entry('SUBMITTER', 'a')), 'a');
    assert.equal(found('WITHDRAWN', entry('EDITOR', 'c')), 'c');
  });

  it('is undefined if the last entry is only a comment, or if its role is unknown', () => {
    assert.equal(found('PUBLISHED', entry('SUBMITTER')), undefined);
    assert.equal(found('PUBLISHED', entry('APPROVER'), entry('SUBMITTER')), undefined);
    assert.equal(found('PUBLISHED', entry(null)), undefined);
    assert.equal(found('REJECTED', entry('')), undefined);
    assert.equal(found('WITHDRAWN', entry('APPROVER')), undefined);
    assert.equal(found('WITHDRAWN'), undefined, 'that is the submission');
    assert.equal(found('REQUESTED', entry('APPROVER')), undefined);
    assert.equal(found('SOMETHING_ELSE', entry('APPROVER')), undefined);
    assert.equal(decisionEntryOf(request({ status: 'PUBLISHED', comments: [] })), undefined);
  });
});

const named = (name: string, known: Partial<KeyInUse> = {}): KeyInUse => ({ name, identity: name, ...known });

it('API keys that may approve are listed before those that perhaps may', () => {
  const [unknown, release, submitter] = [{ name: 'new' }, named('release-key'), named('submitter-key')];
  assert.deepEqual(keysThatMay('approve', request(), [submitter, unknown, release]), [release, unknown]);
  assert.deepEqual(keysThatMay('approve', request({ status: 'PUBLISHED' }), [submitter, unknown, release]), []);
});

it('only a decision that is proven to be impossible is refused', () => {
  const proofs = ['finalStatus', 'readOnly', 'refusedByService', 'rejectingLacks', 'ownRequest', 'approverMayNotWithdraw'];
  const refusing = TRANSITIONS.filter(({ verdict }) => verdict === 'refused').map(({ reason }) => reason);
  assert.deepEqual([...new Set(refusing)].toSorted(), proofs.toSorted());
});

it('each row of the table cites the document', () => {
  for (const { cites, reason } of TRANSITIONS)
    assert.match(cites, /^(States and transitions|Authentication|Approver rules|Change request)/, reason);
});
