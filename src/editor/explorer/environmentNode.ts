/** An environment; production has its own icon, colour and word. */
import * as vscode from 'vscode';
import type { Environment } from '../../api/model.ts';
import { setContext } from '../command.ts';
import { milestones } from '../names.ts';
import type { EnvironmentRef, WorkspaceRef } from '../service/target.ts';
import { createFlagsNode } from './flagNodes.ts';
import { createSegmentsNode } from './segmentNodes.ts';
import { spoken } from './spoken.ts';
import type { TreeContext, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export function createEnvironmentNode(environment: Environment, workspace: WorkspaceRef, context: TreeContext): TreeNode {
  const isProduction = environment.production !== false;
  const ref: EnvironmentRef = { id: environment.id, name: environment.name, isProduction };
  const node: TreeNode = {
    contextValue: isProduction ? 'environment production hasName hasId' : 'environment hasName hasId',
    copyable: { name: environment.name, id: environment.id },
    toTreeItem() {
      const item = new vscode.TreeItem(environment.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `${context.connected.connectionId}/${workspace.id}/${environment.id}`;
      item.iconPath = isProduction
        ? new vscode.ThemeIcon('shield', new vscode.ThemeColor('charts.red'))
        : new vscode.ThemeIcon('server-environment');
      if (isProduction) item.description = t('production');
      item.tooltip = isProduction ? t('{0}: what changes here changes for your customers.', environment.name) : environment.name;
      item.contextValue = node.contextValue;
      item.accessibilityInformation = spoken(environment.name, isProduction ? t('production environment') : t('environment'));
      return item;
    },
    async children() {
      void setContext(milestones.hasBrowsed, true);
      return [createSegmentsNode(workspace, ref, context), createFlagsNode(workspace, ref, context)];
    },
  };
  return node;
}
