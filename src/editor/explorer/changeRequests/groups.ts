/** The groups of the Change Requests view: who has to do something, then what was decided, then the states that a service has besides. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../api/model.ts';
import { isSubmittedBy, isWaitingFor, type Viewer } from '../../../domain/changeRequests/requestGroups.ts';
import { statusLook } from '../../formats/requestWords.ts';

const { t } = vscode.l10n;

export interface Group {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  /** What is said where there is none. */
  readonly nothing: string;
  readonly isOpenAtFirst: boolean;
  /** Its requests still wait for a decision. */
  readonly isOpen: boolean;
  readonly has: (request: ChangeRequest) => boolean;
}

/** All three are of one listing. */
export function openGroups(viewer: Viewer): readonly Group[] {
  return [
    {
      id: 'waiting',
      label: t('Waiting for me'),
      icon: 'bell',
      nothing: t('Nothing waits for “{0}”', viewer.key.name),
      isOpenAtFirst: true,
      isOpen: true,
      has: (request) => isWaitingFor(request, viewer),
    },
    {
      id: 'submitted',
      label: t('Submitted by me'),
      icon: 'arrow-up',
      nothing: t('Nothing that you submitted is open'),
      isOpenAtFirst: false,
      isOpen: true,
      has: (request) => isSubmittedBy(request, viewer),
    },
    {
      id: 'open',
      label: t('All open'),
      icon: 'git-pull-request',
      nothing: t('No change request is open'),
      isOpenAtFirst: false,
      isOpen: true,
      has: () => true,
    },
  ];
}

/** One for each state in which requests rest; their ids are the states. `seen` = what the service has shown. */
export function decidedGroups(seen: readonly string[]): readonly Group[] {
  const always = [
    group('PUBLISHED', t('None was published yet')),
    group('WITHDRAWN', t('None was withdrawn')),
    group('REJECTED', t('None was rejected')),
    group('APPROVED', t('None is approved and not published yet')),
    group('SCHEDULED', t('None is scheduled')),
  ];
  const known = new Set(['REQUESTED', 'SCHEDULE_REQUESTED', ...always.map(({ id }) => id)]);
  const others = seen.filter((status) => !known.has(status));
  return [...always, ...others.map((status) => group(status, t('None is in the state “{0}”', statusLook(status).label)))];
}

function group(status: string, nothing: string): Group {
  const { label, icon } = statusLook(status);
  return { id: status, label, icon, nothing, isOpenAtFirst: false, isOpen: false, has: (request) => request.status === status };
}
