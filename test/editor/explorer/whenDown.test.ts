/** Tests the Workspaces view while the service is down. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { views } from '../fakeVscode.ts';
import { connected, service, stage } from './requestsViewStage.ts';

const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');

const handlers = new Map<string, (...of: unknown[]) => Promise<unknown>>();
const { commands } = (globalThis as unknown as { fakeVscode: { commands: Record<string, unknown> } }).fakeVscode;
commands['registerCommand'] = (id: string, run: (...of: unknown[]) => Promise<unknown>) => {
  handlers.set(id, run);
  return { dispose: () => handlers.delete(id) };
};

type Provider = (typeof views)[number];
let own: Connected;
let explorer: { dispose(): void } | undefined;
let workspaces: Provider;

beforeEach(() => {
  explorer?.dispose();
  own = connected();
  const connections = { ...stage.parts.connections, inUse: async () => own, onDidChange: () => ({ dispose: () => undefined }) };
  explorer = registerExplorer({ ...stage.parts, connections });
  workspaces = views.at(-2)!;
});
after(() => explorer?.dispose());

const childrenOf = async (view: Provider | undefined, node?: TreeNode): Promise<readonly TreeNode[]> =>
  ((await view?.getChildren?.(node)) ?? []) as readonly TreeNode[];
const row = async (view: Provider | undefined, node: TreeNode) => view!.getTreeItem(node);
const labelled = async (view: Provider | undefined, nodes: readonly TreeNode[], start: string): Promise<TreeNode> => {
  for (const node of nodes) if (String((await row(view, node)).label).startsWith(start)) return node;
  return assert.fail(start);
};
const refresh = async (): Promise<unknown> => handlers.get('flagAdmin.view.refresh')!();

describe('while the service is down', () => {
  it('a refresh keeps the rows of a view in grey, with their age and a Retry button, until they can be read again', async () => {
    const before = await childrenOf(workspaces);
    const storefront = await labelled(workspaces, before, 'Storefront');
    const inside = await childrenOf(workspaces, storefront);
    assert.ok(inside.length > 2);
    service.onCall = () => 403;
    await refresh();
    const now = await childrenOf(workspaces);
    const rows = await Promise.all(now.map(async (node) => row(workspaces, node)));
    assert.match(String(rows[0]!.label), /What you see was read (now|\d+ seconds? ago)\.$/);
    assert.ok(rows.some(({ label }) => label === 'Retry'));
    const greyed = rows.filter(({ resourceUri }) => resourceUri?.scheme === 'flag-admin-grey').map(({ label }) => label);
    assert.deepEqual(greyed, before.length > 0 ? ['Storefront', 'Payments'] : []);
    // The expanded level below stays as well.
    const below = await childrenOf(workspaces, await labelled(workspaces, now, 'Storefront'));
    assert.ok(below.length > inside.length);
    service.onCall = () => undefined;
    assert.equal(now[0]!.contextValue, 'failure');
    await (now[0] as unknown as { reload(): Promise<void> }).reload();
    const again = await childrenOf(workspaces);
    assert.equal(again.length, before.length);
    for (const node of again) assert.equal((await row(workspaces, node)).resourceUri, undefined);
  });
});
