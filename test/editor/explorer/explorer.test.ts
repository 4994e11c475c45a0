/** Tests the nodes of the tree with the real client and the sandbox: what each level shows and offers, and its number of calls. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { openJournal } from '../../../src/operations/keys/journal.ts';
import { startChange } from '../../../src/operations/keys/startChange.ts';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import { useService } from '../../operations/service.ts';
import { passTime } from '../../time/passTime.ts';
import { connectedTo } from '../connected.ts';
import { Memento } from '../fakeContext.ts';
import '../fakeVscode.ts';
import { draftsOf, testServices } from '../services.ts';

const { createRoot } = await import('./treeRoot.ts');
const { catalogOf } = await import('../../../src/operations/catalog/catalog.ts');
const { setPinned } = await import('../../../src/operations/learned/pinnedFlags.ts');
const { contextValues } = await import('../../../src/editor/explorer/treeNode.ts');

const service = useService();
let connected: Connected;
beforeEach(() => (connected = connectedTo(service)));
afterEach(() => mock.restoreAll());
/** Replaces calls of the client by what a different service would answer. */
const without = (change: Partial<Client>): void =>
  void (connected = { ...connected, client: { ...connected.client, ...change } });

const labelOf = (node: TreeNode): string => String(node.toTreeItem().label);
const childrenOf = async (node: TreeNode | undefined): Promise<readonly TreeNode[]> => (await node?.children?.()) ?? [];
const tooltipOf = async (node: TreeNode): Promise<string> => (await node.tooltip?.()) ?? '';
const idOf = (node: TreeNode): string => node.copyable?.id ?? '';

async function child(parent: TreeNode | undefined, label: string, known: object = {}): Promise<TreeNode> {
  const nodes = parent ? await childrenOf(parent) : await createRoot(connected, () => undefined, known).nodes();
  return nodes.find((node) => labelOf(node) === label) ?? assert.fail(`${label} in ${nodes.map(labelOf).join(', ')}`);
}
/** Returns a node below Storefront. `known`: the services of the window. */
async function nodeAt(path: readonly string[], known?: object): Promise<TreeNode> {
  let node = await child(undefined, 'Storefront', known);
  for (const label of path) node = await child(node, label);
  return node;
}
/** Returns the paths of the calls since then. */
const calls = (): readonly string[] => service.seen.splice(0).map(({ path }) => path.replace(/\?.*/, ''));

describe('the Workspaces tree', () => {
  it('shows pinned flags first, also those that the service does not list', async () => {
    const memory = new Memento();
    const workspaceId = service.workspace('Storefront');
    for (const name of ['new-search', 'typed-once']) await setPinned(memory, 'c1', workspaceId, name, true);
    await setPinned(memory, 'c2', workspaceId, 'of-another-connection', true);
    const flags = await nodeAt(['development', 'Flags'], { memory });
    const nodes = await childrenOf(flags);
    assert.deepEqual(nodes.slice(0, 3).map((node) => [labelOf(node), node.contextValue]), [
      ['new-search', 'flag isPinned isServed hasName hasId'],
      ['typed-once', 'flag isPinned isUndefined hasName'],
      ['checkout-redesign', 'flag isUnpinned isServed hasName hasId'],
    ]); // prettier-ignore
    assert.equal(nodes.filter((node) => labelOf(node) === 'new-search').length, 1);
    for (const name of ['new-search', 'typed-once']) await setPinned(memory, 'c1', workspaceId, name, false);
    assert.equal(labelOf((await childrenOf(flags))[0]!), 'checkout-redesign');
  });

  it('shows pinned flags if the service can’t list flags, and the API key can’t list change requests', async () => {
    const memory = new Memento();
    await setPinned(memory, 'c1', service.workspace('Storefront'), 'new-search', true);
    without({ listFlags: async () => undefined });
    service.onCall = ({ path }) => (path.startsWith('/changeRequests?') ? { status: 403, body: {} } : undefined);
    const flags = await childrenOf(await nodeAt(['development', 'Flags'], { memory }));
    assert.deepEqual(flags.map(labelOf), ['new-search', 'This service can’t list flags: open one by its name']);
  });

  it('loads one level at a time, with one call for each list', async () => {
    const storefront = await nodeAt([]);
    assert.deepEqual(calls(), ['/workspaces']);
    const production = await child(storefront, 'production');
    assert.deepEqual(calls().toSorted(), ['/changeRequests', `/environments/ws/${idOf(storefront)}`]);
    const segments = await child(production, 'Segments');
    assert.deepEqual(calls(), []);
    await child(segments, 'beta-accounts');
    const path = `/segments/ws/${idOf(storefront)}`;
    assert.deepEqual(calls(), [path, `${path}/environments/${idOf(production)}`]);
  });

  it('shows the number of keys of a segment once it is hovered or expanded, or that it is not active there', async () => {
    const segments = await nodeAt(['production', 'Segments']);
    const beta = await child(segments, 'beta-accounts');
    assert.deepEqual([beta.toTreeItem().description, beta.toTreeItem().resourceUri], ['account', undefined]);
    assert.match(await tooltipOf(beta), /8 keys/);
    await child(beta, '8 keys');
    const buyers = await child(segments, 'wholesale-buyers');
    assert.equal(buyers.toTreeItem().description, 'not active here · user');
    assert.equal(buyers.toTreeItem().resourceUri?.scheme, 'flag-admin-grey');
    await child(buyers, 'not active here');
  });

  it('reads the active segments again with the segments, because somebody else may have activated one', async () => {
    const segments = await nodeAt(['production', 'Segments']);
    const stateOf = async (): Promise<string> => (await child(segments, 'wholesale-buyers')).contextValue;
    assert.equal(await stateOf(), 'segment isInactive isUntouched hasName');
    await connected.client.activateSegment(service.place('production').environmentId, 'wholesale-buyers');
    calls();
    assert.equal(await stateOf(), 'segment isInactive isUntouched hasName');
    assert.deepEqual(calls(), [], 'the lists are not old yet');
    passTime(31 * 60_000);
    assert.equal(await stateOf(), 'segment isActive isUntouched hasName');
  });

  it('shows no segment in grey after a 404 alone, if the service does not list the active segments', async () => {
    without({ listActiveSegments: async () => undefined });
    const segments = await nodeAt(['production', 'Segments']);
    await childrenOf(segments);
    const buyers = await child(segments, 'wholesale-buyers');
    await childrenOf(buyers);
    assert.match(await tooltipOf(buyers), /not active in this environment, or not visible to this API key/);
    assert.deepEqual([buyers.toTreeItem().description, buyers.toTreeItem().resourceUri], ['user', undefined]);
    assert.equal(buyers.contextValue, 'segment isUntouched hasName');
  });

  it('shows a flag without a definition in the environment in grey', async () => {
    const { id } = service.environment('pre-production');
    const { objects } = (await connected.client.listDefinitions(service.workspace('Storefront'), id, { offset: 0, limit: 50 }))!;
    const rows = (await childrenOf(await nodeAt(['pre-production', 'Flags']))).map((node) => node.toTreeItem());
    const greyed = rows.filter(({ resourceUri }) => resourceUri?.scheme === 'flag-admin-grey').map(({ label }) => label);
    assert.ok(greyed.includes('dark-mode'));
    const missing = rows.map(({ label }) => label).filter((name) => !objects.some((one) => one.name === name));
    assert.deepEqual(greyed, missing);
    for (const { label, description } of rows)
      assert.equal(String(description).includes('not defined here'), greyed.includes(label));
  });

  it('shows no flag as undefined before all definitions are read, whatever the order of the lists', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const listed = await connected.client.listDefinitions(workspaceId, environmentId, { offset: 0, limit: 1 });
    const all = Array.from({ length: 120 }, (_, index) => ({
      ...listed!.objects[0]!,
      name: `flag-${String(index).padStart(3, '0')}`,
    }));
    const pageOf = ({ offset, limit }: { offset: number; limit: number }, list = all) => ({
      objects: list.slice(offset, offset + limit),
      offset,
      limit,
      totalCount: list.length,
    });
    without({
      listFlags: async (_, page) => pageOf(page),
      listDefinitions: async (_workspace, _environment, page) => pageOf(page),
    });
    const undefinedIn = (rows: readonly TreeNode[]): readonly string[] =>
      rows.filter((node) => String(node.toTreeItem().description).includes('not defined here')).map(labelOf);
    // A list of places to choose from reads all flags.
    await catalogOf(connected.client).flags(workspaceId).read();
    const flags = await nodeAt(['production', 'Flags']);
    const more = (await childrenOf(flags)).find((node) => labelOf(node) === 'Load more…') as { loadMore?: () => Promise<void> };
    await more.loadMore!();
    const rows = await childrenOf(flags);
    assert.deepEqual([rows.length, undefinedIn(rows)], [120, []]);
    // The definitions are in a different order than the flags.
    const defined = all.slice(1).toReversed();
    without({
      listFlags: async (_, page) => pageOf(page),
      listDefinitions: async (_workspace, _environment, page) => pageOf(page, defined),
    });
    const again = await nodeAt(['production', 'Flags']);
    let part = await childrenOf(again);
    assert.deepEqual(undefinedIn(part), []);
    while (labelOf(part.at(-1)!) === 'Load more…') {
      await (part.at(-1) as unknown as { loadMore(): Promise<void> }).loadMore();
      part = await childrenOf(again);
    }
    assert.deepEqual([part.length, undefinedIn(part)], [120, ['flag-000']]);
  });

  it('shows the flags, and the open change requests with who asked for them', async () => {
    assert.equal((await nodeAt(['production', 'Flags', 'checkout-redesign'])).target?.kind, 'flag');
    const requests = await nodeAt(['Open Change Requests (7)']);
    const trials = await tooltipOf(await child(requests, 'Remove ended trials'));
    const facts =
      /^Remove ended trials\nenvironment unknown · Storefront · trial-accounts\nRemove \d+ keys? from the segment [\w-]+\.\n/;
    assert.match(trials, facts);
    assert.match(trials, /Submitter unknown/);
    const search = await child(requests, 'New search: 10 % to 25 %, and the wholesale buyers');
    assert.equal((search.toTreeItem().iconPath as { id: string }).id, 'shield');
    calls();
    const tooltip = await tooltipOf(search);
    assert.deepEqual(calls(), [], 'a tooltip asks the service for nothing');
    const asks =
      /\nChange the definition of the flag new-search\nRequested definition: default rule: vector 25%, off 75%; rules: \d+; traffic allocation: \d+%\.\n/;
    assert.match(tooltip, asks);
    assert.match(tooltip, /Submitted by maria\.lopez@example\.com/);
  });

  it('marks killed flags with an icon and a word, which are read in parallel with the listing', async () => {
    const { workspaceId, environmentId } = service.place('production');
    const all = (await connected.client.listDefinitions(workspaceId, environmentId, { offset: 0, limit: 50 }))!.objects;
    const killed = all.filter((one) => one.killed === true).map(({ name }) => name);
    assert.ok(killed.length > 0 && killed.length < all.length, 'the sample has both');
    const nodes = await childrenOf(await nodeAt(['production', 'Flags']));
    for (const node of nodes) {
      const { description, iconPath, accessibilityInformation } = node.toTreeItem();
      const isKilled = killed.includes(labelOf(node));
      assert.equal(/^killed\b/.test(String(description)), isKilled, labelOf(node));
      assert.equal((iconPath as { id: string }).id === 'circle-slash', isKilled);
      assert.equal(accessibilityInformation?.label.includes('killed'), isKilled);
    }
    const dead = nodes.find((node) => labelOf(node) === killed[0])!;
    assert.match(await tooltipOf(dead), /is killed in production: everybody gets its default treatment “\w+”/);
  });

  it('tells the user the next step if a list is empty and the connection allows that step', async () => {
    const empty = async () => ({ objects: [], offset: 0, limit: 0, totalCount: 0 });
    without({ listSegments: empty, listFlags: empty });
    for (const [isReadOnly, steps] of [
      [false, ['Create Segment…', 'Create Flag…']],
      [true, ['Refresh', 'Refresh']],
    ] as const) {
      connected = { ...connected, isReadOnly };
      for (const [index, group] of (await childrenOf(await nodeAt(['production']))).entries()) {
        const [nothing, step] = await childrenOf(group);
        assert.deepEqual([labelOf(nothing!), labelOf(step!)], ['None', steps[index]]);
        assert.deepEqual(step!.toTreeItem().command?.arguments, isReadOnly ? undefined : [group]);
      }
    }
  });

  it('lets the user type a flag’s name if the service can’t list flags and no flag is known', async () => {
    const listChangeRequests = async () => ({ data: [], nextMarker: undefined });
    without({ listFlags: async () => undefined, listChangeRequests });
    const labels = (await childrenOf(await nodeAt(['production', 'Flags']))).map(labelOf);
    assert.deepEqual(labels, ['This service can’t list flags: open one by its name', 'Open Flag Definition…']);
  });

  it('has a text for screen readers and a known context value on every node', async () => {
    const known = new Set<string>(contextValues);
    const walk = async (nodes: readonly TreeNode[], depth: number): Promise<void> => {
      for (const node of nodes) {
        const { label, accessibilityInformation, contextValue } = node.toTreeItem();
        assert.ok(known.has(node.contextValue), node.contextValue);
        assert.equal(contextValue, node.contextValue);
        const heard = accessibilityInformation?.label ?? '';
        assert.ok(heard.includes(String(label)), `${String(label)}: “${heard}”`);
        const word = /^(workspace|environment|segment|flag)\b/.exec(node.contextValue)?.[1];
        if (word !== undefined) assert.match(heard, new RegExp(`\\b${word}\\b`));
        if (node.contextValue.includes('production')) assert.match(heard, /environment, production/);
        if (depth < 4 && node.children) await walk((await node.children()).slice(0, 3), depth + 1);
      }
    };
    await walk(await createRoot(connected).nodes(), 0);
  });

  it('tells its menus which commands are known not to apply', async () => {
    const known = testServices({ definitionDrafts: draftsOf({ find: () => undefined }) });
    const { change } = await startChange({
      kind: 'upload',
      connection: { id: 'c1', name: 'Shop', origin: connected.origin, keyName: 'submitter-key' },
      target: {
        workspace: {},
        environment: service.environment('production'),
        name: 'beta-accounts',
        trafficType: 'user',
      } as never,
      source: { description: 'a list', form: { format: 'lines' } as never },
      batches: [{ operation: 'add', keys: ['a'] }],
      way: 'direct',
      startedAt: 0,
    });
    await openJournal(known.context.globalStorageUri.fsPath).save(change);
    for (const [path, value] of [
      [['Segments', 'beta-accounts'], 'segment isActive hasName'],
      [['Segments', 'wholesale-buyers'], 'segment isInactive isUntouched hasName'],
      [['Flags', 'checkout-redesign'], 'flag isUnpinned isServed isUndrafted hasName hasId'],
    ] as const) {
      const node = await nodeAt(['production', ...path], known);
      await childrenOf(node);
      assert.equal(node.contextValue, value);
    }
    without({ listDefinitions: async () => undefined });
    assert.equal((await nodeAt(['production', 'Flags', 'checkout-redesign'])).contextValue, 'flag isUnpinned hasName hasId');
  });

  it('learns the environment of a request from the segment on which it is open', async () => {
    const serviceFacts = createServiceFacts(new Memento());
    const storefront = await child(undefined, 'Storefront', { serviceFacts });
    const { data } = await connected.client.listChangeRequests({ limit: 100 });
    const { id, title } = data.find(({ segment }) => segment?.name === 'vip-accounts') ?? assert.fail('no such request');
    const segment = await child(await child(await child(storefront, 'production'), 'Segments'), 'vip-accounts');
    const row = await child(await child(storefront, 'Open Change Requests (7)'), title ?? '');
    const before = row.toTreeItem();
    assert.equal(serviceFacts.environmentOf(connected.origin, id), undefined);
    await childrenOf(segment);
    assert.equal(serviceFacts.environmentOf(connected.origin, id)?.name, 'production');
    const now = row.toTreeItem();
    assert.deepEqual([before.label, String(now.description).split(' · ')[0]], [now.label, 'production of Storefront']);
    assert.ok(now.id !== undefined && now.id === before.id, 'it stays the same row');
  });
});
