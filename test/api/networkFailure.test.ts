/** Tests the descriptions of network failures and of invalid keys. Needs no network. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as failure from '../../src/api/network/failures.ts';

const error = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

describe('the code of a failure', () => {
  it('is that of its error, or of the first of several errors', () => {
    assert.equal(failure.codeOf(error('x', { code: 'ECONNREFUSED' })), 'ECONNREFUSED');
    const several = new AggregateError([error('x', { code: 'ENETUNREACH' }), error('y', { code: 'OTHER' })]);
    assert.equal(failure.codeOf(several), 'ENETUNREACH');
  });

  it('is undefined if it is missing or not a text', () => {
    const none = [error('x'), error('x', { code: 5 }), { code: 'X' }, 'X', undefined, null, new AggregateError([])];
    for (const thrown of none) assert.equal(failure.codeOf(thrown), undefined);
    assert.equal(failure.codeOf(Object.assign(new AggregateError([]), { code: 'X' })), 'X');
  });
});

describe('an error of the network layer', () => {
  const redact = (text: string): string => text.replaceAll('secret', '…');
  const told = (thrown: unknown): unknown => {
    const { cause, ...rest } = failure.readNetworkFailure(thrown, redact);
    return { ...rest, message: cause.message, isCopy: cause !== thrown };
  };

  it('is reported by a well-known code and by a copy without secrets', () => {
    const of = (code: string): unknown => told(error(' a secret ', { code }));
    const rest = { isUnsent: false, message: 'a …', isCopy: true };
    assert.deepEqual(of('UND_ERR_CONNECT_TIMEOUT'), { code: 'ETIMEDOUT', ...rest });
    assert.deepEqual(of('UND_ERR_SOCKET'), { code: 'ECONNRESET', ...rest });
    assert.deepEqual(of('EPIPE'), { code: 'EPIPE', ...rest });
    assert.deepEqual(told(error('a secret')), { code: undefined, ...rest });
    assert.deepEqual(told('secret'), { code: undefined, ...rest, message: 'unknown failure' });
    assert.deepEqual(told(new AggregateError([error('x')], 'y')), { code: undefined, ...rest, message: 'x' });
    assert.deepEqual(told(new AggregateError([], 'y')), { code: undefined, ...rest, message: 'y' });
  });

  it('counts as unsent only if it is marked as unsent', () => {
    assert.equal(failure.readNetworkFailure(failure.unsent(error('x')), redact).isUnsent, true);
    for (const thrown of [error('x', { isUnsent: 1 }), error('x', { isUnsent: false }), { isUnsent: true }, 'isUnsent'])
      assert.equal(failure.readNetworkFailure(thrown, redact).isUnsent, false);
  });
});
