/** Tests Reveal in Tree with the real sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService } from '../../operations/service.ts';
import { log, Memento } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';
import { testServices } from '../services.ts';

const { createTree } = await import('../../../src/editor/explorer/tree.ts');
const { createRequestRoots } = await import('../../../src/editor/explorer/changeRequests/requestRoot.ts');
const { createRoot } = await import('./treeRoot.ts');
const { revealInTree } = await import('../../../src/editor/explorer/reveal.ts');

const service = useService();

async function revealed(target: unknown): Promise<{ readonly node: TreeNode | undefined; readonly levels: number }> {
  const client = service.as('submitter-key');
  const connected = { connectionId: 'c1', keyName: 'k', keyNames: ['k'], origin: client.origin, client } as never;
  const connections = { inUse: async () => connected, chosen: () => ({ id: 'c1' }), tryAgain: () => false } as never;
  const roots = createRequestRoots(testServices({ connections }), {}, () => undefined);
  const [workspaces, requests] = [createRoot, roots.createRoot].map((root) =>
    createTree({ connections, log, store: new Memento(), loadRoot: async () => root }),
  ) as [ReturnType<typeof createTree>, ReturnType<typeof createTree>];
  let node: TreeNode | undefined;
  const view = { reveal: async (found: TreeNode) => void (node = found) };
  await revealInTree({ target }, { view, tree: workspaces }, { view, tree: requests });
  let levels = 0;
  for (let above = node; above; above = (workspaces.getParent!(above) ?? requests.getParent!(above)) as TreeNode | undefined)
    levels += 1;
  workspaces.dispose();
  requests.dispose();
  return { node, levels };
}

describe('Reveal in Tree', () => {
  const place = () => ({
    workspace: { id: service.workspace('Storefront'), name: 'Storefront' },
    environment: service.environment('production'),
  });

  it('selects the row of an environment, a flag and a segment, whose parents are known, or the row above if it is not in the list', async () => {
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
    const { node } = await revealed({ kind: 'flag', ...place(), name: 'no-such-flag' });
    assert.equal(node?.contextValue, 'flags');
  });

  it('does not say that there is no row if the view could not be loaded', async () => {
    service.onCall = ({ path }) => (path.startsWith('/workspaces') ? { status: 400, body: {} } : undefined);
    assert.equal((await revealed({ kind: 'workspace', ...place() })).node, undefined);
    assert.equal(shown.at(-1)?.message, 'The Workspaces view could not be loaded, so this row can’t be selected now.');
  });

  it('selects the row of an open and of a decided change request, and says if there is none', async () => {
    const client = service.as('submitter-key');
    for (const status of ['REQUESTED', 'PUBLISHED'] as const) {
      const [request] = (await client.listChangeRequests({ status })).data;
      const { node, levels } = await revealed({ kind: 'changeRequest', id: request!.id });
      assert.deepEqual([node?.copyable?.id, levels], [request!.id, 2]);
      assert.equal(node?.contextValue.includes('isPublished'), status === 'PUBLISHED');
    }
    assert.equal((await revealed({ kind: 'changeRequest', id: 'none' })).node, undefined);
    assert.match(shown.at(-1)?.message ?? '', /not among the loaded rows/);
  });
});

describe('the rows after a switch of the connection', () => {
  /** A tree whose only row has the name of the connection in use. `hold`: the next reading waits for it. */
  function treeOfConnections() {
    const testState = { inUse: 'old', hold: undefined as Promise<void> | undefined };
    const clients = new Map(['old', 'new'].map((name) => [name, { name }]));
    const connections = { inUse: async () => ({ client: clients.get(testState.inUse) }), tryAgain: () => false } as never;
    const root = (({ client: { name } }: { readonly client: { readonly name: string } }) => ({
      async nodes() {
        await testState.hold;
        return [{ contextValue: 'fact', copyable: { name }, toTreeItem: () => ({ label: name }) }];
      },
      expire: () => undefined,
    })) as never;
    const tree = createTree({ connections, log, store: new Memento(), loadRoot: async () => root });
    const names = async () => (await tree.childrenOf(undefined)).map(({ copyable }) => copyable?.name);
    return { testState, tree, names };
  }

  it('are those of the new connection, even if the view is hidden', async () => {
    const { testState, tree, names } = treeOfConnections();
    await tree.getChildren(undefined);
    assert.deepEqual(await names(), ['old']);
    testState.inUse = 'new';
    tree.startOver();
    assert.deepEqual(await names(), ['new']);
    tree.dispose();
  });

  it('are those of the new connection, even if a reading of the old one ends after the switch', async () => {
    const { testState, tree, names } = treeOfConnections();
    const held = Promise.withResolvers<void>();
    testState.hold = held.promise;
    const reading = tree.getChildren(undefined);
    await setImmediate();
    testState.inUse = 'new';
    tree.startOver();
    held.resolve();
    await reading;
    assert.deepEqual(await names(), ['new']);
    tree.dispose();
  });
});
