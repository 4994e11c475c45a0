/** How much is read of the open change requests where nobody asked for it: over HTTP, on a service that has very many or very large ones. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { Viewer } from '../../../src/domain/changeRequests/requestGroups.ts';
import { createRequestList } from '../../../src/operations/changeRequests/requestList.ts';
import { listRequestPlaces } from '../../../src/operations/changeRequests/findEnvironment.ts';
import { readOpenRequests } from '../../../src/operations/changeRequests/openRequests.ts';
import { readRequestNews } from '../../../src/operations/learned/requestNews.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { useService, type Seen } from '../service.ts';

const MIB = 1024 * 1024;

const service = useService({ vocabulary: 'split' });
const client = () => service.as('release-key');
const viewer: Viewer = { key: { name: 'release-key', identity: 'release-key' }, others: [], email: undefined };
const connection = { origin: 'https://service.example', keyName: 'release-key' };
const createStore = (): Store => {
  const values = new Map<string, unknown>();
  return { get: <T>(key: string) => values.get(key) as T | undefined, update: async (key, value) => void values.set(key, value) };
};
const news = (store = createStore()) => readRequestNews(client(), viewer, store, connection);

/** A request that waits for this API key. */
let one: ChangeRequest;
/** The texts of the answers, in the order of the calls. */
let answers: string[] = [];

beforeEach(async () => {
  const found = await readOpenRequests(client());
  one =
    found.requests.find(({ segment, approvers }) => segment && approvers.includes('release-key')) ?? assert.fail('none waits');
  service.seen.length = 0;
  answers = [];
});

/** A service with so many pages for each status, of requests with so many keys. `isFixed`: it does not know `limit`. */
function serve({ pages, keys, isFixed = false }: { pages: number; keys: number; isFixed?: boolean }): void {
  const list = Array.from({ length: keys }, (_, index) => `account-${String(index).padStart(8, '0')}`);
  service.onCall = ({ path }: Seen) => {
    const query = new URL(path, 'http://service.example').searchParams;
    if (!path.startsWith('/changeRequests?')) return undefined;
    const status = query.get('status') ?? 'REQUESTED';
    const page = Number(query.get('after') ?? '0');
    const length = keys === 0 ? 1 : isFixed ? 100 : Number(query.get('limit'));
    const data = Array.from({ length }, (_, index) => ({
      ...one,
      id: `${status}-${page}-${index}`,
      status,
      split: null,
      segment: { name: 'beta-accounts', keys: list },
    }));
    const nextMarker = page + 1 < pages ? String(page + 1) : null;
    const text = JSON.stringify({ data, nextMarker, previousMarker: null, limit: length, count: length });
    answers.push(text);
    return { text };
  };
}

const queries = (field: string): readonly (string | null)[] =>
  service.seen.map(({ path }) => new URL(path, 'http://service.example').searchParams.get(field));

describe('a round of reading', () => {
  it('takes one call for each listing, and has all, where there are few', async () => {
    const found = await readOpenRequests(client());
    assert.equal(found.isWhole, true);
    assert.deepEqual(queries('status'), ['SCHEDULE_REQUESTED', null]);
    assert.equal((await news()).isAtLeast, false);
  });

  it('takes ten calls at most, a page of each listing in turn, and says that there may be more', async () => {
    serve({ pages: 300, keys: 0 });
    const { waiting, isAtLeast } = await news();
    assert.deepEqual([waiting, isAtLeast], [10, true]);
    assert.deepEqual(queries('status'), Array.from({ length: 5 }, () => ['SCHEDULE_REQUESTED', null]).flat());
  });

  it('reads on in one listing where the other is done', async () => {
    serve({ pages: 300, keys: 0 });
    const { onCall } = service;
    service.onCall = (call, body) => (call.path.includes('SCHEDULE_REQUESTED') ? 400 : onCall(call, body));
    assert.deepEqual((await news()).waiting, 9);
    assert.deepEqual(
      queries('status').filter((status) => status !== null),
      ['SCHEDULE_REQUESTED'],
    );
  });

  it('takes pages of fewer requests where they are large, and four million bytes at most', async () => {
    serve({ pages: 300, keys: 10_000 });
    const { waiting, isAtLeast } = await news();
    assert.equal(isAtLeast, true);
    assert.deepEqual(queries('limit').slice(0, 4), ['100', '10', '1', '1']);
    const read = answers.slice(2);
    assert.equal(waiting, read.length);
    assert.ok(waiting > 0 && service.seen.length <= 10, String(service.seen.length));
    assert.ok(read.reduce((sum, text) => sum + text.length, 0) <= 4 * MIB);
  });

  it('ends with the bytes, where each request is large', async () => {
    serve({ pages: 300, keys: 45_000 });
    const found = await readOpenRequests(client());
    assert.equal(found.isWhole, false);
    const size = answers.at(-1)!.length;
    assert.ok(size < MIB && size * 5 > 4 * MIB, String(size));
    assert.ok(found.requests.length > 0 && found.requests.length <= 2, 'what was given up counts as well');
  });

  it('knows none where each page is too large and the service knows no limit, and says so', async () => {
    serve({ pages: 2, keys: 1_000, isFixed: true });
    const { waiting, isAtLeast } = await news();
    assert.deepEqual([waiting, isAtLeast, service.seen.length], [0, true, 3]);
  });

  it('is a failure where the service fails', async () => {
    service.onCall = () => 500;
    await assert.rejects(news(), { status: 500 });
  });

  it('asks for fewer own requests that are gone where they are large', async () => {
    const store = createStore();
    const { requests } = await readOpenRequests(client());
    const mine = requests.slice(0, 1).flatMap((request) =>
      Array.from({ length: 8 }, (_, index) => ({
        ...request,
        id: `own-${index}`,
        split: null,
        comments: [{ comment: 'x', user: 'release-key', role: 'SUBMITTER', timestamp: 1 }],
      })),
    );
    const keys = Array.from({ length: 50_000 }, (_, index) => `account-${String(index).padStart(16, '0')}`);
    let isOpen = true;
    service.onCall = ({ path }) => {
      if (path.startsWith('/changeRequests?')) return { text: JSON.stringify({ data: isOpen ? mine : [] }) };
      const id = path.split('/').at(-1);
      return { text: JSON.stringify({ ...mine[0], id, status: 'PUBLISHED', segment: { name: 's', keys } }) };
    };
    await news(store);
    isOpen = false;
    service.seen.length = 0;
    const first = await news(store);
    // Each answer has 1.3 million bytes.
    assert.equal(first.decided.length, 4);
    const second = await news(store);
    assert.equal(second.decided.length, 4, 'the others are told the next time');
    assert.deepEqual((await news(store)).decided, []);
  });
});

describe('the list of open requests that a person sees', () => {
  it('begins with a page of each listing, and reads a page of each more where it is asked', async () => {
    serve({ pages: 3, keys: 0 });
    const list = createRequestList(client());
    const known = async () => {
      const { requests, hasMore } = await list.read();
      return [requests.map(({ id }) => id), hasMore];
    };
    const both = (page: number) => [`SCHEDULE_REQUESTED-${page}-0`, `REQUESTED-${page}-0`];
    assert.deepEqual(await known(), [both(0), true]);
    assert.equal(service.seen.length, 2);
    await list.readMore();
    assert.deepEqual(await known(), [[...both(0), ...both(1)], true]);
    await list.readMore();
    assert.deepEqual(await known(), [[...both(0), ...both(1), ...both(2)], false]);
    assert.equal(service.seen.length, 6);
  });
});

describe('the environments of open requests', () => {
  let asked = 0;
  before(() => (asked = 0));
  it('are looked for on fifty pages at most', async () => {
    serve({ pages: 300, keys: 0 });
    const { onCall } = service;
    service.onCall = (call, body) => {
      const { searchParams } = new URL(call.path, 'http://service.example');
      if (searchParams.get('environmentId') === searchParams.get('wsId')) return undefined;
      // The service says that it knows no such environment: it does filter.
      if (searchParams.get('environmentId') === one.workspace?.id) return { text: '{"data": []}' };
      if (searchParams.has('environmentId')) asked += 1;
      return onCall(call, body);
    };
    for await (const place of listRequestPlaces(client(), [{ ...one, id: 'nowhere' }])) assert.ok(place);
    assert.equal(asked, 50);
  });
});
