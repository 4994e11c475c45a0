/** Tests cancelling a call and closing the client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError, isCancelled } from '../../src/api/errors.ts';
import { clientOn, emptyPage, failureOf, fakeClock, firstPage, json, openSocket, openStubService } from './stubService.ts';

describe('an aborted call', () => {
  it('is not sent if it was aborted before', async () => {
    await using stub = await openStubService((response) => json(response, emptyPage));
    const error = await failureOf(stub.client.listWorkspaces(firstPage, { signal: AbortSignal.abort('no more') }));
    assert.ok(isCancelled(error) && !isApiError(error));
    assert.equal(error.cause, undefined);
    assert.deepEqual([stub.received.length, stub.log.length], [0, 0]);
  });

  it('ends at once in the middle of the answer, of a refusal too', async () => {
    for (const status of [200, 403]) {
      const controller = new AbortController();
      await using stub = await openStubService((response) => {
        response.writeHead(status);
        response.write('{');
        setTimeout(() => controller.abort(), 20);
      });
      const error = await failureOf(stub.client.listWorkspaces(firstPage, { signal: controller.signal }));
      assert.ok(isCancelled(error), error.message);
      assert.equal(stub.log[0]?.error, 'cancelled');
    }
  });

  it('ends at once while it connects', async () => {
    using socket = await openSocket(() => setTimeout(() => controller.abort(), 20));
    const controller = new AbortController();
    await using client = clientOn(socket.origin.replace('http:', 'https:'));
    assert.ok(isCancelled(await failureOf(client.listWorkspaces(firstPage, { signal: controller.signal }))));
  });

  it('ends at once while it waits for a retry', async () => {
    const controller = new AbortController();
    const seconds: number[] = [];
    await using stub = await openStubService((response) => json(response, {}, 429, { 'retry-after': '50' }), {
      random: () => 0,
      onWait: ({ secondsLeft }) => {
        seconds.push(secondsLeft);
        setTimeout(() => controller.abort(), 20);
      },
    });
    const error = await failureOf(stub.client.listWorkspaces(firstPage, { signal: controller.signal }));
    assert.ok(isCancelled(error), error.message);
    assert.deepEqual([seconds, stub.received.length], [[50, 0], 1]);
  });

  it('is not sent later if it waited in a queue', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await using stub = await openStubService((response) => void released.then(() => json(response, emptyPage)));
    const busy = Array.from({ length: 5 }, async () => stub.client.listWorkspaces(firstPage));
    while (stub.received.length < 5) await new Promise(setImmediate);
    const controller = new AbortController();
    const queued = failureOf(stub.client.listEnvironments('w', { signal: controller.signal }));
    controller.abort();
    assert.ok(isCancelled(await queued));
    release();
    await Promise.all(busy);
    await stub.client.listWorkspaces(firstPage);
    assert.deepEqual([stub.received.length, stub.received.some(({ url }) => url.includes('/environments'))], [6, false]);
  });

  it('leaves no listener on a signal that is used for many calls', async () => {
    await using stub = await openStubService((response) => json(response, emptyPage));
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    for (let i = 0; i < 30; i += 1) await stub.client.listWorkspaces(firstPage, { signal });
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });
});

describe('a closed client', () => {
  it('finishes the running calls and refuses later ones', async () => {
    await using stub = await openStubService((response) => setTimeout(() => json(response, emptyPage), 30), {
      clock: fakeClock(),
    });
    const early = stub.client.listWorkspaces(firstPage);
    await stub.reached;
    const closing = stub.client.close();
    const late = await failureOf(stub.client.listWorkspaces(firstPage));
    assert.ok(isApiError(late) && late.kind === 'network' && late.isUnsent && late.code === 'ERR_CLIENT_CLOSED');
    assert.equal((await early).totalCount, 0);
    await closing;
    await stub.client.close();
    assert.equal(stub.received.length, 1);
  });
});
