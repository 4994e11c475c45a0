/** Finds the row of a flag in the tree of a window. */
import assert from 'node:assert/strict';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import type { Window } from './window.ts';

const { createRoots } = await import('../../../src/editor/explorer/rootNodes.ts');

export async function rowOf({ deps, inUse }: Window, flag: string, environment: string): Promise<TreeNode> {
  let nodes = await createRoots({ ...deps, memory: new Memento() })(inUse.now!, () => undefined).nodes();
  let found: TreeNode | undefined;
  for (const label of ['Storefront', environment, 'Flags', flag]) {
    found = nodes.find((node) => node.toTreeItem().label === label) ?? assert.fail(label);
    nodes = (await found.children?.()) ?? [];
  }
  return found!;
}
