import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  makeError,
  type ApiError,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../../../src/api/errors.ts';
import { unknownOutcome } from '../../../src/operations/lostAnswer.ts';
import '../fakeVscode.ts';

const { changeFailed } = await import('../../../src/editor/changes/attempt.ts');
const { outcomeSentences } = await import('../../../src/editor/words/changeFailure.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

const call = { method: 'GET', path: '/internal/api/v2/workspaces' };

function refusal(status: number, serviceMessage = '', more: Partial<ServiceError> = {}): ApiError {
  const said = { code: status, serviceMessage, details: '', transactionId: 'tx-7', retryAfterSeconds: undefined };
  return makeError<ServiceError>({ ...call, kind: 'service', status, ...said, ...more }, String(status));
}
const surprise = (reason: UnexpectedResponse['reason']): ApiError =>
  makeError<UnexpectedResponse>({ ...call, kind: 'unexpectedResponse', status: 200, reason }, reason);
const unreachable = (code: string): ApiError =>
  makeError<NetworkError>({ ...call, kind: 'network', code, isUnsent: true }, 'no answer', new Error(`why: ${code}`));
const said = (error: unknown): string => describeFailure(error).sentence;

describe('describeFailure', () => {
  it('names the status, repeats the service’s words, and keeps the transactionId for the log', () => {
    for (const status of [400, 401, 402, 403, 404, 409, 429, 418, 500]) {
      const failure = describeFailure(refusal(status, 'because of the moon'));
      assert.match(failure.sentence, new RegExp(String(status)));
      assert.match(failure.sentence, /because of the moon/);
      assert.match(failure.detail, /transactionId=tx-7/);
      assert.ok(failure.steps.length > 0, 'there is a next step');
    }
  });

  it('distinguishes a missing approval from a missing role only by the documented message', () => {
    assert.match(said(refusal(403, 'Approvals are required. orgId=1 envId=2')), /needs an approval/);
    assert.match(said(refusal(403, 'role missing')), /allowed to do that/);
  });

  it('names the next step after a refused submit if the service gives the reason', () => {
    const submit = { method: 'POST', path: '/internal/api/v2/changeRequests/ws/w/environments/e' };
    assert.match(
      said(refusal(400, 'No buckets', submit)),
      /\(400\): No buckets\. Fix the problem that the service reports, and submit again\.$/,
    );
    for (const error of [refusal(400, '', submit), refusal(503, 'no', submit), refusal(400, 'no', { ...submit, method: 'GET' })])
      assert.doesNotMatch(said(error), /Fix the problem/);
  });

  it('names the attempt and the current state, if a change failed', () => {
    const outcomes = outcomeSentences('Kill it in Shop / live');
    const failed = refusal(500, '', { method: 'PUT' });
    assert.match(
      said(changeFailed(outcomes, refusal(403, 'no'))),
      /^Not done: Kill it in Shop \/ live\. This API key isn’t allowed/,
    );
    assert.match(
      said(changeFailed(outcomes, failed)),
      /^Not done: .*\. Nothing was changed\. .*\(500\).* Try again in a moment\.$/,
    );
    const unclear = said(changeFailed(outcomes, unknownOutcome(failed)));
    assert.match(unclear, /^It is not known whether this was done: Kill it in Shop \/ live\. .*\(500\)/);
    assert.doesNotMatch(unclear, /[Tt]ry again|Nothing was changed/);
    assert.match(said(changeFailed(outcomes, unknownOutcome(undefined))), / The service did not confirm the change\.$/);
    const other = new Error('a fault of ours');
    assert.equal(changeFailed(outcomes, other), other);
  });

  it('says how long to wait, what is often missing, and what a conflict is with; and offers to enter a refused API key again', () => {
    const without = (method: string, path: string) => refusal(400, '', { method, path: `/internal/api/v2${path}` });
    for (const [error, words] of [
      [refusal(429, '', { retryAfterSeconds: 90 }), /Wait 90 s, /],
      [refusal(429), /Wait 60 s, /],
      [makeError<TimeoutError>({ ...call, kind: 'timeout', milliseconds: 30_000 }, 'no answer'), /30 seconds\. Try again in/],
      [surprise('cutOff'), / Try again in a moment\.$/],
      [
        refusal(423, 'Something was wrong', { details: 'The request r is open' }),
        /\(423\): Something was wrong\. The request r is open\.$/,
      ],
      [without('PUT', '/flags/ws/w/checkout/environments/e?title=&comment='), /no reason given.*title and a comment/],
      [without('PUT', '/segments/e/beta/uploadKeys?replace=false'), /no reason given.*title and a comment/],
      [without('GET', '/flags/ws/w/checkout/environments/e'), /\(400\): no reason given\.$/],
      [without('PUT', '/segments/e/beta/upload'), /\(400\): no reason given\.$/],
    ] as const)
      assert.match(said(error), words);
    assert.equal(describeFailure(refusal(401)).action?.command, 'flagAdmin.apiKey.add');
  });

  it('has a separate sentence for each kind of unexpected answer', () => {
    const reasons = ['notJson', 'shape', 'redirect', 'tooLarge', 'cutOff'] as const;
    assert.equal(new Set(reasons.map((reason) => said(surprise(reason)))).size, reasons.length);
  });

  it('has a separate sentence for each fault of a proxy and of a certificate, and opens the setting for it', () => {
    const settingOf = {
      ERR_PROXY_URL: 'http.proxy',
      ERR_PROXY_DOWN: 'http.proxy',
      ERR_PROXY_LOGIN: 'http.proxy',
      ERR_PROXY_REFUSED: 'http.noProxy',
      ERR_PROXY_FAILED: 'http.noProxy',
      SELF_SIGNED_CERT_IN_CHAIN: 'http.systemCertificates',
      CERT_HAS_EXPIRED: undefined,
      ERR_TLS_CERT_ALTNAME_INVALID: undefined,
      ECONNREFUSED: undefined,
    };
    const sentences = new Set<string>();
    for (const [code, setting] of Object.entries(settingOf)) {
      const { action, steps, detail, sentence } = describeFailure(unreachable(code));
      sentences.add(sentence);
      assert.deepEqual(
        [action?.command, action?.arguments],
        setting ? ['workbench.action.openSettings', [setting]] : [undefined, undefined],
        code,
      );
      const labels = steps.map(({ label }) => label);
      assert.deepEqual(labels, setting ? ['Open Settings', 'Show Log'] : ['Show Log']);
      assert.match(sentence, new RegExp(setting ?? code));
      assert.match(detail, new RegExp(`why: ${code}`));
    }
    assert.equal(sentences.size, Object.keys(settingOf).length);
  });

  it('recognizes an error by its kind, not by its class, because each lazily loaded file has its own copy', () => {
    assert.match(said(Object.assign(new Error('x'), { ...call, kind: 'timeout', milliseconds: 1000 })), /did not answer/);
  });
});
