/** Tests the catalog over HTTP: what it reads, with how many calls, and how it reports an incomplete list. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogOf, createCatalog, type Catalog } from '../../../src/operations/catalog/catalog.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { useService, type Fault } from '../service.ts';

const service = useService();
const catalog = (): Catalog => catalogOf(service.as('submitter-key'));
type Segments = ReturnType<Catalog['segments']>;
const segments = (): Segments => catalog().segments('w');
const segmentCalls = (): number => service.count('GET', /^\/segments\/ws\//);

/** The workspace `w` has this many segments; `listed` = how many of them its pages contain. */
function serve(total: number, listed = total): void {
  service.onCall = ({ path }): Fault | undefined => {
    const { pathname, searchParams } = new URL(path, 'http://service.example');
    if (!pathname.startsWith('/segments/ws/w')) return undefined;
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const length = Math.max(0, Math.min(limit, listed - offset));
    const objects = Array.from({ length }, (_, index) => ({ name: `${pathname.at(-1)}-${offset + index}`, tags: null }));
    return { status: 200, body: { objects, offset, limit, totalCount: total } };
  };
}

describe('a list of the catalog', () => {
  it('reads each page once for any number of simultaneous callers, and makes no call the next time', async () => {
    serve(450);
    const list = segments();
    await Promise.all([list.read(), list.read({ count: 300 }), catalog().segments('w').find('w-449')]);
    assert.deepEqual([list.items.length, list.isComplete, segmentCalls()], [450, true, 3]);
    await list.read();
    assert.equal(await list.find('w-450'), undefined);
    assert.equal(segmentCalls(), 3);
  });

  it('finds a name beyond the first 2,000 items, and reads no further than its page', async () => {
    serve(10_000);
    const list = segments();
    assert.equal((await list.find('w-2345'))?.name, 'w-2345');
    assert.deepEqual([segmentCalls(), list.isComplete], [12, false]);
    await list.read();
    assert.deepEqual([segmentCalls(), list.items.length], [50, 10_000]);
  });

  it('has the traffic types of the segments if the service does not list traffic types, and asks once', async () => {
    const types = catalog().trafficTypes(service.workspace('Storefront'));
    await types.read();
    const [listed, calls] = [types.items.map(({ name }) => name), segmentCalls()];
    service.onCall = ({ path }) => (path.startsWith('/trafficTypes/') ? 405 : undefined);
    types.expire();
    await Promise.all([types.read(), types.read()]);
    assert.equal(calls, 0);
    assert.ok(types.isComplete && types.items.length > 0 && types.items.every(({ name }) => listed.includes(name)));
    assert.equal(service.count('GET', /^\/trafficTypes\//), 2);
    assert.ok(segmentCalls() > 0);
  });

  it('has the new name of a traffic type after the next reading of the segments', async () => {
    const named = (...names: readonly string[]): void =>
      void (service.onCall = ({ path }) => {
        if (path.startsWith('/trafficTypes/')) return 405;
        if (!path.startsWith('/segments/ws/w')) return undefined;
        const objects = names.map((name, index) => ({ name: `s${index}`, trafficType: { id: 't', name } }));
        return { status: 200, body: { objects, offset: 0, limit: 200, totalCount: objects.length } };
      });
    const [list, types] = [segments(), catalog().trafficTypes('w')];
    const typesNow = async (): Promise<unknown> => {
      catalog().expire();
      await types.read();
      return [types.items.map(({ name }) => name), types.isComplete, list.items.map(({ trafficType }) => trafficType?.name)];
    };
    named('user', 'user');
    assert.deepEqual(await typesNow(), [['user'], true, ['user', 'user']]);
    assert.equal(list.items[0]?.trafficType, list.items[1]?.trafficType, 'each traffic type is stored once');
    named('account', 'account');
    assert.deepEqual(await typesNow(), [['account'], true, ['account', 'account']]);
    // Somebody renames it between two pages.
    named('account', 'buyer');
    assert.deepEqual(await typesNow(), [['buyer'], true, ['account', 'buyer']]);
  });

  it('keeps its items when the service fails, reports the reason, and continues at the page that failed', async () => {
    serve(450);
    const list = segments();
    await list.read({ count: 1 });
    const [{ readAt }, { onCall }] = [list, service];
    service.onCall = () => 403;
    await assert.rejects(list.read(), { status: 403 });
    list.expire();
    await assert.rejects(list.read(), { status: 403 });
    assert.deepEqual([list.items.length, list.readAt, (list.failure as { status: number }).status], [200, readAt, 403]);
    service.onCall = onCall;
    service.seen.length = 0;
    await list.read({ count: 1 });
    assert.deepEqual([list.items.length, list.failure, segmentCalls()], [200, undefined, 1]);
  });

  it('continues to read when one caller cancels, and ends its call when the last caller cancels', async () => {
    serve(450);
    const { onCall } = service;
    const stalled = Promise.withResolvers<undefined>();
    service.onCall = async (call, body) => (await stalled.promise, onCall(call, body));
    const list = segments();
    const [one, other] = [new AbortController(), new AbortController()];
    const left = assert.rejects(list.read({ signal: one.signal }), { name: 'AbortError' });
    const stays = list.read({ count: 1 });
    one.abort();
    await left;
    stalled.resolve(undefined);
    await stays;
    assert.equal(list.items.length, 200);
    service.onCall = () => new Promise(() => undefined);
    const last = assert.rejects(list.read({ signal: other.signal }), { name: 'AbortError' });
    other.abort();
    await last;
    service.onCall = onCall;
    await list.read();
    assert.deepEqual([list.items.length, list.failure], [450, undefined]);
  });

  it('is read again once it has expired or is too old, and keeps the old items until as many new ones have arrived', async () => {
    serve(450);
    const list = segments();
    await list.read();
    list.expire();
    assert.deepEqual([list.items.length, segmentCalls()], [450, 3]);
    await list.read({ count: 200 });
    assert.deepEqual([list.items.length, list.isComplete, segmentCalls()], [200, false, 4]);
    await list.read();
    serve(3);
    const reading = list.read({ newerThan: systemClock.now() });
    assert.equal(list.items.length, 450);
    await reading;
    assert.deepEqual([list.items.length, list.isComplete], [3, true]);
  });
});

describe('a list that this window changes while the service answers', () => {
  const changes: Readonly<Record<string, (list: Segments) => void>> = {
    'does not bring back what was removed': (list) => list.remove('w-0'),
    'does not drop what was added': (list) => list.put({ name: 'new' }),
  };
  const readings: Readonly<Record<string, (list: Segments) => Promise<unknown>>> = {
    'when it is checked': async (list) => list.check({ calls: 9, bytes: 1e6 }),
    'when it is read again': async (list) => list.read({ newerThan: systemClock.now() }),
    'when it is read for the first time': async (list) => list.read(),
  };
  for (const [how, read] of Object.entries(readings))
    for (const [what, change] of Object.entries(changes)) {
      it(`${what}, ${how}`, async () => {
        serve(2);
        const list = segments();
        if (!how.includes('first')) await list.read();
        const { onCall } = service;
        const [asked, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
        service.onCall = async (call, body) => {
          asked.resolve(undefined);
          await held.promise;
          return onCall(call, body);
        };
        const done = read(list);
        await asked.promise;
        change(list);
        held.resolve(undefined);
        // A check reports no change that this window has made.
        assert.ok(!(await done));
        const expected = what.includes('removed') ? ['w-1'] : ['new', 'w-0', 'w-1'];
        assert.deepEqual(list.items.map(({ name }) => name).toSorted(), expected);
        assert.deepEqual([list.isComplete, list.get('w-0') === undefined], [true, what.includes('removed')]);
        // A later reading shows what the service has then.
        service.onCall = onCall;
        await list.read({ newerThan: systemClock.now() });
        assert.deepEqual([list.items.length, list.get('w-0')?.name], [2, 'w-0']);
      });
    }

  for (const [what, change] of Object.entries(changes))
    it(`${what}, when it is checked although it was never read`, async () => {
      serve(2);
      const list = segments();
      const { onCall } = service;
      service.onCall = (call, body) => (change(list), onCall(call, body));
      assert.equal(await list.check({ calls: 9, bytes: 1e6 }), false);
      assert.deepEqual([list.items.length, list.readAt, list.hasExpired], [0, undefined, true]);
      // A later reading shows what the service has then.
      service.onCall = onCall;
      await list.read();
      assert.deepEqual([list.items.length, list.get('w-0')?.name], [2, 'w-0']);
    });

  it('shows the newer reading if a check that began before it ends after it', async () => {
    serve(2);
    const list = segments();
    await list.read();
    const [asked, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    serve(3);
    const { onCall: withOneMore } = service;
    service.onCall = async (call, body) => {
      const old = withOneMore(call, body);
      asked.resolve(undefined);
      await held.promise;
      return old;
    };
    const check = list.check({ calls: 9, bytes: 1e6 });
    await asked.promise;
    serve(4);
    await list.read({ newerThan: systemClock.now() });
    assert.equal(list.items.length, 4);
    held.resolve(undefined);
    assert.equal(await check, false);
    assert.equal(list.items.length, 4);
  });

  it('continues with the next page after an item was removed', async () => {
    serve(450);
    const list = segments();
    await list.read({ count: 1 });
    const reading = list.read();
    list.remove('w-0');
    await reading;
    assert.deepEqual([list.items.length, list.get('w-449')?.name, segmentCalls()], [449, 'w-449', 3]);
  });
});

describe('the catalog', () => {
  it('fires one event for all lists that changed at the same time', async () => {
    serve(2);
    let fired = 0;
    const own = catalog();
    const listener = own.onDidChange(() => (fired += 1));
    const environments = own.environments(service.workspace('Storefront'));
    await Promise.all([own.segments('w').read(), own.workspaces.read(), environments.read()]);
    await Promise.resolve();
    assert.ok(fired >= 1 && fired <= 3, String(fired));
    fired = 0;
    own.segments('w').put({ name: 'a' });
    own.segments('w').put({ name: 'b' });
    await Promise.resolve();
    assert.equal(fired, 1);
    listener.dispose();
    own.segments('w').put({ name: 'c' });
    await Promise.resolve();
    assert.equal(fired, 1);
  });

  it('drops the least recently used list when it stores too much, and reads it again on request', async () => {
    serve(200);
    const own = createCatalog(service.as('submitter-key'), 500);
    for (const id of ['w1', 'w2']) await own.segments(id).read();
    await own.segments('w1').read();
    await own.segments('w3').read();
    const sizes = ['w1', 'w3', 'w2'].map((id) => own.segments(id).items.length);
    assert.deepEqual(sizes, [200, 200, 0]);
    assert.equal(own.segments('w2').isComplete, false);
    await own.segments('w2').read();
    assert.equal(segmentCalls(), 4);
  });
});
