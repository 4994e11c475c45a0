/** The row of a change request in a tree. It shows the title, the environment, the object, the submitter and the time. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { EnvironmentRef } from '../../operations/learned/environments.ts';
import { submitterOf, waitsForPerson } from '../../domain/changeRequests/decisions.ts';
import { waitsForApproval } from '../../domain/changeRequests/transitions.ts';
import { catalogOf } from '../../operations/catalog/catalog.ts';
import { rememberedForWhom } from '../words/audienceWords.ts';
import { changeLines, plainLine } from '../words/changeLines.ts';
import {
  ageInWords,
  objectName,
  operationSentence,
  scheduleWords,
  statusStyle,
  submittedSentence,
  requestTitle,
  wholeTitle,
} from '../words/requestWords.ts';
import type { RequestTarget } from '../window/target.ts';
import { environmentIcon, environmentOfWorkspace } from '../words/placeWords.ts';
import { markRead } from './rowMarks.ts';
import { accessibleLabel } from './plainNodes.ts';
import type { ContextValue, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export interface RequestRow {
  readonly request: ChangeRequest;
  /** The client that read the request. */
  readonly client: Client;
  /** The e-mail address of the user at the service, if the user has entered it. */
  readonly email: string | undefined;
  /**
   * Returns the environment of the request. Called each time that the row is drawn, because the environment is sometimes found
   * later.
   */
  readonly place: () => EnvironmentRef | undefined;
  /** Returns true if the environment was searched for. If it is still unknown then, it can't be found. */
  readonly wasSearched?: () => boolean;
  /** Searches for the environment of the request. Called when the user hovers over the row. */
  readonly findEnvironment?: () => Promise<void>;
  /** Returns true if the user has read the request, and it has not changed since. Missing if the row does not show that. */
  readonly isRead?: () => boolean;
  /** The id of the row. It is unique in the view, although a request can be in several groups. */
  readonly id: string;
}

export function createRequestNode(row: RequestRow): TreeNode {
  const { request, client, email, place, wasSearched = () => true, findEnvironment, isRead, id } = row;
  const waitsForUser = waitsForPerson(request, email);
  const target: RequestTarget = { kind: 'changeRequest', id: request.id };
  const workspaceName = (): string | undefined => catalogOf(client).workspaces.get(request.workspace?.id ?? '')?.name;
  const placeOf = (where: EnvironmentRef | undefined): string =>
    where || wasSearched() ? environmentOfWorkspace(where, workspaceName()) : t('environment not read yet');
  const node: TreeNode = {
    contextValue: contextValueOf(request),
    target,
    copyable: { name: wholeTitle(request), id: request.id },
    isAging: true,
    state() {
      const where = place();
      return [placeOf(where), isRead?.(), submittedShortly(request)].join();
    },
    toTreeItem() {
      const where = place();
      const { label } = statusStyle(request.status);
      const title = requestTitle(request);
      const item = new vscode.TreeItem(title);
      item.id = id;
      item.description = [placeOf(where), objectName(request), waitsForUser ? t('waits for you') : '', submittedShortly(request)]
        .filter((part) => part !== '')
        .join(' · ');
      item.iconPath = environmentIcon(where);
      const read = isRead?.() === true;
      if (read) markRead(item);
      item.accessibilityInformation = accessibleLabel(
        title,
        item.description,
        operationSentence(request),
        label,
        read && t('read'),
      );
      item.contextValue = node.contextValue;
      item.command = { command: 'flagAdmin.changeRequest.open', title: t('Review Change Request…'), arguments: [node] };
      return item;
    },
    async tooltip() {
      if (!place()) await findEnvironment?.().catch(() => undefined);
      const where = place();
      return [
        requestTitle(request),
        [placeOf(where), objectName(request)].join(' · '),
        ...requestedLines(client, request),
        submittedSentence(request),
        statusStyle(request.status).label,
        scheduleWords(request) ?? '',
        waitsForUser
          ? t('This request waits for you ({0}). Sign in to the service’s web console to approve it.', email ?? '')
          : '',
      ]
        .filter((line) => line !== '')
        .join('\n');
    },
  };
  return node;
}

/**
 * Returns what the request asks for. Says whom it affects only if a review has already found that: a call for each row would
 * take too long.
 */
function requestedLines(client: Client, request: ChangeRequest): readonly string[] {
  if (!waitsForApproval(request.status)) return [operationSentence(request)];
  const lines = [...rememberedForWhom(client, request.id), ...changeLines(request, { kind: 'unknown' }, undefined)].map(
    plainLine,
  );
  // The lines about a segment request already say what it asks for.
  return request.segment ? lines : [operationSentence(request), ...lines];
}

function contextValueOf({ status }: ChangeRequest): ContextValue {
  switch (status) {
    case 'REQUESTED':
    case 'SCHEDULE_REQUESTED':
      return 'changeRequest isOpen hasName hasId';
    case 'PUBLISHED':
      return 'changeRequest isPublished hasName hasId';
    default:
      return 'changeRequest hasName hasId';
  }
}

function submittedShortly(request: ChangeRequest): string {
  const submitter = submitterOf(request);
  return submitter ? `${submitter.name}, ${ageInWords(submitter.timestamp)}` : '';
}
