/**
 * The row of a workspace. Its children are its environments and its open change requests. A production environment has a red
 * shield, and the word “production” unless that is its name.
 */
import * as vscode from 'vscode';
import type { ChangeRequest, Environment, Workspace } from '../../api/model.ts';
import { workspaceRef, type WorkspaceRef } from '../window/target.ts';
import { environmentFrom } from '../../operations/learned/environments.ts';
import {
  createFactNode,
  accessibleLabel,
  emptyNodes,
  submitRequestStep,
  createLoadMoreNode,
  createIncompleteNode,
} from './plainNodes.ts';
import type { List } from '../../operations/catalog/catalog.ts';
import { ownerOf } from '../ask/placeOptions.ts';
import { inReviewOrder } from '../ask/requestOrder.ts';
import { groupOf, cachedNode, pagedList, staleNodeUnlessRead } from './pagedList.ts';
import type { TreeContext, TreeNode } from './treeNode.ts';
import { setContext } from '../window/command.ts';
import { milestones } from '../window/names.ts';
import { createFlagsNode } from './flagNodes.ts';
import { createSegmentsNode } from './segmentNodes.ts';
import { formatNumber } from '../words/requestWords.ts';
import { createRequestNode } from './requestNode.ts';
import { productionWords, productionIcon } from '../words/placeWords.ts';
import { namedEnvironment } from '../../domain/changeRequests/namedEnvironment.ts';

const { t } = vscode.l10n;

export function createWorkspaceNode(workspace: Workspace, context: TreeContext): TreeNode {
  const ref = workspaceRef(workspace);
  const environments = pagedList({
    list: () => context.catalog.environments(workspace.id),
    page: Infinity,
    toNode: (environment) => createEnvironmentNode(environment, ref, context),
    redraw: () => context.redraw(node),
  });
  const node: TreeNode = {
    contextValue: 'workspace hasName hasId',
    copyable: { name: workspace.name, id: workspace.id },
    target: { kind: 'workspace', workspace: ref },
    toTreeItem() {
      const item = new vscode.TreeItem(workspace.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `${context.connected.connectionId}/${workspace.id}`;
      item.iconPath = new vscode.ThemeIcon('project');
      item.contextValue = node.contextValue;
      const owner = ownerOf(workspace);
      if (owner !== '') item.description = owner;
      item.accessibilityInformation = accessibleLabel(workspace.name, t('workspace'), owner);
      item.tooltip = ref.requiresTitleAndComments ? t('Changes in this workspace need a title and a comment.') : workspace.name;
      return item;
    },
    async children() {
      const [nodes, requests] = await Promise.all([environments.nodes(), createRequestsNode(ref, context)]);
      rememberEnvironments(ref, context);
      return [
        ...(nodes.length > 0 ? nodes : [createFactNode(t('This API key can’t see any environment of this workspace'))]),
        requests,
      ];
    },
  };
  return node;
}

/**
 * Stores the environments that requests name. Uses the list of environments, because only this list says which one is
 * production.
 */
function rememberEnvironments({ id }: WorkspaceRef, { catalog, rememberEnvironment }: TreeContext): void {
  for (const request of catalog.requests().items) {
    const named = request.workspace?.id === id ? namedEnvironment(request) : undefined;
    const environment = named && catalog.environments(id).get(named.id);
    if (environment) rememberEnvironment(request.id, environmentFrom(environment));
  }
}

function createEnvironmentNode(environment: Environment, workspace: WorkspaceRef, context: TreeContext): TreeNode {
  const ref = environmentFrom(environment);
  const { isProduction } = ref;
  const node: TreeNode = {
    contextValue: isProduction ? 'environment production hasName hasId' : 'environment hasName hasId',
    copyable: { name: environment.name, id: environment.id },
    target: { kind: 'workspace', workspace, environment: ref },
    toTreeItem() {
      const item = new vscode.TreeItem(environment.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `${context.connected.connectionId}/${workspace.id}/${environment.id}`;
      item.iconPath = isProduction ? productionIcon() : new vscode.ThemeIcon('server-environment');
      item.description = productionWords(ref).join();
      item.tooltip = isProduction ? t('{0}: changes here affect your customers.', environment.name) : environment.name;
      item.contextValue = node.contextValue;
      item.accessibilityInformation = accessibleLabel(environment.name, t('environment'), isProduction && t('production'));
      return item;
    },
    async children() {
      void setContext(milestones.hasBrowsed, true);
      return [createSegmentsNode(workspace, ref, context), createFlagsNode(workspace, ref, context)];
    },
  };
  return node;
}

/**
 * Creates the row of the open requests. Reads the first page for the number in its label. If that fails, the failure is shown
 * when the user expands the row.
 */
async function createRequestsNode(workspace: WorkspaceRef, context: TreeContext): Promise<TreeNode> {
  const id = `${context.connected.connectionId}/${workspace.id}/changeRequests`;
  const list = (): List<ChangeRequest> => context.catalog.requests();
  const own = groupOf(list, (request) => request.workspace?.id === workspace.id);
  await list()
    .read({ count: 1 })
    .catch(() => undefined);
  const labelOf = (): string => {
    const now = list();
    if (now.readAt === undefined) return t('Open Change Requests');
    return `${t('Open Change Requests')} (${formatNumber(own().length)}${now.isComplete ? '' : '+'})`;
  };
  const nodeOf = cachedNode((request: ChangeRequest) =>
    createRequestNode({
      request,
      client: context.connected.client,
      email: context.connected.email,
      place: () => context.placeOf(request),
      // The id must not contain the title or environment, because the row must keep its id if these change.
      id: `${id}/${request.id}`,
    }),
  );
  const node: TreeNode = {
    contextValue: 'changeRequests',
    // The list is redrawn if the regular check finds that requests were submitted or decided elsewhere.
    isAging: true,
    state: () => [labelOf(), ...own().map(({ id }) => id)].join(' '),
    toTreeItem() {
      const label = labelOf();
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = id;
      item.iconPath = new vscode.ThemeIcon('git-pull-request');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = accessibleLabel(label, workspace.name);
      return item;
    },
    async children() {
      const failed = await staleNodeUnlessRead(list(), list().read({ count: 1 }));
      const requests = own();
      const { hasMore, isComplete } = list();
      if (requests.length === 0 && isComplete && failed.length === 0) {
        return emptyNodes(t('No change request is open'), context.connected.isReadOnly, submitRequestStep(), 'check');
      }
      const nodes = inReviewOrder(context.connected.client, requests, context.placeOf).map(nodeOf);
      if (!hasMore) return [...failed, ...nodes, ...(isComplete ? [] : [createIncompleteNode()])];
      const more = async (): Promise<void> => {
        await list().read({ count: list().items.length + 1 });
        context.redraw(node);
      };
      return [...failed, ...nodes, createLoadMoreNode(more)];
    },
  };
  return node;
}
