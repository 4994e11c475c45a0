import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import {
  isApiError,
  makeError,
  type ApiError,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../../src/api/errors.ts';
import { createRetryBudget, hadNoEffect, pauseAfter, waitBeforeNext, type Repeats } from '../../src/api/network/retry.ts';
import { calls, repeatsOf, type CallName, type Example } from './everyCall.ts';
import { clientOn, emptyPage, failureOf, fakeClock, firstPage, json, openSocket, openStubService } from './stubService.ts';

const where = { method: 'GET', path: '/x' };
const network = makeError<NetworkError>({ ...where, kind: 'network', code: 'ECONNRESET', isUnsent: false }, 'x');
const unsent = (code: string): NetworkError => makeError<NetworkError>({ ...where, kind: 'network', code, isUnsent: true }, 'x');
const timeout = makeError<TimeoutError>({ ...where, kind: 'timeout', milliseconds: 1 }, 'x');
const surprise = (reason: UnexpectedResponse['reason']): ApiError =>
  makeError<UnexpectedResponse>({ ...where, kind: 'unexpectedResponse', status: 200, reason }, 'x');
const status = (number: number, retryAfterSeconds?: number): ApiError => {
  const said = { code: undefined, serviceMessage: '', details: '', transactionId: undefined, retryAfterSeconds };
  return makeError<ServiceError>({ ...where, kind: 'service', status: number, ...said }, 'x');
};

describe('whether a failure is worth another attempt', () => {
  const table: readonly (readonly [string, ApiError, readonly Repeats[]])[] = [
    ['network', network, ['always']],
    ['timeout', timeout, ['always']],
    ...['ERR_PROXY_URL', 'ERR_PROXY_LOGIN', 'ERR_PROXY_REFUSED', 'CERT_HAS_EXPIRED'].map(
      (code) => [code, unsent(code), []] as const,
    ),
    ...['ERR_PROXY_DOWN', 'ERR_PROXY_FAILED'].map((code) => [code, unsent(code), ['always']] as const),
    ['cut off', surprise('cutOff'), ['always']],
    ...(['notJson', 'shape', 'redirect', 'tooLarge'] as const).map((reason) => [reason, surprise(reason), []] as const),
    ['429', status(429), ['always', 'whenRefused']],
    ...[500, 502, 503, 504].map((number) => [`${number}`, status(number), ['always']] as const),
    ...[400, 401, 402, 403, 404, 405, 409, 422, 501].map((number) => [`${number}`, status(number), []] as const),
  ];
  it('depends on the kind of failure and on how the call may be repeated', () => {
    for (const [what, error, repeats] of table) {
      const worth = (['always', 'whenRefused', 'never'] as const).filter(
        (one) => waitBeforeNext(error, 1, one, 0.5) !== undefined,
      );
      assert.deepEqual(worth, repeats, what);
    }
  });

  it('a call is not repeated after the third attempt, except after a 429', () => {
    assert.equal(waitBeforeNext(network, 3, 'always', 0), undefined);
    assert.equal(waitBeforeNext(status(503, 1), 3, 'always', 0), undefined);
    assert.equal(waitBeforeNext(status(429, 1), 3, 'whenRefused', 0), 0);
  });

  it('waits up to 500 ms, then up to twice as long, anywhere in between', () => {
    for (const random of [0, 0.25, 0.999]) {
      assert.equal(waitBeforeNext(network, 1, 'always', random), Math.floor(random * 500));
      assert.equal(waitBeforeNext(network, 2, 'always', random), Math.floor(random * 1000));
    }
  });

  it('all calls wait as long as the service asks, and after a 429 for 1 s at least, then 2, 4, …, 20', () => {
    assert.deepEqual([pauseAfter(network, 1), pauseAfter(status(503), 1), pauseAfter(status(503, 7), 3)], [0, 0, 7000]);
    assert.deepEqual(
      [1, 2, 3, 5, 6, 9].map((attempt) => pauseAfter(status(429), attempt)),
      [1000, 2000, 4000, 16_000, 20_000, 20_000],
    );
    assert.deepEqual([pauseAfter(status(429, 3), 1), pauseAfter(status(429, 3), 3)], [3000, 4000]);
  });

  it('waits no more than a minute in all its attempts because the service asks', () => {
    assert.equal(waitBeforeNext(status(503, 60), 1, 'always', 0.5), 0);
    assert.equal(waitBeforeNext(status(429, 61), 1, 'always', 0.5), undefined);
    assert.equal(waitBeforeNext(status(429, 20), 2, 'always', 0.5, 40_000), 0);
    assert.equal(waitBeforeNext(status(429, 21), 2, 'always', 0.5, 40_000), undefined);
    assert.equal(waitBeforeNext(status(429), 1, 'always', 0.5, 59_001), undefined);
  });
});

it('the service can’t have carried out a call that it never received or refused, but may have carried out any other', () => {
  for (const error of [unsent('ECONNREFUSED'), status(429), status(499)]) assert.equal(hadNoEffect(error), true, error.message);
  for (const error of [network, timeout, surprise('cutOff'), status(500), status(503)])
    assert.equal(hadNoEffect(error), false, error.message);
});

describe('the budget of a client', () => {
  it('is used up soon by a silent host, later by a failing one, and never by one that asks to wait', () => {
    const spentOn = (error: ApiError): number => {
      const budget = createRetryBudget();
      let count = 0;
      while (count < 100 && budget.spend(error)) count += 1;
      return count;
    };
    assert.deepEqual([spentOn(network), spentOn(timeout), spentOn(status(503)), spentOn(status(429))], [4, 4, 10, 100]);
  });

  it('is restored by answers, up to its initial value', () => {
    const budget = createRetryBudget();
    while (budget.spend(network)) assert.ok(true);
    for (let i = 0; i < 5; i += 1) budget.earn();
    assert.deepEqual([budget.spend(network), budget.spend(network)], [true, false]);
    for (let i = 0; i < 1000; i += 1) budget.earn();
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(() => budget.spend(network)),
      [true, true, true, true, false],
    );
  });
});

describe('how often a call is sent', () => {
  const test = (name: string, repeats: Repeats, make: Example['make']): void => {
    for (const [what, number, often] of [
      ['503', 503, repeats === 'always' ? 3 : 1],
      ['429', 429, repeats === 'never' ? 1 : 7],
      ['a reset', undefined, repeats === 'always' ? 3 : 1],
    ] as const)
      it(`${name} on ${what}: ${often}`, async () => {
        const settings = { clock: fakeClock(), random: () => 0.5 };
        await using stub = await openStubService(
          (response) => (number ? json(response, {}, number) : response.destroy()),
          settings,
        );
        assert.ok(isApiError(await failureOf(make(stub.client))));
        assert.equal(stub.received.length, often);
        if (number !== 429) assert.deepEqual(settings.clock.sleeps, [250, 500].slice(0, often - 1));
        assert.equal(stub.log.length, often);
      });
  };
  for (const [name, { make }] of Object.entries(calls)) test(name, repeatsOf(name as CallName), make);
});

describe('a wait the service asks for', () => {
  /** A service that refuses the first `refusals` calls. Returns the seconds that were shown, the sleeps, and the number of calls. */
  async function waits(headers: Record<string, string>, refusals = 1, onSeen?: () => never) {
    const clock = fakeClock();
    const seconds: number[] = [];
    const onWait = ({ secondsLeft }: { readonly secondsLeft: number }): void => {
      seconds.push(secondsLeft);
      onSeen?.();
    };
    await using stub = await openStubService(
      (response, _, number) => json(response, emptyPage, number <= refusals ? 429 : 200, headers),
      { clock, random: () => 0, onWait },
    );
    await stub.client.listWorkspaces(firstPage).catch(() => undefined);
    return [seconds, clock.sleeps, stub.received.length];
  }
  const sleeps = (count: number): readonly number[] => Array.from({ length: count }, () => 1000);

  it('is counted down second by second, even if its notification fails', async () => {
    const headers = { 'x-ratelimit-reset-seconds-org': '2', 'x-ratelimit-reset-seconds-ip': '4' };
    assert.deepEqual(await waits(headers), [[4, 3, 2, 1, 0], sleeps(4), 2]);
    assert.deepEqual(await waits(headers, 1, () => assert.fail('nobody can see this')), [[4, 3, 2, 1, 0], sleeps(4), 2]);
  });

  it('is not shown if it is shorter than three seconds, and not waited for if it exceeds a minute with those before', async () => {
    assert.deepEqual(await waits({ 'retry-after': '2' }), [[], sleeps(2), 2]);
    assert.deepEqual(await waits({ 'retry-after': '61' }), [[], [], 1]);
    const [, slept, sent] = await waits({ 'retry-after': '40' }, 9);
    assert.deepEqual([slept, sent], [sleeps(40), 2]);
  });
});

describe('the budget of a client for repeated calls', () => {
  /** Lists that get a 503 first, and then their answer. */
  const failsFirst = (response: ServerResponse, number: number): void => json(response, emptyPage, number % 2 === 1 ? 503 : 200);

  it('grows again with each answer', async () => {
    let number = 0;
    await using stub = await openStubService(
      (response, { url }) => (url.includes('/workspaces') ? failsFirst(response, (number += 1)) : json(response, [])),
      { clock: fakeClock() },
    );
    for (let i = 0; i < 30; i += 1) {
      assert.deepEqual((await stub.client.listWorkspaces(firstPage)).objects, []);
      await stub.client.listEnvironments('w');
    }
  });

  it('is not used for calls that were cancelled', async () => {
    const controller = new AbortController();
    await using stub = await openStubService(
      (response, _, number) => {
        if (number > 5) failsFirst(response, number);
        else if (number === 5) controller.abort();
      },
      { clock: fakeClock() },
    );
    const { signal } = controller;
    await Promise.all(Array.from({ length: 5 }, async () => failureOf(stub.client.listWorkspaces(firstPage, { signal }))));
    assert.deepEqual((await stub.client.listWorkspaces(firstPage)).objects, []);
  });
});

it('a dead host is asked again a few times by one client, then calls fail at the first attempt', async () => {
  using socket = await openSocket(() => undefined);
  socket.close();
  let sent = 0;
  await using client = clientOn(socket.origin, { clock: fakeClock(), onCall: () => (sent += 1) });
  for (let i = 0; i < 20; i += 1) await failureOf(client.listWorkspaces(firstPage));
  assert.equal(sent, 20 + 4);
});
