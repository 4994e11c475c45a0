/** The first level of the Change Requests view: groups of open requests by who has to act, then groups of decided requests. */
import * as vscode from 'vscode';
import { hasStatus } from '../../../api/errors.ts';
import type { ChangeRequest } from '../../../api/model.ts';
import { passesFilter, type RequestFilter, type Viewer } from '../../../domain/changeRequests/requestGroups.ts';
import type { EnvironmentRef } from '../../../operations/learned/environments.ts';
import { inReviewOrder } from '../../ask/requestOrder.ts';
import type { Connected } from '../../window/connected.ts';
import { formatNumber } from '../../words/requestWords.ts';
import { tellProgress } from '../../window/notifications.ts';
import {
  emptyNodes,
  submitRequestStep,
  createFactNode,
  accessibleLabel,
  createLoadMoreNode,
  createIncompleteNode,
} from '../plainNodes.ts';
import { catalogOf, type List } from '../../../operations/catalog/catalog.ts';
import type { FilteredEnvironment } from './filteredEnvironment.ts';
import { decidedGroups, openGroups, type RequestGroup } from './requestGroup.ts';
import { waitingForOthers } from './waitingForOthers.ts';
import { groupOf, cachedNode, staleNodeUnlessRead } from '../pagedList.ts';
import { createRequestNode } from '../requestNode.ts';
import type { Root } from '../tree.ts';
import type { TreeNode } from '../treeNode.ts';

const { t } = vscode.l10n;

export interface RequestsContext {
  readonly connected: Connected;
  readonly viewer: Viewer;
  readonly filter: RequestFilter;
  /** Returns the environment of a request. Undefined if it is not known. Makes no calls. */
  placeOf(request: ChangeRequest): EnvironmentRef | undefined;
  readonly filtered: FilteredEnvironment;
  /** Finds the environments of open requests. Called each time that the view shows a page of them. */
  findEnvironments(requests: readonly ChangeRequest[]): void;
  /** True if the environment of the request was searched for among all environments of its workspace. */
  wasSearched(id: string): boolean;
  /** Searches for the environment of a request. Called when the user hovers over its row. */
  findEnvironment(request: ChangeRequest): Promise<void>;
  /** Returns the statuses of requests that this service has sent before. */
  knownStatuses(): readonly string[];
  isRead(request: ChangeRequest): boolean;
  readonly redraw: (node: TreeNode | undefined) => void;
}

/** The maximum number of pages that one click on `Load more…` reads in addition to the first one. */
const MAX_PAGES = 20;

/** Creates the first level. The groups are created anew each time that the view is drawn. */
export function createRequestGroups(context: () => RequestsContext): Root {
  return {
    async nodes() {
      const now = context();
      const catalog = catalogOf(now.connected.client);
      const open = (): List<ChangeRequest> => catalog.requests();
      // One call reads the list for the three groups of open requests. If it fails, the whole view shows the failure.
      const failed = await staleNodeUnlessRead(open(), open().read({ count: 1 }));
      const requests = open().items;
      // The search begins first: it does not accept a list that was read before, so the filter's list would be read twice.
      now.findEnvironments(requests);
      await now.filtered.read();
      const statuses = [...new Set([...now.knownStatuses(), ...requests.map(({ status }) => status)])];
      const decided = decidedGroups(statuses).map((group) =>
        // If the list of open requests contains requests of this group, the group shows this part of the list. Otherwise,
        // the group reads a list of its own.
        requests.some(group.has)
          ? createGroup(group, open, now, true)
          : createGroup({ ...group, has: () => true }, () => catalog.requests({ status: group.id }), now, false),
      );
      return [...failed, ...openGroups(now.viewer).map((group) => createGroup(group, open, now, true)), ...decided];
    },
    expire: (workspaceId) => catalogOf(context().connected.client).expire(workspaceId),
  };
}

/** Creates the row of a group. `isRead` is true if its list has been read. The row then shows the number of requests. */
function createGroup(group: RequestGroup, list: () => List<ChangeRequest>, context: RequestsContext, isRead: boolean): TreeNode {
  const { connected, filter, redraw } = context;
  const inGroup = groupOf(list, group.has);
  const matching = groupOf(
    list,
    (request) => group.has(request) && passesFilter(request, context.filtered.environmentIdOf(request), filter),
  );
  const countNow = (): string => countInWords(matching().length, !list().isComplete);
  const nodeOf = cachedNode((request: ChangeRequest) =>
    createRequestNode({
      request,
      client: connected.client,
      email: connected.email,
      place: () => context.placeOf(request),
      wasSearched: () => context.wasSearched(request.id),
      findEnvironment: async () => context.findEnvironment(request),
      ...(group.isOpen && { isRead: () => context.isRead(request) }),
      id: `${connected.connectionId}/requests/${group.id}/${request.id}`,
    }),
  );
  const readPage = (signal?: AbortSignal): Promise<void> =>
    list().read({ count: list().items.length + 1, ...(signal && { signal }) });
  /** Reads further pages until the group has more than `shown` rows. Some pages have no request for this group and filter. */
  const readOn = (shown: number): Thenable<void> =>
    tellProgress(
      t('Reading more change requests'),
      async (progress, signal) => {
        for (let page = 0; page < MAX_PAGES && list().hasMore && matching().length <= shown; page += 1) {
          progress.report({ message: formatNumber(list().items.length) });
          await readPage(signal);
        }
      },
      { cancellable: true },
    );
  let count = isRead ? countNow() : undefined;
  const node: TreeNode = {
    contextValue: 'requestGroup',
    toTreeItem() {
      const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
      const isOpen = group.isExpandedAtFirst && count !== '0';
      const item = new vscode.TreeItem(group.label, isOpen ? Expanded : Collapsed);
      item.id = `${connected.connectionId}/requests/${group.id}`;
      item.tooltip = group.tooltip;
      item.iconPath = new vscode.ThemeIcon(group.icon);
      item.accessibilityInformation = accessibleLabel(group.label, count);
      if (count !== undefined) item.description = count;
      item.contextValue = node.contextValue;
      return item;
    },
    async children() {
      const reading = list().read({ count: 1 });
      const failed = await staleNodeUnlessRead(list(), reading).catch((error: unknown) => {
        // Some services refuse to list by a status that they don't know. The documented service does not know SCHEDULED.
        if (!isRead && hasStatus(error, 400)) return undefined;
        throw error;
      });
      const hasMore = failed !== undefined && list().hasMore;
      const isComplete = failed === undefined || list().isComplete;
      const requests = group.isOpen ? inReviewOrder(connected.client, matching(), context.placeOf) : matching();
      const hidden = inGroup().length - requests.length;
      const now = countInWords(requests.length, !isComplete);
      if (now !== count) {
        count = now;
        redraw(node);
      }
      if (requests.length === 0 && !hasMore) {
        const nothing =
          hidden > 0 ? hiddenNodes(hidden) : isComplete ? emptyGroupNodes(group, context) : [createIncompleteNode()];
        const forOthers = group.id === 'waiting' ? waitingForOthers(list().items, context) : [];
        // If another stored API key can decide a request, a row that switches to this key replaces the usual next step.
        const rows = forOthers.length > 0 && hidden === 0 ? [...nothing.slice(0, 1), ...forOthers] : [...nothing, ...forOthers];
        return [...(failed ?? []), ...rows];
      }
      const nodes = requests.length === 0 && hidden > 0 ? hiddenNodes(hidden) : requests.map(nodeOf);
      if (!hasMore) return [...(failed ?? []), ...nodes, ...(isComplete ? [] : [createIncompleteNode()])];
      const more = async (): Promise<void> => {
        const shown = matching().length;
        await readPage();
        try {
          if (list().hasMore && matching().length === shown) await readOn(shown);
        } finally {
          if (group.isOpen) context.findEnvironments(list().items);
          redraw(node);
        }
      };
      return [...(failed ?? []), ...nodes, createLoadMoreNode(more)];
    },
  };
  return node;
}

/** Returns the number of loaded requests, followed by “+” if there may be more. */
const countInWords = (count: number, mayHaveMore: boolean): string =>
  count === 0 && mayHaveMore ? t('none loaded') : `${formatNumber(count)}${mayHaveMore ? '+' : ''}`;

/** Returns the rows of an empty group. If it is a group of open requests, one row submits a change request. */
const emptyGroupNodes = ({ nothing, isOpen }: RequestGroup, { connected }: RequestsContext): readonly TreeNode[] =>
  isOpen ? emptyNodes(nothing, connected.isReadOnly, submitRequestStep(), 'check') : [createFactNode(nothing, 'check')];

function hiddenNodes(hidden: number): readonly TreeNode[] {
  const command = { command: 'flagAdmin.changeRequest.clearFilter', title: t('Show All') };
  return [
    createFactNode(t('No loaded row matches the filter'), 'filter', command),
    createFactNode(t('Show all ({0} hidden)', formatNumber(hidden)), 'clear-all', command),
  ];
}
