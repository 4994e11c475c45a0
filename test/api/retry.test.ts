import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { Client } from '../../src/api/client.ts';
import {
  isApiError,
  makeError,
  type ApiError,
  type NetworkError,
  type ServiceError,
  type TimeoutError,
  type UnexpectedResponse,
} from '../../src/api/errors.ts';
import { createRetryBudget, isHarmless, pauseAfter, waitBeforeNext, type Repeats } from '../../src/api/network/retry.ts';
import { clientOn, emptyPage, failureOf, fakeClock, firstPage, json, openSocket, openStage, type FakeClock } from './stage.ts';

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
    ['no JSON', surprise('notJson'), []],
    ['shape', surprise('shape'), []],
    ['redirect', surprise('redirect'), []],
    ['too large', surprise('tooLarge'), []],
    ['429', status(429), ['always', 'whenRefused']],
    ...[500, 502, 503, 504].map((number) => [`${number}`, status(number), ['always']] as const),
    ...[400, 401, 402, 403, 404, 405, 409, 422, 501].map((number) => [`${number}`, status(number), []] as const),
  ];
  for (const [what, error, repeats] of table) {
    it(`${what}: ${repeats.join(', ') || 'never'}`, () => {
      const all: readonly Repeats[] = ['always', 'whenRefused', 'never'];
      assert.deepEqual(
        all.filter((one) => waitBeforeNext(error, 1, one, 0.5) !== undefined),
        repeats,
      );
    });
  }

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
  for (const error of [unsent('ECONNREFUSED'), status(429), status(499)]) assert.equal(isHarmless(error), true, error.message);
  for (const error of [network, timeout, surprise('cutOff'), status(500), status(503)])
    assert.equal(isHarmless(error), false, error.message);
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

  it('is restored by answers, up to its first value', () => {
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

const place = { workspaceId: 'w', flagName: 'f', environmentId: 'e' };
const segmentRequest = { operationType: 'CREATE', title: 't', approvers: [], segment: { name: 's', keys: ['a'] } } as const;

/** Tests how each call of the client may be repeated. */
const calls: Readonly<
  Record<
    Exclude<keyof Client, 'origin' | 'word' | 'close' | 'forgetAbsent' | 'findWord' | 'describeSubmission'>,
    readonly [Repeats, (client: Client) => Promise<unknown>]
  >
> = {
  listWorkspaces: ['always', (client) => client.listWorkspaces(firstPage)],
  listEnvironments: ['always', (client) => client.listEnvironments('w')],
  listRolloutStatuses: ['always', (client) => client.listRolloutStatuses('w')],
  listSegments: ['always', (client) => client.listSegments('w', firstPage)],
  listFlags: ['always', (client) => client.listFlags('w', firstPage)],
  readKeys: ['always', (client) => client.readKeys('e', 's', firstPage)],
  readDefinition: ['always', (client) => client.readDefinition('w', 'f', 'e')],
  listChangeRequests: ['always', (client) => client.listChangeRequests({})],
  readChangeRequest: ['always', (client) => client.readChangeRequest('c')],
  uploadKeys: ['always', (client) => client.uploadKeys('e', 's', ['a'])],
  removeKeys: ['always', (client) => client.removeKeys('e', 's', { keys: ['a'], comment: '' })],
  saveIdentities: ['always', (client) => client.saveIdentities('t', 'e', [{ key: 'a', values: {} }])],
  createSegment: ['whenRefused', (client) => client.createSegment('w', 'user', { name: 's', description: '' })],
  activateSegment: ['whenRefused', (client) => client.activateSegment('e', 's')],
  deleteSegment: ['whenRefused', (client) => client.deleteSegment('w', 's')],
  createFlag: ['whenRefused', (client) => client.createFlag('w', 'user', { name: 'f', description: '' })],
  decideChangeRequest: ['whenRefused', (client) => client.decideChangeRequest('c', { status: 'APPROVED', comment: '' })],
  listTrafficTypes: ['always', (client) => client.listTrafficTypes('w')],
  listActiveSegments: ['always', (client) => client.listActiveSegments('w', 'e', firstPage)],
  listDefinitions: ['always', (client) => client.listDefinitions('w', 'e', firstPage)],
  readFlag: ['always', (client) => client.readFlag('w', 'f')],
  uploadKeysWithComment: ['always', (client) => client.uploadKeysWithComment('e', 's', { keys: ['a'] })],
  deactivateSegment: ['whenRefused', (client) => client.deactivateSegment('e', 's')],
  createDefinition: ['whenRefused', (client) => client.createDefinition(place, { name: 'f' })],
  replaceDefinition: ['whenRefused', (client) => client.replaceDefinition(place, { name: 'f' })],
  deleteDefinition: ['whenRefused', (client) => client.deleteDefinition(place)],
  killFlag: ['whenRefused', (client) => client.killFlag(place)],
  restoreFlag: ['whenRefused', (client) => client.restoreFlag(place)],
  submitChangeRequest: ['never', (client) => client.submitChangeRequest('w', 'e', segmentRequest)],
};

describe('how often a call is sent', () => {
  for (const [name, [repeats, call]] of Object.entries(calls)) {
    for (const [what, number, often] of [
      ['503', 503, repeats === 'always' ? 3 : 1],
      ['429', 429, repeats === 'never' ? 1 : 7],
      ['a reset', undefined, repeats === 'always' ? 3 : 1],
    ] as const) {
      it(`${name} on ${what}: ${often}`, async () => {
        const settings = { clock: fakeClock(), random: () => 0.5 };
        const stage = await openStage((response) => (number ? json(response, {}, number) : response.destroy()), settings);
        assert.ok(isApiError(await failureOf(call(stage.client))));
        assert.equal(stage.received.length, often);
        if (number !== 429) assert.deepEqual(settings.clock.sleeps, [250, 500].slice(0, often - 1));
        assert.equal(stage.log.length, often);
        await stage.close();
      });
    }
  }

  it('an upload that replaces the keys is sent again only if it was refused', async () => {
    const upload = async (client: Client) => client.uploadKeysWithComment('e', 's', { keys: [], isReplacement: true });
    for (const [status, often] of [
      [503, 1],
      [429, 7],
    ] as const) {
      const stage = await openStage((response) => json(response, {}, status), { clock: fakeClock() });
      await failureOf(upload(stage.client));
      assert.equal(stage.received.length, often);
      await stage.close();
    }
  });
});

describe('a wait the service asks for', () => {
  async function waits(headers: Record<string, string>): Promise<{ seconds: number[]; clock: FakeClock; sent: number }> {
    const clock = fakeClock();
    const seconds: number[] = [];
    const stage = await openStage(
      (response, _, number) => {
        if (number === 1) json(response, {}, 429, headers);
        else json(response, emptyPage);
      },
      { clock, random: () => 0, onWait: ({ secondsLeft }) => seconds.push(secondsLeft) },
    );
    await stage.client.listWorkspaces(firstPage).catch(() => undefined);
    await stage.close();
    return { seconds, clock, sent: stage.received.length };
  }

  it('is counted down second by second', async () => {
    const { seconds, clock, sent } = await waits({ 'x-ratelimit-reset-seconds-org': '2', 'x-ratelimit-reset-seconds-ip': '4' });
    assert.deepEqual([seconds, clock.sleeps, sent], [[4, 3, 2, 1, 0], [1000, 1000, 1000, 1000], 2]);
  });

  it('is not waited for if it is longer than a minute, so the user decides', async () => {
    const { seconds, clock, sent } = await waits({ 'retry-after': '61' });
    assert.deepEqual([seconds, clock.sleeps, sent], [[], [], 1]);
  });

  it('does not start again if all waits together would take more than a minute', async () => {
    const settings = { clock: fakeClock(), random: () => 0 };
    const stage = await openStage((response) => json(response, {}, 429, { 'retry-after': '40' }), settings);
    await failureOf(stage.client.listWorkspaces(firstPage));
    assert.deepEqual([stage.received.length, settings.clock.sleeps.length], [2, 40]);
    await stage.close();
  });

  it('continues if its notification fails', async () => {
    const onWait = (): never => {
      throw new Error('nobody can see this');
    };
    const settings = { clock: fakeClock(), onWait };
    const stage = await openStage(
      (response, _, number) => (number === 1 ? json(response, {}, 429, { 'retry-after': '4' }) : json(response, emptyPage)),
      settings,
    );
    assert.deepEqual((await stage.client.listWorkspaces(firstPage)).objects, []);
    await stage.close();
  });

  it('is not shown if it is shorter than three seconds', async () => {
    const { seconds, clock, sent } = await waits({ 'retry-after': '2' });
    assert.deepEqual([seconds, clock.sleeps, sent], [[], [1000, 1000], 2]);
  });
});

describe('the budget of a client for repeated calls', () => {
  /** Lists that get a 503 first, and then their answer. */
  const failsFirst = (response: ServerResponse, number: number): void => json(response, emptyPage, number % 2 === 1 ? 503 : 200);

  it('grows again with each answer', async () => {
    let number = 0;
    const stage = await openStage(
      (response, { url }) => (url.includes('/workspaces') ? failsFirst(response, (number += 1)) : json(response, [])),
      { clock: fakeClock() },
    );
    for (let i = 0; i < 30; i += 1) {
      assert.deepEqual((await stage.client.listWorkspaces(firstPage)).objects, []);
      await stage.client.listEnvironments('w');
    }
    await stage.close();
  });

  it('is not used for calls that were cancelled', async () => {
    const controller = new AbortController();
    const stage = await openStage(
      (response, _, number) => {
        if (number > 5) failsFirst(response, number);
        else if (number === 5) controller.abort();
      },
      { clock: fakeClock() },
    );
    const { signal } = controller;
    await Promise.all(Array.from({ length: 5 }, async () => failureOf(stage.client.listWorkspaces(firstPage, { signal }))));
    assert.deepEqual((await stage.client.listWorkspaces(firstPage)).objects, []);
    await stage.close();
  });
});

describe('a dead host', () => {
  it('is asked again a few times by one client, then fails at the first attempt', async () => {
    const socket = await openSocket(() => undefined);
    socket.close();
    let sent = 0;
    const client = clientOn(socket.origin, { clock: fakeClock(), onCall: () => (sent += 1) });
    for (let i = 0; i < 20; i += 1) await failureOf(client.listWorkspaces(firstPage));
    assert.equal(sent, 20 + 4);
    await client.close();
  });
});
