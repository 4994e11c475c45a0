/** What happened to a request, and what was said about it, in words. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { decisionEntryOf } from '../../domain/changeRequests/decisions.ts';
import type { TimelineEntry } from '../../webview/protocol.ts';
import { formatTime, statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

export function timelineOf(request: ChangeRequest): readonly TimelineEntry[] {
  const decision = decisionEntryOf(request);
  return request.comments.map((entry, index) => timelineEntry(entry, index, entry === decision, request));
}

/** Each change of status with a comment adds an entry; of which one it tells, only the roles say. */
function timelineEntry(
  { comment, user, role, timestamp }: ChangeRequest['comments'][number],
  index: number,
  isDecision: boolean,
  { status }: ChangeRequest,
): TimelineEntry {
  const submitted = index === 0 && role === 'SUBMITTER' ? t('submitted it') : t('commented');
  return {
    who: user ?? t('unknown'),
    what: isDecision ? decisionWord(status) : submitted,
    when: timestamp ? formatTime(timestamp) : '',
    comment: comment ?? '',
  };
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
      return statusLook(status).label;
  }
}
