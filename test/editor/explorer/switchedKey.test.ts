/** Tests the Workspaces view after this window has changed something with one API key and then used a different one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Connected } from '../../../src/editor/window/connected.ts';
import type { TreeNode } from '../../../src/editor/explorer/treeNode.ts';
import type { KeyName } from '../../operations/service.ts';
import { connectedTo } from '../connected.ts';
import { views } from '../fakeVscode.ts';
import { service, testState } from './requestsViewSetup.ts';

const { registerExplorer } = await import('../../../src/editor/explorer/index.ts');

it('the view of an API key that is in use again shows what was created with a different one', async (test) => {
  const withKey = new Map<string, Connected>();
  let inUse: KeyName = 'release-key';
  let changeKey: () => void = () => undefined;
  const connected = (): Connected => {
    const own = withKey.get(inUse) ?? connectedTo(service, inUse);
    withKey.set(inUse, own);
    return own;
  };
  const onDidChange = (listener: () => void) => {
    changeKey = listener;
    return { dispose() {} };
  };
  const explorer = registerExplorer({
    ...testState.parts,
    connections: { ...testState.parts.connections, inUse: async () => connected(), onDidChange },
  });
  test.after(() => explorer.dispose());
  const view = views.at(-2)!;
  const child = async (label: string, parent?: TreeNode): Promise<TreeNode> => {
    const nodes = ((await view.getChildren?.(parent)) ?? []) as readonly TreeNode[];
    return nodes.find((node) => node.toTreeItem().label === label) ?? assert.fail(label);
  };
  const segments = async (): Promise<TreeNode> => child('Segments', await child('development', await child('Storefront')));
  await child('beta-accounts', await segments());
  inUse = 'submitter-key';
  changeKey();
  const workspaceId = service.workspace('Storefront');
  await connected().client.createSegment(workspaceId, 'account', { name: 'created-now', description: '' });
  const place = { object: 'segment', workspaceId, name: 'created-now' } as const;
  testState.parts.events.fire({ kind: 'object', connection: 'shop', place, isChanged: true });
  await child('created-now', await segments());
  inUse = 'release-key';
  changeKey();
  await child('created-now', await segments());
});
