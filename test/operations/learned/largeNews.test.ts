/** Tests news of change requests on a service that fails, or that has large requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Viewer } from '../../../src/domain/changeRequests/requestGroups.ts';
import { readRequestNews } from '../../../src/operations/learned/requestNews.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { useService } from '../service.ts';

const service = useService({ vocabulary: 'split' });
const client = () => service.as('release-key');
const viewer: Viewer = { key: { name: 'release-key', identity: 'release-key' }, others: [], email: undefined };
const connection = { origin: 'https://service.example', keyName: 'release-key' };
const createStore = (): Store => {
  const values = new Map<string, unknown>();
  return { get: <T>(key: string) => values.get(key) as T | undefined, update: async (key, value) => void values.set(key, value) };
};
const news = (store = createStore()) => readRequestNews(client(), viewer, store, connection);

describe('reading the news', () => {
  it('fails if the service fails', async () => {
    service.onCall = () => 500;
    await assert.rejects(news(), { status: 500 });
  });

  it('reads fewer of the own requests that are no longer listed if they are large', async () => {
    const store = createStore();
    const { data } = await client().listChangeRequests({});
    const mine = data.slice(0, 1).flatMap((request) =>
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
