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
import { setTimeout } from 'node:timers/promises';
import { unknownOutcome } from '../../../src/operations/lostAnswer.ts';
import { log as unread } from '../fakeContext.ts';
import { executed, pressNext, shown } from '../fakeVscode.ts';

const { changeFailed } = await import('../../../src/editor/changes/attempt.ts');
const { triedTo } = await import('../../../src/editor/words/changeFailure.ts');
const { causeOf, describeFailure } = await import('../../../src/editor/words/failureWords.ts');
const { reportFailure } = await import('../../../src/editor/window/notifications.ts');

const call = { method: 'GET', path: '/internal/api/v2/workspaces' };

function refusal(status: number, serviceMessage = '', more: Partial<ServiceError> = {}): ApiError {
  const said = { code: status, serviceMessage, details: '', transactionId: 'tx-7', retryAfterSeconds: undefined };
  return makeError<ServiceError>({ ...call, kind: 'service', status, ...said, ...more }, String(status));
}
const surprise = (reason: UnexpectedResponse['reason']): ApiError =>
  makeError<UnexpectedResponse>({ ...call, kind: 'unexpectedResponse', status: 200, reason }, reason);
const unreachable = (code: string): ApiError =>
  makeError<NetworkError>({ ...call, kind: 'network', code, isUnsent: true }, 'no answer', new Error(`why: ${code}`));
const timeout = makeError<TimeoutError>({ ...call, kind: 'timeout', milliseconds: 30_000 }, 'no answer');
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
    assert.match(said(refusal(403, 'role missing')), /may not do that/);
  });

  it('says that an empty 400 gives no reason, and which field is often missing from such calls', () => {
    const refused = (method: string, path: string): string => said(refusal(400, '', { method, path: `/internal/api/v2${path}` }));
    for (const [method, path] of [
      ['POST', '/changeRequests/ws/w/environments/e'],
      ['PUT', '/flags/ws/w/checkout/environments/e?title=&comment='],
      ['PUT', '/segments/e/beta/uploadKeys?replace=false'],
    ] as const)
      assert.match(refused(method, path), /gave no reason.*title and a comment/, path);
    for (const [method, path] of [
      ['GET', '/flags/ws/w/checkout/environments/e'],
      ['POST', '/flags/ws/w/trafficTypes/user/'],
      ['PUT', '/segments/e/beta/upload'],
      ['PUT', '/changeRequests/r'],
    ] as const)
      assert.match(refused(method, path), /\(400\): it gave no reason\.$/, path);
  });

  it('names the next step after a refused submit if the service gives the reason', () => {
    const submit = { method: 'POST', path: '/internal/api/v2/changeRequests/ws/w/environments/e' };
    assert.match(said(refusal(400, 'No buckets', submit)), /\(400\): No buckets\. Change that, and submit again\.$/);
    for (const error of [refusal(400, '', submit), refusal(503, 'no', submit), refusal(400, 'no', { ...submit, method: 'GET' })])
      assert.doesNotMatch(said(error), /Change that/);
  });

  it('names the attempt and the current state, if a change failed', () => {
    const tried = triedTo('Kill it in Shop / live');
    const failed = refusal(500, '', { method: 'PUT' });
    assert.match(said(changeFailed(tried, refusal(403, 'no'))), /^Not done: Kill it in Shop \/ live\. This API key may not/);
    assert.match(said(changeFailed(tried, failed)), /^Not done: .*\. Nothing was changed\. .*\(500\).* Try again in a moment\.$/);
    const unclear = said(changeFailed(tried, unknownOutcome(failed)));
    assert.match(unclear, /^It is not known whether this was done: Kill it in Shop \/ live\. .*\(500\)/);
    assert.doesNotMatch(unclear, /[Tt]ry again|Nothing was changed/);
    assert.match(said(changeFailed(tried, unknownOutcome(undefined))), / The service did not confirm it\.$/);
    const other = new Error('a fault of ours');
    assert.equal(changeFailed(tried, other), other);
  });

  it('offers to check again if nobody knows whether a change was made', async () => {
    let isDone: boolean | undefined;
    const check = async (): Promise<boolean> => isDone ?? assert.fail();
    const error = changeFailed(triedTo('Kill it'), unknownOutcome(refusal(500), check));
    const press = async (): Promise<string> => {
      pressNext('Check Again');
      reportFailure(error, unread);
      await setTimeout(5);
      return shown.at(-1)?.message ?? '';
    };
    assert.match(await press(), /^It is not known whether/);
    isDone = false;
    assert.equal(await press(), 'Not done: Kill it. Nothing was changed.');
    isDone = true;
    assert.equal(await press(), 'Done: Kill it.');
    assert.equal(executed.at(-1)?.[0], 'flagAdmin.view.refresh');
  });

  it('gives only the cause if the call may have been carried out, because nobody should repeat it without checking', () => {
    for (const error of [refusal(500), timeout, surprise('cutOff')]) {
      assert.match(said(error), / Try again in a moment\.$/);
      assert.doesNotMatch(causeOf(error), /[Tt]ry again/);
      assert.ok(said(error).startsWith(causeOf(error)));
    }
  });

  it('says how long to wait, and after how many seconds it gave up', () => {
    assert.match(said(refusal(429, '', { retryAfterSeconds: 90 })), /Wait 90 s, /);
    assert.match(said(refusal(429)), /Wait 60 s, /);
    assert.match(said(timeout), /30 seconds/);
  });

  it('offers to enter a refused API key again, even if there is room for one click only', () => {
    const failure = describeFailure(refusal(401));
    assert.equal(failure.action?.command, 'flagAdmin.apiKey.add');
    assert.ok(failure.steps.some(({ label }) => label === 'Enter API Key…'));
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

it('reportFailure shows a failure once and logs it, an unexpected one by its name, and nothing if the user cancelled', () => {
  const logged: string[] = [];
  const warn = (line: string): void => void logged.push(line);
  const fault = (name: string): void => void logged.push(name);
  const before = shown.length;
  const log = { ...unread, warn, fault, dispose() {} };
  reportFailure(refusal(404, 'no such thing'), log);
  assert.deepEqual([shown.length - before, shown.at(-1)?.severity], [1, 'error']);
  reportFailure(new RangeError('of ours'), log);
  reportFailure(new DOMException('cancelled', 'AbortError'), log);
  assert.deepEqual([shown.length - before, logged.length, logged[1]], [2, 2, 'RangeError']);
  assert.match(logged[0]!, /no such thing/);
});
