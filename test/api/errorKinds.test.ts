/** Tests the functions that classify an error, and the errors of calls without an answer. Needs no network. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateFault, isApprovalsRequired, isCancelled, makeError, type ServiceError } from '../../src/api/errors.ts';
import * as failure from '../../src/api/network/failures.ts';

const call = { method: 'GET', path: '/x' };
const unchanged = (text: string): string => text;
const refusal = (status: number, serviceMessage: string): ServiceError => {
  const said = { code: undefined, serviceMessage, details: '', transactionId: undefined, retryAfterSeconds: undefined };
  return makeError<ServiceError>({ ...call, kind: 'service', status, ...said }, 'x');
};
/** The status of an error of a different kind, which is no refusal. */
const surprise = Object.assign(failure.unanswered(call, new Error('x'), unchanged), {
  status: 403,
  serviceMessage: 'approvals are required',
});
const error = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

describe('an error shows', () => {
  it('whether an approval is required: only the documented 403 says so', () => {
    assert.equal(isApprovalsRequired(refusal(403, 'Approvals are required here')), true);
    assert.equal(isApprovalsRequired(refusal(403, 'no role')), false);
    assert.equal(isApprovalsRequired(refusal(400, 'approvals are required')), false);
    for (const other of [surprise, { ...refusal(403, 'approvals are required') }, undefined])
      assert.equal(isApprovalsRequired(other), false);
  });

  it('whether a certificate is at fault, and why', () => {
    const codes = ['CERT_HAS_EXPIRED', 'CERT_UNTRUSTED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNRESET', 'constructor', undefined];
    assert.deepEqual(codes.map(certificateFault), ['outOfTime', 'untrusted', 'otherHost', undefined, undefined, undefined]);
  });

  it('whether the caller gave up', () => {
    assert.equal(isCancelled(failure.cancelled()), true);
    for (const other of [new Error('x'), { name: 'AbortError' }, undefined]) assert.equal(isCancelled(other), false);
  });
});

describe('the error of a call without an answer', () => {
  it('has the code of its cause, or of the first of several, if that is a text', () => {
    const reset = failure.unanswered(call, error('x', { code: 'ECONNRESET' }), unchanged);
    assert.deepEqual([reset.message, reset.code], ['GET /x: no answer (ECONNRESET)', 'ECONNRESET']);
    assert.ok(reset.cause);
    assert.equal(failure.unanswered(call, new Error('x'), unchanged).message, 'GET /x: no answer (unknown reason)');
    const several = new AggregateError([error('x', { code: 'ENETUNREACH' }), error('y', { code: 'OTHER' })]);
    assert.equal(failure.codeOf(several), 'ENETUNREACH');
    assert.equal(failure.codeOf(Object.assign(new AggregateError([]), { code: 'X' })), 'X');
    const none = [error('x'), error('x', { code: 5 }), { code: 'X' }, 'X', undefined, null, new AggregateError([])];
    for (const thrown of none) assert.equal(failure.codeOf(thrown), undefined);
  });

  const redact = (text: string): string => text.replaceAll('secret', '…');

  it('has a well-known code, and a copy of its cause without secrets', () => {
    const told = (thrown: unknown): unknown => {
      const { cause, code, isUnsent } = failure.readNetworkFailure(thrown, redact);
      assert.ok(cause !== thrown && !isUnsent);
      return [code, cause.message];
    };
    for (const [code, known] of [
      ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'],
      ['UND_ERR_SOCKET', 'ECONNRESET'],
      ['EPIPE', 'EPIPE'],
      [undefined, undefined],
    ])
      assert.deepEqual(told(error(' a secret ', { code })), [known, 'a …']);
    assert.deepEqual(told('secret'), [undefined, 'unknown failure']);
    assert.deepEqual(told(new AggregateError([error('x')], 'y')), [undefined, 'x']);
    assert.deepEqual(told(new AggregateError([], 'y')), [undefined, 'y']);
  });

  it('counts as unsent only if it is marked as unsent', () => {
    assert.equal(failure.readNetworkFailure(failure.markUnsent(error('x')), redact).isUnsent, true);
    for (const thrown of [error('x', { isUnsent: 1 }), error('x', { isUnsent: false }), { isUnsent: true }, 'isUnsent'])
      assert.equal(failure.readNetworkFailure(thrown, redact).isUnsent, false);
  });
});

it('an answer of only blanks has no value', () => {
  assert.equal(failure.parseAnswer(' \n', call, 200), undefined);
});
