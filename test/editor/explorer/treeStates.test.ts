/** Tests what the tree shows and offers, depending on what is known about a segment or a flag in its environment. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { useService } from '../../operations/service.ts';
import '../fakeVscode.ts';
import { startChange } from '../../../src/operations/keys/startChange.ts';
import { openJournal } from '../../../src/operations/keys/journal.ts';
import { draftsOf, testServices } from '../services.ts';

const { createRoot } = await import('./treeRoot.ts');

const service = useService();
const labelOf = (node: TreeNode): string => String(node.toTreeItem().label);

/** Returns a node in the tree of Storefront. `change`: removes what the service lacks. */
async function nodeAt(path: readonly string[], change: object = {}, known: object = {}): Promise<TreeNode> {
  const client = { ...service.as('submitter-key'), ...change };
  const keys = { keyName: 'submitter-key', keyNames: ['submitter-key'], email: undefined };
  const place = { connectionId: 'c1', connectionName: 'Shop', origin: client.origin, isSandbox: false, isReadOnly: false };
  const root = createRoot({ ...place, ...keys, client }, () => undefined, known);
  let [nodes, found]: [readonly TreeNode[], TreeNode | undefined] = [await root.nodes(), undefined];
  for (const label of ['Storefront', ...path]) {
    found = nodes.find((node) => labelOf(node) === label) ?? assert.fail(`no ${label} in ${nodes.map(labelOf).join()}`);
    nodes = (await found.children?.()) ?? [];
  }
  return found!;
}

describe('a node of the tree', () => {
  it('is not grey after a 404 alone, if the service does not list the active segments', async () => {
    const limited = { listActiveSegments: async () => undefined };
    const segments = await nodeAt(['production', 'Segments'], limited);
    const nodes = (await segments.children?.()) ?? [];
    const buyers = nodes.find((node) => labelOf(node) === 'wholesale-buyers')!;
    assert.match((await buyers.tooltip?.()) ?? '', /not active here, or this API key may not see it/);
    assert.equal(buyers.toTreeItem().description, 'user');
    assert.equal(buyers.toTreeItem().resourceUri, undefined);
    assert.equal(buyers.contextValue, 'segment isUntouched hasName');
  });

  it('is grey if its flag has no definition in the environment', async () => {
    const client = service.as('submitter-key');
    const { id } = service.environment('pre-production');
    const all = (await client.listDefinitions(service.workspace('Storefront'), id, { offset: 0, limit: 50 }))!.objects;
    const flags = await nodeAt(['pre-production', 'Flags']);
    const rows = ((await flags.children?.()) ?? []).map((node) => node.toTreeItem());
    const greyed = rows.filter(({ resourceUri }) => resourceUri?.scheme === 'flag-admin-grey').map(({ label }) => String(label));
    assert.ok(greyed.includes('dark-mode'));
    assert.deepEqual(
      greyed,
      rows.map(({ label }) => String(label)).filter((name) => !all.some((one) => one.name === name)),
    );
    for (const { label, description } of rows)
      assert.equal(String(description).includes('not defined here'), greyed.includes(String(label)));
  });

  it('tells its menu which commands are known not to apply', async () => {
    const { id } = service.environment('production');
    const known = testServices({ definitionDrafts: draftsOf({ find: () => undefined }) });
    const { change } = await startChange({
      kind: 'upload',
      connection: { id: 'c1', name: 'Shop', origin: service.as('submitter-key').origin, keyName: 'submitter-key' },
      target: { workspace: {}, environment: { id }, name: 'beta-accounts', trafficType: 'user' } as never,
      source: { description: 'a list', form: { format: 'lines' } as never },
      batches: [{ operation: 'add', keys: ['a'] }],
      way: 'direct',
      startedAt: 0,
    });
    await openJournal(known.context.globalStorageUri.fsPath).save(change);
    const valueOf = async (...path: readonly string[]): Promise<string> =>
      (await nodeAt(['production', ...path], {}, known)).contextValue;
    assert.equal(await valueOf('Segments', 'beta-accounts'), 'segment isActive hasName');
    assert.equal(await valueOf('Segments', 'wholesale-buyers'), 'segment isInactive isUntouched hasName');
    assert.equal(await valueOf('Flags', 'checkout-redesign'), 'flag isUnpinned isServed isUndrafted hasName hasId');
    const unknown = await nodeAt(['production', 'Flags', 'checkout-redesign'], { listDefinitions: async () => undefined });
    assert.equal(unknown.contextValue, 'flag isUnpinned hasName hasId');
  });
});
