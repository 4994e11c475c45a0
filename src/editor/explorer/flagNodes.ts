/** The flags of a workspace, below an environment. Where the service can't list them: those seen in change requests. */
import * as vscode from 'vscode';
import type { Flag } from '../../api/model.ts';
import { definitionUri } from '../definitionUri.ts';
import { commands } from '../names.ts';
import type { EnvironmentRef, FlagTarget, WorkspaceRef, WorkspaceTarget } from '../target.ts';
import { createFactNode } from './factNode.ts';
import { createGroupNode } from './groupNode.ts';
import { pagedList } from './pagedList.ts';
import type { TreeContext, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

/** The listing of flags takes at most 50 (service-beyond.md). */
const FLAG_PAGE = 50;

export function createFlagsNode(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): TreeNode {
  const { client, connectionId } = context.connected;
  const id = `${connectionId}/${workspace.id}/${environment.id}/flags`;
  const target: WorkspaceTarget = { kind: 'workspace', workspace, environment };
  return createGroupNode({ contextValue: 'flags', label: t('Flags'), icon: 'flag', id, target }, (node) => {
    const toNode = (flag: Flag): TreeNode => createFlagNode(flag, workspace, environment, `${id}/${flag.name}`, context);
    let canList = true;
    const list = pagedList(
      async (offset) => {
        const page = await client.listFlags(workspace.id, { offset, limit: FLAG_PAGE });
        canList = page !== undefined;
        return page ?? { objects: await flagsSeen(workspace, context), offset: 0, limit: 0, totalCount: 0 };
      },
      toNode,
      () => context.redraw(node),
    );
    return async () => {
      const nodes = pinnedFirst(await list.nodes(), context.pinned(workspace.id), (name) => toNode({ name }));
      if (!canList) return [...nodes, createFactNode(t('This service can’t list flags: these were seen in change requests'))];
      return nodes.length > 0 ? nodes : [createFactNode(t('No flag in this workspace yet'))];
    };
  });
}

/** Those that are not listed, or not yet, too. */
function pinnedFirst(
  nodes: readonly TreeNode[],
  pinned: readonly string[],
  toNode: (name: string) => TreeNode,
): readonly TreeNode[] {
  const named = (name: string): TreeNode | undefined => nodes.find(({ copyable }) => copyable?.name === name);
  const first = pinned.map((name) => named(name) ?? toNode(name));
  return [...first, ...nodes.filter((node) => !first.includes(node))];
}

async function flagsSeen(workspace: WorkspaceRef, context: TreeContext): Promise<readonly Flag[]> {
  const { requests } = await context.requests.read();
  const names = requests.flatMap(({ flag, workspace: where }) => (flag && where?.id === workspace.id ? [flag.name] : []));
  return [...new Set(names)].toSorted().map((name) => ({ name }));
}

function createFlagNode(
  flag: Flag,
  workspace: WorkspaceRef,
  environment: EnvironmentRef,
  id: string,
  context: TreeContext,
): TreeNode {
  const target: FlagTarget = { kind: 'flag', workspace, environment, name: flag.name };
  const isPinned = context.pinned(workspace.id).includes(flag.name);
  const node: TreeNode = {
    contextValue: isPinned ? 'flag isPinned hasName' : 'flag isUnpinned hasName',
    target,
    copyable: { name: flag.name },
    toTreeItem() {
      const item = new vscode.TreeItem(flag.name);
      item.id = id;
      // A draft of its definition is marked there.
      item.resourceUri = definitionUri({ ...context.connected, workspace, environment, flagName: flag.name, format: 'yaml' });
      item.description = flag.trafficType?.name ?? '';
      item.iconPath = new vscode.ThemeIcon(isPinned ? 'pinned' : 'symbol-boolean');
      item.tooltip = flag.description ? `${flag.name}\n${flag.description}` : flag.name;
      item.contextValue = node.contextValue;
      item.command = { command: commands.openFlag, title: t('Open Flag Definition…'), arguments: [node] };
      return item;
    },
  };
  return node;
}
