/** Propose the Inverse…: from a published change request, the change that takes it back, as a request of its own. */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { inverseOf, type InverseRefusal } from '../../domain/changeRequests/inverse.ts';
import { requireWritable } from '../permit.ts';
import { titleOf } from '../requestWords.ts';
import { confirm, tellRefusal } from '../tell.ts';
import type { ReviewDeps } from './index.ts';
import type { Shown } from './shown.ts';

const { t } = vscode.l10n;

export async function proposeInverse({ propose }: ReviewDeps, { connected, reviewed, place, remembered }: Shown): Promise<void> {
  if (!requireWritable(connected)) return;
  const { request } = reviewed;
  const { environment, workspaceName } = place;
  const inverse = inverseOf(request, remembered());
  if (!inverse.ok) {
    tellRefusal(refusalSentence(inverse.refusal));
    return;
  }
  if (!environment || !request.workspace) {
    tellRefusal(t('In which environment it was is not known, so its inverse can’t be proposed from here.'));
    return;
  }
  if (!inverse.isExact && !(await confirmInexact(request))) return;
  const title = titleOf(request);
  await propose({
    connected,
    workspace: { id: request.workspace.id, name: workspaceName ?? request.workspace.id, requiresTitleAndComments: true },
    environment,
    change: inverse.change,
    isRefused: false,
    suggestedTitle: t('Take back: {0}', title),
    suggestedComment: t('The inverse of the change request “{0}” ({1}).', title, request.id),
  });
}

/** What was there before was not seen here, so what the request did not change may be among what is taken back. */
function confirmInexact({ flag, operationType: operation }: ChangeRequest): Promise<boolean> {
  if (flag)
    return confirm(t('Propose the inverse without knowing what was there before?'), flagDetail(operation), t('Propose It'));
  const detail =
    operation === 'CREATE'
      ? t('It was not approved here, so it is not known which of its keys the segment held before: those would be removed, too.')
      : t(
          'It was not approved here, so it is not known which of its keys the segment held before: those it did not hold would be added, too.',
        );
  return confirm(t('Propose the inverse with all keys of the request?'), detail, t('Propose All'));
}

function flagDetail(operation: string): string {
  switch (operation) {
    case 'KILL':
      return t('It is not known here whether the flag was killed before, too: then restoring it would serve what nobody got.');
    case 'RESTORE':
      return t('It is not known here whether the flag was live before, too: then killing it would take away what everybody had.');
    default:
      return t(
        'It is not known here whether there was a definition before, too: then removing it would not bring that one back.',
      );
  }
}

function refusalSentence(refusal: InverseRefusal): string {
  switch (refusal.code) {
    case 'notPublished':
      return t('It was not published, so there is nothing to take back.');
    case 'changedNothing':
      return t('It changed nothing when it was published, so there is nothing to take back.');
    case 'unknownOperation':
      return t(
        'It asked for “{0}”, which Flag Admin does not know: what takes that back is not known, either.',
        refusal.operation,
      );
    case 'beforeUnknown':
      return t(
        'The definition that it replaced was not seen here: it was approved elsewhere. Propose the definition to be with Submit Change Request….',
      );
    case 'beforeWithheld':
      return t(
        'The definition that it replaced names keys or is very large, and such a one is not kept here. Propose the definition to be with Submit Change Request….',
      );
    default:
      return refusal satisfies never;
  }
}
