/** Tests calls without an answer, or without one in time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { Client } from '../../src/api/client.ts';
import type { CallLog } from '../../src/api/network/callOptions.ts';
import { apiErrorOf, errorOn } from './failing.ts';
import { clientOn, fakeClock, openSocket } from './stubService.ts';

describe('without an answer', () => {
  it('a call to an unknown host name counts as unsent', async () => {
    await using client = clientOn('https://nowhere.invalid', { clock: fakeClock() });
    const error = await apiErrorOf(client.deleteSegment('w', 's'));
    assert.ok(error.kind === 'network' && error.isUnsent && /^(ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? ''), inspect(error));
  });

  it('a connection that is refused after an answer was lost does not make the call unsent', async () => {
    using socket = await openSocket((one) => one.once('data', () => one.resetAndDestroy()));
    const log: CallLog[] = [];
    const onCall = (call: CallLog): void => {
      log.push(call);
      socket.close();
    };
    await using client = clientOn(socket.origin, { clock: fakeClock(), onCall });
    const error = await apiErrorOf(client.uploadKeys('e', 's', ['k']));
    assert.ok(error.kind === 'network');
    assert.deepEqual([error.code, error.isUnsent, log.length], ['ECONNREFUSED', false, 3]);
  });

  it('a client that is closed before it repeats the call does not make it unsent either', async () => {
    using socket = await openSocket((one) => one.once('data', () => one.resetAndDestroy()));
    await using client = clientOn(socket.origin, { clock: fakeClock(), onCall: () => void client.close() });
    const error = await apiErrorOf(client.uploadKeys('e', 's', ['k']));
    assert.ok(error.kind === 'network');
    assert.deepEqual([error.code, error.isUnsent], ['ERR_CLIENT_CLOSED', false]);
  });

  it('an https call to a service that speaks http counts as unsent', async () => {
    using socket = await openSocket((one) => one.once('data', () => one.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await using client = clientOn(socket.origin.replace('http:', 'https:'), { clock: fakeClock() });
    const error = await apiErrorOf(client.deleteSegment('w', 's'));
    assert.ok(error.kind === 'network' && error.isUnsent, inspect(error));
  });
});

describe('the deadline', () => {
  const settings = { deadlineMilliseconds: 60 };
  const submit = (client: Client): Promise<unknown> => client.deleteSegment('w', 's');

  it('ends a call without an answer', async () => {
    const error = await errorOn(() => undefined, { ...settings, clock: undefined as never }, submit);
    assert.deepEqual([error.name, error.kind, 'milliseconds' in error && error.milliseconds], ['ApiError', 'timeout', 60]);
    assert.match(error.message, /^DELETE \S+: no complete answer within 60 ms$/);
  });

  it('ends a handshake that hangs, and closing does not wait for it', async () => {
    using socket = await openSocket(() => undefined);
    await using client = clientOn(socket.origin.replace('http:', 'https:'), { deadlineMilliseconds: 60 });
    const error = await apiErrorOf(submit(client));
    assert.ok(error.kind === 'timeout' || (error.kind === 'network' && error.code === 'ETIMEDOUT'));
    await client.close();
  });
});
