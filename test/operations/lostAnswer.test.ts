/** Tests which failures leave open whether the service carried out the call. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeError, type ApiError } from '../../src/api/errors.ts';
import { isAnswerLost } from '../../src/operations/lostAnswer.ts';

const failure = (fields: object): ApiError =>
  makeError<ApiError>({ method: 'POST', path: '/x', ...fields } as ApiError, JSON.stringify(fields));
const network = (isUnsent: boolean) => failure({ kind: 'network', code: 'ECONNRESET', isUnsent });
const service = (status: number) => failure({ kind: 'service', status, code: status });
const unexpected = (reason: string) => failure({ kind: 'unexpectedResponse', status: 200, reason });

describe('an answer is lost', () => {
  it('if it never came, was cut off, can’t be read, or came from a gateway, also to an attempt before the last', () => {
    const silent = [network(false), failure({ kind: 'timeout', milliseconds: 1 })];
    const unread = ['cutOff', 'notJson', 'shape'].map(unexpected);
    const refusedLater = failure({ kind: 'service', status: 403, code: 403, wasSentBefore: true });
    for (const error of [...silent, ...unread, ...[500, 502, 504].map(service), refusedLater])
      assert.equal(isAnswerLost(error), true, error.message);
  });

  it('but not if the service refused or never got the request, or if the error is not the failure of a call', () => {
    const cancelled = Object.assign(new Error('aborted'), { name: 'AbortError' });
    const refusals = [400, 403, 409, 429].map(service);
    const unsent = failure({ kind: 'service', status: 503, isUnsent: true });
    for (const error of [network(true), unsent, ...refusals, unexpected('redirect'), new Error('kind'), cancelled, undefined])
      assert.equal(isAnswerLost(error), false, error?.message);
  });
});
