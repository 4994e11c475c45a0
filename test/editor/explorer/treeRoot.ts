/** The first level of the Workspaces tree by itself: nothing is known yet but what is given. */
import type { ExplorerParts, TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import type { PagedList } from '../../../src/editor/explorer/pagedList.ts';
import type { Connected } from '../../../src/editor/window/connected.ts';
import { createServiceFacts } from '../../../src/operations/learned/serviceFacts.ts';
import { log, Memento } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { createRoots } = await import('../../../src/editor/explorer/rootNodes.ts');

export function createRoot(
  connected: Connected,
  redraw: (node: TreeNode | undefined) => void = () => undefined,
  known: Partial<Pick<ExplorerParts, 'memory' | 'draftOf' | 'own'>> = {},
): PagedList {
  const nothing = { serviceFacts: createServiceFacts(new Memento()), memory: new Memento(), log, draftOf: () => undefined };
  return createRoots({ ...nothing, ...known })(connected, redraw);
}
