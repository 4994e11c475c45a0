/**
 * Writes the text of the dialog before an approval: what changes where, the most serious effect, and a request for a comment.
 */
import * as vscode from 'vscode';
import type { ChangeRequest } from '../../api/model.ts';
import { mostSeriousLine } from '../words/audienceWords.ts';
import { plainLine } from '../words/changeLines.ts';
import { asSentence } from '../words/failureWords.ts';
import { environmentOfWorkspace } from '../words/placeWords.ts';
import { operationSentence, scheduleWords, shortLine } from '../words/requestWords.ts';
import { baseOf, type ReviewState } from './reviewState.ts';
import { forWhomIn } from './reviewView.ts';

const { t } = vscode.l10n;

/** The maximum number of characters of the line about the effect. */
const MAX_LINE = 120;

export function approvalQuestion(state: ReviewState): string {
  const { reviewed, place } = state;
  const effect = mostSeriousLine(reviewed.request, baseOf(state), forWhomIn(state)?.changed);
  return [
    t('{0} in {1}.', operationSentence(reviewed.request), environmentOfWorkspace(place.environment, place.workspaceName)),
    ...(effect ? [asSentence(shortLine(plainLine(effect), MAX_LINE))] : []),
    promptOf(reviewed.request),
  ].join('\n');
}

function promptOf(request: ChangeRequest): string {
  const schedule = scheduleWords(request);
  if (schedule !== undefined) return t('{0} Enter a comment.', schedule);
  return request.status === 'REQUESTED'
    ? t('Your approval publishes the change at once. Enter a comment.')
    : t('Your approval might publish the change at once. Enter a comment.');
}
