/** The name of an API key, which is what the service shows in approvers and comments. */
import * as vscode from 'vscode';
import { askText, type Answer, type Position } from '../ask.ts';
import { keyNameProblem } from './sentences.ts';

const { t } = vscode.l10n;

export async function askKeyName(position: Position, value: string): Promise<Answer<string>> {
  const answer = await askText({
    ...position,
    prompt: t('Name of the API key, as the service’s administrators named it: it is what approvers and comments show.'),
    placeholder: 'release-key',
    value,
    validate: keyNameProblem,
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}
