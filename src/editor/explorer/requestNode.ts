/** A change request in a tree: what it asks for, who submitted it and when, and its environment, if known. */
import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { ChangeRequest } from '../../api/model.ts';
import type { KnownEnvironment } from '../../operations/learned/environments.ts';
import { submitterOf, waitsForPerson } from '../../domain/changeRequests/decisions.ts';
import { waitsForApproval } from '../../domain/changeRequests/transitions.ts';
import { rememberedForWhom } from '../words/audienceWords.ts';
import { changeLines, plainLine } from '../words/changeLines.ts';
import {
  ageInWords,
  operationSentence,
  scheduleWords,
  statusStyle,
  submittedSentence,
  requestTitle,
} from '../words/requestWords.ts';
import type { RequestTarget } from '../window/target.ts';
import { placedTitle, shield } from '../words/placeWords.ts';
import { spoken } from './plainNodes.ts';
import type { ContextValue, TreeNode } from './treeNode.ts';

const { t } = vscode.l10n;

export interface RequestRow {
  readonly request: ChangeRequest;
  /** The client that read it. */
  readonly client: Client;
  /** The person's own address at the service, if they gave it. */
  readonly email: string | undefined;
  /** Called each time the row is drawn, because the environment may have become known. */
  readonly place: () => KnownEnvironment | undefined;
  /** True if the environment is unknown although it was searched for. */
  readonly wasLookedFor?: () => boolean;
  /** Looks for the unknown environment, because the user is looking at the row. */
  readonly look?: () => Promise<void>;
  /** Unique in the view, because one request may be in several groups. */
  readonly id: string;
}

export function createRequestNode(row: RequestRow): TreeNode {
  const { request, client, email, place, wasLookedFor = () => true, look, id } = row;
  const isForYou = waitsForPerson(request, email);
  const target: RequestTarget = { kind: 'changeRequest', id: request.id };
  const whereWords = (where: KnownEnvironment | undefined): string =>
    where ? '' : wasLookedFor() ? t('environment unknown') : t('environment not read yet');
  const node: TreeNode = {
    contextValue: contextValueOf(request),
    target,
    copyable: { name: requestTitle(request), id: request.id },
    isAging: true,
    state() {
      const where = place();
      return [where?.name, where?.isProduction, whereWords(where), submittedShortly(request)].join();
    },
    toTreeItem() {
      const where = place();
      const { icon, colour, label } = statusStyle(request.status);
      // The environment comes first, because a long title leaves no room for the description.
      const title = placedTitle(requestTitle(request), where);
      const item = new vscode.TreeItem(title);
      item.id = id;
      item.description = [
        whereWords(where),
        isForYou ? t('waits for you') : '',
        operationSentence(request),
        submittedShortly(request),
      ]
        .filter((part) => part !== '')
        .join(' · ');
      const other = new vscode.ThemeIcon(isForYou ? 'account' : icon, new vscode.ThemeColor(colour));
      item.iconPath = where?.isProduction ? shield() : other;
      item.accessibilityInformation = spoken(title, item.description, where?.isProduction && t('production'), label);
      item.contextValue = node.contextValue;
      item.command = { command: 'flagAdmin.changeRequest.open', title: t('Review Change Request…'), arguments: [node] };
      return item;
    },
    async tooltip() {
      if (!place()) await look?.().catch(() => undefined);
      const where = place();
      return [
        placedTitle(requestTitle(request), where),
        whereWords(where),
        ...askedFor(client, request),
        submittedSentence(request),
        statusStyle(request.status).label,
        scheduleWords(request) ?? '',
        isForYou ? t('It waits for you ({0}). Sign in to the service’s web console to approve it.', email ?? '') : '',
      ]
        .filter((line) => line !== '')
        .join('\n');
    },
  };
  return node;
}

/**
 * Returns what the request itself asks for. Adds whom it affects only if a review has read that, because it would take a call for
 * each row.
 */
function askedFor(client: Client, request: ChangeRequest): readonly string[] {
  if (!waitsForApproval(request.status)) return [operationSentence(request)];
  const lines = [...rememberedForWhom(client, request.id), ...changeLines(request, { kind: 'unknown' }, undefined)].map(
    plainLine,
  );
  // A request for a segment needs no other summary.
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
