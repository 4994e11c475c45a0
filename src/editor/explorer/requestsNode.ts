/** The open change requests of a workspace. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { WorkspaceRef } from '../service/target.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { emptyNodes, submitOne } from './emptyNodes.ts';
import { createLoadMoreNode } from './loadMoreNode.ts';
import { createRequestNode } from './requestNode.ts';
import { spoken } from './spoken.ts';
import type { TreeContext, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

/** Reads the first page, so that the heading can say how many there are; a failure to do so shows when it is expanded. */
export async function createRequestsNode(workspace: WorkspaceRef, context: TreeContext): Promise<TreeNode> {
  let label = await labelOf();
  async function own(): Promise<{ readonly requests: readonly ChangeRequest[]; readonly hasMore: boolean }> {
    const { requests, hasMore } = await context.requests.read();
    return { requests: requests.filter((request) => request.workspace?.id === workspace.id), hasMore };
  }
  async function labelOf(): Promise<string> {
    try {
      const { requests, hasMore } = await own();
      return t('Open Change Requests ({0})', `${formatNumber(requests.length)}${hasMore ? '+' : ''}`);
    } catch {
      // Expanding the node asks again and shows what failed.
      return t('Open Change Requests');
    }
  }
  const node: TreeNode = {
    contextValue: 'changeRequests',
    toTreeItem() {
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `${context.connected.connectionId}/${workspace.id}/changeRequests`;
      item.iconPath = new vscode.ThemeIcon('git-pull-request');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = spoken(label, workspace.name);
      return item;
    },
    async children() {
      const { requests, hasMore } = await own();
      if (requests.length === 0 && !hasMore) {
        return emptyNodes(t('Nothing waits for a decision'), context.connected.isReadOnly, submitOne(), 'check');
      }
      const nodes = requests.map((request) => createRequestNode({ request, email: context.connected.email }));
      if (!hasMore) return nodes;
      const more = async (): Promise<void> => {
        await context.requests.readMore();
        label = await labelOf();
        context.redraw(node);
      };
      return [...nodes, createLoadMoreNode(more)];
    },
  };
  return node;
}
