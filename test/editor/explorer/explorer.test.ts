/** Tests the nodes of the tree with the real client and the sandbox: what each level shows, and its number of calls. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/server.ts';
import { Memento } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { createRoot } = await import('./treeRoot.ts');
const { setPinned } = await import('../../../src/operations/learned/pinnedFlags.ts');
const { pagedList } = await import('../../../src/editor/explorer/pagedList.ts');
const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { createList } = await import('../../../src/operations/catalog/catalogList.ts');
const { offsetPager } = await import('../../../src/api/resources/pages.ts');
const { contextValues } = await import('../../../src/editor/explorer/treeNode.ts');

describe('the Workspaces tree', () => {
  let sandbox: Sandbox;
  let client: Client;
  let calls: string[] = [];
  const redrawn: (TreeNode | undefined)[] = [];
  const memory = new Memento();

  before(async () => {
    sandbox = await startSandbox();
    client = createClient({
      baseUrl: sandbox.baseUrl,
      vocabulary: { flag: sandbox.vocabulary },
      apiKey: sandbox.keys[0]?.key ?? '',
      onCall: ({ method, path }) => calls.push(`${method} ${path.replace(/\?.*/, '')}`),
    });
  });
  beforeEach(() => {
    calls = [];
    catalogOf(client).expire();
  });
  after(async () => {
    await client.close();
    await sandbox.close();
  });

  const connected = () => ({
    connectionId: 'c1',
    connectionName: 'Sandbox',
    origin: client.origin,
    isSandbox: true,
    isReadOnly: false,
    email: undefined,
    keyName: 'submitter-key',
    keyNames: ['submitter-key', 'release-key'],
    client,
  });
  const labelOf = (node: TreeNode): string => String(node.toTreeItem().label);
  const child = async (parent: TreeNode | undefined, label: string): Promise<TreeNode> => {
    const nodes = parent
      ? await parent.children?.()
      : await createRoot(connected(), (node) => redrawn.push(node), { memory }).nodes();
    const found = nodes?.find((node) => labelOf(node) === label);
    assert.ok(found, `${label} in ${nodes?.map(labelOf).join(', ')}`);
    return found;
  };

  it('shows pinned flags first, also those that the service does not list', async () => {
    const storefront = await child(undefined, 'Storefront');
    const workspaceId = storefront.copyable?.id ?? '';
    for (const name of ['new-search', 'typed-once']) await setPinned(memory, 'c1', workspaceId, name, true);
    await setPinned(memory, 'c2', workspaceId, 'of-another-connection', true);
    const flags = await child(await child(storefront, 'development'), 'Flags');
    const nodes = (await flags.children?.()) ?? [];
    assert.deepEqual(nodes.slice(0, 3).map(labelOf), ['new-search', 'typed-once', 'checkout-redesign']);
    assert.deepEqual(
      nodes.slice(0, 3).map(({ contextValue }) => contextValue),
      ['flag isPinned isServed hasName hasId', 'flag isPinned hasName', 'flag isUnpinned isServed hasName hasId'],
    );
    assert.equal(nodes.filter((node) => labelOf(node) === 'new-search').length, 1);
    for (const name of ['new-search', 'typed-once']) await setPinned(memory, 'c1', workspaceId, name, false);
    assert.equal(labelOf(((await flags.children?.()) ?? [])[0]!), 'checkout-redesign');
    calls.length = 0;
  });

  it('loads one level at a time, with one call for each list', async () => {
    const storefront = await child(undefined, 'Storefront');
    assert.deepEqual(calls.splice(0), ['GET /internal/api/v2/workspaces']);
    const production = await child(storefront, 'production');
    assert.deepEqual(calls.splice(0).toSorted(), [
      'GET /internal/api/v2/changeRequests',
      `GET /internal/api/v2/environments/ws/${storefront.copyable?.id}`,
    ]);
    const segments = await child(production, 'Segments');
    assert.deepEqual(calls.splice(0), []);
    await child(segments, 'beta-accounts');
    const path = `GET /internal/api/v2/segments/ws/${storefront.copyable?.id}`;
    assert.deepEqual(calls.splice(0), [path, `${path}/environments/${production.copyable?.id}`]);
  });

  it('marks production with its own icon and word', async () => {
    const storefront = await child(undefined, 'Storefront');
    const [production, staging] = [await child(storefront, 'production'), await child(storefront, 'staging')];
    assert.equal(production.contextValue, 'environment production hasName hasId');
    assert.equal(production.toTreeItem().description, '', 'its name says it already');
    assert.match(production.toTreeItem().accessibilityInformation?.label ?? '', /^production, environment, production$/);
    assert.notDeepEqual(production.toTreeItem().iconPath, staging.toTreeItem().iconPath);
  });

  it('shows the number of keys of a segment once it is hovered or expanded, or that it is not active there', async () => {
    const segments = await child(await child(await child(undefined, 'Storefront'), 'production'), 'Segments');
    const beta = await child(segments, 'beta-accounts');
    assert.equal(beta.toTreeItem().description, 'account');
    assert.equal(beta.toTreeItem().resourceUri, undefined);
    assert.match((await beta.tooltip?.()) ?? '', /8 keys/);
    await child(beta, '8 keys');
    const buyers = await child(segments, 'wholesale-buyers');
    assert.equal(buyers.toTreeItem().description, 'not active here · user');
    assert.equal(buyers.toTreeItem().resourceUri?.scheme, 'flag-admin-grey');
    await child(buyers, 'not active here');
  });

  it('shows the flags, and the open change requests with who asked for them', async () => {
    const storefront = await child(undefined, 'Storefront');
    const flags = await child(await child(storefront, 'production'), 'Flags');
    assert.equal((await child(flags, 'checkout-redesign')).target?.kind, 'flag');
    const requests = await child(storefront, 'Open Change Requests (7)');
    const trials = await child(requests, 'Remove ended trials');
    const tooltipOf = async (node: TreeNode): Promise<string> => (await node.tooltip?.()) ?? '';
    assert.match(
      await tooltipOf(trials),
      /^Remove ended trials\nenvironment unknown · Storefront · trial-accounts\nRemove \d+ keys? from the segment [\w-]+\.\n/,
    );
    assert.match(await tooltipOf(trials), /Submitter unknown/);
    const search = await child(requests, 'New search: 10 % to 25 %, and the wholesale buyers');
    assert.equal((search.toTreeItem().iconPath as { id: string }).id, 'shield');
    calls = [];
    assert.match(
      await tooltipOf(search),
      /\nChange the definition of the flag new-search\nAsks for: default rule: vector 25%, off 75%; rules: \d+; traffic allocation: \d+%\.\n/,
    );
    assert.deepEqual(calls, [], 'a tooltip asks the service for nothing');
    assert.match(await tooltipOf(search), /Submitted by maria\.lopez@example\.com/);
  });

  it('marks killed flags with an icon and a word, which are read in parallel with the listing', async () => {
    const storefront = await child(undefined, 'Storefront');
    const workspaceId = storefront.copyable?.id ?? '';
    const environments = await client.listEnvironments(workspaceId);
    const production = environments.find(({ name }) => name === 'production') ?? assert.fail('none');
    const all = (await client.listDefinitions(workspaceId, production.id, { offset: 0, limit: 50 }))?.objects ?? [];
    const killed = all.filter((one) => one.killed === true).map(({ name }) => name);
    assert.ok(killed.length > 0 && killed.length < all.length, 'the sample has both');
    calls = [];
    const flags = await child(await child(storefront, 'production'), 'Flags');
    const nodes = (await flags.children?.()) ?? [];
    const marked = nodes.filter((node) => /^killed\b/.test(String(node.toTreeItem().description)));
    assert.deepEqual(marked.map(labelOf).toSorted(), killed.toSorted());
    for (const node of nodes) {
      const { iconPath, accessibilityInformation } = node.toTreeItem();
      assert.equal((iconPath as { id: string }).id === 'circle-slash', marked.includes(node), labelOf(node));
      assert.equal(accessibilityInformation?.label.includes('killed'), marked.includes(node));
    }
    assert.match((await marked[0]!.tooltip?.()) ?? '', /is killed in production: everybody gets its default treatment “\w+”/);
  });

  it('tells the user the next step if a list is empty and the connection allows that step', async () => {
    const storefront = await child(undefined, 'Storefront');
    const empty = { objects: [], offset: 0, limit: 0, totalCount: 0 };
    const bare = { ...client, listSegments: async () => empty, listFlags: async () => empty };
    for (const [isReadOnly, steps] of [
      [false, ['Create Segment…', 'Create Flag…']],
      [true, ['Refresh', 'Refresh']],
    ] as const) {
      const roots = createRoot({ ...connected(), isReadOnly, client: bare }, () => undefined, { memory });
      const workspace = (await roots.nodes()).find((node) => labelOf(node) === labelOf(storefront));
      const environment = (await workspace?.children?.())?.[0];
      for (const [index, group] of ((await environment?.children?.()) ?? []).entries()) {
        const [nothing, step] = (await group.children?.()) ?? [];
        assert.equal(labelOf(nothing!), 'None');
        assert.equal(labelOf(step!), steps[index]);
        assert.deepEqual(step!.toTreeItem().command?.arguments, isReadOnly ? undefined : [group]);
      }
    }
  });

  it('lets the user type a flag’s name if the service can’t list flags and no flag is known', async () => {
    const listChangeRequests = async () => ({ data: [], nextMarker: undefined, previousMarker: undefined });
    const bare = { ...client, listFlags: async () => undefined, listChangeRequests } as unknown as Client;
    const roots = createRoot({ ...connected(), isReadOnly: true, client: bare });
    const payments = (await roots.nodes()).find((node) => labelOf(node) === 'Payments');
    const [environment] = (await payments?.children?.()) ?? [];
    const flags = (await environment?.children?.())?.find((node) => labelOf(node) === 'Flags');
    assert.deepEqual(((await flags?.children?.()) ?? []).map(labelOf), [
      'This service can’t list flags: open one by its name',
      'Open Flag Definition…',
    ]);
  });

  it('has a text for screen readers that describes the icon of each row', async () => {
    const walk = async (nodes: readonly TreeNode[], depth: number): Promise<void> => {
      for (const node of nodes) {
        const { label, accessibilityInformation } = node.toTreeItem();
        const heard = accessibilityInformation?.label ?? '';
        assert.ok(heard.includes(String(label)), `${String(label)}: “${heard}”`);
        const word = /^(workspace|environment|segment|flag)\b/.exec(node.contextValue)?.[1];
        if (word !== undefined) assert.match(heard, new RegExp(`\\b${word}\\b`));
        if (node.contextValue.includes('production')) assert.match(heard, /environment, production/);
        if (depth < 4 && node.children) await walk((await node.children()).slice(0, 3), depth + 1);
      }
    };
    await walk(await createRoot(connected()).nodes(), 0);
  });

  it('has a context value that the menus know on every node', async () => {
    const known = new Set<string>(contextValues);
    const walk = async (nodes: readonly TreeNode[], depth: number): Promise<void> => {
      for (const node of nodes) {
        assert.ok(known.has(node.contextValue), node.contextValue);
        assert.equal(node.toTreeItem().contextValue, node.contextValue);
        if (depth < 4 && node.children) await walk((await node.children()).slice(0, 3), depth + 1);
      }
    };
    await walk(await createRoot(connected()).nodes(), 0);
  });

  it('learns the environment of a request from the segment on which it is open', async () => {
    const serviceFacts = createServiceFacts(new Memento());
    const nodes = await createRoot(connected(), () => undefined, { serviceFacts }).nodes();
    const inside = async (nodesAbove: readonly TreeNode[], ...[label, ...rest]: readonly string[]): Promise<TreeNode> => {
      const found = nodesAbove.find((node) => labelOf(node) === label) ?? assert.fail(label);
      return rest.length === 0 ? found : inside((await found.children?.()) ?? [], ...rest);
    };
    const { data } = await client.listChangeRequests({ limit: 100 });
    const request = data.find(({ segment }) => segment?.name === 'vip-accounts') ?? assert.fail('no such request');
    const segment = await inside(nodes, 'Storefront', 'production', 'Segments', 'vip-accounts');
    const row = await inside(nodes, 'Storefront', 'Open Change Requests (7)', request.title ?? '');
    const before = row.toTreeItem();
    assert.equal(serviceFacts.environmentOf(client.origin, request.id), undefined);
    await segment.children?.();
    assert.equal(serviceFacts.environmentOf(client.origin, request.id)?.name, 'production');
    const now = row.toTreeItem();
    assert.deepEqual([before.label, String(now.description).split(' · ')[0]], [now.label, 'production of Storefront']);
    assert.ok(now.id !== undefined && now.id === before.id, 'it stays the same row');
  });
});

describe('a list that is longer than a page', () => {
  type Item = { readonly name: string };
  const all = Array.from({ length: 450 }, (_, index) => ({ name: String(index) }));
  const more = (nodes: readonly TreeNode[]): (() => Promise<void>) | undefined =>
    (nodes.at(-1) as { loadMore?: () => Promise<void> }).loadMore;
  /** A paged list with the items that `read` returns. `made`: the names of the created nodes. */
  function paged(read: (offset: number) => { readonly objects: readonly Item[]; readonly totalCount: number }) {
    const offsets: number[] = [];
    const made: string[] = [];
    const list = createList<Item>({
      keyOf: ({ name }) => name,
      start: () =>
        offsetPager(async ({ offset }) => {
          offsets.push(offset);
          return read(offset);
        }, 200),
      onChange: () => undefined,
    });
    const toNode = ({ name }: Item): TreeNode => {
      made.push(name);
      return { contextValue: 'fact', copyable: { name }, toTreeItem: () => ({ label: name }) };
    };
    let redraws = 0;
    const rows = pagedList({ list: () => list, page: 200, toNode, redraw: () => (redraws += 1) });
    return { list, rows, offsets, made, redraws: () => redraws };
  }

  it('ends with Load more until all rows are loaded, and creates nodes only for new rows', async () => {
    const { rows, made, redraws } = paged((offset) => ({ objects: all.slice(offset, offset + 200), totalCount: 450 }));
    for (const [length, isLast] of [
      [201, false],
      [401, false],
      [450, true],
    ] as const) {
      const nodes = await rows.nodes();
      assert.equal(nodes.length, length);
      assert.equal(more(nodes) === undefined, isLast);
      await more(nodes)?.();
    }
    assert.deepEqual([redraws(), made.length, new Set(made).size], [2, 450, 450]);
  });

  it('shows only its first page after a refresh, and reads it again if the list has expired', async () => {
    const { list, rows, offsets } = paged((offset) => ({ objects: all.slice(offset, offset + 200), totalCount: 450 }));
    await more(await rows.nodes())?.();
    await rows.nodes();
    assert.equal((await rows.nodes()).length, 201);
    assert.deepEqual(offsets, [0, 200]);
    list.expire();
    assert.equal((await rows.nodes()).length, 201);
    assert.deepEqual(offsets, [0, 200, 0]);
  });

  it('has one row for each item, even if an item is inserted at the top between two pages', async () => {
    let now: readonly Item[] = all;
    const { rows } = paged((offset) => ({ objects: now.slice(offset, offset + 200), totalCount: now.length }));
    const first = await rows.nodes();
    now = [{ name: 'new' }, ...all];
    await more(first)?.();
    const names = (await rows.nodes()).flatMap(({ copyable }) => copyable?.name ?? []);
    assert.deepEqual(
      names,
      all.slice(0, 399).map(({ name }) => name),
    );
  });

  it('stops offering more if the service counts more items than it returns', async () => {
    const { rows } = paged((offset) => ({ objects: offset === 0 ? all.slice(0, 2) : [], totalCount: 9 }));
    await more(await rows.nodes())?.();
    assert.equal((await rows.nodes()).length, 2);
  });
});
