import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  makeError,
  type ApiError,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../../src/api/errors.ts';
import { shown } from './fakeVscode.ts';

const { describeFailure, reportFailure } = await import('../../src/editor/failure.ts');

const call = { method: 'GET', path: '/internal/api/v2/workspaces' };

function refusal(status: number, serviceMessage = ''): ApiError {
  const fields = {
    ...call,
    kind: 'service' as const,
    status,
    code: status,
    serviceMessage,
    details: '',
    transactionId: 'tx-7',
    retryAfterSeconds: undefined,
  };
  return makeError<ServiceError>(fields, String(status));
}

function surprise(reason: UnexpectedResponse['reason']): ApiError {
  return makeError<UnexpectedResponse>({ ...call, kind: 'unexpectedResponse', status: 200, reason }, reason);
}

describe('describeFailure', () => {
  for (const status of [400, 401, 402, 403, 404, 409, 429, 418, 500, 503]) {
    it(`names the status ${status}, repeats the service's words where they help, and keeps the transactionId for the log`, () => {
      const failure = describeFailure(refusal(status, 'because of the moon'));
      assert.match(failure.sentence, new RegExp(String(status)));
      assert.match(failure.sentence, /because of the moon/);
      assert.match(failure.detail, /transactionId=tx-7/);
      assert.ok(failure.steps.length > 0, 'there is a next step');
    });
  }

  it('tells the missing approval from the missing role by the documented message only', () => {
    assert.match(describeFailure(refusal(403, 'Approvals are required. orgId=1 envId=2')).sentence, /needs an approval/);
    assert.match(describeFailure(refusal(403, 'role missing')).sentence, /may not do that/);
  });

  it('says of an empty 400 that it gave no reason, and what is often missing', () => {
    assert.match(describeFailure(refusal(400)).sentence, /gave no reason.*title and a comment/);
  });

  it('says how long the service asks to wait', () => {
    const asked = Object.assign(refusal(429), { retryAfterSeconds: 90 });
    assert.match(describeFailure(asked).sentence, /90 seconds/);
    assert.match(describeFailure(refusal(429)).sentence, /a minute/);
  });

  it('offers to enter a refused API key again, also where there is room for one click only', () => {
    const failure = describeFailure(refusal(401));
    assert.equal(failure.action?.command, 'flagAdmin.apiKey.add');
    assert.ok(failure.steps.some(({ label }) => label === 'Enter API Key…'));
  });

  it('has a sentence of its own for each way an answer can surprise', () => {
    const reasons = ['notJson', 'shape', 'redirect', 'tooLarge', 'cutOff'] as const;
    const sentences = reasons.map((reason) => describeFailure(surprise(reason)).sentence);
    assert.equal(new Set(sentences).size, reasons.length);
  });

  it('names the network code and the seconds of a deadline', () => {
    const network = makeError<NetworkError>({ ...call, kind: 'network', code: 'ECONNREFUSED', isUnsent: true }, 'no connection');
    const timeout = makeError<TimeoutError>({ ...call, kind: 'timeout', milliseconds: 30_000 }, 'no answer');
    assert.match(describeFailure(network).sentence, /ECONNREFUSED/);
    assert.match(describeFailure(timeout).sentence, /30 seconds/);
  });

  it('says of a proxy and of a certificate what to set, and opens the settings', () => {
    const failureOf = (code: string) =>
      describeFailure(makeError<NetworkError>({ ...call, kind: 'network', code, isUnsent: true }, 'no'));
    assert.match(failureOf('ERR_PROXY_AUTHENTICATION').sentence, /wants a login.*http\.proxyAuthorization/);
    assert.match(failureOf('ERR_PROXY_CONNECTION').sentence, /proxy could not be used.*http\.proxy/);
    for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
      assert.match(failureOf(code).sentence, /not trusted.*http\.proxyStrictSSL/);
      assert.ok(failureOf(code).steps.some(({ label }) => label === 'Open Settings'));
    }
    assert.ok(!failureOf('ECONNREFUSED').steps.some(({ label }) => label === 'Open Settings'));
  });

  it('tells an error by its kind, not by its class, because each lazy file carries its own copy', () => {
    const foreign = Object.assign(new Error('x'), { ...call, kind: 'timeout', milliseconds: 1000 });
    assert.match(describeFailure(foreign).sentence, /did not answer/);
  });
});

describe('reportFailure', () => {
  const lines: string[] = [];
  const log = { call() {}, info() {}, warn: (line: string) => void lines.push(line), show() {}, dispose() {} };

  it('shows a failure once and logs it', async () => {
    const before = shown.length;
    await reportFailure(refusal(404, 'no such thing'), log);
    assert.equal(shown.length, before + 1);
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(lines.at(-1) ?? '', /no such thing/);
  });

  it('is silent about what the user cancelled', async () => {
    const before = shown.length;
    await reportFailure(new DOMException('cancelled', 'AbortError'), log);
    assert.equal(shown.length, before);
  });
});
