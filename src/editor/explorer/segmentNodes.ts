/** The segments of an environment. How many keys one holds is read when it is hovered or expanded, not before. */
import * as vscode from 'vscode';
import { hasStatus } from '../../api/errors.ts';
import type { Segment, SegmentKeys } from '../../api/model.ts';
import { keysWords } from '../formats/requestWords.ts';
import type { EnvironmentRef, SegmentTarget, WorkspaceRef } from '../service/target.ts';
import { emptyNodes, createFactNode, spoken, createGroupNode } from './plainNodes.ts';
import { pagedList } from './pagedList.ts';
import { PAGE, type TreeContext, type TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export function createSegmentsNode(workspace: WorkspaceRef, environment: EnvironmentRef, context: TreeContext): TreeNode {
  const { client, connectionId, isReadOnly } = context.connected;
  const id = `${connectionId}/${workspace.id}/${environment.id}/segments`;
  const group = { contextValue: 'segments', label: t('Segments'), icon: 'organization', id } as const;
  return createGroupNode({ ...group, target: { kind: 'workspace', workspace, environment } }, (node) => {
    const list = pagedList(
      (offset) => client.listSegments(workspace.id, { offset, limit: PAGE }),
      (segment) => createSegmentNode(segment, { workspace, environment }, `${id}/${segment.name}`, context),
      () => context.redraw(node),
    );
    return async () => {
      const nodes = await list.nodes();
      const make = { command: 'flagAdmin.segment.create', title: t('Create Segment…'), arguments: [node], icon: 'add' };
      return nodes.length > 0 ? nodes : emptyNodes(t('No segment in this workspace yet'), isReadOnly, make);
    };
  });
}

function createSegmentNode(
  segment: Segment,
  place: { readonly workspace: WorkspaceRef; readonly environment: EnvironmentRef },
  id: string,
  { connected, learn }: TreeContext,
): TreeNode {
  const target: SegmentTarget = { kind: 'segment', ...place, name: segment.name, trafficType: segment.trafficType?.name ?? '' };
  async function read(): Promise<SegmentKeys | undefined> {
    try {
      const held = await connected.client.readKeys(place.environment.id, segment.name, { offset: 0, limit: 1 });
      if (held.openChangeRequestId) learn(held.openChangeRequestId, place.environment);
      return held;
    } catch (error) {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    }
  }
  const node: TreeNode = {
    contextValue: 'segment hasName',
    target,
    copyable: { name: segment.name },
    toTreeItem() {
      const item = new vscode.TreeItem(segment.name, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = id;
      item.description = target.trafficType;
      item.iconPath = new vscode.ThemeIcon('list-unordered');
      item.contextValue = node.contextValue;
      item.accessibilityInformation = spoken(segment.name, t('segment'), target.trafficType);
      return item;
    },
    async tooltip() {
      const held = await read();
      return [segment.name, segment.description ?? '', keysSentence(held)].filter((line) => line !== '').join('\n');
    },
    async children() {
      const held = await read();
      const showKeys = { command: 'flagAdmin.segment.showKeys', title: t('Show Keys'), arguments: [node] };
      const facts = [createFactNode(keysSentence(held), held ? 'key' : 'circle-slash', held ? showKeys : undefined)];
      if (segment.description) facts.push(createFactNode(segment.description, 'note'));
      if (held?.openChangeRequestId) {
        const review = {
          command: 'flagAdmin.changeRequest.open',
          title: t('Review Change Request…'),
          arguments: [held.openChangeRequestId],
        };
        facts.push(createFactNode(t('A change request is open on it'), 'git-pull-request', review));
      }
      return facts;
    },
  };
  return node;
}

function keysSentence(held: SegmentKeys | undefined): string {
  return held ? keysWords(held.count) : t('Not active in this environment');
}
