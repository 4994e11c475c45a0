/** Tests the Change Requests view with the sandbox: its groups, its filter, and hundreds of open requests. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ChangeRequest } from '../../../src/api/model.ts';
import type { RequestFilter } from '../../../src/domain/changeRequests/requestGroups.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService, type KeyName } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import '../fakeVscode.ts';

const { createRequestGroups } = await import('../../../src/editor/explorer/changeRequests/requestGroupNodes.ts');
const { requestPlace } = await import('../../../src/editor/words/placeWords.ts');

const service = useService();
const known = (name: string) => ({ name, identity: name });
let redrawn: (TreeNode | undefined)[] = [];
beforeEach(() => (redrawn = []));

interface Wish {
  readonly filter?: RequestFilter;
  readonly statuses?: readonly string[];
  /** Changes the answer to the list of open requests. */
  readonly change?: (request: ChangeRequest) => ChangeRequest;
}
function groups(keyName: KeyName, { filter = {}, statuses = [], change }: Wish = {}): Promise<readonly TreeNode[]> {
  const own = connectedTo(service, keyName);
  const listChangeRequests: typeof own.client.listChangeRequests = async (query, options) => {
    const page = await own.client.listChangeRequests(query, options);
    return change && query.status === undefined ? { ...page, data: page.data.map(change) } : page;
  };
  return createRequestGroups(() => ({
    connected: { ...own, client: { ...own.client, listChangeRequests } },
    viewer: { key: known(keyName), otherKeys: own.keyNames.filter((name) => name !== keyName).map(known), email: undefined },
    filter,
    placeOf: (request: ChangeRequest) => requestPlace(request, undefined),
    filtered: { read: async () => undefined, environmentIdOf: (request) => requestPlace(request, undefined)?.id },
    findEnvironments: () => undefined,
    wasSearched: () => true,
    findEnvironment: async () => undefined,
    knownStatuses: () => statuses,
    expire: () => undefined,
    inOrder: (all: readonly ChangeRequest[]) => all,
    isRead: () => false,
    redraw: (node) => redrawn.push(node),
  })).nodes();
}
const shown = (nodes: readonly TreeNode[] = []): readonly string[] =>
  nodes.map((node) => {
    const { label, description } = node.toTreeItem();
    return `${String(label)}${description === undefined ? '' : ` ${String(description)}`}`;
  });
const groupIn = (nodes: readonly TreeNode[], label: string): TreeNode =>
  nodes.find((one) => one.toTreeItem().label === label) ?? assert.fail(label);
const rowsOf = async (nodes: readonly TreeNode[], label: string): Promise<readonly TreeNode[]> =>
  (await groupIn(nodes, label).children?.()) ?? assert.fail(label);
const calls = (): number => service.seen.length;

describe('the Change Requests view', () => {
  it('shows first who has to act, with counts and the facts about each request, with one call', async () => {
    const nodes = await groups('release-key');
    const [waiting, submitted, open, ...decided] = shown(nodes);
    assert.match(waiting ?? '', /^Waiting for me [1-9]/);
    assert.match(submitted ?? '', /^Submitted by me \d/);
    assert.equal(open, 'All open 9');
    assert.deepEqual(decided, ['Approved', 'Scheduled', 'Published', 'Rejected', 'Withdrawn']);
    await rowsOf(nodes, 'Waiting for me');
    const rows = shown(await rowsOf(nodes, 'All open')).join('\n');
    assert.match(rows, /^Remove ended trials environment unknown · trial-accounts$/m);
    assert.match(rows, /^New search.* production · new-search · maria\.lopez@example\.com, /m);
    assert.equal(calls(), 1);
  });

  it('has a group for each known status of the service, in words or as the service writes it', async () => {
    const change = (request: ChangeRequest): ChangeRequest => (request.segment ? { ...request, status: 'ON_HOLD' } : request);
    const statuses = ['SCHEDULED', 'SCHEDULE_REQUESTED', 'IN_REVIEW', 'REQUESTED'];
    const nodes = await groups('release-key', { statuses, change });
    const [withdrawn, inReview, onHold] = nodes.slice(-3);
    assert.deepEqual(shown([withdrawn!, inReview!]), ['Withdrawn', 'IN_REVIEW']);
    assert.match(shown([onHold!])[0] ?? '', /^ON_HOLD [1-9]/);
    const rows = (await onHold?.children?.()) ?? [];
    assert.equal(calls(), 1, 'they are among the open ones');
    const tooltips = await Promise.all(rows.map(async (row) => row.tooltip?.()));
    assert.ok(rows.length > 0 && tooltips.every((text) => /ON_HOLD/.test(text ?? '')));
    assert.deepEqual(shown(await inReview?.children?.()), ['None']);
    assert.deepEqual(shown(await rowsOf(nodes, 'Approved')), ['None']);
  });

  it('says in the tooltips which API keys its two groups about the user count for', async () => {
    const nodes = await groups('release-key');
    assert.deepEqual(
      nodes.slice(0, 3).map((node) => node.toTreeItem().tooltip),
      [
        'Change requests to approve with the API key in use: “release-key”',
        'Change requests that you submitted, with any of your API keys for this connection',
        undefined,
      ],
    );
  });

  it('says that a group is empty, and which other stored API key has something to decide', async () => {
    const [nothing, other] = await rowsOf(await groups('submitter-key'), 'Waiting for me');
    assert.deepEqual(shown([nothing!]), ['No change request waits for the API key “submitter-key”']);
    assert.match(shown([other!])[0] ?? '', /^Use the API key “release-key” for the change requests that wait for it \(\d+\)$/);
    assert.deepEqual(other?.toTreeItem().command?.arguments, ['release-key']);
    const change = (request: ChangeRequest): ChangeRequest => ({ ...request, comments: [] });
    const own = await rowsOf(await groups('release-key', { change }), 'Submitted by me');
    assert.deepEqual(shown(own), ['None', 'Submit Change Request…'], 'while those of others are open');
  });

  it('calls a group empty only if its list is complete, which it is not if the service repeats a page', async () => {
    const { data } = await service.as('release-key').listChangeRequests({});
    const body = { data: data.slice(0, 1), nextMarker: 'same' };
    service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 200, body } : undefined);
    const nodes = await groups('read-only-key');
    const [more] = await rowsOf(nodes, 'Submitted by me');
    const group = groupIn(nodes, 'Submitted by me');
    assert.deepEqual(shown([group, more!]), ['Submitted by me none loaded', 'Load more…']);
    await (more as unknown as { loadMore(): Promise<void> }).loadMore();
    assert.deepEqual(shown(await rowsOf(nodes, 'Submitted by me')), ['Not all change requests were read']);
    assert.deepEqual(shown([group]), ['Submitted by me none loaded']);
  });

  it('shows only what passes the filter, says if nothing does, and shows all after a click', async () => {
    const trials = await rowsOf(await groups('release-key', { filter: { object: 'segment', text: 'trial' } }), 'All open');
    assert.deepEqual(trials.map((node) => node.toTreeItem().label), ['Remove ended trials']); // prettier-ignore
    const nodes = await groups('release-key', { filter: { text: 'no such words' } });
    for (const group of ['Waiting for me', 'All open', 'Published']) {
      const rows = await rowsOf(nodes, group);
      assert.match(shown(rows).join('; '), /^No loaded row matches the filter; Show all \(\d+ hidden\)/, group);
      for (const row of rows.slice(0, 2)) assert.equal(row.toTreeItem().command?.command, 'flagAdmin.changeRequest.clearFilter');
    }
    // If there are no requests, the filter hides nothing.
    assert.deepEqual(shown(await rowsOf(nodes, 'Approved')), ['None']);
  });

  it('shows the first of 219 open requests after one call, and the others page by page', async () => {
    const [one] = (await service.as('submitter-key').listChangeRequests({})).data;
    const all = Array.from({ length: 219 }, (_, index) => ({ ...one, id: `r${index}`, title: `Request ${index}` }));
    service.onCall = ({ path }) => {
      const start = Number(/nextMarker=(\d+)/.exec(path)?.[1] ?? 0);
      const nextMarker = start + 100 < all.length ? String(start + 100) : null;
      return { status: 200, body: { data: all.slice(start, start + 100), nextMarker } };
    };
    service.seen.length = 0;
    const open = groupIn(await groups('submitter-key'), 'All open');
    let rows = (await open.children?.()) ?? [];
    assert.deepEqual([calls(), rows.length, open.toTreeItem().description], [1, 101, '100+']);
    for (let pages = 0; pages < 2; pages += 1) {
      await (rows.at(-1) as TreeNode & { loadMore(): Promise<void> }).loadMore();
      assert.equal(redrawn.at(-1), open);
      rows = (await open.children?.()) ?? [];
    }
    assert.deepEqual([calls(), rows.length, open.toTreeItem().description], [3, 219, '219']);

    // With a filter, one click reads on until a row matches.
    const filtered = groupIn(await groups('submitter-key', { filter: { text: 'Request 218' } }), 'All open');
    const before = (await filtered.children?.()) ?? [];
    assert.deepEqual([calls(), shown(before).at(-1), filtered.toTreeItem().description], [4, 'Load more…', 'none loaded']);
    await (before.at(-1) as TreeNode & { loadMore(): Promise<void> }).loadMore();
    assert.match(shown((await filtered.children?.()) ?? []).join('; '), /^Request 218 [^;]*$/);
    assert.equal(calls(), 6);
  });
});
