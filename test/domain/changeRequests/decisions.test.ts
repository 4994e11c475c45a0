/** Who may decide what (admin-api.md, States and transitions, Approver rules). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { decisionsFor, otherKeysThatMayApprove, submitterOf } from '../../../src/domain/changeRequests/decisions.ts';

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

  it('can not approve, but withdraw', () => {
    assert.deepEqual(decisionsFor(request(), { name: 'submitter-key' }), {
      approve: { ok: false, refusal: { code: 'ownRequest', keyName: 'submitter-key' } },
      withdraw: { ok: true, isCertain: true },
    });
  });

  it('can not approve even as an approver, but withdraw', () => {
    const { approve, withdraw } = decisionsFor(request({ approvers: ['submitter-key'] }), { name: 'submitter-key' });
    assert.deepEqual(approve, { ok: false, refusal: { code: 'ownRequest', keyName: 'submitter-key' } });
    assert.deepEqual(withdraw, { ok: true, isCertain: true });
  });
});

describe('an approver', () => {
  it('approves what somebody else submitted, and does not withdraw it', () => {
    assert.deepEqual(decisionsFor(request(), { name: 'release-key' }), {
      approve: { ok: true, isCertain: true },
      withdraw: { ok: false, refusal: { code: 'approverMayNotWithdraw', keyName: 'release-key' } },
    });
  });

  it('may try both if the submitter is unknown', () => {
    assert.deepEqual(decisionsFor(request({ comments: [] }), { name: 'release-key' }), {
      approve: { ok: true, isCertain: false },
      withdraw: { ok: true, isCertain: false },
    });
  });
});

describe('a key that is neither', () => {
  it('only withdraws, knowing whose it is', () => {
    assert.deepEqual(decisionsFor(request(), { name: 'other-key' }), {
      approve: { ok: false, refusal: { code: 'notApprover', keyName: 'other-key', approvers: ['release-key'] } },
      withdraw: { ok: true, isCertain: true, note: { code: 'somebodyElses', submitter: 'submitter-key' } },
    });
  });

  it('withdraws what nobody knows the submitter of', () => {
    assert.deepEqual(decisionsFor(request({ comments: [] }), { name: 'other-key' }).withdraw, { ok: true, isCertain: true });
  });

  it('can not approve where no approver is named', () => {
    assert.deepEqual(decisionsFor(request({ approvers: [] }), { name: 'other-key' }).approve, {
      ok: false,
      refusal: { code: 'notApprover', keyName: 'other-key', approvers: [] },
    });
  });
});

describe('where submitters choose their approvers', () => {
  const approvers = ['tom@example.com', 'anya@example.com'];

  it('no API key approves, not even one of that name', () => {
    for (const name of ['release-key', 'submitter-key', 'tom@example.com']) {
      assert.deepEqual(decisionsFor(request({ approvers }), { name }).approve, {
        ok: false,
        refusal: { code: 'submittersChoose', approvers },
      });
    }
  });

  it('is not the case if an API key is among them', () => {
    assert.equal(decisionsFor(request({ approvers: [...approvers, 'release-key'] }), { name: 'release-key' }).approve.ok, true);
  });
});

describe('a request that is decided', () => {
  for (const status of ['PUBLISHED', 'WITHDRAWN', 'REJECTED']) {
    it(`stays ${status}`, () => {
      const refused = { ok: false, refusal: { code: 'finalStatus', status } };
      assert.deepEqual(decisionsFor(request({ status }), { name: 'release-key' }), { approve: refused, withdraw: refused });
    });
  }

  it('is not approved again', () => {
    assert.deepEqual(decisionsFor(request({ status: 'APPROVED' }), { name: 'release-key' }).approve, {
      ok: false,
      refusal: { code: 'finalStatus', status: 'APPROVED' },
    });
  });

  it('in a status that is not documented may be decided, perhaps', () => {
    assert.deepEqual(decisionsFor(request({ status: 'SCHEDULE_REQUESTED' }), { name: 'release-key' }).approve, {
      ok: true,
      isCertain: false,
    });
    assert.deepEqual(decisionsFor(request({ status: 'SCHEDULE_REQUESTED' }), { name: 'submitter-key' }).withdraw, {
      ok: true,
      isCertain: false,
    });
  });
});

it('of several keys, those that may approve are told', () => {
  const keys = ['submitter-key', 'release-key', 'other-key'];
  assert.deepEqual(otherKeysThatMayApprove(request(), keys), ['release-key']);
  assert.deepEqual(otherKeysThatMayApprove(request({ status: 'PUBLISHED' }), keys), []);
});
