/** The first level of the Change Requests view: who has to do something, then what was decided. */
import * as vscode from 'vscode';
import { isApiError } from '../../../api/errors.ts';
import type { ChangeRequest } from '../../../api/model.ts';
import {
  isSubmittedBy,
  isWaitingFor,
  passesFilter,
  type RequestFilter,
  type Viewer,
} from '../../../domain/changeRequests/requestGroups.ts';
import type { KnownEnvironment } from '../../../operations/learnt.ts';
import { namedEnvironment } from '../../../operations/readReview.ts';
import type { Connected } from '../../connected.ts';
import { commands } from '../../names.ts';
import { statusLook } from '../../requestWords.ts';
import { createFactNode } from '../factNode.ts';
import { createLoadMoreNode } from '../loadMoreNode.ts';
import { createRequestList, type RequestList } from '../requestList.ts';
import { createRequestNode } from '../requestNode.ts';
import type { Root } from '../tree.ts';
import type { TreeNode } from '../treeNode.ts';

const { t } = vscode.l10n;

export interface RequestsContext {
  readonly connected: Connected;
  readonly viewer: Viewer;
  readonly filter: RequestFilter;
  /** What was learnt of a request's environment. */
  environmentOf(id: string): KnownEnvironment | undefined;
  readonly redraw: (node: TreeNode | undefined) => void;
}

interface Group {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  /** What is said where there is none. */
  readonly nothing: string;
  readonly isOpenAtFirst: boolean;
  readonly has: (request: ChangeRequest) => boolean;
}

const all = (): boolean => true;

/** Made anew with each reading of the view: every list begins with its first page again. */
export function createRequestGroups(context: () => RequestsContext): Root {
  return {
    async nodes() {
      const now = context();
      const open = createRequestList(now.connected.client);
      // One call for the three groups of open ones; a failure is the view's.
      await open.read();
      const groups = await Promise.all(openGroups(now.viewer).map((group) => createGroup(group, open, now, true)));
      const decided = decidedGroups().map((group) =>
        createGroup(group, createRequestList(now.connected.client, group.id), now, false),
      );
      return [...groups, ...(await Promise.all(decided))];
    },
  };
}

function openGroups(viewer: Viewer): readonly Group[] {
  return [
    {
      id: 'waiting',
      label: t('Waiting for me'),
      icon: 'bell',
      nothing: t('Nothing waits for “{0}”', viewer.key.name),
      isOpenAtFirst: true,
      has: (request) => isWaitingFor(request, viewer),
    },
    {
      id: 'submitted',
      label: t('Submitted by me'),
      icon: 'arrow-up',
      nothing: t('Nothing that you submitted is open'),
      isOpenAtFirst: false,
      has: (request) => isSubmittedBy(request, viewer),
    },
    {
      id: 'open',
      label: t('All open'),
      icon: 'git-pull-request',
      nothing: t('No change request is open'),
      isOpenAtFirst: false,
      has: all,
    },
  ];
}

function decidedGroups(): readonly Group[] {
  const group = (status: string, nothing: string): Group => {
    const { label, icon } = statusLook(status);
    return { id: status, label, icon, nothing, isOpenAtFirst: false, has: all };
  };
  return [
    group('PUBLISHED', t('None was published yet')),
    group('WITHDRAWN', t('None was withdrawn')),
    group('REJECTED', t('None was rejected')),
    group('SCHEDULED', t('None is scheduled')),
  ];
}

async function createGroup(group: Group, list: RequestList, context: RequestsContext, isRead: boolean): Promise<TreeNode> {
  const { connected, filter, environmentOf, redraw } = context;
  const environmentFor = (request: ChangeRequest): { readonly id: string; readonly name: string } | undefined =>
    environmentOf(request.id) ?? namedEnvironment(request);
  const own = async (): Promise<{ readonly requests: readonly ChangeRequest[]; readonly hasMore: boolean }> => {
    const { requests, hasMore } = await list.read();
    const shown = requests.filter((request) => group.has(request) && passesFilter(request, environmentFor(request)?.id, filter));
    return { requests: shown, hasMore };
  };
  const countOf = async (): Promise<string> => {
    const { requests, hasMore } = await own();
    return `${requests.length}${hasMore ? '+' : ''}`;
  };
  let count = isRead ? await countOf() : undefined;
  const node: TreeNode = {
    contextValue: 'requestGroup',
    toTreeItem() {
      const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
      const isOpen = group.isOpenAtFirst && count !== '0';
      const item = new vscode.TreeItem(group.label, isOpen ? Expanded : Collapsed);
      item.id = `${connected.connectionId}/requests/${group.id}`;
      item.iconPath = new vscode.ThemeIcon(group.icon);
      if (count !== undefined) item.description = count;
      item.contextValue = node.contextValue;
      return item;
    },
    async children() {
      const { requests, hasMore } = await own().catch((error: unknown) => {
        // The document names no scheduled ones, and a service without them refuses the word.
        if (group.id === 'SCHEDULED' && isApiError(error) && error.kind === 'service' && error.status === 400)
          return { requests: [], hasMore: false };
        throw error;
      });
      if (requests.length === 0 && !hasMore) {
        const nothing = createFactNode(group.nothing, 'check');
        return group.id === 'waiting' ? [nothing, ...(await waitingForOthers(list, context))] : [nothing];
      }
      const nodes = requests.map((request) =>
        createRequestNode({
          request,
          email: connected.email,
          environment: environmentFor(request) ?? 'unknown',
          id: `${connected.connectionId}/requests/${group.id}/${request.id}`,
        }),
      );
      if (!hasMore) return nodes;
      return [
        ...nodes,
        createLoadMoreNode(async () => {
          await list.readMore();
          if (count !== undefined) count = await countOf();
          redraw(node);
        }),
      ];
    },
  };
  return node;
}

/** Other stored API keys that have something to decide: a click uses the one. */
async function waitingForOthers(
  list: RequestList,
  { connected, filter, environmentOf }: RequestsContext,
): Promise<readonly TreeNode[]> {
  const { requests } = await list.read();
  const shown = requests.filter((request) =>
    passesFilter(request, (environmentOf(request.id) ?? namedEnvironment(request))?.id, filter),
  );
  const others = connected.keyNames.filter((name) => name !== connected.keyName);
  return others.flatMap((name) => {
    const count = shown.filter((request) => isWaitingFor(request, { key: { name }, keyNames: [], email: undefined })).length;
    if (count === 0) return [];
    const use = { command: commands.useApiKey, title: t('Use API Key…'), arguments: [name] };
    return [
      createFactNode(
        count === 1 ? t('1 waits for “{0}”: use it', name) : t('{0} wait for “{1}”: use it', count, name),
        'key',
        use,
      ),
    ];
  });
}
