/** Tests on a service that accepts ten calls a second: the order of the calls, and how few of them are refused. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { hasStatus } from '../../src/api/errors.ts';
import { createGate, type Rank } from '../../src/api/network/gate.ts';
import type { Clock } from '../../src/time/clock.ts';
import { clientOn, emptyPage, failureOf, fakeClock, firstPage, json, openStubService } from './stubService.ts';

const LIMIT = 10;

/** Refuses the eleventh call of each second of `clock`. `headersOf` receives the number of calls left and the seconds until the next period. */
function limited(
  clock: { now(): number },
  headersOf: (left: number, seconds: number, isRefused: boolean) => Record<string, string>,
) {
  let [second, calls] = [0, 0];
  return (response: ServerResponse): void => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += 1;
    const isRefused = calls > LIMIT;
    json(response, isRefused ? {} : emptyPage, isRefused ? 429 : 200, headersOf(Math.max(0, LIMIT - calls), 1, isRefused));
  };
}

describe('forty reads at once, of a service that accepts ten calls a second', () => {
  const counts = (left: number, seconds: number) => ({
    'x-ratelimit-remaining-org': '5000',
    'x-ratelimit-remaining-ip': `${left}`,
    'x-ratelimit-reset-seconds-org': '0',
    'x-ratelimit-reset-seconds-ip': `${seconds}`,
  });
  for (const [what, most, headersOf] of [
    ['and says nothing more', 50, () => ({})],
    ['and says when to come back', 50, (_, seconds, isRefused) => (isRefused ? { 'retry-after': `${seconds}` } : {})],
    ['and says how many calls are left', 40, counts],
  ] as readonly (readonly [string, number, Parameters<typeof limited>[1]])[])
    it(`${what}: none fails, and it gets at most ${most} requests`, async () => {
      const clock = fakeClock();
      await using stub = await openStubService(limited(clock, headersOf), { clock });
      await Promise.all(Array.from({ length: 40 }, async (_, at) => stub.client.listSegments(`w${at}`, firstPage)));
      assert.ok(stub.received.length <= most, `${stub.received.length} requests`);
    });

  it('and counts the calls of all API keys: the clients of an origin share the gate', async () => {
    const clock = fakeClock();
    // This service does not say when its limit is reset.
    await using stub = await openStubService(limited(clock, (left) => ({ 'x-ratelimit-remaining-ip': `${left}` })));
    const gate = createGate({ clock });
    const clients = ['a', 'b', 'c'].map((name) => clientOn(stub.origin, { apiKey: `api-key-${name}`, gate, clock }));
    await Promise.all(Array.from({ length: 40 }, async (_, at) => clients[at % 3]!.listSegments('w', firstPage)));
    assert.ok(stub.received.length <= 50, `${stub.received.length} requests`);
    await Promise.all(clients.map(async (client) => client.close()));
  });
});

/** A handler that answers no call until it is released. After that, it answers each call at once. */
function held(): { readonly handler: (response: ServerResponse) => void; release(): void } {
  const responses: ServerResponse[] = [];
  let isReleased = false;
  return {
    handler: (response) => (isReleased ? json(response, emptyPage) : responses.push(response)),
    release() {
      isReleased = true;
      for (const response of responses) json(response, emptyPage);
    },
  };
}

describe('the order of calls', () => {
  it('at most five reads run at once, at most three of them in the background, and changes do not wait for reads', async () => {
    const { handler, release } = held();
    await using stub = await openStubService(handler);
    const ends = [];
    for (let at = 0; at < 9; at += 1) ends.push(stub.client.listSegments('back', firstPage, { priority: 'background' }));
    for (let at = 0; at < 4; at += 1) ends.push(stub.client.listSegments('mine', firstPage));
    ends.push(failureOf(stub.client.deleteSegment('w', 's')));
    while (stub.received.length < 6) await new Promise(setImmediate);
    const sent = stub.received.map(({ method, url }) => (method === 'GET' ? url.split('/')[6]?.slice(0, 4) : 'change'));
    assert.deepEqual(sent.map(String).toSorted(), ['back', 'back', 'back', 'change', 'mine', 'mine']);
    release();
    await Promise.all(ends);
    const later = stub.received.slice(6).map(({ url }) => url.split('/')[6]?.slice(0, 4));
    assert.deepEqual([later.length, later.lastIndexOf('mine') < later.indexOf('back', 4)], [8, true]);
  });

  it('after a refusal no call is sent before the service is ready for it, and changes go first', async () => {
    const seen: number[] = [];
    const clock = fakeClock();
    const { promise: queued, resolve: allQueued } = Promise.withResolvers<void>();
    const sleep: Clock['sleep'] = async (milliseconds, signal) => {
      if (milliseconds <= 1000) await queued;
      return clock.sleep(milliseconds, signal);
    };
    await using stub = await openStubService(
      (response, _, number) => json(response, emptyPage, number === 1 ? 429 : 200, { 'retry-after': '7' }),
      { clock: { now: clock.now, sleep }, random: () => 0, onWait: ({ secondsLeft }) => seen.push(secondsLeft) },
    );
    const first = stub.client.listSegments('w', firstPage);
    while (seen.length === 0) await new Promise(setImmediate);
    const background = stub.client.listWorkspaces(firstPage, { priority: 'background' });
    const read = stub.client.listWorkspaces(firstPage);
    const change = failureOf(stub.client.deleteSegment('w', 's'));
    allQueued();
    await Promise.all([first, change, background, read]);
    const sent = stub.received.map(({ method, url }) => `${method} ${url.split(/[/?]/)[4]}`);
    assert.deepEqual(sent, ['GET segments', 'DELETE segments', 'GET segments', 'GET workspaces', 'GET workspaces']);
    assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('if the user cancels a wait, every waiting call fails, even one that was never sent', async () => {
    let giveUp = (): void => undefined;
    await using stub = await openStubService(
      (response) => json(response, { message: 'slow down' }, 429, { 'retry-after': '50' }),
      {
        onWait: (wait) => (giveUp = wait.giveUp),
      },
    );
    const sent = failureOf(stub.client.listWorkspaces(firstPage));
    while (stub.log.length < 1) await new Promise(setImmediate);
    const unsent = failureOf(stub.client.listWorkspaces(firstPage));
    giveUp();
    assert.deepEqual([hasStatus(await sent, 429), hasStatus(await unsent, 429), stub.received.length], [true, true, 1]);
  });
});

it('after a 503 that asks for too long a wait, a waiting call fails for that reason, and does not count as sent', async () => {
  const responses: ServerResponse[] = [];
  const { promise: full, resolve } = Promise.withResolvers<void>();
  await using stub = await openStubService((response) => responses.push(response) === 5 && resolve());
  const calls = Array.from({ length: 6 }, async () => failureOf(stub.client.listWorkspaces(firstPage)));
  await full;
  for (const response of responses) json(response, { message: 'maintenance' }, 503, { 'retry-after': '61' });
  const last = (await Promise.all(calls)).at(-1);
  assert.ok(hasStatus(last, 503), last?.message);
  assert.deepEqual([last.serviceMessage, last.retryAfterSeconds, last.isUnsent], ['maintenance', 61, true]);
  assert.equal(stub.received.length, 5);
});

describe('the number of remaining calls in the answers', () => {
  const counted = (left: number, seconds: number) => ({
    'x-ratelimit-remaining-org': `${left}`,
    'x-ratelimit-reset-seconds-org': `${seconds}`,
  });

  /** `call` makes one call and returns the milliseconds that it had to wait. */
  function useGate() {
    const fake = fakeClock();
    const clock: Clock = {
      now: fake.now,
      async sleep(...args) {
        // Lets the calls that have just started run first.
        await new Promise(setImmediate);
        return fake.sleep(...args);
      },
    };
    const gate = createGate({ clock });
    const call = async (rank: Rank, headers = {}, askedToWait?: number): Promise<number> => {
      const before = clock.now();
      const pass = await gate.enter(rank, false);
      pass?.note(headers);
      if (askedToWait !== undefined) pass?.refused(askedToWait);
      pass?.leave();
      return clock.now() - before;
    };
    return { clock, gate, call };
  }

  it('the counts of a new period apply, even if it begins before the rounded end of the last one', async () => {
    const { clock, call } = useGate();
    await call('read', counted(1, 1));
    await clock.sleep(500);
    const waits = [await call('read', counted(99, 60)), await call('read', counted(98, 60)), await call('read')];
    assert.deepEqual(waits, [0, 0, 0]);
  });

  it('the limits of the organization and of the IP address have their own resets', async () => {
    const { call } = useGate();
    const ofBoth = (org: number, ip: number) => ({
      ...counted(org, 60),
      'x-ratelimit-remaining-ip': `${ip}`,
      'x-ratelimit-reset-seconds-ip': '2',
    });
    assert.equal(await call('read', ofBoth(5000, 0)), 0);
    // The calls of the IP address are used up for two seconds. Those of the organization are not.
    assert.equal(await call('read', ofBoth(0, 100)), 2000);
    assert.equal(await call('read'), 60_000);
  });

  it('no call waits if the same number is left after each', async () => {
    const { clock, call } = useGate();
    let waited = 0;
    for (let number = 0; number < 120; number += 1) {
      waited += await call('read', counted(99, 10));
      await clock.sleep(500);
    }
    assert.equal(waited, 0);
  });

  it('a change waits only after the service has refused a call, or if it can’t be repeated after a refusal', async () => {
    const { call } = useGate();
    await call('read', counted(0, 20));
    assert.equal(await call('write', counted(0, 20), 5000), 0);
    assert.equal(await call('write'), 5000);
    assert.equal(await call('once', counted(0, 20)), 15_000);
    assert.equal(await call('read'), 20_000);
  });

  it('a change starts when its own pause ends, though reads wait longer', async () => {
    const { clock, call } = useGate();
    await call('read', counted(0, 20), 5000);
    const start = clock.now();
    const ends: [Rank, number][] = [];
    const wait = async (rank: Rank) => call(rank).then(() => ends.push([rank, clock.now() - start]));
    await Promise.all([wait('read'), wait('write')]);
    assert.deepEqual(ends, [['write', 5000], ['read', 20_000]]); // prettier-ignore
  });

  it('an answer that arrives late does not raise the number again, even if its rounded reset is a little later', async () => {
    const { clock, gate, call } = useGate();
    const [early, late] = [await gate.enter('read', false), await gate.enter('read', false)];
    early?.note(counted(0, 20));
    early?.leave();
    await clock.sleep(500);
    late?.note(counted(9, 20));
    late?.leave();
    assert.equal(await call('read'), 19_500);
  });

  it('reads run one at a time if no call is left and the reset is too far away', async () => {
    const { gate, call } = useGate();
    await call('read', counted(0, 10_000));
    const first = await gate.enter('read', false);
    const seen: string[] = [];
    const second = call('read').then(() => seen.push('second'));
    await new Promise(setImmediate);
    seen.push('first');
    first?.leave();
    await second;
    assert.deepEqual(seen, ['first', 'second']);
  });

  it('refusals of calls that ran at once count as one: half as many reads run from then on', async () => {
    const { gate, call } = useGate();
    const passes = await Promise.all(Array.from({ length: 4 }, async () => gate.enter('read', false)));
    for (const pass of passes) {
      pass?.refused(1000);
      pass?.leave();
    }
    assert.equal(await call('once'), 1000);
    let running = 0;
    for (let at = 0; at < 3; at += 1) void gate.enter('read', false).then(() => (running += 1));
    await new Promise(setImmediate);
    assert.equal(running, 2);
  });
});
