/** Creates only the root of the Workspaces tree, before anything else is read. */
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import type { Root } from '../../../src/editor/explorer/tree.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { testServices } from '../services.ts';

const { createRoots } = await import('../../../src/editor/explorer/rootNodes.ts');

export const createRoot = (
  connected: Connected,
  redraw: (node: TreeNode | undefined) => void = () => undefined,
  known: Parameters<typeof testServices>[0] = {},
): Root => createRoots(testServices(known))(connected, redraw);
