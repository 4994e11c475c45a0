/** Tests news of the sandbox's change requests: waiting ones, and own ones that somebody else decided. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { Viewer } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { readRequestNews } from '../../../src/operations/learned/requestNews.ts';
import { useService } from '../service.ts';

const service = useService();
const at = (keyName: string, origin = 'https://service.example') => ({ origin, keyName });
const viewer = (name: string, others: readonly string[] = [], email?: string): Viewer => ({
  key: { name, identity: name },
  others: others.map((other) => ({ name: other, identity: other })),
  email,
});
const createStore = (): Store => {
  const values = new Map<string, unknown>();
  return { get: <T>(key: string) => values.get(key) as T | undefined, update: async (key, value) => void values.set(key, value) };
};

async function submit(as: 'submitter-key' | 'release-key', segment = 'beta-accounts'): Promise<ChangeRequest> {
  const { workspaceId, environmentId } = service.place('production');
  return service.as(as).submitChangeRequest(workspaceId, environmentId, {
    operationType: 'CREATE',
    segment: { name: segment, keys: ['one-more'] },
    title: `One more of ${segment}`,
    comment: 'please',
    approvers: [],
  });
}
const decide = (as: 'submitter-key' | 'release-key', id: string, status: 'APPROVED' | 'WITHDRAWN' | 'REJECTED') =>
  service.as(as).decideChangeRequest(id, { status, comment: 'done' });

describe('a check of the change requests', () => {
  it('counts those that the API key in use may approve, in one call if there are few', async () => {
    const store = createStore();
    const before = await readRequestNews(service.as('release-key'), viewer('release-key'), store, at('release-key'));
    await submit('submitter-key');
    service.seen.length = 0;
    const now = await readRequestNews(service.as('release-key'), viewer('release-key'), store, at('release-key'));
    assert.equal(now.waiting.length, before.waiting.length + 1);
    assert.notEqual(now.mark, before.mark);
    assert.equal(service.seen.length, 1);
    // The submitter's API key may not approve its own request.
    const own = await readRequestNews(service.as('submitter-key'), viewer('submitter-key'), createStore(), at('submitter-key'));
    assert.ok(own.waiting.length < now.waiting.length);
  });

  it('counts those that wait for the person', async () => {
    const key = viewer('submitter-key');
    const { waiting } = await readRequestNews(service.as('submitter-key'), key, createStore(), at('submitter-key'));
    const mine = { ...key, email: 'tom.becker@example.com' };
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    const named = data.filter(({ approvers }) => approvers.includes('tom.becker@example.com')).length;
    assert.equal(
      (await readRequestNews(service.as('submitter-key'), mine, createStore(), at('submitter-key'))).waiting.length,
      waiting.length + named,
    );
  });

  for (const [status, as] of [
    ['APPROVED', 'release-key'],
    ['REJECTED', 'release-key'],
  ] as const) {
    it(`reports once that somebody else decided an own request: ${status}`, async () => {
      const store = createStore();
      const { id } = await submit('submitter-key');
      const look = () => readRequestNews(service.as('submitter-key'), viewer('submitter-key'), store, at('submitter-key'));
      assert.deepEqual((await look()).decided, []);
      await decide(as, id, status);
      const { decided } = await look();
      assert.deepEqual(
        decided.map((request) => [request.id, request.status]),
        [[id, status === 'APPROVED' ? 'PUBLISHED' : status]],
      );
      assert.deepEqual((await look()).decided, []);
    });
  }

  it('does not report decisions of the user, with this or a different stored API key', async () => {
    const store = createStore();
    const look = () =>
      readRequestNews(service.as('submitter-key'), viewer('submitter-key', ['release-key']), store, at('submitter-key'));
    const [first, second] = [
      await submit('submitter-key'),
      await submit('submitter-key', 'wholesale-trial').catch(() => undefined),
    ];
    await look();
    await decide('release-key', first.id, 'APPROVED');
    if (second) await decide('submitter-key', second.id, 'WITHDRAWN');
    assert.deepEqual((await look()).decided, []);
  });

  it('reports a decision only with the API key that saw the request open, not with a different key or at a different service', async () => {
    const store = createStore();
    const client = service.as('submitter-key');
    const { id } = await submit('submitter-key');
    await readRequestNews(client, viewer('submitter-key'), store, at('submitter-key'));
    await decide('release-key', id, 'APPROVED');
    for (const other of [at('submitter-key', 'https://other.example'), at('limited-key')])
      assert.deepEqual((await readRequestNews(client, viewer('submitter-key'), store, other)).decided, []);
  });

  it('reports several decisions only after all of them are stored as reported', async () => {
    const store = createStore();
    const client = service.as('submitter-key');
    const look = () => readRequestNews(client, viewer('submitter-key'), store, at('submitter-key'));
    const { id: last } = await submit('submitter-key');
    await look();
    const own = (await client.listChangeRequests({})).data.filter(({ comments }) => comments[0]?.user === 'submitter-key');
    const ids = [last, own.find(({ id, status }) => id !== last && status === 'REQUESTED')!.id];
    for (const id of ids) await decide('release-key', id, 'REJECTED');
    let writes = 0;
    const failing: Store = {
      get: store.get,
      async update(key, value) {
        writes += 1;
        if (writes > 1) throw new Error('disk full');
        await store.update(key, value);
      },
    };
    const told = await readRequestNews(client, viewer('submitter-key'), failing, at('submitter-key')).catch(() => undefined);
    const { decided } = told ?? (await look());
    assert.deepEqual(decided.map(({ id }) => id).toSorted(), ids.toSorted());
  });
});
