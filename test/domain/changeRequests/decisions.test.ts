/** Who may decide what (admin-api.md, States and transitions, Approver rules). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestAction, TransitionReason, Verdict } from '../../../src/domain/changeRequests/transitions.ts';
import { TRANSITIONS } from '../../../src/domain/changeRequests/transitions.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import {
  decisionEntryOf,
  decisionOf,
  keysThatMayApprove,
  keysThatSurelyMay,
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

function expect(key: KeyInUse, expected: Expected, fields: Partial<ChangeRequest> = {}): void {
  for (const [action, what] of Object.entries(expected)) {
    const { verdict, reason } = decisionOf(action as RequestAction, request(fields), key);
    assert.deepEqual([verdict, reason], what, action);
  }
}

describe('the submitter', () => {
  it('is the first of the history in that role', () => {
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
  it('can neither approve nor reject, but withdraw', () => expect({ name: 'submitter-key' }, own));
  it('can not approve even as an approver, but withdraw', () =>
    expect({ name: 'submitter-key' }, own, { approvers: ['submitter-key'] }));
});

describe('an approver', () => {
  const key = { name: 'release-key' };

  it('approves what somebody else submitted, and does not withdraw it', () =>
    expect(key, { approve: ['allowed', 'approver'], withdraw: ['refused', 'approverMayNotWithdraw'] }));

  it('may try all if the submitter is unknown', () => {
    const open = ['unknown', 'submitterUnknown'] as const;
    expect(key, { approve: open, withdraw: open, reject: open }, { comments: [] });
  });

  it('rejects where the service was seen to, not where it lacks that, and may try where nothing is known', () => {
    expect({ ...key, canReject: true }, { reject: ['allowed', 'approver'] });
    expect({ ...key, canReject: false }, { reject: ['refused', 'rejectingLacks'] });
    expect(key, { reject: ['unknown', 'rejectingNotShown'] });
  });

  it('that was refused before may try again: rights change', () =>
    expect({ ...key, canWrite: false }, { approve: ['unknown', 'refusedBefore'] }));
});

describe('a key that is neither', () => {
  const key = { name: 'other-key' };

  it('neither approves nor rejects', () =>
    expect(key, { approve: ['refused', 'notApprover'], reject: ['refused', 'notApprover'] }));

  it('withdraws if it was seen to write; else nobody knows whether it only reads', () => {
    expect({ ...key, canWrite: true }, { withdraw: ['allowed', 'notAnApprover'] });
    expect(key, { withdraw: ['unknown', 'rightsUnknown'] });
    expect({ ...key, canWrite: false }, { withdraw: ['unknown', 'refusedBefore'] });
  });

  it('withdraws nothing once that was refused, and may where it was seen to write and not', () => {
    expect({ ...key, canWrite: true, isWithdrawalRefused: true }, { withdraw: ['refused', 'withdrawalRefused'] });
    expect({ name: 'submitter-key', isWithdrawalRefused: true }, { withdraw: ['refused', 'withdrawalRefused'] });
    expect({ ...key, isWithdrawalRefused: false }, { withdraw: ['unknown', 'rightsUnknown'] });
  });

  it('is told whose request it is', () => {
    assert.equal(decisionOf('withdraw', request(), key).submitter, 'submitter-key');
    assert.equal(decisionOf('withdraw', request(), { name: 'submitter-key' }).submitter, undefined);
  });
});

describe('where all approvers are people', () => {
  const approvers = ['tom@example.com', 'anya@example.com'];

  it('it waits for each of them, until it is decided', () => {
    assert.equal(waitsForPerson(request({ approvers }), 'Tom@example.com'), true);
    assert.equal(waitsForPerson(request({ approvers, status: 'PUBLISHED' }), 'tom@example.com'), false);
  });

  it('no API key approves, not even one of that name', () => {
    for (const name of ['release-key', 'submitter-key', 'tom@example.com'])
      expect({ name }, { approve: ['refused', 'onlyPeople'], reject: ['refused', 'onlyPeople'] }, { approvers });
  });

  it('is not the case if there are none', () =>
    expect({ name: 'release-key' }, { approve: ['refused', 'notApprover'] }, { approvers: [] }));

  it('is not the case if an API key is among them', () =>
    expect({ name: 'release-key' }, { approve: ['allowed', 'approver'] }, { approvers: [...approvers, 'release-key'] }));
});

describe('a request that is decided', () => {
  for (const status of ['PUBLISHED', 'WITHDRAWN', 'REJECTED']) {
    it(`stays ${status}`, () => {
      const refused = ['refused', 'finalStatus'] as const;
      expect({ name: 'release-key' }, { approve: refused, withdraw: refused, reject: refused }, { status });
    });
  }

  it('is not approved again', () =>
    expect({ name: 'release-key' }, { approve: ['refused', 'finalStatus'] }, { status: 'APPROVED' }));

  it('in a status that is not documented may be decided, perhaps', () => {
    const open = ['unknown', 'statusNotShown'] as const;
    for (const name of ['release-key', 'submitter-key', 'other-key'])
      expect({ name }, { approve: open, withdraw: open, reject: open }, { status: 'SCHEDULE_REQUESTED' });
  });
});

describe('the entry of the history that tells of the decision', () => {
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

  it('is none where the last is only a comment, or nobody says whose it is', () => {
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

it('of several keys, those that may approve are told', () => {
  const keys = ['submitter-key', 'release-key', 'other-key'].map((name) => ({ name }));
  assert.deepEqual(keysThatMayApprove(request(), keys), [{ name: 'release-key' }]);
  assert.deepEqual(keysThatMayApprove(request({ status: 'PUBLISHED' }), keys), []);
});

it('of several keys, those that surely may are told without those that only might', () => {
  const keys = [{ name: 'submitter-key' }, { name: 'release-key' }, { name: 'other-key' }];
  const writer = { name: 'writer-key', canWrite: true };
  assert.deepEqual(keysThatSurelyMay('withdraw', request(), [...keys, writer]), [keys[0], writer]);
  assert.deepEqual(keysThatSurelyMay('approve', request(), keys), [keys[1]]);
  assert.deepEqual(keysThatSurelyMay('approve', request({ comments: [] }), keys), []);
});

it('each row of the table cites the document', () => {
  for (const { cites, reason } of TRANSITIONS)
    assert.match(cites, /^(States and transitions|Authentication|Approver rules|Change request)/, reason);
});
