/** What happened to a request, and what was said about it, in words. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import type { TimelineEntry } from '../../webview/protocol.ts';
import { formatTime, statusLook } from '../requestWords.ts';

const { t } = vscode.l10n;

export function timelineOf(request: ChangeRequest): readonly TimelineEntry[] {
  return request.comments.map((entry, index) => timelineEntry(entry, index, request));
}

/** Each change of status with a comment adds an entry, so the first tells of the submission and the last of the decision. */
function timelineEntry(
  { comment, user, role, timestamp }: ChangeRequest['comments'][number],
  index: number,
  { comments, status }: ChangeRequest,
): TimelineEntry {
  const isDecision = index > 0 && index === comments.length - 1 && status !== 'REQUESTED';
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
      return t('approved it');
    case 'WITHDRAWN':
      return t('withdrew it');
    case 'REJECTED':
      return t('rejected it');
    default:
      return statusLook(status).label;
  }
}
