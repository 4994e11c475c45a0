/** Tests what the row of a flag without a definition shows about a request that adds one, with the sandbox. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import { Memento } from '../fakeContext.ts';
import { useService } from '../../operations/service.ts';
import { openUris } from './fakeEditor.ts';
import { addDefinition } from './openRequest.ts';
import { unnamed } from './unnamed.ts';
import { openWindow, type Window } from './window.ts';
import { testServices } from '../services.ts';

const { createRoots } = await import('../../../src/editor/explorer/rootNodes.ts');

const service = useService();
const FLAG = 'wishlist-sharing';
let window: Window;
afterEach(() => {
  openUris.length = 0;
  window.dispose();
});

/** Returns the root of the tree in a window. */
function rootsOf({ deps, inUse }: Window): ReturnType<ReturnType<typeof createRoots>> {
  return createRoots({ ...deps, memory: new Memento(), definitionDrafts: testServices().definitionDrafts })(
    inUse.now!,
    () => undefined,
  );
}
async function rowOf(roots: { nodes(): Promise<readonly TreeNode[]> }, environment: string, flag: string): Promise<TreeNode> {
  let nodes = await roots.nodes();
  let found: TreeNode | undefined;
  for (const label of ['Storefront', environment, 'Flags', flag]) {
    found = nodes.find((node) => node.toTreeItem().label === label) ?? assert.fail(label);
    nodes = (await found.children?.()) ?? [];
  }
  return found!;
}
const isMarked = (row: TreeNode): boolean => {
  const { description, accessibilityInformation } = row.toTreeItem();
  const is = String(description).split(' · ').includes('request open');
  assert.equal(accessibilityInformation?.label.split(', ').includes('request open'), is);
  return is;
};
async function withdraw(): Promise<void> {
  const client = service.as('submitter-key');
  const { data } = await client.listChangeRequests({ limit: 100 });
  const { id } = data.find(({ flag }) => flag?.name === FLAG) ?? assert.fail('none is open');
  await client.decideChangeRequest(id, { status: 'WITHDRAWN', comment: 'c' });
}
const begun = (): string =>
  `name: ${FLAG}\ntreatments: [{ name: on }]\ndefaultTreatment: on\ntrafficAllocation: 7\nrules: []\ndefaultRule: [{ treatment: on, size: 100 }]\n`;

describe('the row of a flag without a definition', () => {
  it('mentions an own request if the service does not name its environment', async () => {
    window = await openWindow(service);
    await addDefinition(service, 'production', begun());
    service.onCall = unnamed(service, false);
    const roots = rootsOf(window);
    const row = await rowOf(roots, 'production', FLAG);
    assert.equal(isMarked(row), false);
    const client = service.as('submitter-key');
    const { data } = await client.listChangeRequests({ limit: 100 });
    const { id } = data.find(({ flag }) => flag?.name === FLAG)!;
    await window.deps.serviceFacts.rememberRequest(client.origin, id, service.environment('production'));
    service.seen.length = 0;
    assert.equal(isMarked(row), true);
    assert.equal(service.seen.length, 0);
  });

  it('shows what its document has read, for a limited time', async () => {
    window = await openWindow(service);
    await addDefinition(service, 'production', begun());
    service.onCall = unnamed(service, true);
    const roots = rootsOf(window);
    const row = await rowOf(roots, 'production', FLAG);
    assert.equal(isMarked(row), false);
    let redraws = 0;
    const listening = window.deps.serviceFacts.onDidLearn(() => (redraws += 1));
    const uri = window.uri(FLAG);
    openUris.push(uri);
    await window.read(uri);
    assert.deepEqual([isMarked(row), redraws], [true, 1]);
    await window.refresh();
    assert.deepEqual([isMarked(row), redraws], [true, 1]);
    await withdraw();
    await window.refreshRequests(false);
    assert.deepEqual([isMarked(row), redraws], [false, 2]);
    await addDefinition(service, 'production', begun());
    await window.refresh();
    assert.deepEqual([isMarked(row), redraws], [true, 3]);
    // The view is no longer visible. A new reading of the tree does not get the facts that were found before.
    openUris.length = 0;
    await withdraw();
    assert.equal(isMarked(await rowOf(roots, 'production', FLAG)), false);
    listening.dispose();
  });

  it('no longer shows it once its definition was read or removed', async () => {
    window = await openWindow(service);
    await addDefinition(service, 'production', begun());
    const row = await rowOf(rootsOf(window), 'production', FLAG);
    const client = service.as('release-key');
    const { data } = await client.listChangeRequests({ limit: 100 });
    const { id } = data.find(({ flag }) => flag?.name === FLAG)!;
    await client.decideChangeRequest(id, { status: 'APPROVED', comment: 'c' });
    assert.equal(isMarked(row), true);
    await row.tooltip?.();
    assert.equal(isMarked(row), false);
  });
});
