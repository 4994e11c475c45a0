/** Propose the Inverse…: from a published change request, the change that takes it back, as a request of its own. */
import * as vscode from 'vscode';
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
  const inverse = inverseOf(request, remembered);
  if (!inverse.ok) {
    tellRefusal(refusalSentence(inverse.refusal));
    return;
  }
  if (!environment || !request.workspace) {
    tellRefusal(t('In which environment it was is not known, so its inverse can’t be proposed from here.'));
    return;
  }
  if (!inverse.isExact && !(await confirmInexact(request.operationType))) return;
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

/** What the segment held before was not seen here, so keys that the request did not change are among those taken back. */
function confirmInexact(operation: string): Promise<boolean> {
  const detail =
    operation === 'CREATE'
      ? t('It was not approved here, so it is not known which of its keys the segment held before: those would be removed, too.')
      : t(
          'It was not approved here, so it is not known which of its keys the segment held before: those it did not hold would be added, too.',
        );
  return confirm(t('Propose the inverse with all keys of the request?'), detail, t('Propose All'));
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
    default:
      return refusal satisfies never;
  }
}
