/** Tests that the expanded nodes of a tree are restored after a reload. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { log, Memento } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { rememberExpansion } = await import('../../../src/editor/explorer/openNodes.ts');
const { createTree } = await import('../../../src/editor/explorer/tree.ts');

const { Collapsed, Expanded, None } = { None: 0, Collapsed: 1, Expanded: 2 };
type Listener = (event: { readonly element: TreeNode }) => void;

function nodeOf(id: string, collapsibleState: number): TreeNode {
  return { contextValue: 'segments', toTreeItem: () => ({ id, label: id, collapsibleState }) };
}

/** A window of the same folder, and the nodes that its user expands and collapses. */
function open(store: Memento) {
  const listeners: Record<string, Listener> = {};
  const on = (event: string) => (listener: Listener) => {
    listeners[event] = listener;
    return { dispose: () => undefined };
  };
  rememberExpansion(store, { onDidExpandElement: on('expand'), onDidCollapseElement: on('collapse') }, log, {
    setOpen: () => undefined,
  });
  const tree = createTree({ store, log } as never);
  return {
    user: (event: 'expand' | 'collapse', element: TreeNode) => listeners[event]?.({ element }),
    askBelow: async (node: TreeNode) => tree.getChildren(node),
    stateOf: async (node: TreeNode) => (await tree.getTreeItem(node)).collapsibleState,
  };
}

describe('a node of a tree', () => {
  it('stays expanded or collapsed after a reload', async () => {
    const store = new Memento();
    const [closed, opened, row] = [nodeOf('a', Collapsed), nodeOf('b', Expanded), nodeOf('c', None)];
    const first = open(store);
    assert.deepEqual([await first.stateOf(closed), await first.stateOf(opened)], [Collapsed, Expanded]);
    first.user('expand', closed);
    first.user('collapse', opened);
    const second = open(store);
    assert.deepEqual([await second.stateOf(closed), await second.stateOf(opened)], [Expanded, Collapsed]);
    assert.equal(await second.stateOf(row), None);
    second.user('collapse', closed);
    assert.equal(await open(store).stateOf(closed), Collapsed);
  });

  it('stays expanded after a reload, even if the editor reads the tree while the user expands it, and so fires no event', async () => {
    const store = new Memento();
    const closed = nodeOf('a', Collapsed);
    await open(store).askBelow(closed);
    assert.equal(await open(store).stateOf(closed), Expanded);
  });
});
