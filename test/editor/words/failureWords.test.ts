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
    it(`names the status ${status}, repeats the service's words if they help, and keeps the transactionId for the log`, () => {
      const failure = describeFailure(refusal(status, 'because of the moon'));
      assert.match(failure.sentence, new RegExp(String(status)));
      assert.match(failure.sentence, /because of the moon/);
      assert.match(failure.detail, /transactionId=tx-7/);
      assert.ok(failure.steps.length > 0, 'there is a next step');
    });
  }

  it('distinguishes a missing approval from a missing role only by the documented message', () => {
    assert.match(describeFailure(refusal(403, 'Approvals are required. orgId=1 envId=2')).sentence, /needs an approval/);
    assert.match(describeFailure(refusal(403, 'role missing')).sentence, /may not do that/);
  });

  it('says that an empty 400 gives no reason, and which field is often missing from such calls', () => {
    const said = (method: string, path: string): string =>
      describeFailure(Object.assign(refusal(400), { method, path: `/internal/api/v2${path}` })).sentence;
    const explained = [
      ['POST', '/changeRequests/ws/w/environments/e'],
      ['PUT', '/flags/ws/w/checkout/environments/e?title=&comment='],
      ['PUT', '/flags/ws/w/checkout/environments/e/kill'],
      ['PUT', '/segments/e/beta/uploadKeys?replace=false'],
    ] as const;
    for (const [method, path] of explained) assert.match(said(method, path), /gave no reason.*title and a comment/, path);
    const others = [
      ['GET', '/flags/ws/w/checkout/environments/e'],
      ['POST', '/flags/ws/w/trafficTypes/user/'],
      ['POST', '/segments/e/beta'],
      ['PUT', '/segments/e/beta/upload'],
      ['PUT', '/changeRequests/r'],
      ['POST', '/trafficTypes/t/environments/e/identities'],
    ] as const;
    for (const [method, path] of others) assert.match(said(method, path), /\(400\): it gave no reason\.$/, path);
  });

  it('names the next step after a refused submit if the service gives the reason', () => {
    const path = '/internal/api/v2/changeRequests/ws/w/environments/e';
    const said = (status: number, message = '', method = 'POST'): string =>
      describeFailure(Object.assign(refusal(status, message), { method, path })).sentence;
    assert.match(said(400, 'No buckets'), /\(400\): No buckets\. Change that, and submit again\.$/);
    for (const sentence of [said(400), said(503, 'no'), said(400, 'no', 'GET')]) assert.doesNotMatch(sentence, /Change that/);
  });

  it('names the attempt and the current state, if a change failed', () => {
    const tried = triedTo('Kill it in Shop / live');
    const said = (error: unknown): string => describeFailure(changeFailed(tried, error)).sentence;
    const failed = Object.assign(refusal(500), { method: 'PUT' });
    assert.match(said(refusal(403, 'no')), /^Not done: Kill it in Shop \/ live\. This API key may not/);
    assert.match(said(failed), /^Not done: Kill it in Shop \/ live\. Nothing was changed\. .*\(500\).* Try again in a moment\.$/);
    const unclear = said(unknownOutcome(failed));
    assert.match(unclear, /^It is not known whether this was done: Kill it in Shop \/ live\. .*\(500\)/);
    assert.doesNotMatch(unclear, /[Tt]ry again|Nothing was changed/);
    assert.match(said(unknownOutcome(undefined)), / The service did not confirm it\.$/);
    const other = new Error('a fault of ours');
    assert.equal(changeFailed(tried, other), other);
  });

  it('offers to check again if nobody knows whether a change was made', async () => {
    const tried = triedTo('Kill it');
    let isDone: boolean | undefined;
    const check = async (): Promise<boolean> => isDone ?? assert.fail();
    const error = changeFailed(tried, unknownOutcome(refusal(500), check));
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
    const timeout = makeError<TimeoutError>({ ...call, kind: 'timeout', milliseconds: 30_000 }, 'no answer');
    for (const error of [refusal(500), refusal(503, 'busy'), timeout, surprise('cutOff')]) {
      assert.match(describeFailure(error).sentence, / Try again in a moment\.$/);
      assert.doesNotMatch(causeOf(error), /[Tt]ry again/);
      assert.ok(describeFailure(error).sentence.startsWith(causeOf(error)));
    }
  });

  it('says how long the service asks to wait', () => {
    const asked = Object.assign(refusal(429), { retryAfterSeconds: 90 });
    assert.match(describeFailure(asked).sentence, /Wait 90 s, /);
    assert.match(describeFailure(refusal(429)).sentence, /Wait 60 s, /);
  });

  it('offers to enter a refused API key again, even if there is room for one click only', () => {
    const failure = describeFailure(refusal(401));
    assert.equal(failure.action?.command, 'flagAdmin.apiKey.add');
    assert.ok(failure.steps.some(({ label }) => label === 'Enter API Key…'));
  });

  it('has a separate sentence for each kind of unexpected answer', () => {
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

  const unreachable = (code: string): ApiError =>
    makeError<NetworkError>({ ...call, kind: 'network', code, isUnsent: true }, 'no answer', new Error(`why: ${code}`));

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
    const failures = Object.keys(settingOf).map((code) => describeFailure(unreachable(code)));
    assert.equal(new Set(failures.map(({ sentence }) => sentence)).size, failures.length);
    for (const [i, [code, setting]] of Object.entries(settingOf).entries()) {
      const { action, steps, detail, sentence } = failures[i]!;
      assert.deepEqual(action?.arguments, setting && [setting], code);
      assert.equal(action?.command, setting && 'workbench.action.openSettings');
      assert.deepEqual(
        steps.map(({ label }) => label),
        setting ? ['Open Settings', 'Show Log'] : ['Show Log'],
      );
      if (setting) assert.match(sentence, new RegExp(setting));
      assert.match(detail, new RegExp(`why: ${code}`));
    }
  });

  it('recognizes an error by its kind, not by its class, because each lazily loaded file has its own copy', () => {
    const foreign = Object.assign(new Error('x'), { ...call, kind: 'timeout', milliseconds: 1000 });
    assert.match(describeFailure(foreign).sentence, /did not answer/);
  });
});

describe('reportFailure', () => {
  const lines: string[] = [];
  const faults: string[] = [];
  const log = {
    ...unread,
    warn: (line: string) => void lines.push(line),
    fault: (name: string) => void faults.push(name),
    dispose() {},
  };

  it('shows a failure once and logs it', async () => {
    const before = shown.length;
    reportFailure(refusal(404, 'no such thing'), log);
    assert.equal(shown.length, before + 1);
    assert.equal(shown.at(-1)?.severity, 'error');
    assert.match(lines.at(-1) ?? '', /no such thing/);
  });

  it('reports an unexpected error separately, by its name', async () => {
    reportFailure(new RangeError('of ours'), log);
    assert.deepEqual(faults, ['RangeError']);
    reportFailure(refusal(404, 'no such thing'), log);
    assert.equal(faults.length, 1);
  });

  it('shows nothing if the user cancelled', async () => {
    const before = shown.length;
    reportFailure(new DOMException('cancelled', 'AbortError'), log);
    assert.equal(shown.length, before);
  });
});
