/** Tests the check of the sandbox's change requests: waiting ones, and own ones that somebody else decided. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { Viewer } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { Store } from '../../../src/operations/learned/store.ts';
import { catalogOf } from '../../../src/operations/catalog/catalog.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { renameApiKey } from '../../../src/operations/learned/keyRecords.ts';
import { createWatch } from '../../../src/operations/learned/keyAnswers.ts';
import { knownStatuses, checkRequests, rememberStatuses } from '../../../src/operations/learned/requestCheck.ts';
import { Memento } from '../../editor/fakeContext.ts';
import { useService } from '../service.ts';

const service = useService();
type Key = 'submitter-key' | 'release-key';
const at = (keyName: string, origin = 'https://service.example', connectionId = 'c1') => ({ connectionId, origin, keyName });
const viewer = (name: string, others: readonly string[] = [], email?: string): Viewer => ({
  key: { name, identity: name },
  otherKeys: others.map((other) => ({ name: other, identity: other })),
  email,
});
async function submit(as: Key, segment = 'beta-accounts'): Promise<ChangeRequest> {
  const { workspaceId, environmentId } = service.place('production');
  return service.as(as).submitChangeRequest(workspaceId, environmentId, {
    operationType: 'CREATE',
    segment: { name: segment, keys: ['one-more'] },
    title: `One more of ${segment}`,
    comment: 'please',
    approvers: [],
  });
}
const decide = (as: Key, id: string, status: 'APPROVED' | 'WITHDRAWN' | 'REJECTED') =>
  service.as(as).decideChangeRequest(id, { status, comment: 'done' });

const look = (key: Key, store: Store = new Memento(), seenBy = viewer(key), where = at(key)) =>
  checkRequests(service.as(key), seenBy, store, where);

describe('a check of the change requests', () => {
  it('counts the change requests that the API key in use may approve, in one call if there are few', async () => {
    const store = new Memento();
    const before = await look('release-key', store);
    await submit('submitter-key');
    service.seen.length = 0;
    const now = await look('release-key', store);
    assert.equal(now.waiting.length, before.waiting.length + 1);
    assert.notEqual(now.mark, before.mark);
    assert.equal(service.seen.length, 1);
    // The submitter's API key may not approve its own request.
    assert.ok((await look('submitter-key')).waiting.length < now.waiting.length);
  });

  it('reports once that somebody else decided an own request, and only with the API key and at the service that saw it open', async () => {
    const store = new Memento();
    const { id } = await submit('submitter-key');
    assert.deepEqual((await look('submitter-key', store)).decided, []);
    await decide('release-key', id, 'APPROVED');
    for (const other of [at('submitter-key', 'https://other.example'), at('limited-key')])
      assert.deepEqual((await look('submitter-key', store, undefined, other)).decided, []);
    // A different account at the same service has an API key with the same label, which can't see the request.
    const account = at('submitter-key', undefined, 'c2');
    service.onCall = ({ path }) => (path.endsWith(id) ? 404 : undefined);
    assert.deepEqual((await look('submitter-key', store, undefined, account)).decided, []);
    service.onCall = () => undefined;
    const { decided } = await look('submitter-key', store);
    assert.deepEqual(
      decided.map((request) => [request.id, request.status]),
      [[id, 'PUBLISHED']],
    );
    assert.deepEqual((await look('submitter-key', store)).decided, []);
  });

  it('reports the publication of an own scheduled request even if the API key has a new label meanwhile', async () => {
    const store = new Memento();
    const { id } = await submit('submitter-key');
    await look('submitter-key', store);
    const approved = await decide('release-key', id, 'APPROVED');
    service.onCall = ({ path }) => (path.endsWith(id) ? { status: 200, body: { ...approved, status: 'SCHEDULED' } } : undefined);
    assert.deepEqual((await look('submitter-key', store)).decided, []);
    await renameApiKey(store, 'c1', 'submitter-key', 'my key');
    service.onCall = () => undefined;
    const { decided } = await look('submitter-key', store, viewer('submitter-key'), at('my key'));
    assert.deepEqual(
      decided.map((request) => request.id),
      [id],
    );
  });

  it('reports a decision that was made before the first check after the submission, but no end that the answer has shown', async () => {
    const store = new Memento();
    const key = at('submitter-key');
    const client = createWatch(store, assert.ifError)(service.as('submitter-key'), key, () => undefined);
    const { workspaceId, environmentId } = service.place('production');
    const sent = { operationType: 'CREATE', title: 'One more', comment: 'please', approvers: [] } as const;
    const send = (name: string) =>
      client.submitChangeRequest(workspaceId, environmentId, { ...sent, segment: { name, keys: ['one-more'] } });
    const { id } = await send('beta-accounts');
    await decide('release-key', id, 'REJECTED');
    service.onCall = ({ method }) =>
      method === 'POST' ? { status: 200, body: { ...sent, id: 'ended', status: 'PUBLISHED', comments: [] } } : undefined;
    await send('trial-accounts');
    service.seen.length = 0;
    assert.deepEqual(
      (await look('submitter-key', store)).decided.map((request) => [request.id, request.status]),
      [[id, 'REJECTED']],
    );
    assert.equal(service.count('GET', /ended$/), 0);
    assert.deepEqual((await look('submitter-key', store)).decided, []);
  });

  it('does not report decisions of the user, with this or a different stored API key', async () => {
    const store = new Memento();
    const both = () => look('submitter-key', store, viewer('submitter-key', ['release-key']));
    const { id } = await submit('submitter-key');
    await both();
    await decide('release-key', id, 'APPROVED');
    assert.deepEqual((await both()).decided, []);
  });

  it('reports several decisions only after all of them are stored as reported', async () => {
    const store = new Memento();
    const { id: last } = await submit('submitter-key');
    await look('submitter-key', store);
    const own = (await service.as('submitter-key').listChangeRequests({})).data.filter(
      ({ comments }) => comments[0]?.user === 'submitter-key',
    );
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
    const reported = await look('submitter-key', failing).catch(() => undefined);
    const { decided } = reported ?? (await look('submitter-key', store));
    assert.deepEqual(decided.map(({ id }) => id).toSorted(), ids.toSorted());
  });

  it('says that more may wait if it does not reach the end, and reads a long list anew after half an hour', async (t) => {
    const [one] = (await service.as('release-key').listChangeRequests({})).data;
    let pages = 15;
    service.onCall = ({ path }) => {
      if (!path.startsWith('/changeRequests?')) return undefined;
      const page = Number(new URL(path, 'http://service.example').searchParams.get('after') ?? '0');
      const data = [{ ...one, id: `r${page}` }];
      return { text: JSON.stringify({ data, nextMarker: page + 1 < pages ? String(page + 1) : null }) };
    };
    const list = catalogOf(service.as('release-key')).requests();
    await list.read();
    // Somebody else decides the last three.
    pages = 12;
    const store = new Memento();
    const lookNow = async () => {
      service.seen.length = 0;
      const { mayHaveMore } = await look('release-key', store);
      return [mayHaveMore, list.items.length, list.hasMore, service.seen.length];
    };
    assert.deepEqual(await lookNow(), [true, 15, false, 10]);
    assert.deepEqual(await lookNow(), [true, 15, false, 10]);
    const later = systemClock.now() + 31 * 60_000;
    t.mock.method(systemClock, 'now', () => later);
    assert.deepEqual(await lookNow(), [true, 10, true, 10]);
    assert.deepEqual(await lookNow(), [true, 10, true, 10]);
    await list.read();
    pages = 10;
    assert.deepEqual(await lookNow(), [false, 10, false, 10]);
  });

  it('does not hide a decision behind an own request that the service can’t show', async () => {
    const store = new Memento();
    const ids = [(await submit('submitter-key')).id, (await submit('submitter-key', 'trial-accounts')).id];
    await look('submitter-key', store);
    for (const id of ids) await decide('release-key', id, 'REJECTED');
    for (const broken of ids) {
      service.onCall = ({ path }) => (path.endsWith(broken) ? 500 : undefined);
      const copy = new Memento();
      await copy.update('requests.own', store.get('requests.own'));
      const reported = [];
      for (let times = 0; times < 3; times += 1)
        reported.push(...(await look('submitter-key', copy)).decided.map(({ id }) => id));
      assert.deepEqual(
        reported,
        ids.filter((id) => id !== broken),
      );
      service.onCall = () => undefined;
      assert.deepEqual(
        (await look('submitter-key', copy)).decided.map(({ id }) => id),
        [broken],
        'it is not forgotten',
      );
    }
  });

  it('fails if the service fails', async () => {
    service.onCall = () => 500;
    await assert.rejects(look('release-key'), { status: 500 });
  });

  it('reads fewer of the own requests that are no longer listed if they are large', async () => {
    const store = new Memento();
    const { data } = await service.as('release-key').listChangeRequests({});
    const mine = data.slice(0, 1).flatMap((request) =>
      Array.from({ length: 8 }, (_, index) => ({
        ...request,
        id: `own-${index}`,
        flag: null,
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
    await look('release-key', store);
    isOpen = false;
    service.seen.length = 0;
    const first = await look('release-key', store);
    // Each answer has 1.3 million bytes.
    assert.equal(first.decided.length, 4);
    const second = await look('release-key', store);
    assert.equal(second.decided.length, 4, 'the others are told the next time');
    assert.deepEqual((await look('release-key', store)).decided, []);
  });
});

const HERE = 'https://one.example';

it('the statuses that a service has used are stored only for that service, each once, and limited in number and length', async () => {
  const store = new Memento();
  await rememberStatuses(store, HERE, ['PUBLISHED', 'SCHEDULED', 'PUBLISHED']);
  await rememberStatuses(store, HERE, ['SCHEDULED', 'IN_REVIEW']);
  assert.deepEqual(knownStatuses(store, HERE), ['PUBLISHED', 'SCHEDULED', 'IN_REVIEW']);
  assert.deepEqual(knownStatuses(store, 'https://other.example'), []);
  const many = ['', 'x'.repeat(1000), ...Array.from({ length: 500 }, (_, index) => `S${index}`)];
  await rememberStatuses(store, 'https://other.example', many);
  assert.equal(knownStatuses(store, 'https://other.example').length, 100);
});
