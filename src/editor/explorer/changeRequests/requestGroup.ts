/** The groups of the Change Requests view: their labels, and which requests are in each. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import { isSubmittedBy, isWaitingFor, type Viewer } from '../../../domain/changeRequests/requestGroups.ts';
import { statusStyle } from '../../words/requestWords.ts';

const { t } = vscode.l10n;

export interface RequestGroup {
  readonly id: string;
  readonly label: string;
  readonly tooltip?: string;
  readonly icon: string;
  /** The text of the row in the group if it has no requests. */
  readonly nothing: string;
  readonly isExpandedAtFirst: boolean;
  /** True if the requests of the group are still open. */
  readonly isOpen: boolean;
  readonly has: (request: ChangeRequest) => boolean;
}

/** Returns the three groups of open requests. All three are parts of the list of open requests. */
export function openGroups(viewer: Viewer): readonly RequestGroup[] {
  const { key, email } = viewer;
  return [
    {
      id: 'waiting',
      label: key.identity === undefined ? t('May wait for me') : t('Waiting for me'),
      tooltip: email
        ? t('Change requests to approve with the API key in use, “{0}”, or as {1}', key.name, email)
        : t('Change requests to approve with the API key in use: “{0}”', key.name),
      icon: 'bell',
      nothing: t('No change request waits for the API key “{0}”', key.name),
      isExpandedAtFirst: true,
      isOpen: true,
      has: (request) => isWaitingFor(request, viewer),
    },
    {
      id: 'submitted',
      label: t('Submitted by me'),
      tooltip: t('Change requests that you submitted, with any of your API keys for this connection'),
      icon: 'arrow-up',
      nothing: t('None'),
      isExpandedAtFirst: false,
      isOpen: true,
      has: (request) => isSubmittedBy(request, viewer),
    },
    {
      id: 'open',
      label: t('All open'),
      icon: 'git-pull-request',
      nothing: t('No change request is open'),
      isExpandedAtFirst: false,
      isOpen: true,
      has: () => true,
    },
  ];
}

/**
 * Returns one group for each status of decided requests, and for each unknown status in `sent` (statuses that the service
 * sent). The id of a group is its status.
 */
export function decidedGroups(sent: readonly string[]): readonly RequestGroup[] {
  const always = ['APPROVED', 'SCHEDULED', 'PUBLISHED', 'REJECTED', 'WITHDRAWN'];
  const known = new Set(['REQUESTED', 'SCHEDULE_REQUESTED', ...always]);
  return [...always, ...sent.filter((status) => !known.has(status))].map((status): RequestGroup => {
    const { label, icon } = statusStyle(status);
    const has = (request: ChangeRequest): boolean => request.status === status;
    return { id: status, label, icon, nothing: t('None'), isExpandedAtFirst: false, isOpen: false, has };
  });
}
