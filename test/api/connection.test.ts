/** Tests the parts of a client: API key and its target, base URL, word for a flag, log. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../../src/time/clock.ts';
import { assertNoKey, LIST_CALL } from './failing.ts';
import { CANARY, clientOn, emptyPage, failureOf, firstPage, json, openStubService } from './stubService.ts';

describe('the API key', () => {
  it('is refused before anything is sent if it is invalid, and the error does not contain it', () => {
    assert.throws(
      () => clientOn('https://admin.example.com', { apiKey: 'can\nary-key' }),
      ({ name, message }: Error) => name === 'TypeError' && /API key/.test(message) && !message.includes('ary'),
    );
  });

  it('is sent trimmed, and only in its header; Content-Type is sent only with a body', async () => {
    const settings = { apiKey: ` ${CANARY}\n` };
    await using stub = await openStubService(
      (response, { method }) => json(response, method === 'GET' ? emptyPage : { name: 's' }),
      settings,
    );
    await stub.client.listWorkspaces(firstPage);
    await stub.client.activateSegment('e', 's');
    await stub.client.uploadKeys('e', 's', ['a']);
    for (const { headers, url, body } of stub.received) {
      assert.deepEqual([headers.authorization, headers.accept], [`Bearer ${CANARY}`, 'application/json']);
      assertNoKey({ ...headers, authorization: undefined }, url, body);
    }
    const types = stub.received.map(({ headers }) => headers['content-type']);
    assert.deepEqual(types, [undefined, undefined, 'application/json']);
    assertNoKey(stub.client, stub.log);
  });
});

describe('a client is not created', () => {
  it('with an invalid base URL', () => {
    const message = 'this can’t be a base URL: notHttps';
    assert.throws(() => clientOn('http://admin.example.com'), { name: 'TypeError', message });
  });

  it('with an invalid word for a flag, or one that a change request uses for a different field', () => {
    const taken =
      'segment id status title comment comments workspace approvers operationType rolloutStatus rolloutStatusTimestamp constructor';
    for (const flag of ['', '__proto__', 'a/b', 'ф', '1a', ...taken.split(' ')])
      assert.throws(
        () => clientOn('https://a.example', { vocabulary: { flag } }),
        { name: 'TypeError', message: /word for a flag/ },
        flag,
      );
  });
});

describe('the log', () => {
  it('has a line for each request, with the transactionId of a refusal', async () => {
    await using stub = await openStubService((response, _, number) => {
      if (number === 1) json(response, emptyPage);
      else json(response, { transactionId: 't-1' }, 404);
    });
    await stub.client.listWorkspaces(firstPage);
    await failureOf(stub.client.readChangeRequest('c'));
    const refused = { status: 404, transactionId: 't-1', error: 'service' };
    assert.deepEqual(
      stub.log.map(({ milliseconds, ...line }) => ({ ...line, isTimed: milliseconds >= 0 })),
      [
        { ...LIST_CALL, status: 200, transactionId: undefined, isTimed: true },
        { method: 'GET', path: '/internal/api/v2/changeRequests/c', ...refused, isTimed: true },
      ],
    );
  });

  it('says how long each request took, and nothing waits for its deadline any more', async () => {
    let now = 1000;
    const deadlines: (AbortSignal | undefined)[] = [];
    const clock: Clock = {
      now: () => (now += 5),
      sleep: async (_, signal) => {
        deadlines.push(signal);
        return new Promise(() => undefined);
      },
    };
    await using stub = await openStubService((response) => json(response, emptyPage), { clock });
    await stub.client.listWorkspaces(firstPage);
    assert.deepEqual([stub.log[0]?.milliseconds, deadlines.map((signal) => signal?.aborted)], [5, [true]]);
  });

  it('that fails does not change how a call ends', async () => {
    const onCall = (): never => assert.fail('the log is closed');
    await using stub = await openStubService((response) => json(response, emptyPage), { onCall });
    assert.equal((await stub.client.listWorkspaces(firstPage)).totalCount, 0);
  });
});
