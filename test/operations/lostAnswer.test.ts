/** Tests which failures leave open whether the service carried out the call. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  makeError,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../../src/api/errors.ts';
import { hasStatus } from '../../src/api/errors.ts';
import { isAnswerLost } from '../../src/operations/lostAnswer.ts';

const call = { method: 'POST', path: '/x' };
const network = (isUnsent: boolean) =>
  makeError<NetworkError>({ ...call, kind: 'network', code: 'ECONNRESET', isUnsent }, 'gone');
const service = (status: number) =>
  makeError<ServiceError>(
    {
      ...call,
      kind: 'service',
      status,
      code: status,
      serviceMessage: '',
      details: '',
      transactionId: undefined,
      retryAfterSeconds: undefined,
    },
    'no',
  );
const unexpected = (reason: UnexpectedResponse['reason']) =>
  makeError<UnexpectedResponse>({ ...call, kind: 'unexpectedResponse', status: 200, reason }, 'odd');

describe('an answer is lost', () => {
  it('if it never came, was cut off, can’t be read, or came from a gateway', () => {
    const timeout = makeError<TimeoutError>({ ...call, kind: 'timeout', milliseconds: 1 }, 'late');
    for (const error of [
      network(false),
      timeout,
      service(500),
      service(502),
      service(504),
      unexpected('cutOff'),
      unexpected('notJson'),
      unexpected('shape'),
    ]) {
      assert.equal(isAnswerLost(error), true, error.message);
    }
  });

  it('but not if the service refused, or never got the request', () => {
    for (const error of [network(true), service(400), service(403), service(409), service(429), unexpected('redirect')]) {
      assert.equal(isAnswerLost(error), false, error.message);
    }
  });

  it('but not if the error is not the failure of a call', () => {
    assert.equal(isAnswerLost(new Error('kind')), false);
    assert.equal(isAnswerLost(Object.assign(new Error('aborted'), { name: 'AbortError' })), false);
    assert.equal(isAnswerLost(undefined), false);
  });
});

it('a status counts only if it is from the service', () => {
  assert.equal(hasStatus(service(404), 404), true);
  assert.equal(hasStatus(service(403), 404), false);
  assert.equal(hasStatus(unexpected('shape'), 200), false);
});
