/** Tests the list of open change requests over HTTP with a service that has very many or very large requests. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import { catalogOf, type List } from '../../../src/operations/catalog/catalog.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { useService } from '../service.ts';

const MIB = 1024 * 1024;

const service = useService({ vocabulary: 'split' });
const open = (): List<ChangeRequest> => catalogOf(service.as('release-key')).requests();
const limits = () => ({ calls: 10, bytes: 4 * MIB });

let one: ChangeRequest;

beforeEach(async () => {
  [one] = (await service.as('submitter-key').listChangeRequests({})).data as [ChangeRequest];
  service.seen.length = 0;
});

/** Simulates a service with `pages` pages of requests for each status and `keys` keys in each request. `isFixed`: it ignores `limit`. */
function serve({ pages, keys, isFixed = false }: { pages: number; keys: number; isFixed?: boolean }): void {
  const list = Array.from({ length: keys }, (_, index) => `account-${String(index).padStart(8, '0')}`);
  service.onCall = ({ path }) => {
    if (!path.startsWith('/changeRequests?')) return undefined;
    const asked = query(path);
    const status = asked.get('status') ?? 'REQUESTED';
    const page = Number(asked.get('after') ?? '0');
    const length = keys === 0 ? 1 : isFixed ? 100 : Number(asked.get('limit'));
    const data = Array.from({ length }, (_, index) => ({
      ...one,
      id: `${status}-${page}-${index}`,
      status,
      split: null,
      segment: { name: 'beta-accounts', keys: list },
    }));
    const nextMarker = page + 1 < pages ? String(page + 1) : null;
    return { text: JSON.stringify({ data, nextMarker, previousMarker: null, limit: length, count: length }) };
  };
}

const query = (path: string): URLSearchParams => new URL(path, 'http://service.example').searchParams;
const queries = (field: string): readonly (string | null)[] => service.seen.map(({ path }) => query(path).get(field));

describe('the list of open requests', () => {
  it('contains one page of each listing, and one more page of each when more is requested', async () => {
    serve({ pages: 3, keys: 0 });
    const list = open();
    const both = (page: number) => [`SCHEDULE_REQUESTED-${page}-0`, `REQUESTED-${page}-0`];
    const ids = () => list.items.map(({ id }) => id);
    await list.read({ count: 1 });
    assert.deepEqual([ids(), service.seen.length], [both(0), 2]);
    await list.read({ count: 3 });
    assert.deepEqual(ids(), [...both(0), ...both(1)]);
    await list.read();
    assert.deepEqual([list.items.length, list.isComplete, service.seen.length], [6, true, 6]);
  });

  it('continues with one listing if the service does not know the status of the other', async () => {
    serve({ pages: 3, keys: 0 });
    const { onCall } = service;
    service.onCall = (call, body) => (call.path.includes('SCHEDULE_REQUESTED') ? 400 : onCall(call, body));
    await open().read();
    assert.deepEqual(queries('status'), ['SCHEDULE_REQUESTED', null, null, null]);
  });

  it('is not complete if the service ignores the markers, or repeats one', async () => {
    const page = (id: string, nextMarker: string | null) => ({ data: [{ ...one, id }], nextMarker });
    const next: Readonly<Record<string, string>> = { start: 'a', a: 'b', b: 'a' };
    const list = open();
    for (const pageOf of [
      () => page('start', 'same'),
      (asked: URLSearchParams) => page(asked.get('after') ?? 'start', next[asked.get('after') ?? 'start']!),
    ]) {
      service.onCall = ({ path }) =>
        path.includes('SCHEDULE_REQUESTED')
          ? 400
          : path.startsWith('/changeRequests?')
            ? { status: 200, body: pageOf(query(path)) }
            : undefined;
      list.expire();
      await list.read();
      assert.deepEqual([list.hasMore, list.isComplete], [false, false]);
    }
    assert.equal(list.items.length, 3);
  });

  it('halves its page size after a response that is too large, and remembers the size', async () => {
    serve({ pages: 2, keys: 0 });
    const { onCall } = service;
    // The client takes 64 MB at most.
    const tooLarge = { text: `{"data": [${'"x",'.repeat(20 * MIB)}""]}` };
    service.onCall = (call, body) => (Number(query(call.path).get('limit')) > 50 ? tooLarge : onCall(call, body));
    const list = open();
    await list.read();
    const limitsAsked = queries('limit').map(Number);
    assert.deepEqual(limitsAsked.toSorted((one, other) => one - other), [50, 50, 50, 50, 100, 100]); // prettier-ignore
    assert.equal(list.isComplete, true);
    service.seen.length = 0;
    list.expire();
    await list.read();
    assert.ok(queries('limit').every((limit) => limit === '50'));
  });
});

describe('an automatic check of the open requests', () => {
  it('makes one call for each listing, and leaves the list as it is if nothing has changed', async () => {
    const list = open();
    assert.equal(await list.check(limits()), true);
    assert.equal(service.seen.length, 2);
    const { items } = list;
    assert.equal(await list.check(limits()), false);
    assert.deepEqual([list.items === items, list.isComplete, service.seen.length], [true, true, 4]);
    await service.as('submitter-key').decideChangeRequest(one.id, { status: 'WITHDRAWN', comment: 'x' });
    assert.equal(await list.check(limits()), true);
    assert.equal(list.get(one.id), undefined);
  });

  it('makes at most ten calls; a later request for more continues from there', async () => {
    serve({ pages: 300, keys: 0 });
    const list = open();
    await list.check(limits());
    assert.deepEqual([list.items.length, service.seen.length, list.isComplete, list.hasMore], [10, 10, false, true]);
    await list.read({ count: 11 });
    assert.deepEqual([list.items.length, service.seen.length], [12, 12]);
    assert.equal(await list.check(limits()), false);
    assert.equal(list.items.length, 12);
  });

  it('keeps the time of the last complete reading if it does not reach the end of the list', async () => {
    serve({ pages: 12, keys: 0 });
    const list = open();
    await list.read();
    const { readAt } = list;
    assert.deepEqual([list.items.length, list.hasOldItems], [24, false]);
    // Somebody else decides the last requests.
    serve({ pages: 11, keys: 0 });
    const checkedAt = systemClock.now();
    assert.equal(await list.check(limits()), false);
    assert.deepEqual([list.items.length, list.readAt, list.hasOldItems], [24, readAt, true]);
    await list.read({ newerThan: checkedAt });
    assert.deepEqual([list.items.length, list.isComplete, list.hasOldItems], [22, true, false]);
  });

  it('renews the time of an incomplete list if it reads all of its items', async () => {
    serve({ pages: 300, keys: 0 });
    const list = open();
    await list.check(limits());
    const checkedAt = systemClock.now();
    assert.equal(await list.check(limits()), false);
    assert.deepEqual([list.items.length, list.readAt! >= checkedAt, list.hasOldItems], [10, true, false]);
  });

  it('makes no call if its caller cancels while it waits for a different reading', async () => {
    serve({ pages: 1, keys: 0 });
    const { onCall } = service;
    const held = Promise.withResolvers<undefined>();
    service.onCall = async (call, body) => (await held.promise, onCall(call, body));
    const list = open();
    const reading = list.read();
    const abort = new AbortController();
    const check = assert.rejects(list.check(limits(), abort.signal), { name: 'AbortError' });
    abort.abort();
    held.resolve(undefined);
    await Promise.all([reading, check]);
    assert.equal(service.seen.length, 2);
  });

  it('reads smaller pages if the requests are large, and at most four million bytes', async () => {
    serve({ pages: 300, keys: 10_000 });
    const list = open();
    await list.check(limits());
    assert.equal(list.isComplete, false);
    assert.ok(service.seen.length <= 10, String(service.seen.length));
    service.seen.length = 0;
    await list.check(limits());
    assert.ok(list.items.length > 0);
    assert.equal(Math.max(...queries('limit').map(Number)) < 100, true, 'it remembers the size');
    // The smaller page size does not apply to a reading that the user starts.
    service.seen.length = 0;
    await list.read({ count: list.items.length + 1 });
    assert.ok(queries('limit').includes('100'));
  });

  it('ends if a page is too large and the service ignores the page size', async () => {
    serve({ pages: 2, keys: 1_000, isFixed: true });
    const list = open();
    await list.check(limits());
    assert.deepEqual([list.items.length, list.isComplete], [0, false]);
    assert.ok(service.seen.length <= 10, String(service.seen.length));
  });
});

it('a service that ignores the environment is not taken for one that filters because no request is open', async () => {
  let data: readonly object[] = [];
  service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { text: JSON.stringify({ data }) } : undefined);
  const catalog = catalogOf(service.as('release-key'));
  assert.equal(await catalog.canFilterRequests('nowhere'), false);
  data = [one];
  assert.equal(await catalog.canFilterRequests('nowhere'), false);
  service.onCall = () => undefined;
  assert.equal(await catalog.canFilterRequests('nowhere'), false, 'a proven answer is remembered');
  const other = catalogOf(service.as('submitter-key'));
  assert.deepEqual(await Promise.all([other.canFilterRequests('nowhere'), other.canFilterRequests('nowhere')]), [true, true]);
  service.seen.length = 0;
  assert.deepEqual([await other.canFilterRequests('nowhere'), service.seen.length], [true, 0]);
});
