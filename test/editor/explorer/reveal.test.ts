/** Tests Reveal in Tree with the real sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService } from '../../operations/service.ts';
import { log, Memento } from '../fakeContext.ts';
import '../fakeVscode.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { createRoot } = await import('./treeRoot.ts');
const { revealInTree } = await import('../../../src/editor/explorer/reveal.ts');

const service = useService();

async function revealed(target: unknown): Promise<{ readonly node: TreeNode | undefined; readonly levels: number }> {
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', origin: client.origin, client } as never;
  const tree = createTree({
    connections: { inUse: async () => connected, tryAgain: () => false } as never,
    log,
    store: new Memento(),
    loadRoot: async () => createRoot,
  });
  let node: TreeNode | undefined;
  await revealInTree({ target }, { reveal: async (found: TreeNode) => void (node = found) }, tree.childrenOf);
  let levels = 0;
  for (let above = node; above; above = tree.getParent!(above) as TreeNode | undefined) levels += 1;
  tree.dispose();
  return { node, levels };
}

describe('Reveal in Tree', () => {
  const place = () => ({
    workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
    environment: service.environment('production'),
  });

  it('selects the row of an environment, a flag and a segment, whose parents are known', async () => {
    const environment = await revealed({ kind: 'workspace', ...place() });
    assert.equal(environment.node?.copyable?.id, place().environment.id);
    assert.equal(environment.levels, 2);
    for (const [kind, name] of [
      ['flag', 'checkout-redesign'],
      ['segment', 'beta-accounts'],
    ]) {
      const { node, levels } = await revealed({ kind, ...place(), name });
      assert.deepEqual([node?.target?.kind, node?.copyable?.name, levels], [kind, name, 4]);
    }
  });

  it('selects the row above a flag that is not in the list', async () => {
    const { node } = await revealed({ kind: 'flag', ...place(), name: 'no-such-flag' });
    assert.equal(node?.contextValue, 'flags');
  });
});
