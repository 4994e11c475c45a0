/** A workspace: its environments, and its open change requests. */
import * as vscode from 'vscode';
import type { Workspace } from '../../api/model.ts';
import type { WorkspaceRef } from '../service/target.ts';
import { createEnvironmentNode } from './environmentNode.ts';
import { createFactNode } from './factNode.ts';
import { createRequestsNode } from './requestsNode.ts';
import { spoken } from './spoken.ts';
import type { TreeContext, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export function createWorkspaceNode(workspace: Workspace, context: TreeContext): TreeNode {
  const ref: WorkspaceRef = {
    id: workspace.id,
    name: workspace.name,
    requiresTitleAndComments: workspace.requiresTitleAndComments === true,
  };
  const node: TreeNode = {
    contextValue: 'workspace hasName hasId',
    copyable: { name: workspace.name, id: workspace.id },
    target: { kind: 'workspace', workspace: ref },
    toTreeItem() {
      const item = new vscode.TreeItem(workspace.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `${context.connected.connectionId}/${workspace.id}`;
      item.iconPath = new vscode.ThemeIcon('project');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = spoken(workspace.name, t('workspace'));
      item.tooltip = ref.requiresTitleAndComments ? t('Changes in this workspace need a title and a comment.') : workspace.name;
      return item;
    },
    async children() {
      const [environments, requests] = await Promise.all([
        context.connected.client.listEnvironments(workspace.id),
        createRequestsNode(ref, context),
      ]);
      const nodes = environments.map((environment) => createEnvironmentNode(environment, ref, context));
      return [...(nodes.length > 0 ? nodes : [createFactNode(t('No environment that this API key may see'))]), requests];
    },
  };
  return node;
}
