/** Tests the functions that classify an error, and the errors without an answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  certificateFault,
  hasStatus,
  isApprovalsRequired,
  isCancelled,
  makeError,
  type ServiceError,
} from '../../src/api/errors.ts';
import { cancelled, closed, late, parseAnswer, unanswered } from '../../src/api/network/failures.ts';

const call = { method: 'GET', path: '/x' };
const unchanged = (text: string): string => text;
const refusal = (status: number, serviceMessage: string): ServiceError => {
  const said = { code: undefined, serviceMessage, details: '', transactionId: undefined, retryAfterSeconds: undefined };
  return makeError<ServiceError>({ ...call, kind: 'service', status, ...said }, 'x');
};
/** The status of an error of a different kind, which is no refusal. */
const surprise = Object.assign(unanswered(call, new Error('x'), unchanged), {
  status: 403,
  serviceMessage: 'approvals are required',
});

describe('an error shows', () => {
  it('whether an approval is required: only the documented 403 says so', () => {
    assert.equal(isApprovalsRequired(refusal(403, 'Approvals are required here')), true);
    assert.equal(isApprovalsRequired(refusal(403, 'no role')), false);
    assert.equal(isApprovalsRequired(refusal(400, 'approvals are required')), false);
    for (const other of [surprise, { ...refusal(403, 'approvals are required') }, undefined])
      assert.equal(isApprovalsRequired(other), false);
  });

  it('whether the service answered with a status', () => {
    assert.deepEqual([hasStatus(refusal(404, ''), 404), hasStatus(refusal(404, ''), 409)], [true, false]);
    for (const other of [surprise, { ...refusal(403, '') }, undefined]) assert.equal(hasStatus(other, 403), false);
  });

  it('whether a certificate is at fault, and why', () => {
    assert.deepEqual(
      ['CERT_HAS_EXPIRED', 'CERT_UNTRUSTED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNRESET', 'constructor', undefined].map(
        certificateFault,
      ),
      ['outOfTime', 'untrusted', 'otherHost', undefined, undefined, undefined],
    );
  });

  it('whether the caller gave up', () => {
    assert.equal(isCancelled(cancelled()), true);
    for (const other of [new Error('x'), { name: 'AbortError' }, undefined]) assert.equal(isCancelled(other), false);
  });
});

describe('the message of an error says', () => {
  it('that the call took too long, or its client was closed', () => {
    const { name, message, kind, milliseconds } = late(call, 20);
    assert.deepEqual([name, message, kind, milliseconds], ['ApiError', 'GET /x: no complete answer within 20 ms', 'timeout', 20]);
    const gone = closed(call, true);
    assert.deepEqual([gone.kind, gone.code, gone.isUnsent], ['network', 'ERR_CLIENT_CLOSED', true]);
    assert.match(gone.message, /closed before the call/);
  });

  it('that no answer arrived, with the code if there is one, and the cause', () => {
    const cause = Object.assign(new Error('x'), { code: 'ECONNRESET' });
    const reset = unanswered(call, cause, unchanged);
    assert.deepEqual([reset.message, reset.code], ['GET /x: no answer (ECONNRESET)', 'ECONNRESET']);
    assert.ok(reset.cause);
    assert.equal(unanswered(call, new Error('x'), unchanged).message, 'GET /x: no answer (unknown reason)');
  });

  it('that an answer of only blanks is not valid', () => {
    assert.equal(parseAnswer(' \n', call, 200), undefined);
  });
});
