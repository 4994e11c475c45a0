/** The history of a change request: its timeline, and Export History… as Markdown, JSON or CSV. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { decisionEntryOf, submissionEntryOf } from '../../domain/changeRequests/decisions.ts';
import type { TimelineEntry } from '../../webview/protocol.ts';
import { markdownText } from '../words/escape.ts';
import { formatTime, operationSentence, statusStyle, requestTitle, wholeTitle } from '../words/requestWords.ts';
import type { Log } from '../window/log.ts';
import { csvText, isoTime } from './csv.ts';
import { exportAs } from './exportAs.ts';

const { t } = vscode.l10n;

/**
 * Returns the timeline of a request. The service stores one entry for each status change with a comment, but no status in it.
 * Only the entries of the submission and the decision can be recognised. Every other entry is shown as a comment.
 */
export function timelineOf(request: ChangeRequest): readonly TimelineEntry[] {
  const decision = decisionEntryOf(request);
  const submission = submissionEntryOf(request);
  return request.comments.map((entry) => {
    const { comment, user, timestamp } = entry;
    const submitted = entry === submission ? t('submitted it') : t('commented');
    return {
      who: user ?? t('unknown'),
      what: entry === decision ? decisionWord(request.status) : submitted,
      when: timestamp ? formatTime(timestamp) : '',
      comment: comment ?? '',
    };
  });
}

function decisionWord(status: string): string {
  switch (status) {
    case 'PUBLISHED':
    case 'APPROVED':
    case 'SCHEDULED':
      return t('approved it');
    case 'WITHDRAWN':
      return t('withdrew it');
    case 'REJECTED':
      return t('rejected it');
    default:
      return statusStyle(status).label;
  }
}

/** Asks for the format, and copies or saves the history. `log` receives the error of the button that opens the saved file. */
export const exportHistory = (request: ChangeRequest, log: Log): Promise<void> =>
  exportAs(log, {
    title: t('History of “{0}”', requestTitle(request)),
    name: `change-request-${request.id}`,
    copied: t('“{0}” is copied as Markdown.', requestTitle(request)),
    texts: {
      markdown: () => historyAsMarkdown(request),
      json: () => historyAsJson(request),
      csv: () => historyAsCsv(request),
    },
  });

function historyAsMarkdown(request: ChangeRequest): string {
  const entries = timelineOf(request).flatMap(({ who, what, when, comment }) => {
    const lines = comment.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
    const head = `- **${markdownText(who)}** ${markdownText(what)}${when === '' ? '' : ` · ${markdownText(when)}`}`;
    return [head, ...lines.map((line) => `  > ${markdownText(line)}`)];
  });
  const facts = [operationSentence(request), statusStyle(request.status).label, request.id];
  return [`### ${markdownText(wholeTitle(request))}`, '', facts.map(markdownText).join(' · '), '', ...entries, ''].join('\n');
}

/** Writes the history as JSON. The entries are as the service sent them, oldest first. */
export function historyAsJson(request: ChangeRequest): string {
  const { id, title, status, operationType, workspace, segment, flag, comments } = request;
  const head = { id, title, status, operationType, segment: segment?.name, flag: flag?.name, workspaceId: workspace?.id };
  return `${JSON.stringify({ ...head, comments }, undefined, 2)}\n`;
}

const COLUMNS = ['id', 'title', 'time', 'user', 'role', 'comment'] as const;

/** Writes the history as CSV, one row for each entry. Times are ISO 8601 in UTC, and empty if the service sent none. */
export function historyAsCsv({ id, title, comments }: ChangeRequest): string {
  const rows = comments.map(({ timestamp, user, role, comment }) => [id, title, isoTime(timestamp), user, role, comment]);
  return csvText([COLUMNS, ...rows]);
}
