/** The real client over a real sandbox that goes wrong on request: each fault becomes the documented error. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import { isApiError, isCancelled, type ApiError } from '../../src/api/errors.ts';
import type { ConnectionSettings } from '../../src/api/network/settings.ts';
import type { CallLog } from '../../src/api/network/callOptions.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { clientOn, failureOf, fakeClock, firstPage } from './stage.ts';

describe('a sandbox that goes wrong on request', async () => {
  const sandbox = await startSandbox();
  const environment = sandbox.environments.find(
    ({ name, workspace }) => name === 'production' && workspace.name === 'Storefront',
  );
  assert.ok(environment);
  const clients: Client[] = [];
  const log: CallLog[] = [];
  const client = (settings: Partial<ConnectionSettings> = { clock: fakeClock() }): Client => {
    const made = clientOn(sandbox.baseUrl, { apiKey: sandbox.keys[0]?.key ?? '', onCall: (call) => log.push(call), ...settings });
    clients.push(made);
    return made;
  };
  const errorOf = async (call: Promise<unknown>): Promise<ApiError> => {
    const error = await failureOf(call);
    assert.ok(isApiError(error), error.message);
    return error;
  };

  afterEach(async () => {
    await sandbox.reset();
    sandbox.setFaults([]);
    log.length = 0;
  });
  after(async () => {
    await Promise.all(clients.map(async (one) => one.close()));
    await sandbox.close();
  });

  /** The fault, how often a call that may be repeated is sent, and the error at its end. */
  const table: readonly (readonly [fault: string, sent: number, error: Readonly<Record<string, unknown>>])[] = [
    ['rateLimit', 7, { kind: 'service', status: 429, retryAfterSeconds: undefined }],
    ['rateLimit retry-after 7', 6, { kind: 'service', status: 429, retryAfterSeconds: 7 }],
    ['rateLimit org 3 ip 5', 7, { kind: 'service', status: 429, retryAfterSeconds: 5 }],
    ['rateLimit org 61', 1, { kind: 'service', status: 429, retryAfterSeconds: 61 }],
    ['rateLimit ip 61', 1, { kind: 'service', status: 429, retryAfterSeconds: 61 }],
    ...[401, 402, 403, 404, 409].map((status) => [`status ${status}`, 1, { kind: 'service', status, code: status }] as const),
    ...[500, 502, 503, 504].map((status) => [`status ${status}`, 3, { kind: 'service', status, code: status }] as const),
    ['status 502 html', 3, { kind: 'service', status: 502, code: undefined, serviceMessage: '' }],
    ['empty', 1, { kind: 'service', status: 400, code: undefined, serviceMessage: '' }],
    ...[401, 403, 404, 409].map((code) => [`errorIn200 ${code}`, 1, { kind: 'service', status: code, code }] as const),
    ['errorIn200 503', 3, { kind: 'service', status: 503, code: 503 }],
    ['cutOff', 3, { kind: 'unexpectedResponse', status: 200, reason: 'cutOff' }],
    ['hangUp', 3, { kind: 'network', code: 'ECONNRESET', isUnsent: false }],
    ['hangUpBefore', 3, { kind: 'network', code: 'ECONNRESET', isUnsent: false }],
    ['notHttp', 3, { kind: 'network', isUnsent: false }],
    ['notJson', 1, { kind: 'unexpectedResponse', status: 200, reason: 'notJson' }],
    ['garbage', 1, { kind: 'unexpectedResponse', status: 200, reason: 'notJson' }],
    ['otherShape', 1, { kind: 'unexpectedResponse', status: 200, reason: 'shape' }],
    ['tooLarge 3MiB', 1, { kind: 'unexpectedResponse', status: 200, reason: 'tooLarge' }],
  ];
  for (const [fault, sent, expected] of table) {
    it(`${fault} is ${String(expected['kind'])}, after ${sent}`, async () => {
      sandbox.setFaults([fault]);
      const { listWorkspaces } = client({ clock: fakeClock() });
      const error = await errorOf(listWorkspaces(firstPage));
      for (const [field, value] of Object.entries(expected)) assert.equal(error[field as keyof ApiError], value, field);
      assert.equal(log.length, sent);
    });
  }

  it('a refusal on request has the message and the transaction of the error body', async () => {
    sandbox.setFaults(['status 409']);
    const error = await errorOf(client().listWorkspaces(firstPage));
    assert.ok(error.kind === 'service');
    assert.match(error.serviceMessage, /^Conflict/);
    assert.match(error.transactionId ?? '', /^[0-9a-f]{11}$/);
  });

  it('rateLimit with a date is a wait of as many seconds', async () => {
    sandbox.setFaults(['rateLimit retry-after-date 90']);
    const error = await errorOf(client({}).listWorkspaces(firstPage));
    // A date has no milliseconds, and the answer took a moment.
    assert.ok(error.kind === 'service' && Math.abs((error.retryAfterSeconds ?? 0) - 90) <= 1);
  });

  it('hang is a timeout', async () => {
    sandbox.setFaults(['hang']);
    const error = await errorOf(client({ deadlineMilliseconds: 60 }).deleteSegment(environment.workspace.id, 's'));
    assert.equal(error.kind, 'timeout');
  });

  it('a fault that is over by the last attempt is not seen', async () => {
    sandbox.setFaults(['status 503 on GET once; hangUp on GET once']);
    assert.equal((await client().listWorkspaces(firstPage)).totalCount, 2);
    assert.equal(log.length, 3);
  });

  it('a call that is given up during the latency is not carried out', async () => {
    sandbox.setFaults(['latency 200ms']);
    const patient = client({});
    const segment = { name: 'given-up', description: '' };
    const options = { signal: AbortSignal.timeout(50) };
    assert.ok(isCancelled(await failureOf(patient.createSegment(environment.workspace.id, 'user', segment, options))));
    // Waits as long, and began later.
    await patient.listWorkspaces(firstPage);
    const { objects } = await patient.listSegments(environment.workspace.id, { offset: 0, limit: 200 });
    assert.ok(objects.length > 0 && objects.every(({ name }) => name !== segment.name));
  });

  for (const [fault, made] of [
    ['hangUp', 1],
    ['cutOff', 1],
    ['hangUpBefore', 0],
    ['status 503', 0],
    ['rateLimit', 0],
  ] as const) {
    it(`a change request under ${fault} is sent once, and there ${made} times`, async () => {
      const { submitChangeRequest, listChangeRequests } = client();
      const title = `under ${fault}`;
      sandbox.setFaults([`${fault} on POST changeRequests/*`]);
      const segment = { name: 'beta-accounts', keys: ['one-more'] };
      const request = { operationType: 'CREATE', title, approvers: [], segment } as const;
      await errorOf(submitChangeRequest(environment.workspace.id, environment.id, request));
      assert.equal(log.length, 1);
      const { data } = await listChangeRequests({});
      assert.equal(data.filter((one) => one.title === title).length, made);
    });
  }
});
