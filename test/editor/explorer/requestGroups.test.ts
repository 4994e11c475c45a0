/** Tests the Change Requests view with the sandbox: its groups, its filter, and 500 open requests. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { RequestFilter } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import '../fakeVscode.ts';

const { createRequestGroups } = await import('../../../src/editor/explorer/changeRequests/requestGroupNodes.ts');
const { requestPlace } = await import('../../../src/editor/words/placeWords.ts');

const MANY = 210;
/** The sandbox gives its API keys with their display names. */
const known = (name: string) => ({ name, identity: name });

const asItIs = (request: ChangeRequest): ChangeRequest => request;

/** The client, with a different answer to the list of open requests. */
const changed = (client: Client, change: typeof asItIs): Client => ({
  ...client,
  async listChangeRequests(query, options) {
    const page = await client.listChangeRequests(query, options);
    return query.status === undefined ? { ...page, data: page.data.map(change) } : page;
  },
});

describe('the Change Requests view', () => {
  let sandbox: Sandbox;
  const clients = new Map<string, Client>();
  let calls: string[] = [];
  let redrawn: (TreeNode | undefined)[] = [];

  before(async () => {
    sandbox = await startSandbox();
    for (const { name, key } of sandbox.keys)
      clients.set(
        name,
        createClient({
          baseUrl: sandbox.baseUrl,
          vocabulary: { flag: sandbox.vocabulary },
          apiKey: key,
          onCall: ({ method, path }) => calls.push(`${method} ${path}`),
        }),
      );
  });
  beforeEach(async () => {
    await sandbox.reset();
    calls = [];
    redrawn = [];
  });
  after(async () => {
    for (const client of clients.values()) await client.close();
    await sandbox.close();
  });

  const connectedAs = (keyName: string, email?: string) => ({
    connectionId: 'c1',
    connectionName: 'Sandbox',
    origin: sandbox.baseUrl,
    isSandbox: true,
    isReadOnly: false,
    email,
    keyName,
    keyNames: ['submitter-key', 'release-key'],
    client: clients.get(keyName)!,
  });
  const groups = (keyName: string, filter: RequestFilter = {}, email?: string, seen: readonly string[] = [], change = asItIs) => {
    const own = connectedAs(keyName, email);
    const connected = { ...own, client: changed(own.client, change) };
    return createRequestGroups(() => ({
      connected,
      viewer: { key: known(keyName), others: connected.keyNames.filter((name) => name !== keyName).map(known), email },
      filter,
      placeOf: (request: ChangeRequest) => requestPlace(request, undefined),
      learnPlaces: () => undefined,
      wasLookedFor: () => true,
      look: async () => undefined,
      knownStatuses: () => seen,
      expire: () => undefined,
      inOrder: (all: readonly ChangeRequest[]) => all,
      isRead: () => false,
      redraw: (node) => redrawn.push(node),
    })).nodes();
  };
  const shown = (nodes: readonly TreeNode[]): readonly string[] =>
    nodes.map((node) => {
      const { label, description } = node.toTreeItem();
      return `${String(label)}${description === undefined ? '' : ` ${String(description)}`}`;
    });
  const rowsOf = async (nodes: readonly TreeNode[], label: string): Promise<readonly TreeNode[]> => {
    const node = nodes.find((one) => one.toTreeItem().label === label);
    assert.ok(node?.children, label);
    return node.children();
  };

  it('shows first who has to act, with counts, with one call', async () => {
    const nodes = await groups('release-key');
    assert.equal(calls.length, 1);
    const [waiting, submitted, open, ...decided] = shown(nodes);
    assert.match(waiting ?? '', /^Waiting for me [1-9]/);
    assert.match(submitted ?? '', /^Submitted by me \d/);
    assert.match(open ?? '', /^All open 9$/);
    assert.deepEqual(decided, ['Approved', 'Scheduled', 'Published', 'Rejected', 'Withdrawn']);
    await rowsOf(nodes, 'Waiting for me');
    await rowsOf(nodes, 'All open');
    assert.equal(calls.length, 1);
  });

  it('shows in each row the change, place, submitter and time, or that they are unknown', async () => {
    const rows = shown(await rowsOf(await groups('submitter-key'), 'All open'));
    const trials = rows.find((row) => row.startsWith('Remove ended trials'));
    assert.match(trials ?? '', / environment unknown · trial-accounts$/);
    const search = rows.find((row) => row.startsWith('New search'));
    assert.match(search ?? '', / production · new-search · maria\.lopez@example\.com, /);
  });

  it('reads the decided requests on demand, each with the context value for its menus', async () => {
    const nodes = await groups('submitter-key');
    calls = [];
    const published = await rowsOf(nodes, 'Published');
    assert.deepEqual(
      calls.map((call) => new URLSearchParams(call.split('?')[1]).get('status')),
      ['PUBLISHED'],
    );
    const group = nodes.find((node) => node.toTreeItem().label === 'Published')!;
    assert.equal(group.toTreeItem().description, String(published.length));
    assert.equal(redrawn.at(-1), group);
    assert.equal(published[0]?.contextValue, 'changeRequest isPublished hasName hasId');
    for (const group of ['Withdrawn', 'Rejected', 'Scheduled']) assert.ok((await rowsOf(nodes, group)).length > 0, group);
  });

  it('has a group for each known status of the service, in words or as the service writes it', async () => {
    const waits = (request: ChangeRequest): ChangeRequest => (request.segment ? { ...request, status: 'ON_HOLD' } : request);
    const seen = ['SCHEDULED', 'SCHEDULE_REQUESTED', 'IN_REVIEW', 'REQUESTED'];
    const nodes = await groups('release-key', {}, undefined, seen, waits);
    assert.equal(calls.length, 1);
    const [scheduled, inReview, onHold] = nodes.slice(-3);
    assert.deepEqual(shown([scheduled!]), ['Withdrawn']);
    assert.deepEqual(shown([inReview!]), ['IN_REVIEW']);
    assert.match(shown([onHold!])[0] ?? '', /^ON_HOLD [1-9]/);
    const rows = (await onHold?.children?.()) ?? [];
    assert.equal(calls.length, 1, 'they are among the open ones');
    const tooltips = await Promise.all(rows.map(async (row) => row.tooltip?.()));
    assert.ok(rows.length > 0 && tooltips.every((text) => /ON_HOLD/.test(text ?? '')));
    assert.deepEqual(shown((await inReview?.children?.()) ?? []), ['None']);
    assert.deepEqual(shown(await rowsOf(nodes, 'Approved')), ['None']);
  });

  it('says that a group is empty, and which other stored API key has something to decide', async () => {
    const [nothing, other] = await rowsOf(await groups('submitter-key'), 'Waiting for me');
    assert.deepEqual(shown([nothing!]), ['Nothing waits for “submitter-key”']);
    assert.match(shown([other!])[0] ?? '', /^Use “release-key” for the change requests that wait for it \(\d+\)$/);
    assert.deepEqual(other?.toTreeItem().command?.arguments, ['release-key']);
    const ofOthers = (request: ChangeRequest): ChangeRequest => ({ ...request, comments: [] });
    const own = await rowsOf(await groups('release-key', {}, undefined, [], ofOthers), 'Submitted by me');
    assert.deepEqual(shown(own), ['None', 'Submit Change Request…'], 'while those of others are open');
  });

  it('shows only what passes the filter', async () => {
    const nodes = await groups('release-key', { object: 'segment', text: 'trial' });
    assert.deepEqual(
      (await rowsOf(nodes, 'All open')).map((node) => node.toTreeItem().label),
      ['Remove ended trials'],
    );
  });

  it('says that nothing matches the filter if the filter hides all requests, and shows all after a click', async () => {
    const nodes = await groups('release-key', { text: 'no such words' });
    for (const group of ['Waiting for me', 'All open', 'Published']) {
      const rows = await rowsOf(nodes, group);
      assert.match(shown(rows).join('; '), /^No loaded row matches the filter; Show all \(\d+ hidden\)/, group);
      for (const row of rows.slice(0, 2)) assert.equal(row.toTreeItem().command?.command, 'flagAdmin.changeRequest.clearFilter');
    }
    // If there are no requests, the filter hides nothing.
    assert.deepEqual(shown(await rowsOf(nodes, 'Approved')), ['None']);
  });

  it(`shows the first of ${MANY} open requests after one call, and the others page by page`, async () => {
    const client = clients.get('submitter-key')!;
    const place = sandbox.environments.find(({ name, workspace }) => name === 'staging' && workspace.name === 'Storefront')!;
    const make = async (index: number): Promise<void> => {
      const name = `many-${index}`;
      await client.createSegment(place.workspace.id, 'account', { name, description: '' });
      await client.activateSegment(place.id, name);
      await client.submitChangeRequest(place.workspace.id, place.id, {
        operationType: 'CREATE',
        segment: { name, keys: ['a'] },
        title: `Request ${index}`,
        comment: 'one of many',
        approvers: ['tom@example.com'],
      });
    };
    for (let start = 0; start < MANY; start += 21)
      await Promise.all(Array.from({ length: 21 }, (_, index) => make(start + index)));
    calls = [];
    const nodes = await groups('submitter-key');
    const open = nodes[2]!;
    let rows = (await open.children?.()) ?? [];
    assert.deepEqual([calls.length, rows.length], [1, 101]);
    assert.equal(open.toTreeItem().description, '100+');
    for (let pages = 0; rows.at(-1)?.contextValue === 'loadMore'; pages += 1) {
      assert.ok(pages < 10);
      await (rows.at(-1) as TreeNode & { loadMore(): Promise<void> }).loadMore();
      assert.equal(redrawn.at(-1), open);
      rows = (await open.children?.()) ?? [];
    }
    assert.deepEqual([calls.length, rows.length, open.toTreeItem().description], [3, MANY + 9, String(MANY + 9)]);
  });
});
